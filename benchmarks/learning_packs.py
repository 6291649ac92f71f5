"""Large tables of patterns, with what their learning goes on from, in files of a few megabytes: `pack` and `unpack`.

Few of the numbers of a large table are ever met. Which ones is a bit each; of these the value is kept in steps of one size, and
the sums of errors that temporal coherence learns by as their ratio and their size, a byte each.
"""

from __future__ import annotations

import json
import zlib
from pathlib import Path
from typing import Any

import numpy as np

from kibitz.core.files import write_whole

LARGEST_STEP = 32767
SIZES_OF_TWO, SIZE_OF_ONE = 5.0, 40
"""The size of errors, in points, is kept as its logarithm: so many steps to a factor of two, and where 1 stands."""
PIECE = 15 << 20
"""The bytes of a file at most."""


def pack(values: Any, errors: Any, told: dict[str, Any], prefix: Path) -> list[Path]:
    """Write tables as the files PREFIX.0, PREFIX.1 and so on; `told` is kept beside them."""
    sums = errors.reshape(-1, 2)
    met = np.flatnonzero(sums[:, 1] > 0)
    bits = np.zeros(len(values), np.bool_)
    bits[met] = True
    step = float(np.abs(values[met]).max(initial=0.0)) / LARGEST_STEP or 1.0
    steps = np.rint(values[met] / step).astype(np.int16).view(np.uint8)
    ratios = np.rint(sums[met, 0] / sums[met, 1] * 127).astype(np.int8).view(np.uint8)
    sizes = np.clip(np.rint(np.log2(sums[met, 1]) * SIZES_OF_TWO) + SIZE_OF_ONE, 0, 255).astype(np.uint8)
    parts = [np.packbits(bits), steps[0::2], steps[1::2], ratios, sizes]
    header = json.dumps({**told, "step": step, "size": len(values), "met": len(met)}).encode() + b"\n"
    content = header + b"".join(_compressed(part) for part in parts)
    paths = []
    for number, begin in enumerate(range(0, len(content), PIECE)):
        paths.append(Path(f"{prefix}.{number}"))
        write_whole(paths[-1], content[begin : begin + PIECE])
    return paths


def _compressed(part: Any) -> bytes:
    """Return bytes compressed, their length first."""
    packed = zlib.compress(np.ascontiguousarray(part).data, 6)
    return len(packed).to_bytes(8, "little") + packed


def unpack(prefix: Path, values: Any, errors: Any) -> dict[str, Any]:
    """Fill tables from such files, and return what was kept beside them."""
    paths = sorted(prefix.parent.glob(f"{prefix.name}.[0-9]*"), key=lambda path: int(path.suffix[1:]))
    content = b"".join(path.read_bytes() for path in paths)
    header, _, rest = content.partition(b"\n")
    told: dict[str, Any] = json.loads(header)
    if told["size"] != len(values):
        raise SystemExit(f"{prefix} has tables of {told['size']} numbers, not {len(values)}")
    parts, begin = [], 0
    for _ in range(5):
        length = int.from_bytes(rest[begin : begin + 8], "little")
        parts.append(np.frombuffer(zlib.decompress(rest[begin + 8 : begin + 8 + length]), np.uint8))
        begin += 8 + length
    met = np.flatnonzero(np.unpackbits(parts[0], count=len(values)))
    values[met] = np.stack([parts[1], parts[2]], axis=1).reshape(-1).view(np.int16) * np.float32(told["step"])
    sums = errors.reshape(-1, 2)
    sums[met, 1] = np.exp2((parts[4].astype(np.float32) - SIZE_OF_ONE) / SIZES_OF_TWO)
    sums[met, 0] = sums[met, 1] * (parts[3].view(np.int8) / np.float32(127))
    return told
