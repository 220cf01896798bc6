"""MLIR's dialect `index`, with indices of 64 bits."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from xdsl.ir import Operation

from disc_shape.interpreters.core import BINDERS, Frame, Step, semantics
from disc_shape.interpreters.kernels import elementwise
from disc_shape.interpreters.kernels.arrays import Array
from disc_shape.interpreters.reading import required, word_of
from disc_shape.interpreters.semantics.arith import unsigned
from disc_shape.interpreters.values import constant

_ARITH: dict[str, str] = {
    "add": "addi",
    "and": "andi",
    "ceildivs": "ceildivsi",
    "ceildivu": "ceildivui",
    "divs": "divsi",
    "divu": "divui",
    "floordivs": "floordivsi",
    "maxs": "maxsi",
    "maxu": "maxui",
    "mins": "minsi",
    "minu": "minui",
    "mul": "muli",
    "or": "ori",
    "rems": "remsi",
    "remu": "remui",
    "shl": "shli",
    "shrs": "shrsi",
    "shru": "shrui",
    "sub": "subi",
    "xor": "xori",
    "casts": "index_cast",
    "castu": "index_castui",
}
"""Operations that mean what one of arith does on 64 bits."""

for _name, _meaning in _ARITH.items():
    BINDERS[f"index.{_name}"] = BINDERS[f"arith.{_meaning}"]


@semantics("index.constant", "index.bool.constant")
def bind_constant(op: Operation) -> Step:
    value = constant(required(op, "value"))
    return lambda _frame, _ins: (value,)


@semantics("index.sizeof")
def bind_sizeof(_op: Operation) -> Step:
    return lambda _frame, _ins: (np.asarray(64, np.int64),)


@semantics("index.cmp")
def bind_cmp(op: Operation) -> Step:
    word = word_of(op, "pred")
    direction = word[-2:].upper()

    def step(_frame: Frame, ins: Sequence[Array]) -> Sequence[Array]:
        lhs, rhs = (unsigned(one) for one in ins) if word.startswith("u") else ins
        return (elementwise.compare(lhs, rhs, direction),)

    return step
