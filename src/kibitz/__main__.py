"""`python -m kibitz` is the command line."""

from kibitz.cli.main import main

main()
