"""The command `kibitz`, also as `python -m kibitz`: Ctrl-C is seen to before all that takes time to import."""

from kibitz.core.process import begin


def main(words: list[str] | None = None) -> None:
    """Run the command line, with the words given to this process by default."""
    begin()
    from kibitz.cli.main import main as run

    run(words)


if __name__ == "__main__":
    main()
