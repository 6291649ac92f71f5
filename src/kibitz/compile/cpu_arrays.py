"""Arrays as compiled recursion likes them: an address and a length.

Numba counts references to an array wherever a function takes it as an argument, with instructions that lock the memory
bus; in a search that is a third of the time. Memory is not counted: who made the array keeps it alive.
"""

from __future__ import annotations

import operator
from typing import Any

from llvmlite import ir
from numba.core import cgutils, types
from numba.core.datamodel import models
from numba.core.errors import TypingError
from numba.core.typing.templates import AbstractTemplate, infer_global
from numba.extending import intrinsic, lower_builtin, register_model


class Memory(types.Type):
    """The type of a row of numbers of one kind."""

    def __init__(self, dtype: Any) -> None:
        self.dtype = dtype
        super().__init__(name=f"Memory({dtype})")


@register_model(Memory)
class _MemoryModel(models.StructModel):  # type: ignore[misc]
    """The address of the first number, and how many there are."""

    def __init__(self, manager: Any, kind: Any) -> None:
        kinds: Any = types
        super().__init__(manager, kind, [("data", kinds.CPointer(kind.dtype)), ("length", kinds.int64)])


@intrinsic  # type: ignore[untyped-decorator]
def memory_of(context: Any, array: Any) -> Any:
    """Return the memory of an array; only one that is contiguous and may be written has one."""
    if not isinstance(array, types.Array) or array.layout != "C" or not array.mutable:
        raise TypingError(f"memory() takes a contiguous array that may be written, not {array}")
    kind = Memory(array.dtype)

    def build(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        source = context.make_array(array)(context, builder, values[0])
        made = cgutils.create_struct_proxy(kind)(context, builder)
        made.data, made.length = source.data, source.nitems
        return made._getvalue()

    return kind(array), build


@intrinsic  # type: ignore[untyped-decorator]
def prefetch_of(context: Any, memory: Any, index: Any) -> Any:
    """Ask for the cache line of one number ahead of its use."""

    def build(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        source = cgutils.create_struct_proxy(memory)(context, builder, values[0])
        address = builder.bitcast(builder.gep(source.data, [values[1]]), cgutils.voidptr_t)
        number = ir.IntType(32)
        kind = ir.FunctionType(ir.VoidType(), [cgutils.voidptr_t, number, number, number])
        prefetch = cgutils.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0")
        builder.call(prefetch, [address, number(0), number(3), number(1)])
        return context.get_dummy_value()

    return types.none(memory, types.int64), build


@intrinsic  # type: ignore[untyped-decorator]
def add_to(context: Any, memory: Any, index: Any, amount: Any) -> Any:
    """Add to one number at once, whoever else writes to it; return what it was before."""
    operation = "fadd" if isinstance(memory.dtype, types.Float) else "add"

    def build(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        target = cgutils.create_struct_proxy(memory)(context, builder, values[0])
        return builder.atomic_rmw(operation, builder.gep(target.data, [values[1]]), values[2], "acq_rel")

    return memory.dtype(memory, types.int64, memory.dtype), build


@intrinsic  # type: ignore[untyped-decorator]
def compare_and_swap_of(context: Any, memory: Any, index: Any, expected: Any, wanted: Any) -> Any:
    """Replace one number if it is as expected, at once; return whether it was."""

    def build(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        target = cgutils.create_struct_proxy(memory)(context, builder, values[0])
        place = builder.gep(target.data, [values[1]])
        both = builder.cmpxchg(place, values[2], values[3], "acq_rel", "acquire")
        return builder.extract_value(both, 1)

    return types.boolean(memory, types.int64, memory.dtype, memory.dtype), build


class _Typed(AbstractTemplate):  # type: ignore[misc]
    """Says what an operation on a memory takes and returns: `of(memory)` is its signature."""

    @staticmethod
    def of(memory: Any) -> Any:
        """Return the signature."""
        raise NotImplementedError

    def generic(self, args: Any, kws: Any) -> Any:
        """Return the signature for these arguments, or None where they are others."""
        if not isinstance(args[0], Memory):
            return None
        found = self.of(args[0])
        return found if len(found.args) == len(args) else None


@infer_global(operator.getitem)
class _Getitem(_Typed):
    """Reading one number."""

    @staticmethod
    def of(memory: Any) -> Any:
        """Return the signature."""
        return memory.dtype(memory, types.int64)


@infer_global(operator.setitem)
class _Setitem(_Typed):
    """Writing one number."""

    @staticmethod
    def of(memory: Any) -> Any:
        """Return the signature."""
        return types.none(memory, types.int64, memory.dtype)


@infer_global(len)
class _Len(_Typed):
    """Counting the numbers."""

    @staticmethod
    def of(memory: Any) -> Any:
        """Return the signature."""
        return types.int64(memory)


@lower_builtin(operator.getitem, Memory, types.int64)  # type: ignore[untyped-decorator]
def _load(context: Any, builder: Any, signature: Any, values: Any) -> Any:
    """Read one number."""
    source = cgutils.create_struct_proxy(signature.args[0])(context, builder, values[0])
    return builder.load(builder.gep(source.data, [values[1]]))


@lower_builtin(operator.setitem, Memory, types.int64, types.Any)  # type: ignore[untyped-decorator]
def _store(context: Any, builder: Any, signature: Any, values: Any) -> Any:
    """Write one number."""
    target = cgutils.create_struct_proxy(signature.args[0])(context, builder, values[0])
    builder.store(values[2], builder.gep(target.data, [values[1]]))
    return context.get_dummy_value()


@lower_builtin(len, Memory)  # type: ignore[untyped-decorator]
def _length(context: Any, builder: Any, signature: Any, values: Any) -> Any:
    """Count the numbers."""
    return cgutils.create_struct_proxy(signature.args[0])(context, builder, values[0]).length
