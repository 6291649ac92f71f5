"""Patterns learnt by self-play."""
