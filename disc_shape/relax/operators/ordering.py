"""Operators that order elements, run along them, or look them up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from xdsl.dialects.builtin import IntegerAttr, i1, i64
from xdsl.dialects.builtin import TensorType as BuiltinTensor
from xdsl.ir import Attribute, Block, Region, SSAValue

from disc_shape.dialects.hlo.attributes import i64_attr
from disc_shape.dialects.hlo.enums import ComparisonDirectionAttr
from disc_shape.dialects.hlo.factory import final_attribute
from disc_shape.dialects.hlo.op import STABLEHLO
from disc_shape.dialects.relax.dims import dim_text
from disc_shape.dialects.relax.literals import element_of
from disc_shape.dialects.relax.operator_rows import Value
from disc_shape.relax.operators.elementwise import element_name
from disc_shape.relax.operators.errors import NoForm, OperatorError
from disc_shape.relax.operators.movement import ZERO, product, tensor_like
from disc_shape.relax.operators.program import Program, operations
from disc_shape.relax.operators.reduction import row_major
from disc_shape.relax.operators.rows import Built, Call, builds, unranked
from disc_shape.relax.operators.slicing import part
from disc_shape.symbolic import Expr, const
from disc_shape.symbolic.shapes import Shape
from disc_shape.typesystem.types import TensorType, TupleType, Type


def ordered(call: Call, name: str, descending: bool, element: Attribute) -> Sequence[SSAValue]:
    """The elements along an axis in order, and where they come from."""
    program, value = call.program, call.tensor(0)
    axis = program.axis(call.integer(name), program.rank(value))
    index = program.iota(program.dims(value), axis, element)
    return sort_values(program, [value, index], axis, "GT" if descending else "LT")


def sort_values(
    program: Program, values: Sequence[SSAValue], axis: int, direction: str
) -> Sequence[SSAValue]:
    """Values of one shape in the order of the first one along an axis."""
    scalars = [BuiltinTensor(program.element(one), []) for one in values for _ in range(2)]
    body = Block(arg_types=scalars)
    words = {"comparison_direction": final_attribute(ComparisonDirectionAttr, STABLEHLO)(direction)}
    inner = operations()["stablehlo.compare"].create(
        operands=list(body.args[:2]),
        result_types=[BuiltinTensor(i1, [])],
        properties=words,
    )
    body.add_ops([inner, operations()["stablehlo.return"].create(operands=inner.results)])
    return program.add_all(
        "stablehlo.sort",
        values,
        [one.type for one in values],
        {"dimension": i64_attr(axis), "is_stable": IntegerAttr(1, i1)},
        [Region(body)],
    )


@builds("sort")
def sort(call: Call) -> SSAValue:
    """The elements along an axis in order."""
    return ordered(call, "axis", call.flag("descending"), i64)[0]


@builds("argsort")
def argsort(call: Call) -> SSAValue:
    """Where the elements in order come from."""
    element = element_of(element_name(call.attributes["dtype"]) or "i32")
    return ordered(call, "axis", call.flag("descending"), element)[1]


@builds("topk")
def topk(call: Call) -> Built:
    """The first elements in order, where they come from, or both."""
    program, value = call.program, call.tensor(0)
    element = element_of(element_name(call.attributes["dtype"]) or "i32")
    axis = program.axis(call.integer("axis"), program.rank(value))
    size, count = program.dims(value)[axis], call.integer("k")
    limit = size if count < 1 else const(count)
    if program.state.prover.lt(size, limit).truth.value == "yes":
        raise OperatorError(
            f"the first {dim_text(limit)} of {dim_text(size)} elements along axis {axis}"
        )
    found = [
        part(program, one, axis, ZERO, limit)
        for one in ordered(call, "axis", call.flag("largest"), element)
    ]
    kind = call.word("ret_type")
    return found if kind == "both" else found[0] if kind == "values" else found[1]


@unranked("topk")
def first_of_unknown(operands: Sequence[Type], attributes: Mapping[str, Value]) -> Type:
    """Tensors of unknown rank."""
    values = tensor_like(operands[0], Shape())
    indices = TensorType(Shape(), element_name(attributes["dtype"]))
    kind = attributes["ret_type"]
    return (
        TupleType((values, indices)) if kind == "both" else values if kind == "values" else indices
    )


def register() -> None:
    """Register the operators that run along an axis."""
    for name, hlo, start in (("cumsum", "add", 0), ("cumprod", "multiply", 1)):
        builds(name)(lambda call, hlo=hlo, start=start: running(call, hlo, start))


def running(call: Call, hlo: str, start: int) -> SSAValue:
    """
    All elements up to each one combined: each row of a square holds the elements up to its own, and
    is reduced.
    """
    program, value = call.program, call.tensor(0)
    name = element_name(call.attributes["dtype"])
    value = value if name is None else program.convert(value, element_of(name))
    if call.attributes["axis"] is None:
        value, axis = program.reshape(value, [product(program.dims(value))]), 0
    else:
        axis = program.axis(call.integer("axis"), program.rank(value))
    sizes = list(program.dims(value))
    wide = [*sizes[:axis], sizes[axis], *sizes[axis:]]
    rank = len(wide)
    spread = program.broadcast(value, wide, [at for at in range(rank) if at != axis])
    rows, columns = (program.iota(wide, at, i64) for at in (axis, axis + 1))
    direction = "LT" if call.flag("exclusive") else "LE"
    inside = program.compare(direction, columns, rows)
    nothing = program.full(start, wide, program.element(value))
    return program.reduce(program.where(inside, spread, nothing), [axis + 1], hlo, start)


def looked_up(program: Program, value: SSAValue, index: SSAValue) -> SSAValue:
    """The elements of a value at row-major indices."""
    flat = program.reshape(value, [product(program.dims(value))])
    return program.take(flat, index, 0)


@builds("gather_elements")
def gather_elements(call: Call) -> SSAValue:
    """At each position, the element whose index along an axis stands there."""
    program, value, indices = call.program, call.tensor(0), call.tensor(1)
    rank = program.rank(value)
    program.want_rank(indices, rank, "operand 1")
    axis = program.axis(call.integer("axis"), rank)
    return looked_up(program, value, places_along(program, value, indices, axis))


def places_along(program: Program, value: SSAValue, indices: SSAValue, axis: int) -> SSAValue:
    """Row-major places in a value: at each position, the index along an axis that stands there."""
    sizes, shape = program.dims(value), program.dims(indices)

    def column(at: int) -> SSAValue:
        along = program.iota(shape, at, i64)
        return wrapped(program, program.convert(indices, i64), sizes[at]) if at == axis else along

    return row_major(program, sizes, shape, column)


def wrapped(program: Program, index: SSAValue, size: Expr) -> SSAValue:
    """Indices counted from 0; negative ones count from the end."""
    length = program.size(size, i64)
    negative = program.compare("LT", index, program.constant(0, i64))
    return program.select(negative, program.binary("add", index, length), index)


@builds("gather_nd")
def gather_nd(call: Call) -> SSAValue:
    """Slices at positions, which the last dimension of the indices lists."""
    program, value, indices = call.program, call.tensor(0), call.tensor(1)
    batch, rank = call.integer("batch_dims"), program.rank(value)
    listed = program.dims(indices)
    count = listed[-1].constant if listed else None
    if count is None:
        raise NoForm("the last dimension of the indices is not known")
    if batch + count > rank or batch >= len(listed):
        raise OperatorError(f"{batch} batch dimensions and {count} indices for rank {rank}")
    sizes, shape = program.dims(value), listed[:-1]

    def column(at: int) -> SSAValue:
        if at < batch:
            return program.iota(shape, at, i64)
        listed = part(program, indices, len(shape), const(at - batch), const(at - batch + 1))
        return program.convert(program.reshape(listed, shape), i64)

    first, rest = sizes[: batch + count], sizes[batch + count :]
    index = row_major(program, first, shape, column)
    return program.take(program.reshape(value, [product(first), *rest]), index, 0)


register()
