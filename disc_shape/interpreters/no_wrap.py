"""The assumption `disc_shape.no_wrap`: integer arithmetic that reaches a shape does not wrap.

The claim is about arithmetic whose result reaches a shape operand, a guard or the index of an
element, through integer operations, calls and the regions of control flow, also if there are other
uses. Other integers, those of type `index` too, are data, which is modular and may wrap. Such an
integer is not rounded either where it is converted to a 64-bit float in between; for a smaller
float, the claim is about the integer that it is converted to.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from functools import partial
from typing import cast

from xdsl.dialects.builtin import IndexType, IntegerType, ModuleOp, TensorType, i1
from xdsl.ir import Attribute, Operation

from disc_shape.interpreters.core import Frame, Hook
from disc_shape.interpreters.errors import ClaimError
from disc_shape.interpreters.kernels.arrays import Array, integers
from disc_shape.interpreters.shape_computations import CARRIERS, ShapeComputations

ATTRIBUTE = "disc_shape.no_wrap"


def _power(base: int, exponent: int) -> int:
    """Exact where it can fit into 64 bits; beyond, some number that cannot."""
    if exponent < 0:
        return base if exponent % 2 and abs(base) == 1 else int(abs(base) == 1)
    return base**exponent if abs(base) <= 1 or exponent < 64 else 1 << 64


def _size(value: int) -> int:
    return abs(value)


def _negated(value: int) -> int:
    return -value


def _shifted(value: int, amount: int) -> int:
    return value << amount if 0 <= amount < 64 else 0


_EXACT: dict[str, Callable[..., int]] = {
    "abs": _size,
    "add": operator.add,
    "addi": operator.add,
    "subtract": operator.sub,
    "subi": operator.sub,
    "multiply": operator.mul,
    "muli": operator.mul,
    "negate": _negated,
    "power": _power,
    "shift_left": _shifted,
    "shli": _shifted,
    "shl": _shifted,
    "sub": operator.sub,
    "mul": operator.mul,
}
_SAME = frozenset(("index_cast", "trunci", "convert"))


def is_claimed(module: ModuleOp) -> bool:
    """Whether a module has the attribute."""
    return ATTRIBUTE in module.attributes


def _is_integer(kind: Attribute) -> bool:
    element = kind
    if isinstance(kind, TensorType):
        element = cast("TensorType[Attribute]", kind).element_type
    return element != i1 and isinstance(element, IntegerType | IndexType)


def _check_floats(
    op: Operation, _frame: Frame, ins: Sequence[Array], outs: Sequence[Array]
) -> None:
    """The same number in another type."""
    before, after = ([int(number) for number in array.flat] for array in (ins[0], outs[0]))
    if before != after:
        raise ClaimError(
            f"'{op.name}' rounds or wraps, which {ATTRIBUTE} excludes: {ins[0].tolist()} gives"
            f" {outs[0].tolist()}",
            op,
        )


def hook_of(op: Operation, shapes: ShapeComputations) -> Hook | None:
    """Compare an operation's machine result with the mathematical one."""
    if op in shapes.exact:
        return partial(_check_floats, op)
    rest = op.name.rpartition(".")[2]
    if (rest not in _EXACT and rest not in _SAME) or op.name not in CARRIERS:
        return None
    if len(op.results) != 1 or not _is_integer(op.results[0].type):
        return None
    if not all(_is_integer(operand.type) for operand in op.operands):
        return None
    if op.results[0] not in shapes:
        return None

    def check(_frame: Frame, ins: Sequence[Array], outs: Sequence[Array]) -> None:
        wide = [integers(array) for array in ins]
        exact = (
            wide[0] if rest in _SAME else [_EXACT[rest](*row) for row in zip(*wide, strict=True)]
        )
        if exact != integers(outs[0]):
            operands = " and ".join(str(array.tolist()) for array in ins)
            raise ClaimError(
                f"'{op.name}' wraps, which {ATTRIBUTE} excludes: {operands} give"
                f" {outs[0].tolist()}",
                op,
            )

    return check
