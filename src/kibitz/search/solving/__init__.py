"""Exact values: by alpha-beta, and by enumerating positions and working backwards."""
