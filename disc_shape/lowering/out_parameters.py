"""
Results of a function that can be buffers of the caller, and recipes for their sizes.

The caller must know the sizes before the call. So a result becomes an out-parameter when each of
its sizes is static or computed, by arithmetic alone, from sizes of arguments, from arguments of
type `index` and from constants. Callers do the same computation with their operands.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from xdsl.dialects import arith, func, tensor
from xdsl.ir import Attribute, Block, BlockArgument, Operation, OpResult, SSAValue

from disc_shape.dialects.disc_shape import TieShapeOp
from disc_shape.dialects.hlo.narrow import as_tensor
from disc_shape.lowering.types import Size
from disc_shape.lowering.writer import Writer, constant_of

OUT = "disc_shape.out"
"""The argument attribute that marks an out-parameter."""

ARITHMETIC = (
    arith.AddiOp,
    arith.SubiOp,
    arith.MuliOp,
    arith.FloorDivSIOp,
    arith.DivSIOp,
    arith.RemSIOp,
    arith.MinSIOp,
    arith.MaxSIOp,
    arith.CmpiOp,
    arith.SelectOp,
)
"""Operations that may compute a size on both sides of a call."""

DIVISIONS = (arith.FloorDivSIOp, arith.DivSIOp, arith.RemSIOp)
"""Operations whose divisor must not be zero."""


@dataclass(frozen=True)
class Argument:
    """An argument of type `index`, or a size of one that is a tensor."""

    index: int
    axis: int | None


@dataclass(frozen=True)
class Computed:
    """Arithmetic on other sizes."""

    kind: type[Operation]
    type: Attribute
    properties: Mapping[str, Attribute]
    operands: tuple[Recipe, ...]


Recipe: TypeAlias = "int | Argument | Computed"
"""How to compute a size from the arguments of a call."""

Given: TypeAlias = "Callable[[int, int | None], Size]"
"""Returns the size for `Argument(index, axis)`."""

Plan: TypeAlias = "tuple[tuple[Recipe, ...] | None, ...]"
"""For each result the sizes of its out-parameter, None for one that is returned."""


def plan_results(function: func.FuncOp) -> Plan:
    """The plan for the results of a function whose values are tied to their sizes."""
    types = function.function_type.outputs.data
    blocks = list(function.body.blocks)
    last = blocks[0].last_op if len(blocks) == 1 else None
    values = last.operands if isinstance(last, func.ReturnOp) else [None] * len(types)
    return tuple(
        _sizes(type_, value, blocks[0] if blocks else None)
        for type_, value in zip(types, values, strict=True)
    )


def _sizes(
    type_: Attribute, value: SSAValue | None, entry: Block | None
) -> tuple[Recipe, ...] | None:
    ranked = as_tensor(type_)
    if ranked is None:
        return None
    sizes: list[Recipe] = []
    for axis, size in enumerate(ranked.get_shape()):
        if size >= 0:
            sizes.append(size)
        elif value is None or entry is None:
            return None
        elif (recipe := _size(value, axis, entry)) is not None:
            sizes.append(recipe)
        else:
            return None
    return tuple(sizes)


def _size(value: SSAValue, axis: int, entry: Block) -> Recipe | None:
    """The size of a dimension of a tensor."""
    if value in entry.args:
        return Argument(entry.args.index(value), axis)
    if isinstance(tie := value.owner, TieShapeOp):
        return _recipe(tie.dims[axis], entry, MAX_DEPTH)
    ties = [use.operation for use in value.uses if isinstance(use.operation, TieShapeOp)]
    return _recipe(ties[0].dims[axis], entry, MAX_DEPTH) if ties else None


MAX_DEPTH = 32
"""The depth of nested arithmetic; sizes beyond it are computed by the callee alone."""


def _recipe(value: SSAValue, entry: Block, depth: int) -> Recipe | None:
    number = constant_of(value)
    if number is not None:
        return number
    if isinstance(value, BlockArgument):
        return Argument(value.index, None) if value.block is entry else None
    op = value.op if isinstance(value, OpResult) else None
    if isinstance(op, tensor.DimOp):
        source = op.source.owner.value if isinstance(op.source.owner, TieShapeOp) else op.source
        axis = constant_of(op.index)
        if not isinstance(source, BlockArgument) or source.block is not entry or axis is None:
            return None
        return Argument(source.index, axis)
    if not isinstance(op, ARITHMETIC) or depth == 0:
        return None
    operands = [_recipe(operand, entry, depth - 1) for operand in op.operands]
    known = tuple(operand for operand in operands if operand is not None)
    if len(known) != len(operands):
        return None
    return Computed(type(op), op.results[0].type, dict(op.properties), known)


def may_divide_by_zero(recipe: Recipe) -> bool:
    """Whether the computation of a size may divide by zero."""
    if not isinstance(recipe, Computed):
        return False
    if recipe.kind in DIVISIONS:
        if not _is_positive(recipe.operands[1]):
            return True
    return any(map(may_divide_by_zero, recipe.operands))


def _is_positive(recipe: Recipe) -> bool:
    """Whether a size is a positive number, or at least one."""
    if isinstance(recipe, Computed) and recipe.kind is arith.MaxSIOp:
        return any(map(_is_positive, recipe.operands))
    return isinstance(recipe, int) and recipe > 0


def compute(recipe: Recipe, given: Given, writer: Writer) -> Size:
    """Compute the size of a recipe for the operands of a call, before the call."""
    match recipe:
        case int():
            return recipe
        case Argument(index, axis):
            return given(index, axis)
        case Computed(kind, type_, properties, operands):
            values = [writer.as_value(compute(one, given, writer)) for one in operands]
            op = kind.create(operands=values, result_types=[type_], properties=dict(properties))
            return writer.emit(op).results[0]
