"""A kernel and all that it calls as one module of LLVM code, which is optimised and made into machine code once.

By itself numba links, optimises and finishes every function as if it were to be called from Python, callees included: the same
code goes through LLVM again for each of its callers. Inside `one_module` each function's code is only kept; `linked` puts
together what an entry needs and optimises that.
"""

from __future__ import annotations

import gc
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import Any
from weakref import WeakValueDictionary

from llvmlite import ir
from numba.core import codegen
from numba.core import types as numba_types
from numba.core.compiler_lock import global_compiler_lock
from numba.core.registry import CPUDispatcher, cpu_target
from numba.np.ufunc.dufunc import DUFunc

from kibitz.compile.machine_code import Raised

types: Any = numba_types

PICKLED = re.compile(r"\.const\.pickledata\.([0-9a-f]{40})(\.\d+)?$")
"""The names of what modules have of the exceptions that they raise, each with its hash."""
_UNRESOLVED = codegen.RuntimeLinker.PREFIX
"""How the names of variables begin that hold the address of a function which, calling itself, was not finished yet."""
DYNAMIC = "numba.dynamic.globals"
"""How the names of variables begin that hold the address of a large table in this process."""

ARRAYS = {
    "NRT_MemInfo_alloc_aligned": """
        %record = type { i64, ptr, ptr, ptr, i64, ptr }
        declare ptr @malloc(i64)
        define ptr @NRT_MemInfo_alloc_aligned(i64 %size, i32 %align) {
        start:
            %step = zext i32 %align to i64
            %around = add i64 %step, 48
            %whole = add i64 %size, %around
            %made = call ptr @malloc(i64 %whole)
            %failed = icmp eq ptr %made, null
            br i1 %failed, label %end, label %fill
        fill:
            %address = ptrtoint ptr %made to i64
            %beyond = add i64 %address, %around
            %mask = sub i64 0, %step
            %aligned = and i64 %beyond, %mask
            %data = inttoptr i64 %aligned to ptr
            store %record zeroinitializer, ptr %made
            store i64 1, ptr %made
            %place = getelementptr %record, ptr %made, i32 0, i32 3
            store ptr %data, ptr %place
            %length = getelementptr %record, ptr %made, i32 0, i32 4
            store i64 %size, ptr %length
            br label %end
        end:
            ret ptr %made
        }
    """,
    "NRT_MemInfo_call_dtor": """
        declare void @free(ptr)
        define void @NRT_MemInfo_call_dtor(ptr %made) {
            call void @free(ptr %made)
            ret void
        }
    """,
}
"""What kernels call that make arrays of their own and nothing else that is counted: numba has it in a library of its own.

A record is numba's: references, two addresses that arrays do not use, that of the data, its size, and who else frees it.
"""


class Part(codegen.CPUCodeLibrary):  # type: ignore[misc]
    """The code of one function, neither linked nor optimised."""

    def __init__(self, codegen: Any, name: str) -> None:
        super().__init__(codegen, name)
        self.raised: dict[str, Raised] = {}
        """The exceptions that it may raise, by the hash of their pickled form."""
        self.unfinished: set[str] = set()
        """The functions it calls that were not finished yet, since they call themselves, for other types too."""
        self._whole: Any = None

    def add_ir_module(self, ir_module: Any) -> None:
        """Take a module's code, and note the exceptions that numba has written into it and what calls go to and fro."""
        for exception, variable in getattr(ir_module, "_PythonAPI__serialized", {}).items():
            self.raised[variable.name.rpartition(".")[2]] = exception
        for name, thing in ir_module.globals.items():
            if isinstance(thing, ir.Function) and not thing.is_declaration:
                _parts[name] = self
            elif name.startswith(_UNRESOLVED):
                self.unfinished.add(name.removeprefix(_UNRESOLVED))
        super().add_ir_module(ir_module)

    def _optimize_functions(self, ll_module: Any) -> None:
        """Leave optimising to the whole module; it needs to know the machine's layout of data."""
        ll_module.data_layout = self._codegen._data_layout

    def finalize(self) -> None:
        """Take no further code."""
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        """Return 0, as numba does for what cannot be called from Python."""
        return 0

    def _get_module_for_linking(self) -> Any:
        """Return the code with all that it calls, for one of numba's own libraries."""
        if self._whole is None:
            self._whole = _linked_parts(self)
            for function in self._whole.functions:
                if not function.is_declaration and function.linkage == codegen.ll.Linkage.external:
                    function.linkage = "linkonce_odr"
        return self._whole


_parts: WeakValueDictionary[str, Part] = WeakValueDictionary()
"""The parts by the functions that they define."""


class _Codegen(codegen.JITCPUCodegen):  # type: ignore[misc]
    """Makes parts in place of libraries that can be executed."""

    _library_class = Part

    def set_env(self, env_name: str, env: Any) -> None:
        """Do nothing: only functions that are called from Python use their environment."""


@lru_cache(maxsize=1)
def _codegen() -> _Codegen:
    """Return the one that is used throughout."""
    return _Codegen("kibitz")


@contextmanager
def one_module() -> Iterator[Any]:
    """Inside, and once more inside of that, what numba compiles becomes parts; the value is the context that compiles them.

    A function that a user compiles with numba stays one of numba's own, since Python may call it too. Other threads wait to
    compile.
    """
    with global_compiler_lock:
        context, typing = cpu_target.target_context, cpu_target.typing_context
        context.refresh()
        before = context._internal_codegen
        if before is _codegen():
            yield context
            return
        context._internal_codegen = _codegen()
        search = typing.resolve_function_type

        def resolve(function: Any, arguments: Any, named: Any) -> Any:
            if not _is_users_own(function):
                return search(function, arguments, named)
            context._internal_codegen = before
            try:
                return search(function, arguments, named)
            finally:
                context._internal_codegen = _codegen()

        typing.resolve_function_type = _remembering(resolve)
        collects = gc.isenabled()
        gc.disable()  # a compiler makes many objects that last: looking through them again takes a twentieth of its time
        try:
            yield context
        finally:
            if collects:
                gc.enable()
            context._internal_codegen = before
            del typing.resolve_function_type


def _is_users_own(function: Any) -> bool:
    """Return whether the type of a function is that of one which a user compiles with `njit` or `vectorize`."""
    if isinstance(function, types.Dispatcher):
        return type(function.dispatcher) is CPUDispatcher  # Kibitz's own are of a class of theirs
    return isinstance(getattr(function, "typing_key", None), DUFunc)


def _remembering(resolve: Callable[..., Any]) -> Callable[..., Any]:
    """Return numba's search for the signature of a call, with what it has found before.

    The types of a function that calls itself are inferred many times over, with the same calls in it.
    """
    found: dict[Any, Any] = {}

    def resolve_remembered(function: Any, arguments: Any, named: Any) -> Any:
        call = function, tuple(arguments), tuple(sorted(dict(named).items()))
        try:
            signature = found.get(call)
        except TypeError:  # some constants, such as slices, cannot be hashed
            return resolve(function, arguments, named)
        if signature is None:
            signature = resolve(function, arguments, named)
            if signature is not None:
                found[call] = signature
        return signature

    return resolve_remembered


def _called(entry: Part) -> Iterator[Any]:
    """Yield the libraries that a part calls, near and far."""
    seen, waiting = {entry}, [entry]
    while waiting:
        part = waiting.pop()
        for library in (*part._linking_libraries, *(_parts[name] for name in sorted(part.unfinished) if name in _parts)):
            if library not in seen:
                seen.add(library)
                yield library
                if isinstance(library, Part):
                    waiting.append(library)


def _linked_parts(entry: Part) -> Any:
    """Return a new module with a part's code and that of all that it calls."""
    module = entry._final_module.clone()
    for library in sorted(_called(entry), key=lambda library: not isinstance(library, Part)):
        # of numba's own libraries, which come last, only those functions are taken that the code before them has named
        code = library._final_module if isinstance(library, Part) else library._get_module_for_linking()
        module.link_in(code, preserve=True)
    return module


def raised_by(entry: Part) -> dict[str, Raised]:
    """Return the exceptions that a part and all that it calls may raise, by their hashes."""
    raised: dict[str, Raised] = {}
    for library in (entry, *_called(entry)):
        for name, (kind, arguments, place) in library.raised.items() if isinstance(library, Part) else ():
            known = tuple("..." if isinstance(one, ir.Value) else one for one in arguments)  # the rest shows in play only
            raised[name] = kind, known, place
    return raised


def linked(entry: Part, name: str) -> Any:
    """Return the module of a part and all that it calls; only the function `name` can be called from outside."""
    module = _linked_parts(entry)
    for variable in [one.name for one in module.global_variables if one.name.startswith(_UNRESOLVED)]:
        function = variable.removeprefix(_UNRESOLVED)
        known = f'@"{variable}" = constant ptr @"{function}"\ndeclare void @"{function}"()'
        module.link_in(codegen.ll.parse_assembly(known))
    for thing in (*module.functions, *module.global_variables):
        if not thing.is_declaration and thing.name != name:
            # an address of this process is only dropped where nothing uses it, and never made part of the code
            thing.linkage = "linkonce_odr" if thing.name.startswith(DYNAMIC) else "internal"
    return module


def optimise(module: Any) -> None:
    """Optimise a module as numba optimises its own, and add what is missing for its arrays where nothing else is missing."""
    library = _codegen().create_library("optimised")
    library._final_module = module
    library._optimize_final_module()
    missing = {one.name for one in module.functions if one.is_declaration and one.name.startswith("NRT_")}
    for name in missing if missing <= ARRAYS.keys() else ():
        module.link_in(codegen.ll.parse_assembly(ARRAYS[name]))
        module.get_function(name).linkage = "internal"
    module.verify()


def machine_code(module: Any) -> bytes:
    """Return a module as an object file for this machine."""
    return bytes(_codegen()._tm.emit_object(module))
