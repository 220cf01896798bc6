"""Loops and branches."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from xdsl.dialects import scf, tensor
from xdsl.dialects.builtin import DYNAMIC_INDEX, i32
from xdsl.dialects.linalg.ops import YieldOp
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.ir.affine import AffineMap
from xdsl.rewriter import InsertPoint

from disc_shape.cards.indices import element_type_of, is_shaped, rank_of, shape_of
from disc_shape.dialects.hlo.control_flow import CaseOp, IfOp, WhileOp
from disc_shape.linalg_conversion.generic import loop_index, structured
from disc_shape.linalg_conversion.regions import convert_body
from disc_shape.linalg_conversion.registry import register_conversion
from disc_shape.linalg_conversion.slices import sliced
from disc_shape.linalg_conversion.types import converted, kind_of, plain_type
from disc_shape.linalg_conversion.values import Values
from disc_shape.linalg_conversion.writer import Index


def is_carried_as_scalar(value: SSAValue) -> bool:
    """Whether a loop or branch yields a value as a scalar: an integer of rank 0."""
    kind = kind_of(element_type_of(value.type))
    return is_shaped(value) and not rank_of(value) and kind in ("bool", "signed", "unsigned")


def carried_type(value: SSAValue) -> Attribute:
    """The type in which a loop or branch yields a value."""
    type_ = converted(value.type)
    return element_type_of(type_) if is_carried_as_scalar(value) else type_


def carried(value: SSAValue, like: SSAValue, values: Values) -> SSAValue:
    """A value in the form in which a loop or branch yields `like`."""
    if is_carried_as_scalar(like):
        return values.scalar(value)
    new, type_ = values.tensor(value), converted(like.type)
    return values.writer.cast(new, type_) if is_shaped(like) else new


def bind_carried(old: SSAValue, new: SSAValue, values: Values) -> None:
    """Map a value to what a loop or branch yields for it."""
    if is_carried_as_scalar(old):
        values.bind_elements(old, [new])
    else:
        values.bind(old, new)


def convert_while(op: Operation, values: Values) -> None:
    """
    A loop without the values that no iteration changes; integers of rank 0 are scalars.

        %r:2 = stablehlo.while(%i = %c, %v = %x) : ... cond { ... } do { ... }
    =>
        %r:2 = scf.while (%i = %c0, %v = %x) : (i32, tensor<?xf32>) -> (i32, tensor<?xf32>) { ...
    """
    assert isinstance(op, WhileOp)
    before, after = op.regions[0].block, op.regions[1].block
    last = after.last_op
    assert last is not None
    changing = [
        number for number, value in enumerate(last.operands) if value is not after.args[number]
    ]
    for number, operand in enumerate(op.operands):
        if number not in changing:
            for old in (before.args[number], after.args[number], op.results[number]):
                values.forward(old, operand)
    values.read_sizes(operand for operand in op.operands if not is_carried_as_scalar(operand))
    initial = [
        with_outer_sizes(op.operands[at], carried(op.operands[at], op.results[at], values), values)
        for at in changing
    ]
    types = [carried_type(op.results[at]) for at in changing]
    blocks = [Block(arg_types=types) for _ in range(2)]
    for old, new in ((before, blocks[0]), (after, blocks[1])):
        with values.writer.at(InsertPoint.at_end(new)):
            for at, argument in zip(changing, new.args, strict=True):
                bind_carried(old.args[at], argument, values)
            yielded = convert_body(old, values)
            if old is before:
                condition = values.scalar(yielded[0])
                values.writer.insert(scf.ConditionOp(condition, *new.args))
            else:
                next_values = [carried(yielded[at], op.results[at], values) for at in changing]
                values.writer.insert(scf.YieldOp(*next_values))
    loop = scf.WhileOp(initial, types, Region(blocks[0]), Region(blocks[1]))
    values.writer.insert(loop)
    for at, result in zip(changing, loop.results, strict=True):
        bind_carried(op.results[at], result, values)


def with_outer_sizes(old: SSAValue, new: SSAValue, values: Values) -> SSAValue:
    """
    An argument of a block as a box of sizes that facts equate with its own: IREE carries sizes
    through loops, and must not see those of the initial value as other numbers.

        %2 = scf.while (%v = %x) : ...                            // sizes of %x and %y are equal
    =>
        %1 = tensor.extract_slice %x[0] [%n] [1] : ...            // %n is the size of %y
        %2 = scf.while (%v = %1) : ...
    """
    if not isinstance(new.owner, Block) or DYNAMIC_INDEX not in shape_of(new):
        return new
    sizes = values.sizes(old)
    if all(isinstance(size, int) or is_size_of(size, new) for size in sizes):
        return new
    count = len(sizes)
    box = sliced(values.writer, new, [0] * count, sizes, [1] * count)
    return values.writer.cast(box, new.type)


def is_size_of(size: SSAValue, value: SSAValue) -> bool:
    """Whether a size has been read from a value."""
    return isinstance(size.owner, tensor.DimOp) and size.owner.source is value


def convert_if(op: Operation, values: Values) -> None:
    """
    A branch.

        %r = "stablehlo.if"(%p) ({ ... }, { ... }) : (tensor<i1>) -> tensor<?xf32>
    =>
        %r = scf.if %p -> (tensor<?xf32>) { ... } else { ... }
    """
    assert isinstance(op, IfOp)
    branch(
        op,
        values.scalar(op.operands[0]),
        op.regions[0],
        lambda: yields(op, op.regions[1], values),
        values,
    )


def convert_case(op: Operation, values: Values) -> None:
    """
    Branches, one inside the other; indices out of range mean the last one.

        %r = "stablehlo.case"(%i) ({ ... }, { ... }, { ... }) : (tensor<i32>) -> tensor<?xf32>
    =>
        %first = arith.cmpi eq, %i, %c0 : i32
        %r = scf.if %first -> (tensor<?xf32>) { ... } else { ... }
    """
    assert isinstance(op, CaseOp)
    index = values.scalar(op.operands[0])
    nest(op, index, list(op.regions), 0, values)


def nest(
    op: Operation, index: SSAValue, regions: Sequence[Region], number: int, values: Values
) -> list[SSAValue]:
    """Emit the branches from a number on; returns their results."""
    if number == len(regions) - 1:
        found = yields(op, regions[number], values)
        if number == 0:
            for old, new in zip(op.results, found, strict=True):
                bind_carried(old, new, values)
        return found
    chosen = values.writer.compare("==", index, values.writer.constant(number, i32))
    return branch(
        op, chosen, regions[number], lambda: nest(op, index, regions, number + 1, values), values
    )


def branch(
    op: Operation,
    condition: SSAValue,
    then: Region,
    otherwise: Callable[[], list[SSAValue]],
    values: Values,
) -> list[SSAValue]:
    """Emit `scf.if` and bind the results."""
    writer = values.writer
    blocks = [Block(), Block()]
    with writer.at(InsertPoint.at_end(blocks[0])):
        writer.insert(scf.YieldOp(*yields(op, then, values)))
    with writer.at(InsertPoint.at_end(blocks[1])):
        writer.insert(scf.YieldOp(*otherwise()))
    types = [carried_type(result) for result in op.results]
    new = writer.insert(scf.IfOp(condition, types, [blocks[0]], [blocks[1]]))
    for old, result in zip(op.results, new.results, strict=True):
        bind_carried(old, result, values)
    return list(new.results)


def yields(op: Operation, region: Region, values: Values) -> list[SSAValue]:
    """
    Emit a branch; returns what it yields. Tensors of unknown size that come from outside are
    copied: IREE gives the wrong buffer where branches yield arguments of different sizes.
    """
    yielded = convert_body(region.block, values)
    found: list[SSAValue] = []
    for value, result in zip(yielded, op.results, strict=True):
        new = carried(value, result, values)
        if DYNAMIC_INDEX in shape_of(result) and not is_defined_in(value, region):
            new = copied(new, value, result, values)
        found.append(new)
    return found


def is_defined_in(value: SSAValue, region: Region) -> bool:
    """Whether an operation of a region computes a value."""
    owner = value.owner
    return isinstance(owner, Operation) and owner.parent_region() is region


def copied(new: SSAValue, old: SSAValue, result: SSAValue, values: Values) -> SSAValue:
    """A tensor of its own with the same elements."""
    writer = values.writer
    type_, sizes = plain_type(result), values.sizes(old)
    block = Block(arg_types=[type_.element_type])
    with writer.at(InsertPoint.at_end(block)):
        at: list[Index] = [loop_index(writer, axis) for axis in range(len(sizes))]
        writer.insert(YieldOp(writer.extract(new, at)))
    maps, iterators = [AffineMap.identity(len(sizes))], ["parallel"] * len(sizes)
    return structured(writer, [], [writer.empty(type_, sizes)], block, maps, iterators)[0]


register_conversion(convert_while, WhileOp)
register_conversion(convert_if, IfOp)
register_conversion(convert_case, CaseOp)
