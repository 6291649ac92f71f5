"""Playout policies learnt by self-play."""
