"""Tags and movetext, the form that PGN and PDN share: `[White "Anderssen"]`, then numbered moves and a result.

Of several games in a text the first is read. Comments, variations and annotations are passed over.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from textwrap import fill
from typing import NamedTuple

from kibitz.core.errors import PositionError
from kibitz.core.registry import load
from kibitz.records.record import Record

RESULTS = {"1-0": (1.0, -1.0), "0-1": (-1.0, 1.0), "1/2-1/2": (0.0, 0.0), "*": None}
"""Results with the utilities of White and Black."""
OTHER_RESULTS = {"2-0": "1-0", "0-2": "0-1", "1-1": "1/2-1/2", "1/2": "1/2-1/2"}
"""How they are also written, by draughts players for one."""
TERMINATIONS = {
    "lost on time": "time forfeit", "illegal move": "rules infraction", "adjudicated": "adjudication",
    "max plies": "adjudication", "crash": "abandoned", "hang": "abandoned", "rubbish": "abandoned", "memory": "abandoned",
    "void": "unterminated",
}  # fmt: skip
"""Other ways in which games end, in the words of PGN."""
WIDTH = 80
_TAG = re.compile(r'\s*\[\s*(\w+)\s*"((?:[^"\\]|\\.)*)"\s*\]')
_TOKEN = re.compile(
    r"(?P<comment>\{[^}]*\}|;[^\n]*|^%[^\n]*)|(?P<open>\()|(?P<close>\))|(?P<glyph>\$\d+|e\.p\.)|(?P<number>\d+\.(?:\s*\.\.)?\.*|\d+(?=\s))"
    r"|(?P<open_comment>\{)|(?P<word>[^\s(){};$]+)",
    re.MULTILINE,
)


class Tagged(NamedTuple):
    """A game of a text: its tags, the words of its moves, and its result."""

    tags: dict[str, str]
    moves: list[str]
    result: str


def read(text: str) -> Tagged:
    """Return the first game of a text."""
    tags, place = {}, 0
    while found := _TAG.match(text, place):
        tags[found[1]] = re.sub(r"\\(.)", r"\1", found[2])
        place = found.end()
    moves: list[str] = []
    depth = 0
    for token in _TOKEN.finditer(text, place):
        if token.lastgroup == "open_comment":
            raise PositionError("a comment of the record, which begins with {, does not end")
        depth = max(0, depth + (token.lastgroup == "open") - (token.lastgroup == "close"))
        if token.lastgroup != "word" or depth > 0:
            continue
        word = OTHER_RESULTS.get(token[0], token[0])
        if word in RESULTS:
            return Tagged(tags, moves, word)
        if word.startswith("["):
            raise PositionError(f"the tag {word[:20]!r} of the record cannot be read, or stands among its moves")
        moves.append(word)
    if not tags and not moves:
        raise PositionError("the record has neither tags nor moves")
    result = OTHER_RESULTS.get(tags.get("Result", "*"), tags.get("Result", "*"))
    return Tagged(tags, moves, result if result in RESULTS else "*")


def write(tags: Mapping[str, str], moves: Iterable[str], result: str, first: int = 1, *, second_begins: bool = False) -> str:
    """Return a game as text; its first move has the number `first`, and may be the second player's."""
    words, number = [], first
    for place, move in enumerate(moves):
        is_second = (place + second_begins) % 2 == 1
        prefix = f"{number}... " if is_second and place == 0 else "" if is_second else f"{number}. "
        words.append(prefix + move)
        number += is_second
    header = "\n".join(f'[{name} "{_quoted(value)}"]' for name, value in tags.items())
    return f"{header}\n\n{fill(' '.join([*words, result]), WIDTH, break_on_hyphens=False, break_long_words=False)}\n"


def _quoted(value: str) -> str:
    """Return a tag's value as it stands between quotes."""
    return value.replace("\\", "\\\\").replace('"', '\\"')


def result_of(utilities: tuple[float, ...] | None, white: int) -> str:
    """Return the result for utilities of two players, one of whom has the white pieces."""
    if utilities is None:
        return "*"
    lead = utilities[white] - utilities[1 - white]
    return "1-0" if lead > 0 else "0-1" if lead < 0 else "1/2-1/2"


def utilities_of(result: str, white: int) -> tuple[float, ...] | None:
    """Return the utilities of the first and the second player for a result."""
    found = RESULTS[result]
    return found if found is None or white == 0 else found[::-1]


def heading(record: Record, white: int, result: str) -> dict[str, str]:
    """Return the seven tags that every record has to have, and how the game ended if that is to be said.

    What is not known is a question mark.
    """
    names = record.agents if len(record.agents) == 2 else ("?", "?")
    ending = {"Termination": TERMINATIONS.get(record.ending, record.ending)} if record.ending else {}
    return {
        "Event": record.event or "?", "Site": "?", "Date": record.date or "????.??.??", "Round": record.round or "?",
        "White": names[white], "Black": names[1 - white], "Result": result, **ending,
    }  # fmt: skip


def start_of(game: str) -> str:
    """Return the position in which a game begins."""
    rules = load(game)
    return rules.notation(rules.initial())


def start_tags(game: str, position: str) -> dict[str, str]:
    """Return the tags of a game that began elsewhere than usual."""
    return {} if position == start_of(game) else {"SetUp": "1", "FEN": position}


def record_of(game: str, found: Tagged, white: int) -> Record:
    """Return what was read as a record."""
    position = found.tags.get("FEN") or start_of(game)
    return Record(
        game, position, tuple(found.moves), agents_of(found.tags, white), utilities_of(found.result, white),
        event=_known(found, "Event"), round=_known(found, "Round"), date=_known(found, "Date"),
        ending=found.tags.get("Termination", ""),
    )  # fmt: skip


def _known(found: Tagged, name: str) -> str:
    """Return what a tag says, nothing where it says that it is not known."""
    value = found.tags.get(name, "")
    return value if value.strip("?.") else ""


def agents_of(tags: Mapping[str, str], white: int) -> tuple[str, ...]:
    """Return who played, the first player first."""
    names = tags.get("White", "?"), tags.get("Black", "?")
    return () if names == ("?", "?") else names if white == 0 else names[::-1]
