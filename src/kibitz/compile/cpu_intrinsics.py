"""The primitives as numba's CPU compiler does them: single machine instructions where there is one."""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba import njit
from numba.core import types
from numba.core.errors import TypingError
from numba.cpython.unsafe.tuple import tuple_setitem
from numba.extending import intrinsic, overload

from kibitz.compile import primitives
from kibitz.compile.cpu_arrays import add_to, claim_of, fetch_of, memory_of
from kibitz.core import bits


@intrinsic  # type: ignore[untyped-decorator]
def _popcount(context: Any, number: Any) -> Any:
    """Count the set bits."""
    return types.int64(types.int64), lambda _c, builder, _s, values: builder.ctpop(values[0])


@intrinsic  # type: ignore[untyped-decorator]
def _lowest_bit(context: Any, number: Any) -> Any:
    """Count the zeros below the lowest set bit; 64 where there is none."""
    no = ir.Constant(ir.IntType(1), 0)
    return types.int64(types.int64), lambda _c, builder, _s, values: builder.cttz(values[0], no)


@intrinsic  # type: ignore[untyped-decorator]
def _leading_zeros(context: Any, number: Any) -> Any:
    """Count the zeros above the highest set bit; 64 where there is none."""
    no = ir.Constant(ir.IntType(1), 0)
    return types.int64(types.int64), lambda _c, builder, _s, values: builder.ctlz(values[0], no)


@intrinsic  # type: ignore[untyped-decorator]
def _float_to_bits(context: Any, value: Any) -> Any:
    """Reinterpret a double."""
    return types.int64(types.float64), lambda _c, builder, _s, values: builder.bitcast(values[0], ir.IntType(64))


@intrinsic  # type: ignore[untyped-decorator]
def _bits_to_float(context: Any, value: Any) -> Any:
    """Reinterpret an integer."""
    return types.float64(types.int64), lambda _c, builder, _s, values: builder.bitcast(values[0], ir.DoubleType())


def _whole(value: Any) -> Any:
    """Return a field's value as an int; numba compiles the overload below."""
    return int(value)


@overload(_whole)  # type: ignore[untyped-decorator]
def _whole_overload(value: Any) -> Any:
    """Cast whole numbers and truth values; refuse a fraction, which would be cut silently."""
    if not isinstance(value, types.Integer | types.Boolean | types.IntegerLiteral | types.BooleanLiteral):
        raise TypingError(f"a field annotated int is given a value of type {value}; use // instead of / or int(...)")

    def cast(value: Any) -> Any:
        return np.int64(value)

    return cast


def _wrap(number: Any) -> Any:
    return np.int64(number)


def _bit(index: Any) -> Any:
    return np.int64(1) << (index & 63)


def _shift_left(number: Any, count: Any) -> Any:
    return np.int64(number) << (count & 63)


def _shift_right(number: Any, count: Any) -> Any:
    return np.int64(np.uint64(number) >> np.uint64(count & 63))


# Numba lets LLVM assume that signed sums and products do not overflow, so those that may are done unsigned.


def _add(left: Any, right: Any) -> Any:
    return np.int64(np.uint64(left) + np.uint64(right))


def _subtract(left: Any, right: Any) -> Any:
    return np.int64(np.uint64(left) - np.uint64(right))


def _multiply(left: Any, right: Any) -> Any:
    return np.int64(np.uint64(left) * np.uint64(right))


def _popcount_of(number: Any) -> Any:
    return _popcount(np.int64(number))


def _lowest_bit_of(number: Any) -> Any:
    return _lowest_bit(np.int64(number))


def _highest_bit_of(number: Any) -> Any:
    return 63 - _leading_zeros(np.int64(number))


def _with_item(items: Any, index: Any, item: Any) -> Any:
    return tuple_setitem(items, index, item)


def _as_int(value: Any) -> Any:
    return _whole(value)


def _as_float(value: Any) -> Any:
    return np.float64(value)


def _as_bool(value: Any) -> Any:
    return bool(value)


def _memory(array: Any) -> Any:
    return memory_of(array)


def _fetch(memory: Any, index: Any) -> Any:
    return fetch_of(memory, index)


def _add_shared(memory: Any, index: Any, amount: Any) -> Any:
    return add_to(memory, index, amount)


def _claim_shared(memory: Any, index: Any, expected: Any, wanted: Any) -> Any:
    return claim_of(memory, index, expected, wanted)


def _float_to_bits_of(value: Any) -> Any:
    return _float_to_bits(np.float64(value))


def _bits_to_float_of(value: Any) -> Any:
    return _bits_to_float(np.int64(value))


NATIVES = {
    function: njit(native, nogil=True, inline="never")
    for function, native in {
        bits.wrap: _wrap,
        bits.bit: _bit,
        bits.shift_left: _shift_left,
        bits.shift_right: _shift_right,
        bits.add: _add,
        bits.subtract: _subtract,
        bits.multiply: _multiply,
        bits.popcount: _popcount_of,
        bits.lowest_bit: _lowest_bit_of,
        bits.highest_bit: _highest_bit_of,
        bits.with_item: _with_item,
        primitives.as_int: _as_int,
        primitives.as_float: _as_float,
        primitives.as_bool: _as_bool,
        primitives.memory: _memory,
        primitives.fetch: _fetch,
        primitives.add_shared: _add_shared,
        primitives.claim_shared: _claim_shared,
        primitives.float_to_bits: _float_to_bits_of,
        primitives.bits_to_float: _bits_to_float_of,
    }.items()
}
"""Each primitive with its native form."""
