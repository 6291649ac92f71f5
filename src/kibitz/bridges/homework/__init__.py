"""The homework of the Berkeley Pacman course, unchanged: a student's `multiAgents.py` on Kibitz's Pacman.

A file imports `util`, `game` and `pacman`; modules with these names and the course's public interface are offered to it, and to
nobody else. They are written from that interface alone.
"""
