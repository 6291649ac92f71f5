"""The container of learnt files: a header that says what was learnt, for which game and how, and arrays by name.

    kibitz model 1     a line: the kind of file and the version of this format
    64 hex digits      a line: the SHA-256 of all that follows
    {...}              a line: the header in JSON; `arrays` lists name, type and shape of each array
    ...                the arrays' numbers, little-endian, one after the other, compressed by zlib

Nothing in a file is executed or unpickled. Files are written whole, and a damaged or a foreign one is refused in one sentence.
"""

from __future__ import annotations

import json
import platform
import zlib
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from hashlib import sha256
from math import prod
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kibitz.core.confinement import require_file
from kibitz.core.contract import Game
from kibitz.core.errors import InputError
from kibitz.core.files import write_whole
from kibitz.core.game import about
from kibitz.core.registry import spec_of
from kibitz.models.rules_digest import rules_digest

MAGIC = b"kibitz model "
VERSION = 1
DIGEST_LETTERS = 64
SHIPPED = Path(__file__).parent / "trained"
"""The folder of files that come with Kibitz, which may be opened by whoever opens no files of the user's."""
TYPES = ("int8", "uint8", "int16", "int32", "int64", "float32", "float64")
"""The types of numbers that an array may have."""
COMPRESSION = 1
"""The level of zlib: higher ones take ten times as long and save little on tables of learnt numbers."""

Arrays = Mapping[str, NDArray[Any]]


@dataclass(frozen=True)
class Header:
    """What a learnt file says of itself."""

    kind: str
    """What was learnt: `patterns`, `net`, or what is kept of a run that goes on."""
    game: str
    """The game as a spec, for people; whether the file fits a game, `rules` tells."""
    rules: str
    """The digest of the game's rules."""
    command: str
    """The command line that made the file."""
    seed: int
    seconds: float
    """How long the training took."""
    machine: str
    details: dict[str, Any] = field(default_factory=dict)
    """What else this kind of file needs, in values that JSON has."""


@dataclass(frozen=True)
class Model:
    """A learnt file that was read: its header and its arrays, read-only."""

    header: Header
    arrays: Arrays


def new_header(
    kind: str, game: Game, *, command: str = "", seed: int = 0, seconds: float = 0.0, details: dict[str, Any] | None = None,
    device: str = "",
) -> Header:  # fmt: skip
    """Return the header of what was learnt for a game on this machine, with the `device` that helped, such as a GPU."""
    machine = f"{machine_name()}, {device}" if device else machine_name()
    return Header(kind, game_name(game), rules_digest(game), command, seed, seconds, machine, details or {})


def game_name(game: Game) -> str:
    """Return a game as a spec, or the name of its class where it is in no file."""
    try:
        return spec_of(game)
    except InputError:
        return about(game).title


def machine_name() -> str:
    """Return this machine in words: its processor and its system."""
    processor = platform.processor() or platform.machine()
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
        processor = next(line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration, UnicodeDecodeError):
        pass
    return f"{processor}, {platform.system()}"


def write_model(path: str | Path, header: Header, arrays: Arrays) -> None:
    """Write a learnt file, whole or not at all."""
    plain = {name: _little_endian(name, array) for name, array in arrays.items()}
    listed = [{"name": name, "type": array.dtype.name, "shape": list(array.shape)} for name, array in plain.items()]
    told = json.dumps({**asdict(header), "arrays": listed}, allow_nan=False).encode() + b"\n"
    compressor = zlib.compressobj(COMPRESSION)
    numbers = b"".join(
        [*(compressor.compress(array.reshape(-1).view(np.uint8).data) for array in plain.values()), compressor.flush()]
    )
    digest = sha256(told)
    digest.update(numbers)
    write_whole(path, b"%b%d\n%b\n%b%b" % (MAGIC, VERSION, digest.hexdigest().encode(), told, numbers))


def _little_endian(name: str, array: NDArray[Any]) -> NDArray[Any]:
    """Return an array as it is written: in one piece, little-endian."""
    if array.dtype.name not in TYPES:
        raise TypeError(f"the array {name!r} has numbers of type {array.dtype}; known: {', '.join(TYPES)}")
    return np.ascontiguousarray(array, array.dtype.newbyteorder("<"))


def read_model(path: str | Path, kind: str | None = None, game: Game | None = None) -> Model:
    """Return a learnt file, or say in one sentence why it is none, is damaged, is of another kind or for another game."""
    content = _read(path)
    first, _, rest = content.partition(b"\n")
    if not first.startswith(MAGIC):
        raise InputError(f"{path} is no file that Kibitz has learnt")
    if first != b"%b%d" % (MAGIC, VERSION):
        version = first[len(MAGIC) :].decode("ascii", "replace")
        raise InputError(
            f"{path} has version {version!r} of the format of learnt files, but this Kibitz reads version {VERSION}"
        )
    digest, hashed = rest[:DIGEST_LETTERS], memoryview(rest)[DIGEST_LETTERS + 1 :]
    if rest[DIGEST_LETTERS : DIGEST_LETTERS + 1] != b"\n" or sha256(hashed).hexdigest().encode() != digest:
        raise InputError(f"{path} is damaged: its checksum is not that of its content")
    try:
        model = _model(rest, DIGEST_LETTERS + 1)
    except (ValueError, LookupError, TypeError, zlib.error) as error:
        raise InputError(f"{path} is damaged: {error}") from None
    _check(path, model.header, kind, game)
    return model


def _read(path: str | Path) -> bytes:
    """Return the content of a file, or say in one sentence why it cannot be read."""
    if Path(path).parent != SHIPPED:
        require_file(path)
    try:
        return Path(path).read_bytes()
    except (OSError, ValueError) as error:
        raise InputError(f"{path} cannot be read: {getattr(error, 'strerror', None) or error}") from None


def _model(content: bytes, begin: int) -> Model:
    """Return the model in the content of a file, whose header begins at a place."""
    end = content.index(b"\n", begin)
    facts: dict[str, Any] = json.loads(content[begin:end])
    numbers = zlib.decompress(memoryview(content)[end + 1 :])
    arrays: dict[str, NDArray[Any]] = {}
    place = 0
    for told in facts.pop("arrays"):
        kind = np.dtype(told["type"] if told["type"] in TYPES else "").newbyteorder("<")
        count = prod(told["shape"])
        found = np.frombuffer(numbers, kind, count, place)
        place += found.nbytes
        arrays[told["name"]] = found.reshape(told["shape"]).astype(kind.newbyteorder("="), copy=False)
    if place != len(numbers):
        raise ValueError("it has more numbers than its header tells of")
    return Model(Header(**facts), arrays)


def _check(path: str | Path, header: Header, kind: str | None, game: Game | None) -> None:
    """Refuse a file of another kind or for another game."""
    if kind is not None and header.kind != kind:
        raise InputError(f"{path} holds {header.kind}, not {kind}")
    if game is not None and header.rules != rules_digest(game):
        raise InputError(f"{path} was learnt for {header.game}, whose rules are not those of {game_name(game)}")
