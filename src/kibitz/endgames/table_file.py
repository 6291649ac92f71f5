"""Tables on disk: a header in JSON, a directory of blocks, and the blocks, each compressed by zstandard.

     8 bytes   magic
     4 bytes   length of the header
    32 bytes   SHA-256 of the header
     header    JSON; it holds the SHA-256 of the directory and the length of the whole file
     directory where each block begins, its CRC-32 and, where positions are kept, the hash of its first one
     blocks    values and, where positions are kept, packed states in the order of their hashes

Whatever bit is turned over, one of the checksums is not what it was. A file is written whole or not at all.
"""

from __future__ import annotations

import json
import mmap
import threading
from collections import OrderedDict
from dataclasses import asdict, dataclass
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any
from zlib import crc32

import numpy as np

from kibitz.core.errors import InputError, ResourceError
from kibitz.core.files import replace_file

MAGIC = b"KIBITZTB"
VERSION = 1
NUMBERED, LISTED = 1 << 16, 1 << 10
"""So many values stand in a block of a table by numbers, and of one that lists its positions."""
LEVEL = 9
"""How hard zstandard tries; reading is as fast whatever it was."""
KEPT_BLOCKS = 512
"""So many blocks are kept decompressed for each table."""
_FIXED = len(MAGIC) + 4 + 32


@dataclass(frozen=True)
class Header:
    """What a table says of itself."""

    game: str
    slice_name: str
    mark: str
    """The fingerprint of the rules."""
    kind: str
    """"plies": codes of wins and losses with their distance; "values": the utility for the first player."""
    conversion: bool
    numbers: int
    words: int
    """Of a packed state, where positions are kept; else 0."""
    lead: float
    wins: int
    draws: int
    losses: int
    longest: int
    """The longest win, in moves of both players; -1 if there is none."""
    seconds: float
    version: int = VERSION
    directory: str = ""
    length: int = 0


TYPES: dict[str, np.dtype[Any]] = {"plies": np.dtype("<i2"), "values": np.dtype("<f8")}


class TableError(InputError):
    """A table that is damaged, foreign, older or missing."""


class MissingTable(TableError):
    """A table that is not there."""


def zstandard_library() -> Any:
    """Return the library, or refuse in one sentence."""
    try:
        import zstandard
    except ImportError:
        raise ResourceError(
            "tables are compressed by zstandard, which is not installed; pip install 'kibitz[tables]'"
        ) from None
    return zstandard


def write_table(path: Path, header: Header, values: Any, rows: Any = None, keys: Any = None) -> None:
    """Write a table whole, or raise the error that says why it cannot be written."""
    compressor = zstandard_library().ZstdCompressor(level=LEVEL)
    values = np.ascontiguousarray(values, TYPES[header.kind])
    each = LISTED if rows is not None else NUMBERED
    blocks = []
    for first in range(0, len(values), each):
        plain = values[first : first + each].tobytes()
        if rows is not None:
            plain += np.ascontiguousarray(rows[first : first + each], "<i8").tobytes()
        blocks.append(compressor.compress(plain))
    starts = np.cumsum([0, *map(len, blocks)]).astype("<u8")
    directory = starts.tobytes() + np.array([crc32(block) for block in blocks], "<u4").tobytes()
    if keys is not None:
        directory += np.ascontiguousarray(keys[::each], "<i8").tobytes()
    fields = asdict(header) | {"directory": sha256(directory).hexdigest()}
    told = json.dumps(fields | {"length": 0}).encode()
    length = _FIXED + len(told) + 15 + len(directory) + int(starts[-1])  # room for the digits of the length itself
    told = json.dumps(fields | {"length": length}).encode()
    told += b" " * (length - _FIXED - len(told) - len(directory) - int(starts[-1]))
    start = MAGIC + len(told).to_bytes(4, "little") + sha256(told).digest() + told
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        replace_file(path, b"".join([start, directory, *blocks]))
    except OSError as error:
        raise TableError(f"the table {path} cannot be written: {error.strerror or error}") from None


class Table:
    """A table of a file, of which blocks are read as they are asked for; several threads may ask."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            with path.open("rb") as file:
                self._bytes = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        except FileNotFoundError:
            raise MissingTable(f"there is no table {path}; kibitz tables build makes it") from None
        except (OSError, ValueError) as error:
            raise TableError(f"the table {path} cannot be read: {getattr(error, 'strerror', None) or error}") from None
        self.header = self._read_header()
        self._kept: OrderedDict[int, Any] = OrderedDict()
        self._lock = threading.Lock()
        self._read_directory()

    def _damaged(self, what: str) -> TableError:
        """Return the refusal of a file."""
        return TableError(f"the table {self.path} is damaged ({what}); remove it and build it again")

    def _read_header(self) -> Header:
        """Return what the file says of itself, if it is whole and of this version."""
        if self._bytes[: len(MAGIC)] != MAGIC:
            raise TableError(f"{self.path} is no table of Kibitz")
        length = int.from_bytes(self._bytes[len(MAGIC) : len(MAGIC) + 4], "little")
        told = self._bytes[_FIXED : _FIXED + length]
        if sha256(told).digest() != self._bytes[len(MAGIC) + 4 : _FIXED]:
            raise self._damaged("its header is not as it was written")
        fields = json.loads(told)
        if fields["version"] != VERSION:
            raise TableError(
                f"the table {self.path} is of version {fields['version']}, and {VERSION} is read here; build it again"
            )
        header = Header(**fields)
        if header.length != len(self._bytes):
            raise self._damaged(f"it has {len(self._bytes):,} bytes instead of {header.length:,}")
        self._at = _FIXED + length
        return header

    def _read_directory(self) -> None:
        """Read where blocks begin."""
        header = self.header
        self.each = LISTED if header.words else NUMBERED
        self.blocks = -(-header.numbers // self.each)
        at, length = self._at, 8 * (self.blocks + 1) + 4 * self.blocks + (8 * self.blocks if header.words else 0)
        directory = self._bytes[at : at + length]
        if sha256(directory).hexdigest() != header.directory:
            raise self._damaged("its directory is not as it was written")
        cut = 8 * (self.blocks + 1)
        self._starts = np.frombuffer(directory, "<u8", self.blocks + 1)
        self._checksums = np.frombuffer(directory, "<u4", self.blocks, cut)
        self._first_keys = np.frombuffer(directory, "<i8", self.blocks, cut + 4 * self.blocks) if header.words else None
        self._at += length

    def block(self, number: int) -> tuple[Any, Any]:
        """Return the values of a block and, where they are kept, its packed states."""
        kept = self._kept.get(number)
        if kept is not None:
            return kept  # type: ignore[no-any-return]
        found = self.decompressed(number)
        with self._lock:
            self._kept[number] = found
            while len(self._kept) > KEPT_BLOCKS:
                self._kept.popitem(last=False)
        return found

    def decompressed(self, number: int) -> tuple[Any, Any]:
        """Return a block as `block` does, read anew and not kept."""
        first, last = (self._at + int(self._starts[number + place]) for place in (0, 1))
        packed = self._bytes[first:last]
        if crc32(packed) != self._checksums[number]:
            raise self._damaged(f"block {number} is not as it was written")
        plain = _decompressor().decompress(packed)
        count = min(self.each, self.header.numbers - number * self.each)
        kind = TYPES[self.header.kind]
        values = np.frombuffer(plain, kind, count)
        rows = None
        if self.header.words:
            rows = np.frombuffer(plain, "<i8", offset=count * kind.itemsize).reshape(count, self.header.words)
        return values, rows

    def value(self, number: int) -> Any:
        """Return the value of a number."""
        return self.block(number // self.each)[0][number % self.each]

    def value_of(self, row: Any, key: int) -> Any:
        """Return the value of a packed state whose hash is `key`, or None if it is not in the table."""
        assert self._first_keys is not None
        last = int(np.searchsorted(self._first_keys, key, "right")) - 1
        first = int(np.searchsorted(self._first_keys, key, "left")) - 1
        for number in range(max(first, 0), last + 1):
            values, rows = self.block(number)
            (found,) = np.nonzero((rows == row).all(axis=1))
            if len(found):
                return values[found[0]]
        return None

    def values(self) -> Any:
        """Return all values."""
        return np.concatenate([self.decompressed(number)[0] for number in range(self.blocks)])

    def rows(self) -> Any:
        """Return all packed states."""
        return np.concatenate([self.decompressed(number)[1] for number in range(self.blocks)])


_local = threading.local()


def _decompressor() -> Any:
    """Return a decompressor of this thread's own."""
    if not hasattr(_local, "decompressor"):
        _local.decompressor = zstandard_library().ZstdDecompressor()
    return _local.decompressor


@lru_cache(maxsize=1024)
def _opened(path: Path, changed: int, length: int) -> Table:
    """Return the table of a file as it is since its last change."""
    return Table(path)


def open_table(path: Path) -> Table:
    """Return the table of a file, which is read anew when the file was changed."""
    try:
        status = path.stat()
    except OSError:
        return Table(path)  # which says what is wrong
    return _opened(path, status.st_mtime_ns, status.st_size)
