"""Games as text: PGN for chess, PDN for checkers, SGF for Go, and JSON for every game."""

from kibitz.records.formats import read_record, suffix_of, write_record
from kibitz.records.record import Record

__all__ = ["Record", "read_record", "suffix_of", "write_record"]
