"""Reads elements of small integer tensors where they come from, or computes them from scalars.

Arithmetic stays what it is: the operations on scalars wrap around where those on tensors do.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod

from xdsl.dialects import arith, tensor
from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    DenseIntOrFPElementsAttr,
    IndexType,
    i8,
    i16,
    i32,
    i64,
)
from xdsl.ir import Attribute, Operation, SSAValue

from disc_shape.cards import elements_of, functions
from disc_shape.cards.elements import Elements, Elementwise, Generated, Scalar
from disc_shape.cards.functions import ScalarFunction
from disc_shape.cards.hlo_reduction import Reduction
from disc_shape.cards.indices import Index, is_inside, linearized, shape_of
from disc_shape.dialects.hlo.attributes import int_of, ints
from disc_shape.dialects.hlo.creation import ConstantOp
from disc_shape.dialects.hlo.gather_scatter import GatherOp
from disc_shape.dialects.hlo.movement import ConcatenateOp
from disc_shape.dialects.xdsl_extras.constants import constant_int
from disc_shape.relations.value_types import as_tensor
from disc_shape.rewriting.function import Rewriter, defining
from disc_shape.rewriting.registry import register_rule
from disc_shape.rewriting.rules import folding
from disc_shape.rewriting.rules.folding import numbers

KINDS = (IndexType(), i8, i16, i32, i64)
"""The types of integers that `arith.constant` makes."""

ELEMENTS_LIMIT = 64
"""The most elements of a constant that is looked into."""

OPERATIONS_LIMIT = 16
"""The most operations that an element is computed by."""

Element = tuple[SSAValue, Index]
"""A tensor and the index of one of its elements; a scalar and ()."""


class Sources:
    """Where elements come from: the reader that follows operations which only move elements."""

    def element(self, value: SSAValue, index: Index) -> Element:
        """An element of an operand."""
        return value, index

    def integer(self, value: SSAValue, index: Index) -> int | None:
        """An element of a constant operand."""
        known, number = numbers(value), constant_int(value)
        if known is None or not index:
            return known[0] if known else number
        return known[linearized(index, shape_of(value))]

    def constant(self, number: int) -> Element | None:
        """A number is no element of a tensor."""
        return None

    def apply(self, op: Operation, scalar: Scalar, operands: Sequence[Element]) -> Element | None:
        """What is computed is not moved."""
        return None


SOURCES = Sources()


def is_element(value: SSAValue, index: Index) -> bool:
    """True for an index inside a tensor all of whose sizes are static; scalars have ()."""
    shape = shape_of(value)
    return DYNAMIC_INDEX not in shape and is_inside(index, shape)


def source_of(value: SSAValue, index: Index) -> Element:
    """Where an element was before all operations that only moved it."""
    while is_element(value, index) and isinstance(value.owner, Operation):
        op, rule = value.owner, elements_of(value.owner)
        if rule is None or not moves(rule) or value is not op.results[0]:
            break
        found = rule.element(op, index, SOURCES)
        if found is None or not is_element(*found):
            break
        value, index = found
    return value, index


def moves(rule: Elements) -> bool:
    """True for rules that give elements of operands."""
    return rule.reads_elements and not isinstance(rule, Elementwise | Reduction | Generated)


def constant_at(value: SSAValue, index: Index, rewriter: Rewriter) -> SSAValue | None:
    """An integer of a small constant, as a constant scalar."""
    owner, type_ = value.owner, as_tensor(value.type)
    if not isinstance(owner, ConstantOp | arith.ConstantOp) or not is_element(value, index):
        return None
    attr, shape = owner.value, shape_of(value)
    if not isinstance(attr, DenseIntOrFPElementsAttr) or prod(shape) > ELEMENTS_LIMIT:
        return None
    kind = next((kind for kind in KINDS if type_ and kind == type_.element_type), None)
    if kind is None:
        return None
    known = list(attr.iter_values())
    number = known[linearized(index, shape) if len(known) > 1 else 0]
    assert isinstance(number, int)
    return rewriter.sizes.constant(number, kind)


def forward_element(op: Operation, rewriter: Rewriter) -> bool:
    """
    Read an element before operations that only move it. All sizes in between are static.

        %2 = stablehlo.concatenate %0, %1, dim = 0 : (tensor<2xi32>, tensor<3xi32>) -> tensor<5xi32>
        %3 = tensor.extract %2[%c3] : tensor<5xi32>
    =>
        %3 = tensor.extract %1[%c1] : tensor<3xi32>
    """
    assert isinstance(op, tensor.ExtractOp)
    index = constant_index(op)
    if index is None:
        return False
    value, at = source_of(op.tensor, index)
    found = value if as_tensor(value.type) is None else constant_at(value, at, rewriter)
    if found is not None:
        return found.type == op.result.type and rewriter.replace(op, [found])
    if value is op.tensor:
        return False
    new = tensor.ExtractOp.create(
        operands=[value, *(rewriter.sizes.constant(number) for number in at)],
        result_types=[op.result.type],
        attributes=dict(op.attributes),
    )
    return rewriter.replace_by(op, new)


def constant_index(op: tensor.ExtractOp) -> Index | None:
    """The index that is read, when all of it is constant."""
    known = [constant_int(value) for value in op.indices]
    index = tuple(number for number in known if number is not None)
    return index if len(index) == len(known) else None


@dataclass(frozen=True)
class Computed:
    """A scalar that an operation computes from others."""

    operation: type[Operation]
    operands: tuple[Recipe, ...]
    type: Attribute


Recipe = SSAValue | Computed
"""A scalar that exists, or how it is computed."""

CASTS = (arith.IndexCastOp, arith.ExtSIOp, arith.ExtUIOp, arith.TruncIOp)
"""Operations that convert tensors element by element as they convert scalars."""

ARITHMETIC: dict[ScalarFunction, type[Operation]] = {
    functions.ADD: arith.AddiOp,
    functions.SUBTRACT: arith.SubiOp,
    functions.MULTIPLY: arith.MuliOp,
    functions.MAXIMUM: arith.MaxSIOp,
    functions.MINIMUM: arith.MinSIOp,
}
"""The operations on signed scalars, which wrap around as those on tensors do."""

NEUTRAL: dict[ScalarFunction, int] = {functions.ADD: 0, functions.MULTIPLY: 1}
"""The operand that changes nothing."""


class Recipes:
    """How elements are computed from scalars: a reader that follows arithmetic, too."""

    def __init__(self, rewriter: Rewriter) -> None:
        self.rewriter = rewriter
        self.left = OPERATIONS_LIMIT

    def element(self, value: SSAValue, index: Index) -> Recipe | None:
        """An element that few operations compute from scalars and constants alone."""
        value, index = source_of(value, index)
        if as_tensor(value.type) is None:
            return value
        found = constant_at(value, index, self.rewriter)
        if found is not None or not isinstance(value.owner, Operation) or self.left <= 0:
            return found
        op, rule = value.owner, elements_of(value.owner)
        if isinstance(op, CASTS):
            return self._computed(type(op), [self.element(op.operands[0], index)], value)
        if isinstance(rule, Elementwise) or (isinstance(rule, Reduction) and is_short(op)):
            return rule.element(op, index, self)
        return None

    def integer(self, value: SSAValue, index: Index) -> int | None:
        """An element of a constant operand."""
        return SOURCES.integer(value, index)

    def constant(self, number: int) -> Recipe | None:
        """Numbers that no constant of the program holds are not read."""
        return None

    def apply(self, op: Operation, scalar: Scalar, operands: Sequence[Recipe]) -> Recipe | None:
        """An operation on scalars."""
        result, function = op.results[0], scalar.function
        type_ = as_tensor(result.type)
        if function not in ARITHMETIC or scalar.unsigned or type_ is None:
            return None
        if type_.element_type not in KINDS:
            return None
        for recipe, other in zip(operands, reversed(operands), strict=True):
            number = constant_int(recipe) if isinstance(recipe, SSAValue) else None
            if number is not None and number == NEUTRAL.get(function):
                return other
        return self._computed(ARITHMETIC[function], operands, result)

    def _computed(
        self, operation: type[Operation], operands: Sequence[Recipe | None], result: SSAValue
    ) -> Recipe | None:
        known = tuple(operand for operand in operands if operand is not None)
        self.left -= 1
        type_ = as_tensor(result.type)
        if len(known) < len(operands) or self.left < 0 or type_ is None:
            return None
        return Computed(operation, known, type_.element_type)


def is_short(op: Operation) -> bool:
    """True for a reduction of few static elements, whose body wraps around as scalars do."""
    shape, reduced = shape_of(op.operands[0]), ints(op.properties["dimensions"])
    count = prod(shape[axis] for axis in reduced)
    return DYNAMIC_INDEX not in shape and 0 < count <= OPERATIONS_LIMIT


def compute_element(op: Operation, rewriter: Rewriter) -> bool:
    """
    Compute a single element of a tensor that is computed from scalars alone.

        %1 = tensor.from_elements %a, %b : tensor<2xi32>
        %2 = stablehlo.multiply %1, %1 : tensor<2xi32>
        %3 = tensor.extract %2[%c1] : tensor<2xi32>
    =>
        %3 = arith.muli %b, %b : i32
    """
    assert isinstance(op, tensor.ExtractOp)
    index = constant_index(op)
    if index is None or op.parent is None:
        return False
    recipe = Recipes(rewriter).element(op.tensor, index)
    if recipe is None or isinstance(recipe, SSAValue):
        return recipe is not None and rewriter.replace(op, [recipe])
    return rewriter.replace_by(op, written(recipe, op, rewriter))


def written(recipe: Computed, op: Operation, rewriter: Rewriter) -> Operation:
    """The last operation of a recipe; the others are inserted before `op`."""
    operands: list[SSAValue] = []
    for part in recipe.operands:
        if isinstance(part, Computed):
            new = written(part, op, rewriter)
            rewriter.insert_before(op, new)
            part = new.results[0]
        operands.append(part)
    return recipe.operation.create(operands=operands, result_types=[recipe.type])


def take_concatenated_element(op: Operation, rewriter: Rewriter) -> bool:
    """
    Use the piece that a gather of one element takes out of a list. Indices out of range are
    clamped (StableHLO specification, "gather").

        %l = stablehlo.concatenate %a, %b, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
        %1 = "stablehlo.gather"(%l, %one) <{..., slice_sizes = array<i64: 1>}>
          : (tensor<2xi32>, tensor<1x1xi32>) -> tensor<1xi32>      // %one holds 1
    =>
        uses of %1 use %b
    """
    assert isinstance(op, GatherOp)
    concatenate, whole, shape = (
        defining(op.operand),
        folding.shape_of(op.operand),
        folding.shape_of(op.result),
    )
    if not isinstance(concatenate, ConcatenateOp) or int_of(concatenate.dimension) != 0:
        return False
    if whole is None or len(whole) != 1 or ints(op.slice_sizes) != (1,) or shape != (1,):
        return False
    found = numbers(op.start_indices)
    if found is None or len(found) != 1:
        return False
    index = min(max(found[0], 0), whole[0] - 1)
    for piece in concatenate.operands:
        sizes = folding.shape_of(piece)
        if sizes is None:
            return False
        if index < sizes[0]:
            return piece.type == op.result.type and rewriter.replace(op, [piece])
        index -= sizes[0]
    return False


register_rule(forward_element, tensor.ExtractOp)
register_rule(take_concatenated_element, GatherOp)
register_rule(compute_element, tensor.ExtractOp)
