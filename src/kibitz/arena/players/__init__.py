"""Players of a match: agents of Kibitz in the process of the game, all others in processes of their own."""

from kibitz.arena.players.player import Answer, Forfeit, Player, Turn
from kibitz.arena.players.seating import is_isolated, seated

__all__ = ["Answer", "Forfeit", "Player", "Turn", "is_isolated", "seated"]
