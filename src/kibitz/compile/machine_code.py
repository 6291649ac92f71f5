"""Kernels as machine code, with all that it takes to call them: no compiler is needed, and none is imported."""

from __future__ import annotations

import ctypes
import threading
from dataclasses import dataclass
from hashlib import sha1
from typing import Any, NoReturn

from kibitz.compile.arguments import WORD_BYTES, Kind, format_of, resolved, row_of, value_from

ENTRY = "kibitz_entry"
"""The function that machine code is called by."""

Place = tuple[str, str, int]
"""A function, its file and a line."""
Raised = tuple[type[BaseException], tuple[Any, ...], Place | None]
"""An exception that machine code may raise: its class, its arguments and its place."""


class Unresolved(Exception):
    """Machine code calls, or returns objects of, what is not here."""


@dataclass(frozen=True)
class MachineCode:
    """A compiled kernel for one signature."""

    object_code: bytes
    """An object file in the system's format, with the function ENTRY."""
    returned: Kind
    raised: dict[str, Raised]
    """The exceptions that it may raise, by the hash of what it has of them."""
    symbols: list[str]
    """What it calls that is no part of it."""
    is_process_local: bool = False
    """Whether it holds addresses of this process, so that no other can use it."""


class _Record(ctypes.Structure):
    """What compiled code has of an exception."""

    _fields_ = (
        ("data", ctypes.c_void_p),
        ("size", ctypes.c_int32),
        ("words", ctypes.c_void_p),
        ("unwrap", ctypes.c_void_p),
        ("count", ctypes.c_int32),
    )


class Loaded:
    """Machine code in memory, ready to be called."""

    def __init__(self, code: MachineCode) -> None:
        self._code = code
        try:
            self._returned = resolved(code.returned)
        except (LookupError, AttributeError) as error:
            raise Unresolved(f"a class that it returns: {error}") from None
        self._words = max(1, len(format_of(code.returned)))
        self._engine, address = _engine(code)
        self._entry = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p)(address)  # releases the GIL while it runs

    def __call__(self, format: str, values: list[Any]) -> Any:  # noqa: A002 - the word of the module struct
        """Return what the code answers to arguments that are given as a row."""
        row = row_of(format, values, self._words)
        place = (ctypes.c_char * len(row)).from_buffer(row)
        if self._entry(ctypes.addressof(place)):
            self._raise(int.from_bytes(row[:WORD_BYTES], "little"))
        return value_from(self._returned, row)

    def _raise(self, address: int) -> NoReturn:
        """Raise the exception of a record, as from the line that raised it."""
        record = _Record.from_address(address)
        known = sha1(ctypes.string_at(record.data, record.size)).hexdigest()
        kind, arguments, place = self._code.raised[known]
        if record.count < 0:  # only a fault of the rules has words of its own
            arguments = ((ctypes.c_int64 * -record.count).from_address(record.words)[:],)
        error = kind(*arguments)
        if place is None:
            raise error
        function, file, line = place
        code = compile("\n" * (line - 1) + "raise error", file, "exec").replace(co_name=function)
        exec(code, {"error": error})
        raise error


_loading = threading.Lock()


def _engine(code: MachineCode) -> tuple[Any, int]:
    """Return what holds a kernel's machine code in memory, and the address of its entry."""
    from llvmlite import binding

    with _loading:
        binding.initialize_native_target()
        binding.initialize_native_asmprinter()
        machine = binding.Target.from_default_triple().create_target_machine(jit=True)
        engine = binding.create_mcjit_compiler(binding.parse_assembly(""), machine)  # makes the process's symbols known
        missing = [name for name in code.symbols if binding.address_of_symbol(name) is None]
        if missing:
            raise Unresolved(", ".join(missing))
        engine.add_object_file(binding.ObjectFileRef.from_data(code.object_code))
        engine.finalize_object()
        return engine, engine.get_function_address(ENTRY)
