"""The assumption `disc_shape.no_wrap`: integer arithmetic that reaches only shapes does not wrap.

An operation is part of a shape computation only when everything that uses its results is: the
shape operands of other operations, and integer operations of which the same holds. Values that
are also data are modular numbers like any other, and nothing is claimed of them.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from typing import cast

from xdsl.dialects.builtin import IndexType, IntegerType, ModuleOp, TensorType, i1
from xdsl.ir import Attribute, Operation, SSAValue

from disc_shape.interpreters.core import Frame, Hook
from disc_shape.interpreters.errors import ClaimError
from disc_shape.interpreters.kernels.arrays import Array, integers

ATTRIBUTE = "disc_shape.no_wrap"

SHAPE_OPERANDS: dict[str, tuple[int, ...]] = {
    "dynamic_broadcast_in_dim": (1,),
    "dynamic_reshape": (1,),
    "dynamic_iota": (0,),
    "real_dynamic_slice": (1, 2, 3),
    "dynamic_pad": (2, 3, 4),
    "dynamic_gather": (2,),
    "dynamic_conv": (2,),
}
"""HLO operation -> its operands that are parts of shapes."""

SIZED = frozenset(
    "tensor.extract_slice tensor.expand_shape tensor.splat disc_shape.tie_shape"
    " memref.expand_shape memref.subview memref.reinterpret_cast".split()
)
"""Operations all of whose operands but the first are parts of shapes."""

SIZES = frozenset(
    "tensor.empty disc_shape.bind_dim shape.from_extents shape.from_extent_tensor"
    " memref.alloc memref.alloca".split()
)
"""Operations all of whose operands are."""

CARRIERS = frozenset(
    "tensor.from_elements tensor.extract arith.index_cast arith.addi arith.subi arith.muli"
    " arith.minsi arith.maxsi arith.divsi arith.divui arith.floordivsi arith.ceildivsi"
    " arith.remsi arith.remui arith.extsi arith.trunci arith.maxui arith.minui arith.ceildivui"
    " arith.shli arith.shrsi arith.shrui arith.andi arith.ori arith.xori arith.extui"
    " arith.index_castui".split()
) | {
    f"{prefix}.{name}"
    for prefix in ("stablehlo", "mhlo")
    for name in (
        "add subtract multiply minimum maximum divide remainder negate reshape concatenate convert"
        " clamp slice broadcast_in_dim abs sign power shift_left shift_right_arithmetic"
        " shift_right_logical and or xor not"
    ).split()
}
"""Operations that pass a shape computation on."""


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
}
_SAME = frozenset(("index_cast", "trunci", "convert"))


def is_claimed(module: ModuleOp) -> bool:
    return ATTRIBUTE in module.attributes


def _is_integer(kind: Attribute) -> bool:
    element = kind
    if isinstance(kind, TensorType):
        element = cast("TensorType[Attribute]", kind).element_type
    return element != i1 and isinstance(element, IntegerType | IndexType)


class ShapeComputations:
    """Which values are parts of shapes and nothing else."""

    def __init__(self) -> None:
        self.known: dict[SSAValue, bool] = {}

    def holds(self, value: SSAValue) -> bool:
        """Whether every use of a value ends in a shape operand; a value without uses does not."""
        found = self.known.get(value)
        if found is None:
            self.known[value] = False
            uses = list(value.uses)
            found = bool(uses) and all(self._passes(use.operation, use.index) for use in uses)
            self.known[value] = found
        return found

    def _passes(self, op: Operation, index: int) -> bool:
        prefix, _, rest = op.name.partition(".")
        if prefix in ("stablehlo", "mhlo") and rest in SHAPE_OPERANDS:
            return index in SHAPE_OPERANDS[rest]
        if op.name in SIZES or (op.name in SIZED and index > 0):
            return True
        if op.name.endswith(".select"):
            return index > 0 and self.holds(op.results[0])
        if op.name in CARRIERS:
            return all(self.holds(result) for result in op.results)
        return False


def hook_of(op: Operation, shapes: ShapeComputations) -> Hook | None:
    """Compare an operation's machine result with the mathematical one."""
    rest = op.name.rpartition(".")[2]
    if (rest not in _EXACT and rest not in _SAME) or op.name not in CARRIERS:
        return None
    if len(op.results) != 1 or not _is_integer(op.results[0].type):
        return None
    if not all(_is_integer(operand.type) for operand in op.operands):
        return None
    if not shapes.holds(op.results[0]):
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
