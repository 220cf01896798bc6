"""Computes sizes and conditions on them with operations of `arith`, at the end of a block."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

from xdsl.dialects import arith, tensor
from xdsl.dialects.builtin import DenseIntOrFPElementsAttr, IndexType, IntegerAttr, TensorType, i1
from xdsl.ir import Block, Operation, SSAValue

from disc_shape.relations import RelationState
from disc_shape.relations.value_types import as_tensor, scalar_type
from disc_shape.relax.operators.errors import OperatorError
from disc_shape.symbolic import (
    TRUE,
    And,
    Comparison,
    Cond,
    Const,
    Expr,
    FloorDiv,
    Max,
    Min,
    Mod,
    Or,
    Product,
    Select,
    Sum,
    Symbol,
)
from disc_shape.symbolic.nodes import Node, postorder

INDEX = IndexType()
PREDICATES = {"==": "eq", "!=": "ne", "<": "slt", "<=": "sle", ">": "sgt", ">=": "sge"}
"""Comparisons as `arith.cmpi` calls them."""
COMBINED = {Min: arith.MinSIOp, Max: arith.MaxSIOp, And: arith.AndIOp, Or: arith.OrIOp}
"""The operations that combine the parts of a node."""


class Arithmetic:
    """
    Computes sizes in one block. What is computed once is used again, also by blocks inside it: each
    has an arithmetic of its own that starts with what is known around it.
    """

    def __init__(
        self, state: RelationState, block: Block, known: dict[Node, SSAValue] | None = None
    ) -> None:
        self.state = state
        self.block = block
        self.known = {} if known is None else dict(known)

    def inside(self, block: Block) -> Arithmetic:
        """The arithmetic of a block in a region of this one."""
        return Arithmetic(self.state, block, self.known)

    def value(self, root: Node) -> SSAValue:
        """A size as an index, a condition as an `i1`."""
        for node in postorder(root):
            if node not in self.known:
                self.known[node] = self.compute(node)
        return self.known[root]

    def vector(self, items: Sequence[Expr]) -> SSAValue:
        """A tensor of indices."""
        type_ = TensorType(INDEX, [len(items)])
        numbers = [item.constant for item in items]
        known = [number for number in numbers if number is not None]
        if len(known) == len(items):
            return self.add(arith.ConstantOp(DenseIntOrFPElementsAttr.from_list(type_, known)))
        values = [self.value(item) for item in items]
        return self.add(tensor.FromElementsOp.create(operands=values, result_types=[type_]))

    def add(self, op: Operation) -> SSAValue:
        """Add an operation to the block; its first result."""
        self.block.add_op(op)
        return op.results[0]

    def compute(self, node: Node) -> SSAValue:
        """One node, whose parts are computed."""
        parts = [self.known[part] for part in node.children]
        match node:
            case Const():
                return self.constant(node.number)
            case Symbol():
                return self.symbol(node)
            case Sum():
                return self.sum(node)
            case Product():
                powers = [self.known[base] for base, power in node.factors for _ in range(power)]
                return reduce(lambda one, other: self.add(arith.MuliOp(one, other)), powers)
            case FloorDiv():
                return self.add(arith.FloorDivSIOp(parts[0], parts[1]))
            case Mod():
                quotient = self.add(arith.FloorDivSIOp(parts[0], parts[1]))
                whole = self.add(arith.MuliOp(quotient, parts[1]))
                return self.add(arith.SubiOp(parts[0], whole))
            case Min() | Max() | And() | Or():
                kind = COMBINED[type(node)]
                return reduce(lambda one, other: self.add(kind(one, other)), parts)
            case Select():
                then, other = self.known[node.then], self.known[node.other]
                return self.add(arith.SelectOp(self.known[node.cond], then, other))
            case Comparison():
                lhs, rhs = self.known[node.lhs], self.known[node.rhs]
                return self.add(arith.CmpiOp(lhs, rhs, PREDICATES[node.op]))
            case Cond():
                return self.add(arith.ConstantOp(IntegerAttr(int(node is TRUE), i1)))
            case _:
                raise OperatorError(f"the size {node} cannot be computed")

    def constant(self, number: int) -> SSAValue:
        """A number."""
        return self.add(arith.ConstantOp(IntegerAttr(number, INDEX)))

    def symbol(self, symbol: Symbol) -> SSAValue:
        """What a symbol stands for, read from the value that has it."""
        anchor = self.state.anchors.get(symbol)
        if anchor is None:
            raise OperatorError(f"no value has the size {symbol}")
        if not anchor.of_contents:
            return self.add(tensor.DimOp(anchor.value, self.constant(anchor.position)))
        vector = as_tensor(anchor.value.type)
        places = [self.constant(anchor.position)] if vector and vector.get_shape() else []
        number = self.add(tensor.ExtractOp(anchor.value, places, scalar_type(anchor.value.type)))
        return number if number.type == INDEX else self.add(arith.IndexCastOp(number, INDEX))

    def sum(self, node: Sum) -> SSAValue:
        """What is added, then what is subtracted."""
        total = self.constant(node.constant_term) if node.constant_term else None
        for term, factor in sorted(node.terms, key=lambda one: one[1] < 0):
            value = self.known[term]
            if abs(factor) != 1:
                value = self.add(arith.MuliOp(value, self.constant(abs(factor))))
            if total is None:
                total = value if factor > 0 else self.add(arith.SubiOp(self.constant(0), value))
            else:
                kind = arith.AddiOp if factor > 0 else arith.SubiOp
                total = self.add(kind(total, value))
        return self.constant(0) if total is None else total
