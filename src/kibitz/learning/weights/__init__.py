"""Weights of an evaluation's features, learnt by self-play."""
