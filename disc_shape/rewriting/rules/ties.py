"""Ties sizes to values with `tie_shape`, and takes such ties away."""

from __future__ import annotations

from xdsl.dialects.builtin import MemRefType
from xdsl.dialects.tensor import DimOp
from xdsl.ir import Block, Operation, SSAValue

from disc_shape.analysis.module import FunctionFacts
from disc_shape.dialects.disc_shape import TieShapeOp
from disc_shape.relations.value_types import is_dynamic
from disc_shape.rewriting.function import Rewriter
from disc_shape.rewriting.registry import register_rule
from disc_shape.rewriting.walk import Walk


def forward_tie_shape(op: Operation, rewriter: Rewriter) -> bool:
    """
    Use the value itself; the analysis has read the sizes of the tie.

        %1 = disc_shape.tie_shape %0, %d0, %d1 : (tensor<?x?xf32>, index, index) -> tensor<?x?xf32>
    =>
        uses of %1 use %0
    """
    assert isinstance(op, TieShapeOp)
    return rewriter.replace(op, [op.value])


def tie_values(rewriter: Rewriter, facts: FunctionFacts) -> None:
    """
    Give every ranked value with a dynamic size its sizes as operands of a `tie_shape` that all
    others then use.

        %1 = stablehlo.tanh %0 : tensor<?x8xf32>
    =>
        %1 = stablehlo.tanh %0 : tensor<?x8xf32>
        %2 = disc_shape.tie_shape %1, %s, %c8 : (tensor<?x8xf32>, index, index) -> tensor<?x8xf32>

    A value one of whose sizes cannot be computed where it is defined is left alone. In a
    function with guards or assumptions, where operations alone imply less than is
    known, arguments are tied to their own sizes: a tie would turn an assumption into a derived
    fact.
    """
    _TieWalk(rewriter, facts).run()


class _TieWalk(Walk):
    """Ties the arguments of blocks and the results of operations."""

    def __init__(self, rewriter: Rewriter, facts: FunctionFacts):
        super().__init__(rewriter)
        self.facts = facts

    def enter_block(self, block: Block) -> None:
        """Tie the arguments of a block before its first operation of the program."""
        inserted = self.rewriter.sizes.inserted
        first = next((op for op in block.ops if op not in inserted), None)
        if first is not None:
            outer = block.parent is self.rewriter.shapes.body
            for argument in block.args:
                _tie(self.rewriter, argument, first, self.facts if outer else None)

    def leave(self, op: Operation) -> None:
        """Tie the results of an operation right after it."""
        following = op.next_op
        if following is not None and not isinstance(op, TieShapeOp):
            for result in op.results:
                _tie(self.rewriter, result, following)


def _tie(
    rewriter: Rewriter, value: SSAValue, following: Operation, facts: FunctionFacts | None = None
) -> None:
    if isinstance(value.type, MemRefType) or not is_dynamic(value.type):
        return
    if any(isinstance(use.operation, TieShapeOp) for use in value.uses):
        return
    sizes = [
        rewriter.sizes.index(known, following)
        if facts is None or facts.is_implied or facts.implied(own).constant is not None
        else rewriter.sizes.own(value, axis)
        for axis, (own, known) in enumerate(
            zip(rewriter.state.raw_dims(value), rewriter.dims(value), strict=True)
        )
    ]
    dims = [size for size in sizes if size is not None]
    if len(dims) != len(sizes):
        return
    tie = TieShapeOp(value, dims)
    block = following.parent
    assert isinstance(block, Block)
    block.insert_ops_before([tie], following)
    rewriter.order.number(tie)
    rewriter.state.copy_value(value, tie.results[0])
    value.replace_uses_with_if(
        tie.results[0],
        lambda use: (
            use.operation is not tie
            and not isinstance(use.operation, DimOp)
            and use.operation not in rewriter.sizes.inserted
        ),
    )


register_rule(forward_tie_shape, TieShapeOp)
