"""Which players are in which process."""

from __future__ import annotations

from kibitz.arena.players.in_process import InProcess
from kibitz.arena.players.isolated import Isolated
from kibitz.arena.players.player import Player
from kibitz.arena.terms import Terms
from kibitz.core.agents import Agent, discover
from kibitz.core.contract import Game
from kibitz.core.errors import InputError
from kibitz.core.pickling import pickled
from kibitz.core.searches import ENGINES

TRUSTED = ENGINES[:2]
"""The engines whose searches are Kibitz's own."""
FOREIGN = (".py", "uci:", "gtp:", "openspiel")
"""What in an agent's options says that others are asked."""


def is_isolated(agent: Agent) -> bool:
    """Return whether an agent has to be kept apart: it is not Kibitz's own, or one of its options names one that is not."""
    if not isinstance(agent, str):
        return True
    name, _, rest = agent.strip().partition(":")
    if name.endswith(".py") or any(word in rest for word in FOREIGN):
        return True
    return all(search.engine not in TRUSTED for search in discover().get(name, []))


def seated(game: Game, agent: Agent, terms: Terms) -> Player:
    """Return an agent on its seat for one game: in this process, if no other could read it."""
    if not is_isolated(agent):
        return InProcess(game, agent)
    try:
        parcel = pickled(game, agent)
    except InputError:
        return InProcess(game, agent)
    return Isolated(parcel, terms.patience, terms.memory)
