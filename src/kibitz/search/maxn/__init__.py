"""Max^n: any number of players, each for itself or for its coalition, with utility tuples."""

from kibitz.search.maxn import agent as agent
