"""Checks of promises about symbols that not only arguments carry, where their values are known."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.cf import AssertOp
from xdsl.dialects.func import FuncOp
from xdsl.ir import BlockArgument, Operation, OpResult, SSAValue

from disc_shape.dialects.disc_shape.encoding import value_symbols
from disc_shape.exporting.shapes import assertion_call
from disc_shape.guards.hlo import Dimension, HloConditions
from disc_shape.relations import RelationState
from disc_shape.relations.value_types import as_tensor
from disc_shape.rewriting.sizes.conditions import condition_value
from disc_shape.rewriting.sizes.order import Order
from disc_shape.rewriting.sizes.sizes import Sizes
from disc_shape.symbolic import Cond, Expr, sym
from disc_shape.traversal import pre_order, values_of


@dataclass(frozen=True)
class Carrier:
    """A dimension that carries a symbol."""

    name: str
    value: SSAValue
    axis: int
    depth: int
    """How many operations are around the value."""

    @property
    def dimension(self) -> Dimension:
        """The value and its dimension."""
        return self.value, self.axis

    @property
    def user(self) -> Operation | None:
        """The first operation that can use the value."""
        if isinstance(self.value, OpResult):
            return self.value.op.next_op
        return self.value.block.first_op if isinstance(self.value, BlockArgument) else None

    def __str__(self) -> str:
        value = self.value
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
        Check a condition at the first place where the sizes of its symbols are known, outside of
        regions where there is one, else in each region that has them. False where there is none.

            %0 = stablehlo.dynamic_iota %s, dim = 0 : ... -> tensor<?xf32, [@k]>
        =>
            %0 = stablehlo.dynamic_iota %s, dim = 0 : ... -> tensor<?xf32, [@k]>
            %1 = tensor.dim %0, %c0 : tensor<?xf32, [@k]>
            %2 = arith.cmpi eq, %1, %c8 : index
            cf.assert %2, "expected k == 8, where k is dimension 0 of 'stablehlo.dynamic_iota'"
        """
        return any([self._check(condition, function) for function in self.functions])

    def _check(self, condition: Cond, function: FuncOp) -> bool:
        """Check a condition in a function."""
        names = {symbol.name for symbol in condition.symbols}
        every = [one for one in self.carriers[function] if one.name in names]
        order = Order(function.body)
        checked: list[SSAValue] = []
        for last in sorted(every, key=lambda one: one.depth):
            user = last.user
            if user is None or any(order.dominates(value, user) for value in checked):
                continue
            known: dict[str, Carrier] = {}
            for one in (last, *every):
                if one is last or order.dominates(one.value, user):
                    known.setdefault(one.name, one)
            if known.keys() == names and self._insert(condition, known, user, function):
                if user.parent is function.body.blocks[0]:
                    return True  # It runs in every call.
                checked.append(last.value)
        return bool(checked)

    def _insert(
        self, condition: Cond, known: dict[str, Carrier], user: Operation, function: FuncOp
    ) -> bool:
        block = user.parent
        assert block is not None
        where = " and ".join(f"{name} is {one}" for name, one in known.items())
        message = f"expected {condition}, where {where}"
        if self.as_assertions and block.parent is function.body:
            dimensions = {name: one.dimension for name, one in known.items()}
            built = HloConditions(block, user, dimensions)
            truth = built.truth(condition)
            numbers = [built.size(name) for name in known]
            shown = " and ".join(f"{name} = {{{place}}}" for place, name in enumerate(known))
            call = assertion_call(truth, f"{message}, found {shown}", numbers)
            block.insert_ops_before([call], user)
            return True
        state = RelationState()
        sizes: dict[Expr, Expr] = {
            sym(name): state.raw_dims(one.value)[one.axis] for name, one in known.items()
        }
        values = Sizes(state, Order(function.body), function.body.blocks[0])
        truth = condition_value(condition.substitute(sizes), user, values)
        if truth is None:
            return False
        block.insert_ops_before([AssertOp(truth, message)], user)
        return True


def carriers(function: FuncOp) -> Iterator[Carrier]:
    """The dimensions of tensors in a function that carry a symbol, in the order of the program."""
    depths: dict[Operation, int] = {function: 0}
    for op in pre_order(function):
        parent = op.parent_op()
        if op is not function:
            depths[op] = depths.get(parent, 0) + 1 if parent is not None else 0
        for value in values_of(op):
            symbols = value_symbols(value) if as_tensor(value.type) is not None else None
            for axis, name in enumerate(symbols or ()):
                if name is not None:
                    yield Carrier(name, value, axis, depths[op])
