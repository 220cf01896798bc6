"""Operators that write elements at places: scatters, and lookups at several indices at once."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import IntegerType, TensorType, i64
from xdsl.ir import Attribute, Block, Region, SSAValue

from disc_shape.dialects.hlo.factory import final_attribute
from disc_shape.dialects.hlo.numbers import ScatterDimensionNumbers
from disc_shape.dialects.hlo.op import STABLEHLO
from disc_shape.dialects.relax.dims import dim_text
from disc_shape.relax.operators.errors import NoForm, OperatorError
from disc_shape.relax.operators.movement import product
from disc_shape.relax.operators.ordering import places_along, wrapped
from disc_shape.relax.operators.program import Program, combiner, operations
from disc_shape.relax.operators.reduction import row_major, scaled_by
from disc_shape.relax.operators.rows import Call, builds
from disc_shape.relax.operators.slicing import clamped, part
from disc_shape.symbolic import Expr, ceildiv, compare, const, maximum

COMBINERS = {"add": "add", "mul": "multiply", "max": "maximum", "min": "minimum"}


def replacement(element: Attribute) -> Region:
    """The body that takes the second of two numbers."""
    body = Block(arg_types=[TensorType(element, [])] * 2)
    body.add_op(operations()["stablehlo.return"].create(operands=[body.args[1]]))
    return Region(body)


def scatter(
    program: Program, value: SSAValue, index: SSAValue, updates: SSAValue, axis: int, how: str
) -> SSAValue:
    """Slices of a value along an axis, at a vector of indices, combined with updates."""
    others = tuple(at for at in range(program.rank(value)) if at != axis)
    numbers = final_attribute(ScatterDimensionNumbers, STABLEHLO).of(
        update_window_dims=others,
        inserted_window_dims=(axis,),
        scatter_dims_to_operand_dims=(axis,),
        index_vector_dim=1,
    )
    element = program.element(value)
    known = how in COMBINERS
    body = combiner(COMBINERS[how], element) if known else replacement(element)
    words = {"scatter_dimension_numbers": numbers}
    operands = [value, index, updates]
    return program.add("stablehlo.scatter", operands, program.rank(value), None, words, [body])


def reduced(
    program: Program, rows: SSAValue, index: SSAValue, updates: SSAValue, how: str
) -> SSAValue:
    """Rows at indices combined with updates; `mean` counts the row itself too."""
    if how in ("update", *COMBINERS):
        return scatter(program, rows, index, updates, 0, how)
    if how != "mean":
        raise OperatorError(f"the reduction is '{how}', expected update, mean or one of add mul")
    element = program.element(rows)
    total = scatter(program, rows, index, updates, 0, "add")
    ones = program.full(1, program.dims(rows), element)
    more = program.full(1, program.dims(updates), element)
    count = scatter(program, ones, index, more, 0, "add")
    return program.binary("divide", total, count)


def want_indices(program: Program, value: SSAValue, what: str) -> None:
    """Refuse indices that are no integers."""
    if not isinstance(program.element(value), IntegerType) and not program.is_unknown(value):
        raise OperatorError(f"{what} has elements of type {program.element(value)}, not integers")


def want_equal(program: Program, one: Sequence[Expr], other: Sequence[Expr], what: str) -> None:
    """Refuse shapes that differ in every run."""
    if len(one) != len(other):
        raise OperatorError(f"{what} have ranks {len(one)} and {len(other)}")
    for at, (size, same) in enumerate(zip(one, other, strict=True)):
        if program.differ(size, same):
            raise OperatorError(
                f"dimension {at} of {what} differs: {dim_text(size)} and {dim_text(same)}"
            )
        program.require(compare("==", size, same), f"dimension {at} of {what} differs")


@builds("scatter_elements")
def scatter_elements(call: Call) -> SSAValue:
    """At each position, the element whose index along an axis stands there is written."""
    program = call.program
    value, indices, updates = (call.tensor(at) for at in range(3))
    rank = program.rank(value)
    program.want_rank(indices, rank, "operand 1")
    want_indices(program, indices, "operand 1")
    program.want_equal_elements([value, updates])
    axis = program.axis(call.integer("axis"), rank)
    want_equal(program, program.dims(indices), program.dims(updates), "operands 1 and 2")
    index = places_along(program, value, indices, axis)
    flat, at, new = (
        program.reshape(one, [product(program.dims(one))]) for one in (value, index, updates)
    )
    found = reduced(program, flat, at, new, call.word("reduction") or "update")
    return program.reshape(found, program.dims(value))


def rows_at(
    program: Program, columns: Sequence[SSAValue], sizes: Sequence[Expr], shape: Sequence[Expr]
) -> SSAValue:
    """Row-major places in `sizes`: a column of indices, of this shape, for each."""
    return row_major(
        program,
        sizes[: len(columns)],
        shape,
        lambda at: wrapped(program, program.convert(columns[at], i64), sizes[at]),
    )


def columns_of(program: Program, indices: SSAValue, rank: int) -> list[SSAValue]:
    """The indices that the last dimension lists, each by itself."""
    listed = program.dims(indices)
    count = listed[-1].constant if listed else None
    if count is None:
        raise NoForm("the last dimension of the indices is not known")
    if count > rank:
        raise OperatorError(f"{count} indices for rank {rank}")
    places = range(count)
    last = len(listed) - 1
    parts = [part(program, indices, last, const(at), const(at + 1)) for at in places]
    return [program.reshape(one, listed[:-1]) for one in parts]


@builds("scatter_nd")
def scatter_nd(call: Call) -> SSAValue:
    """Slices at positions, which the last dimension of the indices lists, are written."""
    program = call.program
    value, indices, updates = (call.tensor(at) for at in range(3))
    program.want_equal_elements([value, updates])
    want_indices(program, indices, "operand 1")
    sizes, shape = program.dims(value), program.dims(indices)[:-1]
    columns = columns_of(program, indices, len(sizes))
    rest = sizes[len(columns) :]
    want_equal(program, [*shape, *rest], program.dims(updates), "the slices and operand 2")
    return written(program, value, columns, shape, updates, call.word("reduction") or "update")


def written(
    program: Program,
    value: SSAValue,
    columns: Sequence[SSAValue],
    shape: Sequence[Expr],
    updates: SSAValue,
    how: str,
) -> SSAValue:
    """A value with slices at the indices of columns combined with updates."""
    sizes = program.dims(value)
    first, rest = sizes[: len(columns)], sizes[len(columns) :]
    index = program.reshape(rows_at(program, columns, first, shape), [product(shape)])
    rows = program.reshape(value, [product(first), *rest])
    new = program.reshape(updates, [product(shape), *rest])
    return program.reshape(reduced(program, rows, index, new, how), sizes)


@builds("slice_scatter")
def slice_scatter(call: Call) -> SSAValue:
    """A value in which a slice along an axis is another value."""
    program, value, source = call.program, call.tensor(0), call.tensor(1)
    program.want_equal_elements([value, source])
    axis = program.axis(call.integer("axis"), program.rank(value))
    size, prover = program.dims(value)[axis], program.state.prover
    start, end, step = (call.scalar(at) for at in (2, 3, 4))
    if step is None or step.constant is None or step.constant < 1:
        raise OperatorError(f"the step is {'unknown' if step is None else dim_text(step)}")
    if start is None or end is None:
        count = program.dims(source)[axis]
        start = const(0) if start is None else start
    else:
        start, end = clamped(start, size, prover), clamped(end, size, prover)
        count = maximum(ceildiv(end - start, step), const(0))
    wanted = [*program.dims(value)]
    wanted[axis] = count
    want_equal(program, wanted, program.dims(source), "the slice and operand 1")
    places = scaled_by(program, program.iota([count], 0, i64), step)
    index = program.binary("add", places, program.size(start, i64))
    return scatter(program, value, index, source, axis, "update")


def broadcast_indices(call: Call) -> tuple[list[SSAValue], Sequence[Expr]]:
    """The indices of a tuple in their common shape, and that."""
    program, columns, rank = call.program, call.tensors(1), call.program.rank(call.tensor(0))
    if len(columns) > rank:
        raise OperatorError(f"{len(columns)} indices for rank {rank}")
    for at, column in enumerate(columns):
        want_indices(program, column, f"index {at}")
    common = program.convert(columns[0], i64)
    for column in columns[1:]:
        common = program.binary("add", common, program.convert(column, i64))
    return columns, program.dims(common)


@builds("index_tensor")
def index_tensor(call: Call) -> SSAValue:
    """Slices at positions, of which a tuple gives one index each; the indices broadcast."""
    program, value = call.program, call.tensor(0)
    columns, shape = broadcast_indices(call)
    sizes = program.dims(value)
    first, rest = sizes[: len(columns)], sizes[len(columns) :]
    index = rows_at(program, columns, first, shape)
    return program.take(program.reshape(value, [product(first), *rest]), index, 0)


@builds("index_put")
def index_put(call: Call) -> SSAValue:
    """Slices at positions, of which a tuple gives one index each, are written or added to."""
    program, value, updates = call.program, call.tensor(0), call.tensor(2)
    program.want_equal_elements([value, updates])
    columns, shape = broadcast_indices(call)
    rest = program.dims(value)[len(columns) :]
    wide = [*shape, *rest]
    if program.rank(updates) > len(wide):
        raise OperatorError(f"operand 2 has rank {program.rank(updates)}, expected {len(wide)}")
    nothing = program.full(0, wide, program.element(value))
    spread = program.binary("add", updates, nothing)
    how = "add" if call.flag("accumulate") else "update"
    return written(program, value, columns, shape, spread, how)
