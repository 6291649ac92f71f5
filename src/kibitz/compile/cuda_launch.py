"""Kernels on a GPU: the same rules and the same `work` function, run by thousands of threads at once.

`cuda(build, game)` compiles a kernel whose `build(game, jit)` returns `work(row, seed, index, each, totals)`: thread
`index` starts from the packed state `row`, draws from its own stream of `seed`, does `each` pieces of work and adds what it
finds to its own row of `totals`. With NUMBA_ENABLE_CUDASIM=1 in the environment numba runs it without a GPU, slowly.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import Any, Protocol

import numpy as np

from kibitz.compile.specialise import Specialiser
from kibitz.core.contract import Game
from kibitz.core.errors import CompileError, UnsupportedError

THREADS_PER_BLOCK = 128
THREADS_OF_EACH = 64
"""In a block where every thread has a tree of its own: small blocks spread evenly over the device."""


def why_no_cuda() -> str | None:
    """Return why nothing runs on a GPU here, or None if there is one (or numba's simulator of one)."""
    try:
        from kibitz.compile.cuda_intrinsics import is_available
    except ImportError as error:
        return f"numba's CUDA support is not installed ({error}); pip install kibitz[cuda]"
    return None if is_available() else "there is no CUDA GPU here; set NUMBA_ENABLE_CUDASIM=1 to simulate one"


def require_cuda() -> None:
    """Refuse to go on where nothing runs on a GPU."""
    reason = why_no_cuda()
    if reason is not None:
        raise UnsupportedError(reason)


@lru_cache(maxsize=64, typed=True)
def cuda(build: Callable[..., Any], game: Game) -> Callable[..., Any]:
    """Return the kernel for `game` as `run(row, seed, threads, each, width) -> totals[threads, width]`."""
    require_cuda()
    from kibitz.compile.cuda_intrinsics import DEVICE, grid, launch

    made = Specialiser(game, DEVICE)
    kernel = grid(build(made.module, made.jit))

    def run(row: Any, seed: int, threads: int, each: int, width: int) -> Any:
        totals = np.zeros((threads, width), np.float64)
        with _compiling():
            return launch(kernel, min(threads, THREADS_PER_BLOCK), row, seed, each, totals)

    return run


class Rows(Protocol):
    """Room for packed states on the device, and a kernel that starts from each of them."""

    rows: Any
    """Where states are written before `start`."""

    def start(self, count: int, seed: int, each: int) -> Callable[[], Any]:
        """Start from the first `count` rows; return a function that waits and returns the totals of each, added up."""


@lru_cache(maxsize=64, typed=True)
def cuda_rows(build: Callable[..., Any], game: Game, width: int, **options: Any) -> Callable[[int, int], Rows]:
    """Return the kernel for `game` as `room(count, threads)`: room for `count` states, from each of which `threads` start.

    A thread's totals are `width` numbers.
    """
    require_cuda()
    from kibitz.compile import cuda_intrinsics as device

    made = Specialiser(game, device.DEVICE)
    kernel = device.grid_of_rows(build(made.module, made.jit, **options), width)

    def room(count: int, threads: int) -> Rows:
        found = device.Rows(kernel, count, made.shape.words, threads, width)
        with _compiling():
            found.start(min(count, 1), 0, 0)()
        return found

    return room


@lru_cache(maxsize=64, typed=True)
def cuda_each(build: Callable[..., Any], game: Game, **options: Any) -> Callable[..., Callable[..., None]]:
    """Return the kernel for `game` as `bound(*arguments)`, which returns `run(count)`: thread `index` does `work(index, ...)`.

    Arguments are numbers, arrays on the device (numba's, or PyTorch's tensors: nothing is copied) and tuples of them.
    `run(count, stream)` puts the work into a stream of CUDA's, which is told by its address.
    """
    require_cuda()
    from kibitz.compile import cuda_intrinsics as device

    made = Specialiser(game, device.DEVICE)
    work = build(made.module, made.jit, **options)

    def bound(*arguments: Any) -> Callable[[int], None]:
        taken, kernel = device.on_device(arguments), device.grid_of_each(work, len(arguments))

        def run(count: int, stream: int = 0) -> None:
            with _compiling():
                kernel[-(-count // THREADS_OF_EACH), THREADS_OF_EACH, device.stream(stream)](count, *taken)

        return run

    return bound


@lru_cache(maxsize=64, typed=True)
def cuda_items(build: Callable[..., Any], game: Game, room: int, *, listed: bool, **options: Any) -> Any:
    """Return the kernel for `game` whose `build(game, jit, **options)` returns `work` of numbers, in a row or `listed`."""
    require_cuda()
    from kibitz.compile import cuda_intrinsics as device

    made = Specialiser(game, device.DEVICE)
    work = build(made.module, made.jit, **options)
    return device.grid_of_list(work, room) if listed else device.grid_of_items(work, room)


@contextmanager
def _compiling() -> Iterator[None]:
    """Turn a complaint of the compiler into one sentence."""
    try:
        yield
    except Exception as error:
        if type(error).__module__.startswith("numba"):
            raise CompileError(f"the game does not compile for CUDA: {str(error).splitlines()[-1]}") from error
        raise
