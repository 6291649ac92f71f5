"""Hypergammon: backgammon with three checkers a side, or with two or one, which can be solved."""

from kibitz.games.backgammon import Backgammon

GAME = Backgammon(checkers=3)
