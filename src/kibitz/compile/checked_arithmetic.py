"""Checked arithmetic as numba's CPU compiler does it: the machine's flag of an overflow, and a branch that is never taken."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

import numpy as np
from llvmlite import ir
from numba.core import types as numba_types
from numba.extending import intrinsic

from kibitz.compile.rewrite.arithmetic import IntegerOverflow

types: Any = numba_types
_WORD, _DOUBLE = ir.IntType(64), ir.DoubleType()


def _is_whole(kind: Any) -> bool:
    """Return whether a type is a signed whole number or a truth value."""
    return isinstance(kind, types.Boolean) or (isinstance(kind, types.Integer) and kind.signed)


def _checked(plain: Any, operation: Callable[[Any, Any, Any, Any], tuple[Any, Any]]) -> Any:
    """Return the function that does `plain` on whole numbers by `operation`, and on all others as it is.

    `operation(context, builder, left, right)` returns the result and whether it is wrong.
    """

    @intrinsic(prefer_literal=True)  # type: ignore[untyped-decorator]
    def compute(typing: Any, left: Any, right: Any, place: Any) -> Any:
        kinds = types.unliteral(left), types.unliteral(right)
        inner = typing.resolve_value_type(plain).get_call_type(typing, (left, right), {})
        whole = all(map(_is_whole, kinds))
        returned = types.int64 if whole else inner.return_type

        def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            if not whole:
                casts = zip(values[:2], (left, right), inner.args, strict=True)
                given = [context.cast(builder, value, old, new) for value, old, new in casts]
                return context.get_function(plain, inner)(builder, given)
            one = context.cast(builder, values[0], left, types.int64)
            two = context.cast(builder, values[1], right, types.int64)
            result, is_wrong = operation(context, builder, one, two)
            with builder.if_then(is_wrong, likely=False):
                context.call_conv.return_user_exc(builder, IntegerOverflow, (place.literal_value,))
            return result

        return returned(left, right, place), generate

    return compute


def _flagged(name: str) -> Callable[[Any, Any, Any, Any], tuple[Any, Any]]:
    """Return an operation that the machine flags when it overflows."""

    def operation(context: Any, builder: Any, one: Any, two: Any) -> tuple[Any, Any]:
        both = getattr(builder, name)(one, two)
        return builder.extract_value(both, 0), builder.extract_value(both, 1)

    return operation


def _shift_left(context: Any, builder: Any, one: Any, two: Any) -> tuple[Any, Any]:
    """Shift to the left; wrong if bits are lost. Nothing may be shifted by a negative number, and 0 by any other."""
    is_far = builder.icmp_unsigned(">", two, _WORD(63))
    count = builder.select(is_far, _WORD(0), two)
    shifted = builder.shl(one, count)
    is_lost = builder.or_(is_far, builder.icmp_signed("!=", builder.ashr(shifted, count), one))
    is_zero = builder.and_(builder.icmp_signed("==", one, _WORD(0)), builder.icmp_signed(">=", two, _WORD(0)))
    return shifted, builder.and_(is_lost, builder.not_(is_zero))


def _shift_right(context: Any, builder: Any, one: Any, two: Any) -> tuple[Any, Any]:
    """Shift to the right, as Python does also by 64 and more; wrong by a negative number."""
    is_far = builder.icmp_unsigned(">", two, _WORD(63))
    return builder.ashr(one, builder.select(is_far, _WORD(63), two)), builder.icmp_signed("<", two, _WORD(0))


def _raised(base: int, exponent: int) -> Any:
    """Return a power by repeated multiplication, and 1 if it left 64 bits or is none of whole numbers."""
    result = np.int64(1)
    if exponent < 0:
        return result, np.int64(1)
    if -2 < base < 2:
        return (base if exponent % 2 == 1 else abs(base) if exponent > 0 else result), np.int64(0)
    for _ in range(exponent):
        if abs(result) > np.int64(9223372036854775807) // abs(base):
            return result, np.int64(1)
        result *= base
    return result, np.int64(0)


def _power(context: Any, builder: Any, one: Any, two: Any) -> tuple[Any, Any]:
    """Raise to a power."""
    signature = types.UniTuple(types.int64, 2)(types.int64, types.int64)
    both = context.compile_internal(builder, _raised, signature, (one, two))
    return builder.extract_value(both, 0), builder.icmp_signed("!=", builder.extract_value(both, 1), _WORD(0))


@intrinsic(prefer_literal=True)  # type: ignore[untyped-decorator]
def _int(typing: Any, value: Any, place: Any) -> Any:
    """Return a number without its fraction, if 64 bits hold it."""
    given = types.unliteral(value)
    if not isinstance(given, types.Float | types.Integer | types.Boolean):
        return None

    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        if isinstance(given, types.Float):
            wide = context.cast(builder, values[0], given, types.float64)
            is_held = builder.and_(
                builder.fcmp_ordered(">=", wide, _DOUBLE(-(2.0**63))), builder.fcmp_ordered("<", wide, _DOUBLE(2.0**63))
            )
            with builder.if_then(builder.not_(is_held), likely=False):
                context.call_conv.return_user_exc(builder, IntegerOverflow, (place.literal_value,))
        return context.cast(builder, values[0], value, types.int64)

    return types.int64(value, place), generate


CHECKED = {
    "checked_int__": _int,
    "checked_add__": _checked(operator.add, _flagged("sadd_with_overflow")),
    "checked_subtract__": _checked(operator.sub, _flagged("ssub_with_overflow")),
    "checked_multiply__": _checked(operator.mul, _flagged("smul_with_overflow")),
    "checked_shift_left__": _checked(operator.lshift, _shift_left),
    "checked_shift_right__": _checked(operator.rshift, _shift_right),
    "checked_power__": _checked(operator.pow, _power),
}
"""The functions that `arithmetic.Checked` writes into rules, by their names there."""
