"""Functions of kernels and rules as numba compiles them: parts of a kernel, called by other compiled functions."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from numba import njit, typeof
from numba.core import event, sigutils
from numba.core import types as numba_types
from numba.core.compiler_lock import global_compiler_lock
from numba.core.errors import ForceLiteralArg, TypingError
from numba.core.registry import CPUDispatcher

from kibitz.compile.arguments import UnsupportedType, flattened
from kibitz.compile.cpu_entry import compiled
from kibitz.compile.machine_code import Loaded, Unresolved

types: Any = numba_types

OPTIONS = {"nopython": True, "nogil": True, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}


class Function(CPUDispatcher):  # type: ignore[misc]
    """A function that is compiled once for arguments of the same types, whether or not they are constants."""

    def __init__(self, function: Any) -> None:
        super().__init__(function, targetoptions=dict(OPTIONS))
        self._entries: dict[str, Loaded] = {}

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """Return how a call with arguments of these types is compiled.

        Numba takes each constant for a type of its own. Only where a function does not compile otherwise, such as one that
        indexes a tuple of several types by its argument, the constants are left in.
        """
        plain = tuple(map(types.unliteral, args)), {name: types.unliteral(kind) for name, kind in kws.items()}
        if plain == (tuple(args), kws):
            return super().get_call_template(args, kws)
        try:
            return super().get_call_template(*plain)
        except (TypingError, ForceLiteralArg):
            return super().get_call_template(args, kws)

    def compile(self, sig: Any) -> Any:
        """Compile for a signature, if that was not done before.

        Numba's own method adds listeners to every lock that is taken while it works, once more for each function in which it
        is nested, and asks a cache.
        """
        with global_compiler_lock, self._compiling_counter:
            arguments, returned = sigutils.normalize_signature(sig)
            known = self.overloads.get(tuple(arguments))
            if known is not None:
                return known.entry_point
            details = {"dispatcher": self, "args": arguments, "return_type": returned}
            with event.trigger_event("numba:compile", data=details):
                try:
                    result = self._compiler.compile(arguments, returned)
                except ForceLiteralArg as error:
                    raise error.bind_fold_arguments(self._folded) from None
                self.add_overload(result)
            return result.entry_point

    def _folded(self, args: Any, kws: Any) -> Any:
        """Return the types of arguments, those left out included."""
        return self._compiler.fold_argument_types(args, kws)[1]

    def __call__(self, *arguments: Any) -> Any:
        """Call the function from Python, by an entry of its own where it can have one."""
        try:
            signature, format, values = flattened(arguments)  # noqa: A001 - the word of the module struct
            if signature not in self._entries:
                self._entries[signature] = Loaded(compiled(self, arguments))
        except (UnsupportedType, Unresolved):
            return self._from_python(*arguments)
        return self._entries[signature](format, values)

    def for_python(self, arguments: tuple[Any, ...]) -> Any:
        """Return the function as numba compiles it for Python, for arguments of the same types as these."""
        self._from_python.compile(tuple(map(typeof, arguments)))
        return self._from_python

    @cached_property
    def _from_python(self) -> Any:
        """The function as numba compiles it for Python."""
        return njit(nogil=True)(self.py_func)
