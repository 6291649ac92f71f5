"""Alpha-beta at full strength for every two-player game without chance."""

from kibitz.search.alphabeta import agent as agent
