"""HLO counterparts of operations of arith and math compute the same numbers."""

import itertools

import numpy as np
import pytest
from xdsl.dialects import arith, math
from xdsl.dialects.builtin import ModuleOp, TensorType, f32, i1, i32
from xdsl.dialects.func import FuncOp, ReturnOp
from xdsl.ir import Attribute, Block, Operation, Region
from xdsl.utils.exceptions import VerifyException

from disc_shape.cards.arith import SCALARS
from disc_shape.cards.functions import SHIFT_LEFT, SHIFT_RIGHT, SHIFT_RIGHT_LOGICAL
from disc_shape.cards.scalar_operations import FLOATING, SIGNED
from disc_shape.dialects.hlo.op import HloOp
from disc_shape.interpreters import run
from disc_shape.lowering.equivalents import twin_of, use_hlo

NUMBERS: dict[Attribute, np.ndarray] = {
    f32: np.array([np.nan, np.inf, -np.inf, 0, -0.0, 0.5, 1.5, -2.5, 1, -1, 3], np.float32),
    i32: np.array([0, 1, -1, 2, 5, -7, 31, 2**31 - 1, -(2**31)], np.int32),
    i1: np.array([False, True]),
}
"""Values at which functions of an element type could differ."""

SHIFTS = (SHIFT_LEFT, SHIFT_RIGHT, SHIFT_RIGHT_LOGICAL)

CLASSES = sorted(
    {*SCALARS, *SIGNED.values(), *FLOATING.values()} - {arith.SelectOp}, key=lambda one: one.name
)


def program(op_class: type[Operation], element: Attribute) -> tuple[ModuleOp, Operation] | None:
    """A program with one operation on tensors of an element type; None where it is invalid."""
    type_ = TensorType(element, (len(operands(op_class, element, 2)[0]),))
    for count in (1, 2):
        block = Block(arg_types=[type_] * count)
        op = op_class.create(operands=block.args, result_types=[type_])
        block.add_ops((op, ReturnOp(*op.results)))
        module = ModuleOp([FuncOp("main", ([type_] * count, [type_]), Region(block))])
        try:
            module.verify()
        except (VerifyException, AttributeError):
            continue
        return module, op
    return None


def operands(op_class: type[Operation], element: Attribute, count: int) -> list[np.ndarray]:
    """All pairs of numbers for which an operation is defined, as arrays of operands."""
    pairs = list(itertools.product(NUMBERS[element], repeat=2))
    scalar = SCALARS.get(op_class)
    if scalar is not None and scalar.zero_is_undefined:
        pairs = [(lhs, rhs) for lhs, rhs in pairs if rhs not in (0, -1)]
    if scalar is not None and scalar.function in SHIFTS:
        pairs = [(lhs, rhs) for lhs, rhs in pairs if 0 <= rhs < 32]
    return [np.array(one, NUMBERS[element].dtype) for one in zip(*pairs, strict=True)][:count]


def has_twin(op_class: type[Operation], element: Attribute) -> bool:
    """Whether an operation is valid on an element type and has a counterpart there."""
    found = program(op_class, element)
    return found is not None and twin_of(found[1]) is not None


CASES = [
    pytest.param(op_class, element, id=f"{op_class.name}-{element}")
    for op_class in CLASSES
    for element in NUMBERS
    if has_twin(op_class, element)
]


@pytest.mark.parametrize(("op_class", "element"), CASES)
def test_counterparts_compute_the_same(op_class: type[Operation], element: Attribute) -> None:
    """An operation that is replaced gives the same numbers as before."""
    found = program(op_class, element)
    assert found is not None
    module, op = found
    arrays = operands(op_class, element, len(op.operands))
    expected = run(module, *arrays)
    use_hlo(op)
    assert any(isinstance(new, HloOp) for new in module.walk())
    np.testing.assert_array_equal(run(module, *arrays), expected)


@pytest.mark.parametrize(
    ("op_class", "element"),
    [(arith.AddiOp, i1), (arith.SubiOp, i1), (arith.DivUIOp, i32), (arith.MaxUIOp, i1)],
)
def test_operations_that_differ_stay(op_class: type[Operation], element: Attribute) -> None:
    """Sums of booleans and numbers without a sign have no counterpart."""
    found = program(op_class, element)
    assert found is not None
    assert twin_of(found[1]) is None


@pytest.mark.parametrize(
    ("op_class", "element"),
    [(arith.AddiOp, i32), (arith.MuliOp, i1), (arith.ShRUIOp, i32), (math.PowFOp, f32)],
)
def test_counterparts_follow_from_cards(op_class: type[Operation], element: Attribute) -> None:
    """Functions that the cards of both dialects name have a counterpart."""
    assert has_twin(op_class, element)
