"""Tuning an agent's options by matches: `kibitz tune`."""
