"""Monte Carlo searches: pure, by bandit, and UCT, with a tree in flat arrays."""

from kibitz.search.montecarlo import agents as agents
