"""Kernels at native speed: `native(build, game)` compiles a kernel for one game and keeps it, in memory and on disk.

A kernel is written as a function `build(game, jit)` that defines ordinary functions over `game`, decorates each with
`jit`, and returns the one to call. With `jit` doing nothing and the game's own object it runs in a debugger
(`interpreted`); here `game` is the module of compiled rules and `jit` numba's compiler.
"""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from types import FunctionType
from typing import Any, Protocol, TypeVar

import numpy as np

from kibitz.compile.cache.fingerprint import fingerprint
from kibitz.compile.cache.kernels import KernelCache
from kibitz.compile.diagnosis.recursion import in_a_circle
from kibitz.compile.kernels import Kernel
from kibitz.compile.rewrite.arithmetic import CHECKED_NAMES
from kibitz.compile.specialise import PYTHON, Specialiser, Target
from kibitz.compile.state_layout import too_large
from kibitz.core.contract import Game
from kibitz.core.errors import CompileError, InputError, TooLargeError
from kibitz.core.places import is_built_in, shown_path
from kibitz.core.soundness import faults_located

Build = Callable[..., Any]
"""Makes a kernel: `build(game, jit, **options)` returns the function to call."""

Answer = TypeVar("Answer")
Function = TypeVar("Function", bound=Callable[..., Any])


class Jit(Protocol):
    """Compiles one function of a kernel."""

    def __call__(self, function: Function) -> Function:
        """Return the compiled function."""


@lru_cache(maxsize=1)
def native_target() -> Target:
    """Return the target for this machine's processor; numba is imported here and not before."""
    disabled = _why_disabled()
    if disabled is not None:
        raise disabled
    from kibitz.compile.cpu_functions import Function
    from kibitz.compile.cpu_intrinsics import NATIVES
    from kibitz.compile.interruptible import install_pass_interrupts

    install_pass_interrupts()
    return Target("native", Function, NATIVES, has_generators=True)


@lru_cache(maxsize=256, typed=True)
def rules(game: Game) -> Specialiser:
    """Return the game's rules compiled for this machine's processor."""
    from kibitz.compile.checked_arithmetic import CHECKED

    _uncompiled(game)
    return Specialiser(game, replace(native_target(), checks={} if is_built_in(game) else CHECKED))


@lru_cache(maxsize=256, typed=True)
def _uncompiled(game: Game) -> Specialiser:
    """Return the game's rules as they are handed to the compiler, which is not imported; or raise why they cannot be."""
    if is_built_in(game):
        return interpreted_rules(game)
    made = Specialiser(game, replace(PYTHON, checks=dict.fromkeys(CHECKED_NAMES)))
    circular = in_a_circle(function for function in made.made.values() if isinstance(function, FunctionType))
    if circular is not None:
        code = circular.__code__
        told = f"{code.co_name} calls itself by way of other functions, which does not compile; let it call itself, or loop"
        raise CompileError(told, code.co_filename, code.co_firstlineno)
    return made


def rules_fingerprint(game: Game) -> str | None:
    """Return the hash of all that a game's compiled rules are made from, or None if some of it is in no file."""
    return fingerprint(None, game, {}, _compiler())


@lru_cache(maxsize=256, typed=True)
def interpreted(build: Build, game: Game, **options: Any) -> Any:
    """Return the kernel in plain Python."""
    made = interpreted_rules(game)
    return build(made.module, made.jit, **options)


@lru_cache(maxsize=256, typed=True)
def native(build: Build, game: Game | None, **options: Any) -> Any:
    """Return the kernel compiled for `game` (or for none, if it only works on arrays): a function of the kernel's arguments."""
    mark = fingerprint(build, game, options, _compiler())

    @lru_cache(maxsize=1)
    def function() -> Any:
        made = rules(game) if game is not None else None
        return build(made.module if made else None, made.jit if made else native_target().jit, **options)

    def remember(error: CompileError) -> CompileError:
        return _failures.setdefault((type(game), game), error)

    def fallen(error: Exception) -> CompileError:
        from kibitz.compile.diagnosis.faults import diagnosed_fault

        assert game is not None
        return remember(diagnosed_fault(error, game, _uncompiled(game).files))

    name = f"{build.__name__}-{type(game).__name__}" if game is not None else build.__name__
    kernel = Kernel(function, game, KernelCache(name, mark) if mark is not None else None, remember, fallen)
    if game is None:
        return kernel
    cls = type(game.initial())
    return KernelOfStates(kernel, cls, interpreted_rules(game).made[cls]) if hasattr(cls, "_fields") else kernel


@dataclass(frozen=True)
class KernelOfStates:
    """A kernel that gives each field of a state the type of its annotation before it is called."""

    kernel: Kernel
    kind: type
    construct: Callable[..., Any]

    def __call__(self, *arguments: Any) -> Any:
        """Return what the kernel answers."""
        return self.kernel(*[self._typed(one) if type(one) is self.kind else one for one in arguments])

    def _typed(self, state: Any) -> Any:
        """Return a state with the types that its class declares."""
        return self.construct(*state)


@lru_cache(maxsize=1)
def _compiler() -> str:
    """Return the versions, the processor and the settings that compiled code depends on; numba is not imported for that."""
    import llvmlite
    from llvmlite import binding

    numba = find_spec("numba")
    version = Path(numba.origin or "").with_name("_version.py").read_text() if numba is not None else ""
    features = binding.get_host_cpu_features().flatten()
    settings = sorted(item for item in os.environ.items() if item[0].startswith("NUMBA_"))  # another processor, for one
    return f"numba {version} llvmlite {llvmlite.__version__} {binding.get_host_cpu_name()} {features} {settings}"


@lru_cache(maxsize=1)
def _why_disabled() -> CompileError | None:
    """Return why nothing can be compiled at all, with a warning, or None."""
    if os.environ.get("NUMBA_DISABLE_JIT", "0") in ("", "0"):
        return None
    reason = CompileError("NUMBA_DISABLE_JIT is set in the environment, so nothing is compiled")
    _warn_of(reason)
    return reason


_is_agreement_assumed: ContextVar[bool] = ContextVar("_is_agreement_assumed", default=False)
_failures: dict[tuple[type, Game | None], CompileError] = {}
"""Games that a kernel turned out not to compile for; the class is named too, since tuples of different classes are equal."""


def why_not_native(game: Game) -> CompileError | None:
    """Return why the game cannot be compiled, or None as far as is known: types only show when a kernel is first called."""
    reason = why_not_specialised(game) or _failures.get((type(game), game))
    return reason if reason is not None or _is_agreement_assumed.get() else _why_not_alike(game)


@contextmanager
def agreement_assumed() -> Iterator[None]:
    """Inside, rules that can be handed to the compiler are taken to compile into what is written, without comparing them.

    That is good for choosing an agent before it is known, never for asking one.
    """
    token = _is_agreement_assumed.set(True)
    try:
        yield
    finally:
        _is_agreement_assumed.reset(token)


def why_not_specialised(game: Game) -> CompileError | None:
    """Return why the rules cannot even be handed to a compiler, or None if they can, whatever comes of it."""
    if _why_disabled() is not None:
        return _why_disabled()
    try:
        hash(game)
    except TypeError:
        return CompileError(f"{type(game).__name__} is not a NamedTuple of plain parameters, so it cannot be compiled")
    return _why_rules_fail(game)


@lru_cache(maxsize=256, typed=True)
def _why_rules_fail(game: Game) -> CompileError | None:
    """Return why the game's rules cannot be specialised for a compiler, or None if they can."""
    try:
        _uncompiled(game)
    except TooLargeError as error:
        _warn_of(error)
        return error
    except CompileError as error:
        return error
    return None


@lru_cache(maxsize=256, typed=True)
def _why_not_alike(game: Game) -> CompileError | None:
    """Return why a user's compiled rules cannot stand for the written ones, with a warning, or None if they can."""
    if is_built_in(game):
        return None
    from kibitz.compile.agreement import why_not_alike

    reason = why_not_alike(game)
    if reason is not None:
        _warn_of(reason)
    return reason


def _warn_of(reason: CompileError) -> None:
    """Warn that rules which could be compiled, were it not for the reason, run interpreted."""
    warnings.warn(f"{shown_path(str(reason))}; the game runs interpreted", InterpretedWarning, stacklevel=3)


class InterpretedWarning(UserWarning):
    """A game's rules turned out not to compile, so it runs interpreted, slowly."""


def with_interpreted_fallback(game: Game, root: Any, work: Callable[[], Answer]) -> Answer:
    """Return `work()`, which looks at what follows from the state `root`.

    What does not compile is mostly known before: `why_not_native` has the rules and hints of a user's game compiled and
    compared when an agent is chosen. What only the work itself meets, such as a number beyond 64 bits, has it done once more,
    interpreted, with a warning. Errors of the rules are told with their place and the moves that lead there.
    """
    with faults_located(game, root):
        try:
            return work()
        except CompileError as error:
            if error is not why_not_native(game):
                raise
            try:
                answer = work()
            except InputError:
                raise error from None
            warnings.warn(f"{shown_path(str(error))}; the search ran interpreted", InterpretedWarning, stacklevel=2)
            return answer


@lru_cache(maxsize=256, typed=True)
def interpreted_rules(game: Game) -> Specialiser:
    """Return the game's rules specialised but not compiled."""
    return Specialiser(game, PYTHON)


def packed(game: Game, state: Any) -> Any:
    """Return a state as a row of 64-bit words."""
    module: Any = interpreted_rules(game).module
    row = np.zeros(module.words, np.int64)
    try:
        module.pack(state, row)
    except OverflowError:
        field = too_large(interpreted_rules(game).shape, state)
        failure = CompileError(f"the field {field} of the position has a value of more than 64 bits")
        raise _failures.setdefault((type(game), game), failure) from None
    return row
