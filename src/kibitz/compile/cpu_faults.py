"""The fault of a state as numba's CPU compiler raises it: with the state's words, which any process can read.

Numba's own exceptions with arguments known only in play are made by Python, by functions that kept code cannot call.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from llvmlite import ir
from numba.core import callconv, cgutils
from numba.core import types as numba_types
from numba.extending import intrinsic

from kibitz.compile.contract_checks import RulesFault

types: Any = numba_types
_WORD, _ADDRESS, _COUNT = ir.IntType(64), cgutils.voidptr_t, ir.IntType(32)
_HASH_WORDS = 3
"""Where numba itself raises the exception, it reads a hash of so many words in place of the state's."""


@intrinsic  # type: ignore[untyped-decorator]
def fault_of(typing: Any, state: Any) -> Any:
    """Raise the fault of a state."""

    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        with builder.if_then(cgutils.true_bit, likely=False):
            words = list(_words(builder, state, values[0]))
            row = _allocated(builder, ir.ArrayType(_WORD, max(len(words), _HASH_WORDS)))
            for index, word in enumerate(words):
                builder.store(word, builder.gep(row, [_COUNT(0), _COUNT(index)]))
            _return_record(context, builder, row, len(words))
        return context.get_dummy_value()

    return types.none(state), generate


def _words(builder: Any, kind: Any, value: Any) -> Iterator[Any]:
    """Yield the numbers in a state as 64-bit words, in the order of `pack`."""
    if isinstance(kind, types.BaseTuple):
        for index, part in enumerate(kind):
            yield from _words(builder, part, builder.extract_value(value, index))
    elif isinstance(kind, types.Boolean):
        yield builder.zext(value, _WORD)
    else:
        yield builder.bitcast(value, _WORD)


def _allocated(builder: Any, kind: Any) -> Any:
    """Return the address of new memory for a value; that of an exception ends a search and is never given back."""
    allocate = cgutils.get_or_insert_function(builder.module, ir.FunctionType(_ADDRESS, [_WORD]), "malloc")
    size = builder.ptrtoint(builder.gep(kind.as_pointer()(None), [_COUNT(1)]), _WORD)
    return builder.bitcast(builder.call(allocate, [size]), kind.as_pointer())


def _return_record(context: Any, builder: Any, row: Any, count: int) -> None:
    """Return from the function with numba's record of an exception that has `count` words."""
    convention = context.call_conv
    pickled = context.get_python_api(builder).serialize_object(convention.build_excinfo_struct(RulesFault, (), None, None))
    known = builder.load(pickled)
    record = _allocated(builder, callconv.excinfo_t)
    fields = (
        builder.extract_value(known, callconv.PICKLE_BUF_IDX),
        builder.extract_value(known, callconv.PICKLE_BUFSZ_IDX),
        builder.bitcast(row, _ADDRESS),
        _ADDRESS(None),
        _COUNT(-count),  # numba's own exceptions with arguments have a positive number there
    )
    for index, one in enumerate(fields):
        builder.store(one, builder.gep(record, [_COUNT(0), _COUNT(index)]))
    builder.store(record, convention._get_excinfo_argument(builder.function))
    convention._return_errcode_raw(builder, callconv.RETCODE_USEREXC)
