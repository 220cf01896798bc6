"""Keeps the types of operands and results that must not change."""

from __future__ import annotations

from xdsl.dialects import func, tensor
from xdsl.ir import Attribute, Block, Operation, SSAValue
from xdsl.traits import IsTerminator

from disc_shape.constraints.types import set_type
from disc_shape.dialects.disc_shape import strip
from disc_shape.relations import RelationState
from disc_shape.relations.value_types import is_dynamic
from disc_shape.rewriting.function import Rewriter
from disc_shape.rewriting.joins import cast_value
from disc_shape.rewriting.refine import is_unreachable
from disc_shape.rewriting.type_symbols import TypeSymbols
from disc_shape.traversal import values_of


def forget_stale_symbols(
    op: Operation, is_fixed: bool, rewriter: Rewriter, symbols: TypeSymbols
) -> None:
    """
    Drop the symbols in the types of an unknown operation, which keeps its types, unless they still
    stand for the same sizes, as those of a callee's signature do. `is_fixed` is `has_fixed_types`
    of the operation.

        %1 = tensor.cast %0 : tensor<?xf32, [@S1]> to tensor<?xf32>
        %2 = stablehlo.composite "c" %1 {decomposition = @f} : (tensor<?xf32>) -> tensor<?xf32>
    """
    fixed = rewriter.fixed_operands
    results = op.results if is_fixed else ()
    if not (op in fixed or results) or isinstance(op, func.CallOp):
        return
    wanted = fixed.get(op, ())
    if all(
        value.type == type
        for value, type in zip(op.operands, wanted, strict=False)
        if is_dynamic(type)
    ) and all(symbols.refined_result(result) == result.type for result in results):
        return
    if op in fixed:
        fixed[op] = tuple(map(strip, wanted))
    for result in results:
        set_type(result, strip(result.type))


def cast_fixed_operands(rewriter: Rewriter) -> None:
    """Cast the operands of calls, and of unknown operations, to the types that they had."""
    for op, types in rewriter.fixed_operands.items():
        if op.parent is None:
            continue
        for index, wanted in enumerate(types):
            if is_dynamic(wanted) and op.operands[index].type != wanted:
                op.operands[index] = cast_value(op.operands[index], wanted, op, rewriter.state)


def forget_unreachable(rewriter: Rewriter) -> None:
    """
    Drop the symbols of values that no legal run reaches. Operands from elsewhere are cast to the
    types that they had, without symbols; operands of reachable operations keep their types.
    """
    to_reachable = {
        op: [operand.type for operand in op.operands]
        for op in rewriter.unreachable
        if op.has_trait(IsTerminator) and op.parent_op() not in rewriter.unreachable
    }
    casts: dict[tuple[SSAValue, Attribute, Block | None], SSAValue] = {}
    never = rewriter.shapes.unreachable
    old_casts: dict[Operation, None] = {}
    for op, types in rewriter.unreachable.items():
        if op.parent is None:
            continue
        for value in values_of(op):
            set_type(value, strip(value.type))
        if op.has_trait(IsTerminator):
            continue
        if isinstance(op, tensor.CastOp):
            old_casts.setdefault(op)
            continue
        for index, wanted in enumerate(types):
            source = op.operands[index]
            while isinstance(source.owner, tensor.CastOp) and is_unreachable(source.owner, never):
                # Casts of this run are made anew as well: the next run does it with all.
                old_casts.setdefault(source.owner)
                source = source.owner.source
            if source.type == wanted or not is_dynamic(wanted):
                continue
            key = source, wanted, op.parent
            if key not in casts:
                casts[key] = cast_value(source, wanted, op, rewriter.state)
            op.operands[index] = casts[key]
    for op, types in to_reachable.items():
        for index, wanted in enumerate(types):
            if op.operands[index].type != wanted:
                op.operands[index] = cast_value(op.operands[index], wanted, op, rewriter.state)
    for op in reversed(old_casts):
        if op.results[0].first_use is None and op.parent is not None:
            op.parent.erase_op(op)


def cast_returns(function: func.FuncOp, state: RelationState) -> None:
    """Cast what a function returns to the result types of its signature."""
    for block in function.body.blocks:
        last = block.last_op
        if isinstance(last, func.ReturnOp):
            for index, wanted in enumerate(function.function_type.outputs):
                if last.operands[index].type != wanted:
                    last.operands[index] = cast_value(last.operands[index], wanted, last, state)
