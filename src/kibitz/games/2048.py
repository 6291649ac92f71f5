"""2048: slide the tiles, and two equal ones become their sum. The rules stand in a file whose name Python can import."""  # noqa: N999

from kibitz.games._twenty_forty_eight import TwentyFortyEight

GAME = TwentyFortyEight()
