"""The entry of a kernel: a function with one row of words for all that goes in and out, which ctypes can call.

`kibitz_entry(row)` reads the arguments from the row, calls the compiled function and leaves in the row what that returns. Its
result is 0; or, where the function raised an exception, another number, and the row begins with the address of numba's record
of the exception.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import typeof
from numba.core import cgutils
from numba.core import types as numba_types
from numba.np.arrayobj import populate_array

from kibitz.compile.arguments import Kind, UnsupportedType, class_name, items_of
from kibitz.compile.machine_code import ENTRY, MachineCode
from kibitz.compile.one_module import DYNAMIC, PICKLED, linked, machine_code, one_module, optimise, raised_by

types: Any = numba_types
_WORD = ir.IntType(64)


def compiled(function: Any, arguments: tuple[Any, ...]) -> MachineCode:
    """Return a function as machine code for arguments of these types; `UnsupportedType` if it cannot be called so."""
    kinds = tuple(map(_type_of, arguments))
    with one_module() as context:
        function.compile(kinds)
        result = function.overloads[kinds]
        returned = _returned_kind(result.signature.return_type)
        library = context.codegen().create_library(ENTRY)
        library.add_ir_module(_entry(context, result.fndesc, returned))
        library.add_linking_library(result.library)
        raised = raised_by(library)
        module = linked(library, ENTRY)
        optimise(module)
        code = machine_code(module)
    variables = [one.name for one in module.global_variables]
    used = {match[1] for match in map(PICKLED.match, variables) if match}
    if not used <= raised.keys():
        raise UnsupportedType("an exception of a function that was compiled before")
    symbols = [one.name for one in module.functions if one.is_declaration and not one.name.startswith("llvm.")]
    return MachineCode(
        code,
        returned,
        {name: raised[name] for name in sorted(used)},
        symbols,
        any(name.startswith(DYNAMIC) for name in variables),
    )


def _type_of(argument: Any) -> Any:
    """Return the type of an argument that the words for it stand for: by itself numba has another for 2 ** 63 than for 1."""
    if type(argument) is int:
        return types.int64
    if isinstance(argument, tuple):
        return types.BaseTuple.from_types(tuple(map(_type_of, argument)), type(argument))
    return typeof(argument)


def _returned_kind(returned: Any) -> Kind:
    """Return the kind of what a function returns."""
    returned = types.unliteral(returned)
    if isinstance(returned, types.NoneType):
        return "none"
    if isinstance(returned, types.Boolean):
        return "bool"
    if isinstance(returned, types.Integer) and returned.signed and returned.bitwidth == 64:
        return "int"
    if isinstance(returned, types.Float) and returned.bitwidth == 64:
        return "float"
    if isinstance(returned, types.BaseTuple):
        items = [_returned_kind(part) for part in returned]
        return {"class": class_name(returned.instance_class), "items": items} if hasattr(returned, "instance_class") else items
    raise UnsupportedType(str(returned))


def _entry(context: Any, description: Any, returned: Kind) -> Any:
    """Return a module with the entry of a compiled function."""
    module = context.create_module(ENTRY)
    kind = context.call_conv.get_function_type(description.restype, description.argtypes)
    callee = ir.Function(module, kind, description.llvm_func_name)
    entry = ir.Function(module, ir.FunctionType(ir.IntType(32), [_WORD.as_pointer()]), ENTRY)
    builder = ir.IRBuilder(entry.append_basic_block("entry"))
    words = _Words(builder, entry.args[0])
    arguments = [_argument(context, builder, words, one) for one in description.argtypes]
    status, value = context.call_conv.call_function(builder, callee, description.restype, description.argtypes, arguments)
    with builder.if_then(status.is_error, likely=False):
        builder.store(builder.ptrtoint(status.excinfoptr, _WORD), entry.args[0])
        builder.ret(status.code)
    _leave(builder, _Words(builder, entry.args[0]), returned, value)
    builder.ret(ir.IntType(32)(0))
    return module


class _Words:
    """The places of a row, one after the other."""

    def __init__(self, builder: Any, row: Any) -> None:
        self._builder, self._row, self._index = builder, row, 0

    def place(self) -> Any:
        """Return the address of the next word."""
        address = self._builder.gep(self._row, [_WORD(self._index)])
        self._index += 1
        return address

    def next(self) -> Any:
        """Return the next word."""
        return self._builder.load(self.place())


def _argument(context: Any, builder: Any, words: _Words, kind: Any) -> Any:
    """Return an argument of one type, read from the row."""
    if isinstance(kind, types.BaseTuple):
        return context.make_tuple(builder, kind, [_argument(context, builder, words, part) for part in kind])
    if isinstance(kind, types.Array):
        array = context.make_array(kind)(context, builder)
        data = builder.inttoptr(words.next(), array.data.type)
        shape, strides = [words.next() for _ in range(kind.ndim)], [words.next() for _ in range(kind.ndim)]
        size = context.get_abi_sizeof(context.get_data_type(kind.dtype))
        populate_array(array, data, shape, strides, size, None)
        return array._getvalue()
    word = words.next()
    if isinstance(kind, types.Boolean):
        return cgutils.is_not_null(builder, word)
    return builder.bitcast(word, ir.DoubleType()) if isinstance(kind, types.Float) else word


def _leave(builder: Any, words: _Words, kind: Kind, value: Any) -> None:
    """Write what a function returned to the row."""
    if isinstance(kind, list | dict):
        for index, part in enumerate(items_of(kind)):
            _leave(builder, words, part, builder.extract_value(value, index))
    elif kind != "none":
        word = builder.zext(value, _WORD) if kind == "bool" else value
        builder.store(builder.bitcast(word, _WORD), words.place())
