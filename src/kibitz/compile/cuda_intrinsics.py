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
from kibitz.compile.specialise import Target
from kibitz.core import bits

SIMULATED = bool(config.ENABLE_CUDASIM)
config.CUDA_LOW_OCCUPANCY_WARNINGS = 0  # a small launch is no mistake here


MOST_THREADS_PER_BLOCK = 256
MOST_CONSTANT = 4096
"""Tables of more bytes lie in the device's global memory, since all constants of a kernel together may have 64 KB."""


def _place_large_tables() -> None:
    """Have the compiler put large tables of the rules where there is room for them."""
    from numba.cuda import target
    from numba.cuda.cudadrv import nvvm

    place, constant = target.CUDATargetContext.make_constant_array, nvvm.ADDRSPACE_CONSTANT

    def make_constant_array(context: Any, builder: Any, kind: Any, table: Any) -> Any:
        nvvm.ADDRSPACE_CONSTANT = constant if table.nbytes <= MOST_CONSTANT else nvvm.ADDRSPACE_GLOBAL
        try:
            return place(context, builder, kind, table)
        finally:
            nvvm.ADDRSPACE_CONSTANT = constant

    target.CUDATargetContext.make_constant_array = make_constant_array


if not SIMULATED:
    _place_large_tables()


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
        primitives.atomic_add: lambda memory, index, amount: cuda.atomic.add(memory, index, amount),
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


def grid_of_each(work: Any, arguments: int) -> Any:
    """Return a CUDA kernel in which thread `index`, of `count`, runs `work(index, ...)` with so many further arguments."""
    listed = ", ".join(f"argument{number}" for number in range(arguments))
    scope = {"cuda": cuda, "work": work}
    source = f"def kernel(count, {listed}):\n    index = cuda.grid(1)\n    if index < count:\n        work(index, {listed})\n"
    exec(compile(source, "<kernel for each>", "exec"), scope)
    return cuda.jit(scope["kernel"])


def on_device(argument: Any) -> Any:
    """Return an argument as kernels take it: a tensor, or another array on the device, as numba's own, without a copy."""
    if isinstance(argument, tuple):
        items = [on_device(item) for item in argument]
        return type(argument)(*items) if hasattr(argument, "_fields") else tuple(items)
    if hasattr(argument, "__cuda_array_interface__"):
        return cuda.as_cuda_array(argument)
    return argument.numpy() if SIMULATED and hasattr(argument, "numpy") else argument


def stream(address: int) -> Any:
    """Return a stream of CUDA's by its address; 0 is the default one."""
    return cuda.external_stream(address) if address else 0


def grid_of_rows(work: Any, width: int) -> Any:
    """Return a CUDA kernel in which `threads` threads run `work` from each of the rows.

    A block of threads belongs to one row and writes down the sum of its threads' totals.
    """

    @cuda.jit  # type: ignore[untyped-decorator]
    def kernel(rows: Any, seed: int, threads: int, blocks: int, each: int, sums: Any) -> None:
        row = cuda.blockIdx.x // blocks
        thread = cuda.blockIdx.x % blocks * cuda.blockDim.x + cuda.threadIdx.x
        together = cuda.shared.array(width, np.float64)
        if cuda.threadIdx.x < width:
            together[cuda.threadIdx.x] = 0.0
        cuda.syncthreads()
        if thread < threads:
            own = cuda.local.array(width, np.float64)
            for place in range(width):
                own[place] = 0.0
            work(rows[row], seed, row * threads + thread, each, own)
            for place in range(width):
                cuda.atomic.add(together, place, own[place])
        cuda.syncthreads()
        if cuda.threadIdx.x < width:
            sums[cuda.blockIdx.x, cuda.threadIdx.x] = together[cuda.threadIdx.x]

    return kernel


class Rows:
    """Packed states in memory that processor and device share, and a kernel that starts from each of them.

    Nothing is copied, which would take longer than the games of a small batch.
    """

    def __init__(self, kernel: Any, count: int, words: int, threads: int, width: int) -> None:
        self._kernel, self._threads, self._width = kernel, threads, width
        self._per_block = max(width, min(threads, MOST_THREADS_PER_BLOCK))
        self._blocks = -(-threads // self._per_block)
        shared = np.zeros if SIMULATED else cuda.mapped_array
        self._shared = shared((count, words), np.int64)
        self._sums = shared((count * self._blocks, width), np.float64)
        self._stream = cuda.stream()
        self.rows = np.asarray(self._shared)
        """Where states are written before `start`."""

    def start(self, count: int, seed: int, each: int) -> Callable[[], Any]:
        """Start from the first `count` rows; return a function that waits and returns the totals of each, added up."""
        launch = self._kernel[count * self._blocks, self._per_block, self._stream]
        launch(self._shared, seed, self._threads, self._blocks, each, self._sums)
        return lambda: self._wait(count)

    def _wait(self, count: int) -> Any:
        """Return the totals of each row."""
        self._stream.synchronize()
        sums = np.asarray(self._sums)[: count * self._blocks]
        return sums.reshape(count, self._blocks, self._width).sum(axis=1)


def grid_of_items(work: Any, room: int) -> Any:
    """Return a CUDA kernel that runs `work(i, words, classes, codes, left, report, buffer)` for `i` from `first` to `last`.

    Each thread has a buffer of `room` numbers.
    """

    @cuda.jit  # type: ignore[untyped-decorator]
    def kernel(first: int, last: int, words: Any, classes: Any, codes: Any, left: Any, report: Any) -> None:
        buffer = cuda.local.array(room, np.int64)
        i = first + cuda.grid(1)
        while i < last:
            work(i, words, classes, codes, left, report, buffer)
            i += cuda.gridsize(1)

    return kernel


def grid_of_list(work: Any, room: int) -> Any:
    """Return a CUDA kernel that runs `work` as `grid_of_items` does, for the first `count[0]` numbers of a list."""

    @cuda.jit  # type: ignore[untyped-decorator]
    def kernel(listed: Any, count: Any, words: Any, classes: Any, codes: Any, left: Any, report: Any) -> None:
        buffer = cuda.local.array(room, np.int64)
        entry = cuda.grid(1)
        while entry < count[0]:
            work(int(listed[entry]), words, classes, codes, left, report, buffer)
            entry += cuda.gridsize(1)

    return kernel


@cuda.jit  # type: ignore[untyped-decorator]
def gathered(first: int, last: int, size: int, codes: Any, listed: Any, count: Any, later: Any) -> None:
    """List the places of codes of a size, 1 or more; `later[0]` becomes 1 if there is a larger one."""
    i = first + cuda.grid(1)
    while i < last:
        own = abs(np.int64(codes[i]))
        if own == size:
            listed[cuda.atomic.add(count, 0, 1)] = i
        elif size < own < 32768:
            later[0] = 1
        i += cuda.gridsize(1)


@cuda.jit  # type: ignore[untyped-decorator]
def histogram(first: int, last: int, codes: Any, counts: Any) -> None:
    """Count each code, the lowest of 16 bits first."""
    zeros, holes = 0, 0
    i = first + cuda.grid(1)
    while i < last:
        code = np.int64(codes[i])
        if code == 0:
            zeros += 1
        elif code == -32768:
            holes += 1
        else:
            cuda.atomic.add(counts, code + 32768, 1)
        i += cuda.gridsize(1)
    cuda.atomic.add(counts, 32768, zeros)
    cuda.atomic.add(counts, 0, holes)


class Device:
    """Arrays in the device's memory and launches that fill it."""

    def __init__(self) -> None:
        self.blocks: int = 2 if SIMULATED else 16 * cuda.get_current_device().MULTIPROCESSOR_COUNT
        self.threads = 1 if SIMULATED else MOST_THREADS_PER_BLOCK // 2

    def array(self, length: int, kind: Any) -> Any:
        """Return an array of the device, filled with nothing in particular."""
        return cuda.device_array(length, kind)

    def copied(self, array: Any) -> Any:
        """Return a copy of an array on the device."""
        return cuda.to_device(array)

    def launch(self, kernel: Any, *arguments: Any) -> None:
        """Run a kernel in as many threads as the device runs at a time."""
        kernel[self.blocks, self.threads](*arguments)

    def finish(self) -> None:
        """Wait for all that was launched."""
        cuda.synchronize()

    def free_bytes(self) -> int:
        """Return how much memory is free."""
        return 1 << 36 if SIMULATED else int(cuda.current_context().get_memory_info().free)
