"""Training: weights, patterns and playout policies that a game teaches itself, as `kibitz learn` does."""
