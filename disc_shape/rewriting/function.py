"""
Simplifies the operations of a function by what is known of their sizes, in one forward walk.

A rule (see `registry`) is a plain function. It looks at one operation through `Rewriter`, which
answers questions about sizes and does all changes, and returns whether it changed anything. Each
operation is visited once per walk, after the operations that define its operands.
"""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import DenseIntOrFPElementsAttr, NoneAttr, TensorType
from xdsl.ir import Attribute, Operation, OpResult, SSAValue

from disc_shape.analysis.shape_analysis import FunctionShapes
from disc_shape.constraints.types import static_size
from disc_shape.dialects.disc_shape import strip
from disc_shape.dialects.disc_shape.encoding import is_foreign
from disc_shape.dialects.hlo.types import BoundsAttr, TypeExtensionsAttr
from disc_shape.dialects.xdsl_extras.literals import is_repeated
from disc_shape.locations import inherit
from disc_shape.relations.value_types import as_tensor
from disc_shape.rewriting.discoveries import Discoveries
from disc_shape.rewriting.known_sizes import KnownSizes
from disc_shape.rewriting.refine import has_fixed_operands, is_unreachable
from disc_shape.rewriting.sizes.order import Order
from disc_shape.rewriting.sizes.sizes import Sizes
from disc_shape.symbolic import Expr

OWN_ATTRIBUTES = "disc_shape."
"""The prefix of attributes that are written anew with the types."""


class Rewriter(KnownSizes):
    """Does all changes of one function, and answers the questions of the rules about its sizes."""

    def __init__(self, shapes: FunctionShapes):
        super().__init__(shapes)
        self.order = Order(shapes.body)
        self.fixed_operands = {
            op: tuple(operand.type for operand in op.operands)
            for op in self.order.numbers
            if has_fixed_operands(op) and not is_unreachable(op, shapes.unreachable)
        }
        """The operand types of operations whose verifiers may insist on them."""
        self.unreachable = {
            op: tuple(strip(operand.type) for operand in op.operands)
            for op in self.order.numbers
            if shapes.unreachable and is_unreachable(op, shapes.unreachable)
        }
        """The operations that no legal run reaches, and the types of their operands."""
        self.sizes = Sizes(shapes.state, self.order, shapes.body.blocks[0], self)
        self.changes = 0
        self.is_settled = True
        """
        Whether all changes of a walk were such that rules can only apply to operations after them.
        """
        self.released: list[SSAValue] = []
        """The values that have lost a use."""
        self.successors: dict[Operation, Operation] = {}
        """The operations that have replaced others, whose facts they imply."""
        self.discoveries = Discoveries(shapes, self.sizes)

    def is_known_at(self, size: Expr, value: SSAValue) -> bool:
        """
        True when the bounds of a size are known where a value is defined: no guard after that
        definition concerns them.
        """
        guard = self.last_guard(size)
        return guard is None or self.order.number(guard) < self.sizes.inserted.position(value)

    def replace(self, op: Operation, values: Sequence[SSAValue]) -> bool:
        """
        Use other values instead of the results of `op`, and erase it; False, with nothing done,
        when the type of a value differs from that of a result in more than sizes.
        """
        if not interchangeable(op.results, values):
            return False
        self.discoveries.note_replacement(op, values)
        self.is_settled &= all(
            block.first_op is None for region in op.regions for block in region.blocks
        )
        self.released += op.operands
        for old, new in zip(op.results, values, strict=True):
            self.sizes.forward(old, new)
            old.replace_all_uses_with(new)
        block = op.parent
        assert block is not None
        block.erase_op(op)
        self.changes += 1
        return True

    def replace_by(self, op: Operation, new: Operation) -> bool:
        """
        Replace `op` by `new`, whose results have the same types but for sizes. Attributes of `op`
        that other tools have set, such as its sharding, are copied. False like `replace`.
        """
        if not interchangeable(op.results, new.results):
            return False
        for name, attribute in op.attributes.items():
            if not name.startswith(OWN_ATTRIBUTES):
                new.attributes.setdefault(name, attribute)
        inherit(new, op)
        self._insert_before(op, new)
        self.discoveries.note_operation(op, new)
        for old, result in zip(op.results, new.results, strict=True):
            self.state.copy_value(old, result)
            result.name_hint = old.name_hint
        self.successors[op] = new
        return self.replace(op, new.results)

    def insert_before(self, op: Operation, new: Operation) -> None:
        """Insert a part of what replaces `op`."""
        self.is_settled = False
        self._insert_before(op, new)

    def _insert_before(self, op: Operation, new: Operation) -> None:
        assert op.parent is not None
        op.parent.insert_ops_before([new], op)
        self.order.numbers[new] = self.order.number(op)

    def erase(self, op: Operation) -> bool:
        """Remove an operation without results."""
        return self.replace(op, ())

    def set_operand(self, op: Operation, index: int, value: SSAValue) -> bool:
        """Use `value` as operand `index`; False when it is there already."""
        if op.operands[index] is value:
            return False
        self.released.append(op.operands[index])
        op.operands[index] = value
        self.changes += 1
        return True

    def renew(self) -> None:
        """Start again on IR that has been cleaned up."""
        self.rewind()
        self.order = Order(self.shapes.body)
        self.sizes = self.sizes.renewed(self.order)


def interchangeable(old: Sequence[SSAValue], new: Sequence[SSAValue]) -> bool:
    """True when types differ at most in sizes."""
    return all(
        one.type == other.type or differ_in_sizes_only(one.type, other.type)
        for one, other in zip(old, new, strict=True)
    )


def differ_in_sizes_only(left: Attribute, right: Attribute) -> bool:
    """
    True for equal types, and for tensor types that differ only in which sizes are static or have
    symbols. Element types (quantized along another axis) and other encodings must be equal.
    """
    one, other = as_tensor(left), as_tensor(right)
    if one is None or other is None:
        return left == right
    return one.element_type == other.element_type and foreign(one) == foreign(other)


def foreign(type: TensorType[Attribute]) -> Attribute | None:
    """The encoding of a type if it does not describe sizes."""
    encoding = type.encoding
    about_sizes = isinstance(encoding, NoneAttr | BoundsAttr | TypeExtensionsAttr)
    return encoding if is_foreign(type) and not about_sizes else None


def static_type(type: Attribute, sizes: Sequence[Expr]) -> TensorType[Attribute] | None:
    """The tensor type with these sizes when all are constants, else None."""
    shape: list[int] = []
    for size in sizes:
        number = static_size(size)
        if number is None:
            return None
        shape.append(number)
    tensor = as_tensor(type)
    if tensor is None:
        return None
    return TensorType(tensor.element_type, shape, foreign(tensor) or NoneAttr())


def has_one_value(attr: DenseIntOrFPElementsAttr) -> bool:
    """True when all elements are the same number; what has no elements holds none."""
    return is_repeated(attr)


def defining(value: SSAValue) -> Operation | None:
    """The defining operation of a value, None for block arguments."""
    return value.op if isinstance(value, OpResult) else None
