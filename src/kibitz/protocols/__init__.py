"""Translators between Kibitz and other programs: each speaks a protocol that somebody else defined."""
