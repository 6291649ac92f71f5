"""The primitives and the grid as numba's CUDA compiler (or its simulator) takes them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

if not hasattr(np, "row_stack"):
    np.row_stack = np.vstack  # numba-cuda still asks for a name that NumPy 2.5 took away

from numba import cuda
from numba.core import config

from kibitz.compile import primitives
from kibitz.compile.rules import Target
from kibitz.core import bits

SIMULATED = bool(config.ENABLE_CUDASIM)
config.CUDA_LOW_OCCUPANCY_WARNINGS = 0  # a small launch is no mistake here


def is_available() -> bool:
    """Return whether there is a GPU, or the simulator of one."""
    return bool(cuda.is_available())


def _lowest_bit(number: Any) -> Any:
    return np.int64(cuda.ffs(np.int64(number)) - 1) if number != 0 else np.int64(64)


def _highest_bit(number: Any) -> Any:
    return np.int64(63) - np.int64(cuda.clz(np.int64(number)))


def _forms() -> dict[Any, Callable[..., Any]]:
    """Return each primitive as the GPU does it; the simulator runs Python's own."""
    if SIMULATED:
        return {}
    from numba.cuda.cpython.unsafe.tuple import tuple_setitem

    return {
        bits.wrap: lambda number: np.int64(number),
        bits.bit: lambda index: np.int64(1) << (index & 63),
        bits.shift_left: lambda number, count: np.int64(number) << (count & 63),
        bits.shift_right: lambda number, count: np.int64(np.uint64(number) >> np.uint64(count & 63)),
        bits.add: lambda left, right: np.int64(np.uint64(left) + np.uint64(right)),
        bits.subtract: lambda left, right: np.int64(np.uint64(left) - np.uint64(right)),
        bits.multiply: lambda left, right: np.int64(np.uint64(left) * np.uint64(right)),
        bits.popcount: lambda number: np.int64(cuda.popc(np.int64(number))),
        bits.lowest_bit: _lowest_bit,
        bits.highest_bit: _highest_bit,
        bits.with_item: lambda items, index, item: tuple_setitem(items, index, item),
        primitives.as_int: lambda value: np.int64(value),
        primitives.as_float: lambda value: np.float64(value),
        primitives.as_bool: lambda value: bool(value),
        primitives.float_to_bits: lambda value: np.float64(value).view(np.int64),
        primitives.bits_to_float: lambda value: np.int64(value).view(np.float64),
    }


DEVICE = Target(
    "cuda",
    cuda.jit(device=True),
    {function: cuda.jit(device=True)(form) for function, form in _forms().items()},
    has_generators=False,
)
"""The target for the GPU."""


def grid(work: Any) -> Any:
    """Return a CUDA kernel in which thread `index` runs `work` on its own row of `totals`."""

    @cuda.jit  # type: ignore[untyped-decorator]
    def kernel(row: Any, seed: int, each: int, totals: Any) -> None:
        index = cuda.grid(1)
        if index < totals.shape[0]:
            work(row, seed, index, each, totals[index])

    return kernel


def launch(kernel: Any, threads_per_block: int, row: Any, seed: int, each: int, totals: Any) -> Any:
    """Run the kernel once for every row of `totals` and return the rows as the threads left them."""
    blocks = -(-len(totals) // threads_per_block)
    on_device = cuda.to_device(totals)
    kernel[blocks, threads_per_block](cuda.to_device(row), seed, each, on_device)
    return on_device.copy_to_host()


def grid_of_rows(work: Any, width: int) -> Any:
    """Return a CUDA kernel in which `threads` threads run `work` from each of the rows; their totals are added up."""

    @cuda.jit  # type: ignore[untyped-decorator]
    def kernel(rows: Any, seed: int, threads: int, each: int, sums: Any) -> None:
        index = cuda.grid(1)
        row = index // threads
        if row < rows.shape[0]:
            own = cuda.local.array(width, np.float64)
            for place in range(width):
                own[place] = 0.0
            work(rows[row], seed, index, each, own)
            for place in range(width):
                cuda.atomic.add(sums, (row, place), own[place])

    return kernel


def launch_rows(
    kernel: Any, threads_per_block: int, rows: Any, seed: int, threads: int, each: int, width: int
) -> Callable[[], Any]:  # fmt: skip
    """Start the kernel for all rows; return a function that waits for it and returns the totals of each row."""
    blocks = -(-len(rows) * threads // threads_per_block)
    sums = cuda.to_device(np.zeros((len(rows), width)))
    kernel[blocks, threads_per_block](cuda.to_device(rows), seed, threads, each, sums)
    return lambda: sums.copy_to_host()
