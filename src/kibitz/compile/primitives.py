"""The few operations that each target does in its own way; here as Python does them.

The compiler for the CPU learns its forms in `cpu_intrinsics.py`, that for CUDA in `cuda_intrinsics.py`.
"""

from __future__ import annotations

import ctypes
import struct
from typing import Any

CALL_BACK = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_int64)
"""The type of functions that compiled code may call back: of a number, with a number as the answer, and without exceptions."""


def as_int(value: Any) -> int:
    """Return `value` as the 64-bit integer a state's field holds."""
    return int(value)


def as_float(value: Any) -> float:
    """Return `value` as the double a state's field holds."""
    return float(value)


def as_bool(value: Any) -> bool:
    """Return `value` as the truth value a state's field holds."""
    return bool(value)


def float_to_bits(value: float) -> int:
    """Return the 64 bits of a double as an integer."""
    return int(struct.unpack("<q", struct.pack("<d", value))[0])


def bits_to_float(bits: int) -> float:
    """Return the double with these 64 bits."""
    return float(struct.unpack("<d", struct.pack("<q", bits))[0])


def memory(array: Any) -> Any:
    """Return an array in the form that compiled recursion hands down quickly; who made it must keep it alive."""
    return array


def prefetch(memory: Any, index: int) -> None:
    """Ask for one number of a memory ahead of its use, where the target can."""


def atomic_add(memory: Any, index: int, amount: Any) -> Any:
    """Add to one number of a memory that other threads write to as well; return what it was before."""
    before = memory[index]
    memory[index] = before + amount
    return before


def compare_and_swap(memory: Any, index: int, expected: int, wanted: int) -> bool:
    """Return whether a number of a shared memory was as expected and so became what is wanted: of many threads, for one."""
    if memory[index] != expected:
        return False
    memory[index] = wanted
    return True


def call_back(address: int, number: int) -> int:
    """Return what the function at an address, of the type CALL_BACK, answers to a number."""
    return int(CALL_BACK(address)(number))
