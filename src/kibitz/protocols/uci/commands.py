"""What a chess program's front end says: the words of a line, read as commands."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from kibitz.core.errors import InputError

COMMANDS = (
    "uci", "debug", "isready", "setoption", "register", "ucinewgame", "position", "go", "stop", "ponderhit", "quit",
)  # fmt: skip
DIGITS = 12
LARGEST = 10**DIGITS
"""Larger numbers are taken for this one: as milliseconds it is thirty years, as a depth or a count of nodes out of reach."""


@dataclass(frozen=True)
class Position:
    """What to set up: a FEN, or None for the usual start, and the moves made since."""

    fen: str | None
    moves: tuple[str, ...]


@dataclass(frozen=True)
class Go:
    """What to look for and how long; times are in seconds, for white and black."""

    clocks: tuple[float | None, float | None] = (None, None)
    increments: tuple[float, float] = (0.0, 0.0)
    moves_to_go: int | None = None
    depth: int | None = None
    nodes: int | None = None
    mate: int | None = None
    seconds: float | None = None
    among: tuple[str, ...] = ()
    infinite: bool = False
    ponder: bool = False

    @property
    def is_limited(self) -> bool:
        """Whether something else than a stop will end the search, or somebody is there to stop it."""
        limits = (*self.clocks, self.depth, self.nodes, self.seconds)
        return self.infinite or self.ponder or any(limit is not None for limit in limits)

    def clock(self, player: int) -> float | None:
        """Return the time a player has left; where only the other's is told, that."""
        own, other = self.clocks[player], self.clocks[1 - player]
        return other if own is None else own


def split_command(line: str) -> tuple[str, list[str]]:
    """Return the first word that is a command, and the words after it; what stands before it is passed over."""
    words = line.split()
    for place, word in enumerate(words):
        if word in COMMANDS:
            return word, words[place + 1 :]
    raise InputError(f"unknown command {shortened(line)}; known: {', '.join(COMMANDS)}")


def read_position(words: Sequence[str]) -> Position:
    """Return what `position` sets up."""
    kind, *rest = words or [""]
    place = rest.index("moves") if "moves" in rest else len(rest)
    setup, moves = rest[:place], tuple(rest[place + 1 :])
    if kind == "startpos" and not setup:
        return Position(None, moves)
    if kind == "fen" and setup:
        return Position(" ".join(setup), moves)
    raise InputError("position takes startpos or fen FEN, then perhaps moves and the moves")


def read_option(words: Sequence[str]) -> tuple[str, str | None]:
    """Return the name that `setoption` gives, and the value if there is one; both may be several words."""
    if not words or words[0] != "name":
        raise InputError("setoption takes name NAME, then perhaps value VALUE")
    place = words.index("value") if "value" in words else len(words)
    name, value = " ".join(words[1:place]), " ".join(words[place + 1 :])
    return name, value if place < len(words) else None


NUMBERS = ("wtime", "btime", "winc", "binc", "movestogo", "depth", "nodes", "mate", "movetime")
FLAGS = ("infinite", "ponder")


def read_go(words: Iterable[str]) -> Go:
    """Return what `go` asks for. Unknown words are passed over, and numbers out of range brought into it."""
    numbers: dict[str, int] = {}
    flags: set[str] = set()
    among: list[str] = []
    wanted = ""
    for word in words:
        if wanted in NUMBERS:
            numbers[wanted] = _whole(wanted, word)
            wanted = ""
        elif word in FLAGS:
            flags.add(word)
            wanted = ""
        elif word in NUMBERS or word == "searchmoves":
            wanted = word
        elif wanted == "searchmoves":
            among.append(word)
    if wanted in NUMBERS:
        raise InputError(f"go {wanted} needs a whole number after it")
    times = {name: numbers[name] / 1000 for name in ("wtime", "btime", "winc", "binc", "movetime") if name in numbers}
    counts = {name: max(1, numbers[name]) for name in ("movestogo", "depth", "nodes", "mate") if name in numbers}
    return Go(
        clocks=(times.get("wtime"), times.get("btime")),
        increments=(max(0.0, times.get("winc", 0.0)), max(0.0, times.get("binc", 0.0))),
        moves_to_go=counts.get("movestogo"),
        depth=counts.get("depth"),
        nodes=counts.get("nodes"),
        mate=counts.get("mate"),
        seconds=times.get("movetime"),
        among=tuple(among),
        infinite="infinite" in flags,
        ponder="ponder" in flags,
    )


def _whole(name: str, word: str) -> int:
    """Return the number that follows a word of `go`."""
    digits = word.removeprefix("-")
    if not (digits.isascii() and digits.isdigit()):
        raise InputError(f"go {name} takes a whole number, not {shortened(word)}")
    size = int(digits) if len(digits) <= DIGITS else LARGEST
    return size if digits == word else -size


def shortened(text: str, longest: int = 60) -> str:
    """Return words of others as they may be repeated in an answer: in quotes, printable, not too long."""
    stripped = text.strip()
    return ascii(stripped if len(stripped) <= longest else f"{stripped[:longest]}...")
