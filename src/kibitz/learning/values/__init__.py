"""Nets that learn by temporal differences what positions are worth, without searching: for games with dice above all."""
