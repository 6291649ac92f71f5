EPILOG=""
def studio() -> None:
    "x"
