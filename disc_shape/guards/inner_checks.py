"""Checks of promises about symbols that not only arguments carry, where their values are known."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from xdsl.dialects.builtin import MemRefType, ModuleOp
from xdsl.dialects.cf import AssertOp
from xdsl.dialects.func import FuncOp
from xdsl.ir import BlockArgument, Operation, OpResult, SSAValue

from disc_shape.dialects.disc_shape.encoding import value_symbols
from disc_shape.dialects.disc_shape.symbols import BindDimOp
from disc_shape.exporting.shapes import assertion_call
from disc_shape.guards.hlo import Dimension, HloConditions
from disc_shape.relations import RelationState
from disc_shape.relations.value_types import as_tensor
from disc_shape.rewriting.sizes.conditions import condition_value
from disc_shape.rewriting.sizes.order import Order
from disc_shape.rewriting.sizes.sizes import Sizes
from disc_shape.symbolic import Cond, Expr, sym
from disc_shape.traversal import pre_order, values_of

NO_VALUE = "no value has its sizes where it can be computed"
"""Why a promise is not checked."""


@dataclass(frozen=True)
class Carrier:
    """A dimension that carries a symbol, or a number that `bind_dim` binds to it."""

    name: str
    value: SSAValue
    axis: int
    depth: int
    """How many operations are around the value, or around the operation that binds it."""
    binding: BindDimOp | None = None
    """The operation that binds the value itself; what does not run binds nothing."""

    @property
    def is_of_tensor(self) -> bool:
        """Whether it is a dimension of a tensor."""
        return self.binding is None and as_tensor(self.value.type) is not None

    @property
    def dimension(self) -> Dimension:
        """The value and its dimension."""
        return self.value, self.axis

    def size(self, state: RelationState) -> Expr:
        """The size that the symbol denotes."""
        if self.binding is not None:
            return state.fresh_element(self.value, 0)
        return state.raw_dims(self.value)[self.axis]

    def is_known_at(self, user: Operation, order: Order) -> bool:
        """Whether the size can be read before an operation, and is that of the symbol."""
        if self.binding is None:
            return order.dominates(self.value, user)
        return comes_before(self.binding, user, order)

    @property
    def user(self) -> Operation | None:
        """The first operation that can use the value."""
        if self.binding is not None:
            return self.binding.next_op
        if isinstance(self.value, OpResult):
            return self.value.op.next_op
        return self.value.block.first_op if isinstance(self.value, BlockArgument) else None

    def __str__(self) -> str:
        value = self.value
        if self.binding is not None:
            return f"bound by '{self.binding.name}'"
        if isinstance(value, OpResult):
            return f"dimension {self.axis} of '{value.op.name}'"
        number = value.index if isinstance(value, BlockArgument) else 0
        return f"dimension {self.axis} of argument {number}"


class InnerChecks:
    """Inserts checks after the values that carry the symbols of conditions."""

    def __init__(self, module: ModuleOp, as_assertions: bool) -> None:
        self.as_assertions = as_assertions
        self.functions = [op for op in module.ops if isinstance(op, FuncOp) and op.body.blocks]
        self.carriers = {one: tuple(carriers(one)) for one in self.functions}

    def insert(self, condition: Cond) -> bool:
        """
        Check a condition where the sizes of its symbols are known, outside of regions where that is
        possible, and wherever no such check comes before. False where they never are.

            %0 = stablehlo.dynamic_iota %s, dim = 0 : ... -> tensor<?xf32, [@k]>
        =>
            %0 = stablehlo.dynamic_iota %s, dim = 0 : ... -> tensor<?xf32, [@k]>
            %1 = tensor.dim %0, %c0 : tensor<?xf32, [@k]>
            %2 = arith.cmpi eq, %1, %c8 : index
            cf.assert %2, "expected k == 8, where k is dimension 0 of 'stablehlo.dynamic_iota'"
        """
        names = {symbol.name for symbol in condition.symbols}
        done = False
        for function in self.functions:
            every = [one for one in self.carriers[function] if one.name in names]
            order = Order(function.body)
            checked: list[Operation] = []
            for last in sorted(every, key=lambda one: one.depth):
                user = last.user
                if user is None or any(comes_before(one, user, order) for one in checked):
                    continue
                known: dict[str, Carrier] = {}
                for one in (last, *every):
                    if one is last or one.is_known_at(user, order):
                        known.setdefault(one.name, one)
                if known.keys() == names and self._insert(condition, known, user, function):
                    checked.append(user)
            done = done or bool(checked)
        return done

    def _insert(
        self, condition: Cond, known: dict[str, Carrier], user: Operation, function: FuncOp
    ) -> bool:
        block = user.parent
        assert block is not None
        where = " and ".join(f"{name} is {one}" for name, one in known.items())
        message = f"expected {condition}, where {where}"
        is_plain = all(one.is_of_tensor for one in known.values())
        if self.as_assertions and block.parent is function.body and is_plain:
            dimensions = {name: one.dimension for name, one in known.items()}
            built = HloConditions(block, user, dimensions)
            truth = built.truth(condition)
            numbers = [built.size(name) for name in known]
            shown = " and ".join(f"{name} = {{{place}}}" for place, name in enumerate(known))
            call = assertion_call(truth, f"{message}, found {shown}", numbers)
            block.insert_ops_before([call], user)
            return True
        state = RelationState()
        sizes: dict[Expr, Expr] = {sym(name): one.size(state) for name, one in known.items()}
        values = Sizes(state, Order(function.body), function.body.blocks[0])
        truth = condition_value(condition.substitute(sizes), user, values)
        if truth is None:
            return False
        block.insert_ops_before([AssertOp(truth, message)], user)
        return True


def comes_before(first: Operation, later: Operation, order: Order) -> bool:
    """Whether an operation, or one around it, is `first` or comes after it in its block."""
    inner: Operation | None = later
    while inner is not None and inner.parent is not first.parent:
        inner = inner.parent_op()
    return inner is not None and order.number(first) <= order.number(inner)


def carriers(function: FuncOp) -> Iterator[Carrier]:
    """
    The dimensions of tensors and buffers and the bound numbers in a function that carry a symbol,
    in the order of the program.
    """
    depths: dict[Operation, int] = {function: 0}
    for op in pre_order(function):
        parent = op.parent_op()
        if op is not function:
            depths[op] = depths.get(parent, 0) + 1 if parent is not None else 0
        if isinstance(op, BindDimOp):
            yield Carrier(op.symbol, op.size, 0, depths[op], op)
        for value in values_of(op):
            is_shaped = as_tensor(value.type) is not None or type(value.type) is MemRefType
            for axis, name in enumerate((value_symbols(value) if is_shaped else None) or ()):
                if name is not None:
                    yield Carrier(name, value, axis, depths[op])
