"""Nets: a policy over moves and a utility for each player, their files, their inputs and their inference."""
