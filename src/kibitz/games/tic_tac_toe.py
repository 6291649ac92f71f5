"""Tic-tac-toe: three in a row on a board of three by three, the smallest of the m,n,k games that is any fun."""

from kibitz.games.mnk import Mnk

GAME = Mnk(width=3, height=3, connect=3, players=2)
