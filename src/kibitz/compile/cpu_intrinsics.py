"""The primitives as numba's CPU compiler does them: instructions in the middle of their callers, not functions to compile."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba.core import types as numba_types
from numba.core.errors import TypingError
from numba.cpython.unsafe.tuple import tuple_setitem
from numba.extending import intrinsic

from kibitz.compile import primitives
from kibitz.compile.contract_checks import fault
from kibitz.compile.cpu_arrays import add_to, compare_and_swap_of, memory_of, prefetch_of
from kibitz.compile.cpu_faults import fault_of
from kibitz.core import bits

types: Any = numba_types
_WORD = ir.IntType(64)
_NO = ir.Constant(ir.IntType(1), 0)
_WHOLE = (types.Integer, types.Boolean)
_NUMBER = (*_WHOLE, types.Float)


def _on_words(operation: Callable[..., Any], *accepted: tuple[Any, ...], returned: Any = types.int64) -> Any:
    """Return the intrinsic that casts its arguments to 64-bit integers and does `operation(builder, *words)` on them.

    `accepted` are the types that each argument may have.
    """

    def typed(kinds: tuple[Any, ...]) -> Any:
        if not all(isinstance(types.unliteral(kind), fitting) for kind, fitting in zip(kinds, accepted, strict=True)):
            return None

        def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            return operation(builder, *values)

        return returned(*[types.int64] * len(kinds)), generate

    if len(accepted) == 1:
        return intrinsic(lambda typing, number: typed((number,)))
    return intrinsic(lambda typing, number, other: typed((number, other)))


def _shifted(shift: str) -> Callable[..., Any]:
    """Return the operation that shifts by the last six bits of a number."""
    return lambda builder, number, count: getattr(builder, shift)(number, builder.and_(count, _WORD(63)))


@intrinsic  # type: ignore[untyped-decorator]
def _as_int(typing: Any, value: Any) -> Any:
    """Cast whole numbers and truth values; refuse a fraction, which would be cut silently."""
    if not isinstance(types.unliteral(value), _WHOLE):
        raise TypingError(f"a field annotated int is given a value of type {value}; use // instead of / or int(...)")
    return types.int64(types.int64), _same


@intrinsic  # type: ignore[untyped-decorator]
def _as_float(typing: Any, value: Any) -> Any:
    """Cast any number."""
    return (types.float64(types.float64), _same) if isinstance(types.unliteral(value), _NUMBER) else None


@intrinsic  # type: ignore[untyped-decorator]
def _as_bool(typing: Any, value: Any) -> Any:
    """Return whether a number is not 0."""
    return (types.boolean(types.boolean), _same) if isinstance(types.unliteral(value), _NUMBER) else None


def _same(context: Any, builder: Any, signature: Any, values: Any) -> Any:
    """Return the one argument, which has been cast to the signature's type."""
    return values[0]


@intrinsic  # type: ignore[untyped-decorator]
def _float_to_bits(typing: Any, value: Any) -> Any:
    """Reinterpret a double."""
    return types.int64(types.float64), lambda _c, builder, _s, values: builder.bitcast(values[0], _WORD)


@intrinsic  # type: ignore[untyped-decorator]
def _bits_to_float(typing: Any, value: Any) -> Any:
    """Reinterpret an integer."""
    return types.float64(types.int64), lambda _c, builder, _s, values: builder.bitcast(values[0], ir.DoubleType())


@intrinsic  # type: ignore[untyped-decorator]
def _call_back(typing: Any, address: Any, number: Any) -> Any:
    """Call the function at an address, which takes the interpreter's lock for itself if it needs it."""

    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        kind = ir.FunctionType(_WORD, [_WORD])
        return builder.call(builder.inttoptr(values[0], kind.as_pointer()), [values[1]])

    return types.int64(types.int64, types.int64), generate


# Numba lets LLVM assume that signed sums and products do not overflow; what is built here may, and wraps around.
NATIVES = {
    bits.wrap: _on_words(lambda builder, number: number, _NUMBER),
    bits.bit: _on_words(lambda builder, index: _shifted("shl")(builder, _WORD(1), index), _WHOLE),
    bits.shift_left: _on_words(_shifted("shl"), _NUMBER, _WHOLE),
    bits.shift_right: _on_words(_shifted("lshr"), _NUMBER, _WHOLE),
    bits.add: _on_words(lambda builder, left, right: builder.add(left, right), _NUMBER, _NUMBER),
    bits.subtract: _on_words(lambda builder, left, right: builder.sub(left, right), _NUMBER, _NUMBER),
    bits.multiply: _on_words(lambda builder, left, right: builder.mul(left, right), _NUMBER, _NUMBER),
    bits.popcount: _on_words(lambda builder, number: builder.ctpop(number), _NUMBER),
    bits.lowest_bit: _on_words(lambda builder, number: builder.cttz(number, _NO), _NUMBER),
    bits.highest_bit: _on_words(lambda builder, number: builder.sub(_WORD(63), builder.ctlz(number, _NO)), _NUMBER),
    bits.with_item: tuple_setitem,
    primitives.as_int: _as_int,
    primitives.as_float: _as_float,
    primitives.as_bool: _as_bool,
    primitives.memory: memory_of,
    primitives.prefetch: prefetch_of,
    primitives.atomic_add: add_to,
    primitives.compare_and_swap: compare_and_swap_of,
    primitives.call_back: _call_back,
    primitives.float_to_bits: _float_to_bits,
    primitives.bits_to_float: _bits_to_float,
    fault: fault_of,
}
"""Each primitive with its native form."""
