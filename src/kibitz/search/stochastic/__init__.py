"""Searches where chance moves, where opponents follow a model, and where one plays against many."""

from kibitz.search.stochastic import agents as agents
