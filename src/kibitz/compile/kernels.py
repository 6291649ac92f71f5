"""Kernels as functions that Python calls: compiled when they are first called with arguments of some types, or loaded."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

from kibitz.compile.arguments import NumberTooLarge, UnsupportedType, flattened
from kibitz.compile.cache.folder import warn
from kibitz.compile.cache.kernels import KernelCache
from kibitz.compile.contract_checks import RulesFault
from kibitz.compile.machine_code import Loaded, Unresolved
from kibitz.compile.rewrite.arithmetic import IntegerOverflow, RunawayRecursion
from kibitz.core.contract import Game
from kibitz.core.errors import CompileError, KibitzError, RaisedInKernel
from kibitz.core.places import is_built_in
from kibitz.core.tasks import defer_interrupts


class Kernel:
    """A kernel for one game, or for none.

    `build()` returns the function to compile; that takes the compiler, so it is put off until a signature is not found in the
    cache. `remember(error)` keeps why the game does not compile, and `fallen(error)` says why compiled rules cannot go on.
    """

    def __init__(
        self,
        build: Callable[[], Any],
        game: Game | None,
        cache: KernelCache | None,
        remember: Callable[[CompileError], CompileError],
        fallen: Callable[[Exception], CompileError],
    ) -> None:
        self._build = build
        self._game = game
        self._cache = cache
        self._remember = remember
        self._fallen = fallen
        self._loaded: dict[str, Callable[..., Any]] = {}
        self._working = threading.Lock()
        self.hits = 0
        """How many signatures were found in the cache."""

    @property
    def signatures(self) -> list[str]:
        """The types of arguments that there is code for, in words."""
        return list(self._loaded)

    def __call__(self, *arguments: Any) -> Any:
        """Return what the kernel answers; errors of the rules and of the compiler are raised as Kibitz's own."""
        row: list[Any] = []
        try:
            signature, *row = flattened(arguments)
        except UnsupportedType:
            code: Callable[..., Any] = defer_interrupts(lambda: self._for_python(arguments))
        else:
            code = self._loaded.get(signature) or defer_interrupts(lambda: self._prepared(signature, arguments))
        try:
            return code(*row) if isinstance(code, Loaded) else code(*arguments)
        except (RulesFault, IntegerOverflow, RunawayRecursion) as error:
            raise self._fallen(error) from error
        except NumberTooLarge as error:
            if self._game is None:
                raise
            raise self._remember(CompileError(f"{error}, so compiled rules cannot take it")) from None
        except Exception as error:
            if self._game is None or is_built_in(self._game) or isinstance(error, MemoryError | KibitzError):
                raise
            raise RaisedInKernel(error) from error

    def _prepared(self, signature: str, arguments: tuple[Any, ...]) -> Callable[..., Any]:
        """Return the code for a signature, from the cache or compiled; of several threads that ask for it, one works."""
        with self._working:
            if signature not in self._loaded:
                self._loaded[signature] = self._found(signature) or self._compiled(signature, arguments)
            return self._loaded[signature]

    def _found(self, signature: str) -> Loaded | None:
        """Return the code that the cache has for a signature."""
        code = self._cache.load(signature) if self._cache is not None else None
        if code is None:
            return None
        try:
            found = Loaded(code)
        except Unresolved:
            from kibitz.compile.one_module import one_module

            with one_module():  # now numba's own functions are here, which the code may call
                try:
                    found = Loaded(code)
                except Unresolved as error:
                    warn(f"compiled code calls what is not here ({error}); compiling anew")
                    return None
        self.hits += 1
        return found

    def _compiled(self, signature: str, arguments: tuple[Any, ...]) -> Callable[..., Any]:
        """Return code that is compiled now, and kept in the cache once it has been loaded."""
        from kibitz.compile.cpu_entry import compiled

        function = self._build()
        try:
            code = compiled(function, arguments)
            loaded = Loaded(code)
        except (UnsupportedType, Unresolved):
            return self._for_python(arguments)
        except Exception as error:
            raise self._diagnosed(error) from error
        if self._cache is not None:
            self._cache.save(signature, code)
        return loaded

    def _for_python(self, arguments: tuple[Any, ...]) -> Callable[..., Any]:
        """Return the kernel as numba compiles it for Python, which no other process can use."""
        function = self._build()
        try:
            return function.for_python(arguments)  # type: ignore[no-any-return]
        except Exception as error:
            raise self._diagnosed(error) from error

    def _diagnosed(self, error: Exception) -> CompileError:
        """Return the compiler's error in one sentence, which is remembered."""
        from kibitz.compile.diagnosis.messages import diagnosis

        return self._remember(diagnosis(error, self._game))
