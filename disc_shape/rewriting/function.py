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

from disc_shape.analysis.guard_records import Guard
from disc_shape.analysis.shape_analysis import FunctionShapes
from disc_shape.cards import card_of
from disc_shape.constraints.types import set_type, static_size, with_sizes
from disc_shape.dialects.disc_shape import strip
from disc_shape.dialects.disc_shape.encoding import is_foreign
from disc_shape.dialects.hlo.op import HloOp
from disc_shape.dialects.hlo.shapes import has_unranked
from disc_shape.dialects.hlo.types import BoundsAttr, TypeExtensionsAttr
from disc_shape.dialects.xdsl_extras.literals import is_repeated
from disc_shape.relations.size_table import Dims
from disc_shape.relations.value_types import as_tensor
from disc_shape.rewriting.discoveries import Discoveries
from disc_shape.rewriting.refine import has_fixed_operands, has_fixed_types
from disc_shape.rewriting.registry import rules_of
from disc_shape.rewriting.sizes.order import Order
from disc_shape.rewriting.sizes.sizes import Sizes
from disc_shape.rewriting.walk import Walk
from disc_shape.symbolic import Cond, Expr, Mention, has_atom, has_product

OWN_ATTRIBUTES = "disc_shape."
"""How the names of attributes begin that are written anew with the types."""


class Rewriter:
    """
    The hands of the rules on one function.

    Sizes are seen as they may be used where the walk stands: in front of a guard that stays, the
    sizes it checks are not yet what the guard or anything behind it says they are.
    """

    def __init__(self, shapes: FunctionShapes):
        self.shapes = shapes
        self.state = shapes.state
        self.order = Order(shapes.body)
        self.fixed_operands = {
            op: tuple(operand.type for operand in op.operands)
            for op in self.order.numbers
            if has_fixed_operands(op) and not self.is_unreachable(op)
        }
        """The operand types of operations whose verifiers may insist on them."""
        self.unreachable = {
            op: tuple(strip(operand.type) for operand in op.operands)
            for op in self.order.numbers
            if shapes.unreachable and self.is_unreachable(op)
        }
        """The operations that no legal run meets, and the types of their operands."""
        self.sizes = Sizes(shapes.state, self.order, shapes.body.blocks[0])
        self.guards: dict[Operation, Guard] = {guard.op: guard for guard in shapes.guards}
        self.changes = 0
        self.successors: dict[Operation, Operation] = {}
        """The operations that have taken the place of others, whose facts they imply."""
        self.discoveries = Discoveries(shapes, self.sizes)
        self._kept_guards = sum(not guard.proved for guard in shapes.guards)
        self._passed = 0
        self.sizes.is_settled = self.is_settled
        self.sizes.is_known_behind = self.is_known_behind

    def is_unreachable(self, op: Operation) -> bool:
        """True for operations in regions and blocks that no legal run enters."""
        unreachable = self.shapes.unreachable
        if op.parent in unreachable:
            return True
        region = op.parent_region() if unreachable else None
        while region is not None:
            if region in unreachable:
                return True
            region = None if region.parent is None else region.parent.parent_region()
        return False

    # questions

    def is_settled(self, node: Expr | Cond, to_prove: bool = False) -> bool:
        """
        True when what is known of a size may be used where the walk stands: nothing has been
        learned of it from a guard further down that stays, or behind it. Otherwise that guard
        would end up proving itself. With `to_prove`, nothing that may help to prove a condition.
        """
        return self._passed == self._kept_guards or self._learned(node, to_prove) <= self._passed

    def _learned(self, node: Expr | Cond, to_prove: bool = False) -> int:
        """Behind how many guards that stay something was last learned that `is_settled` minds."""
        mentions: list[Mention] = [Mention.PROOFS] if to_prove else []
        if to_prove or has_atom(node):
            mentions.append(Mention.ATOMS)
        if to_prove or has_product(node):
            mentions.append(Mention.PRODUCTS)
        last_learned = self.shapes.last_learned
        return max((last_learned(symbol, *mentions) for symbol in node.symbols), default=0)

    def rests_on_guard(self, size: Expr) -> bool:
        """True when a guard that stays, or what is known after it, changes the form of a size."""
        if self._kept_guards == 0 or self._learned(size) == 0:
            return False
        return self.state.prover.canonical(size) is not size

    def is_known_behind(self, size: Expr, value: SSAValue) -> bool:
        """
        True when the bounds of a size are known where a value is defined: no guard that stays
        stands behind that and has to do with them.
        """
        last = self._learned(size) if self._kept_guards else 0
        kept = [guard.op for guard in self.shapes.guards if not guard.proved]
        return last == 0 or self.order.number(kept[last - 1]) < self.sizes.made.position(value)

    def canonical(self, size: Expr) -> Expr:
        """A size as it may be written where the walk stands."""
        if size.constant is not None or not self.is_settled(size):
            return size
        return self.state.prover.canonical(size)

    def dims(self, value: SSAValue) -> Dims:
        """The sizes of a ranked value."""
        return tuple(self.canonical(size) for size in self.state.raw_dims(value))

    def elements(self, value: SSAValue) -> tuple[Expr, ...] | None:
        """The integers that a value holds, None when unknown."""
        if value not in self.state.relevant:
            return None
        items = self.state.raw_elements(value)
        return None if items is None else tuple(self.canonical(item) for item in items)

    def integer(self, value: SSAValue) -> Expr | None:
        """The one integer that a value holds, None when unknown."""
        items = self.elements(value)
        return items[0] if items is not None and len(items) == 1 else None

    def constants(self, value: SSAValue) -> tuple[int, ...] | None:
        """The integers that a value holds when all are known constants."""
        items = self.elements(value)
        if items is None:
            return None
        numbers = tuple(item.constant for item in items if item.constant is not None)
        return numbers if len(numbers) == len(items) else None

    def range(self, size: Expr) -> tuple[int | None, int | None]:
        """The bounds of a size, by facts that may be used here."""
        return self.state.prover.bounds(size) if self.is_settled(size) else (None, None)

    def proves(self, condition: Cond) -> bool:
        """
        True when a condition on sizes holds in every legal run, by facts that may be used here.
        """
        settled = self.is_settled(condition, to_prove=True)
        return settled and self.state.prover.proves(condition)

    def refined_type(self, value: SSAValue) -> Attribute:
        """The type of a value with all sizes that may be written here, without symbols."""
        type = strip(value.type)
        tensor = as_tensor(type)
        return type if tensor is None else with_sizes(tensor, self.dims(value))

    # changes

    def replace(self, op: Operation, values: Sequence[SSAValue]) -> bool:
        """
        Use other values instead of the results of `op`, and erase it; False, with nothing done,
        when a value differs from a result in more than what its type says of sizes.
        """
        if not interchangeable(op.results, values):
            return False
        self.discoveries.note_replacement(op, values)
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
        Put `new`, whose results have the same types but for sizes, in the place of `op`; what
        others have noted on `op`, such as its sharding, goes over to it. False like `replace`.
        """
        block = op.parent
        assert block is not None
        if not interchangeable(op.results, new.results):
            return False
        for name, attribute in op.attributes.items():
            if not name.startswith(OWN_ATTRIBUTES):
                new.attributes.setdefault(name, attribute)
        block.insert_ops_before([new], op)
        self.order.numbers[new] = self.order.number(op)
        self.discoveries.note_operation(op, new)
        for old, result in zip(op.results, new.results, strict=True):
            self.state.copy_value(old, result)
            result.name_hint = old.name_hint
        self.successors[op] = new
        return self.replace(op, new.results)

    def erase(self, op: Operation) -> bool:
        """Remove an operation without results."""
        return self.replace(op, ())

    def set_operand(self, op: Operation, index: int, value: SSAValue) -> bool:
        """Use `value` as operand `index`; False when it is there already."""
        if op.operands[index] is value:
            return False
        op.operands[index] = value
        self.changes += 1
        return True

    # the position of a walk

    def renew(self) -> None:
        """Start again on IR that has been cleaned up."""
        self.rewind()
        self.order = Order(self.shapes.body)
        self.sizes = self.sizes.renewed(self.order)

    def rewind(self) -> None:
        """Stand at the top of the function again."""
        self._passed = 0

    def forward(self) -> None:
        """Stand at the end of the function, behind all guards."""
        self._passed = self._kept_guards

    def pass_guard(self, op: Operation) -> None:
        """Tell the rewriter that a walk has gone past `op`."""
        guard = self.guards.get(op)
        if guard is not None and not guard.proved:
            self._passed += 1


class RuleWalk(Walk):
    """Runs the rules on every operation, then writes what they have found into its type."""

    def visit(self, op: Operation) -> None:
        """Run the rules of an operation until one of them replaces it."""
        rules = rules_of(type(op))
        if rules and isinstance(op, HloOp) and has_unranked(op):
            return
        for rule in rules:
            if op.parent is None:
                return
            rule(op, self.rewriter)

    def leave(self, op: Operation) -> None:
        """Write the sizes that are constants into the types of the results."""
        if not has_fixed_types(op) and not card_of(op).sized_by_operands:
            for result in op.results:
                if isinstance(result.type, TensorType):
                    set_type(result, self.rewriter.refined_type(result))


def interchangeable(old: Sequence[SSAValue], new: Sequence[SSAValue]) -> bool:
    """True when types differ at most in what they say of sizes."""
    return all(
        one.type == other.type or differ_in_sizes_only(one.type, other.type)
        for one, other in zip(old, new, strict=True)
    )


def differ_in_sizes_only(left: Attribute, right: Attribute) -> bool:
    """
    True for one type, and for tensor types that say more or less of the same sizes. Elements of
    other types (quantized along another axis) and encodings that are somebody else's are another
    matter.
    """
    one, other = as_tensor(left), as_tensor(right)
    if one is None or other is None:
        return left == right
    return one.element_type == other.element_type and foreign(one) == foreign(other)


def foreign(type: TensorType[Attribute]) -> Attribute | None:
    """The encoding of a type where it speaks of something else than sizes."""
    encoding = type.encoding
    about_sizes = isinstance(encoding, NoneAttr | BoundsAttr | TypeExtensionsAttr)
    return encoding if is_foreign(type) and not about_sizes else None


def static_type(type: Attribute, sizes: Sequence[Expr]) -> TensorType[Attribute] | None:
    """The tensor type with these sizes when all are constants, else None."""
    shape = [number for number in map(static_size, sizes) if number is not None]
    tensor = as_tensor(type)
    if tensor is None or len(shape) != len(sizes):
        return None
    return TensorType(tensor.element_type, shape, foreign(tensor) or NoneAttr())


def has_one_value(attr: DenseIntOrFPElementsAttr) -> bool:
    """True when all elements are the same number; what has no elements holds none."""
    return is_repeated(attr)


def defining(value: SSAValue) -> Operation | None:
    """The operation that makes a value, None for block arguments."""
    return value.op if isinstance(value, OpResult) else None
