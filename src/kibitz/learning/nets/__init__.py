"""Nets that a game teaches itself: self-play in batches, training, checkpoints."""
