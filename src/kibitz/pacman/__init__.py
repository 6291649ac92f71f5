"""Pacman as the course plays it: its agents and ghosts by their names, games between them, and records of games."""

from kibitz.pacman.agents import Agent, AskedPacman, Choice, ReflexPacman, SearchingPacman
from kibitz.pacman.ghosts import DirectionalGhost, MinimaxGhost, RandomGhost
from kibitz.pacman.playing import Played, play_game

__all__ = [
    "Agent", "AskedPacman", "Choice", "DirectionalGhost", "MinimaxGhost", "Played", "RandomGhost",
    "ReflexPacman", "SearchingPacman", "play_game",
]  # fmt: skip
