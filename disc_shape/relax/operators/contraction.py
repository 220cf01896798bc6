"""Products that are summed."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.ir import Attribute, SSAValue

from disc_shape.dialects.relax.dims import dim_text
from disc_shape.dialects.relax.literals import element_of
from disc_shape.relations.broadcast import first_not_one
from disc_shape.relax.operators.elementwise import element_name
from disc_shape.relax.operators.errors import OperatorError
from disc_shape.relax.operators.program import Program
from disc_shape.relax.operators.rows import Call, builds
from disc_shape.symbolic import Expr


def out_element(call: Call, value: SSAValue) -> Attribute:
    """The element type of the result: that of the attribute, or of an operand."""
    found = element_name(call.attributes.get("out_dtype"))
    return call.program.element(value) if found is None else element_of(found)


@builds("matmul")
def matmul(call: Call) -> SSAValue:
    """Products of matrices, whose leading dimensions broadcast; vectors are rows or columns."""
    program, lhs, rhs = call.program, call.tensor(0), call.tensor(1)
    program.want_equal_elements([lhs, rhs])
    for index, value in enumerate((lhs, rhs)):
        if not program.rank(value):
            raise OperatorError(f"operand {index} has rank 0, expected 1 or more")
    check_contracted(program, lhs, rhs)
    element = out_element(call, lhs)
    left, right = program.rank(lhs), program.rank(rhs)
    if right <= 2 or (left == 1 and right == 1):
        return program.dot(lhs, rhs, ([left - 1], [max(right - 2, 0)]), element=element)
    if left == 1:
        return program.dot(lhs, rhs, ([0], [right - 2]), element=element)
    if left == 2:
        return matrix_with_batch(program, lhs, rhs, element)
    return batched(program, lhs, rhs, element)


def check_contracted(program: Program, lhs: SSAValue, rhs: SSAValue) -> None:
    """The contracted dimensions may be equal."""
    one, other = program.dims(lhs)[-1], program.dims(rhs)[-2:][0]
    if program.differ(one, other):
        at = max(program.rank(rhs) - 2, 0)
        raise OperatorError(
            f"dimension {program.rank(lhs) - 1} of operand 0 and dimension {at} of operand 1"
            f" differ: {dim_text(one)} and {dim_text(other)}"
        )


def matrix_with_batch(
    program: Program, lhs: SSAValue, rhs: SSAValue, element: Attribute
) -> SSAValue:
    """A matrix times a batch of matrices."""
    rank = program.rank(rhs)
    found = program.dot(lhs, rhs, ([1], [rank - 2]), element=element)
    return program.transpose(found, [*range(1, rank - 1), 0, rank - 1])


def batched(program: Program, lhs: SSAValue, rhs: SSAValue, element: Attribute) -> SSAValue:
    """Two batches of matrices."""
    ours, theirs = program.dims(lhs), program.dims(rhs)
    rank = max(len(ours), len(theirs)) - 2
    batch: list[Expr] = []
    for at in range(rank):
        sizes = [
            one[at - rank + len(one) - 2] for one in (ours, theirs) if at - rank + len(one) - 2 >= 0
        ]
        batch.append(first_not_one(sizes, program.state))
    wide = [
        program.broadcast(value, [*batch, *sizes[-2:]], range(rank + 2 - len(sizes), rank + 2))
        for value, sizes in ((lhs, ours), (rhs, theirs))
    ]
    along = list(range(rank))
    return program.dot(wide[0], wide[1], ([rank + 1], [rank]), (along, along), element)


@builds("outer")
def outer(call: Call) -> SSAValue:
    """Each element of a vector times each of another."""
    program, lhs, rhs = call.program, call.tensor(0), call.tensor(1)
    program.want_equal_elements([lhs, rhs])
    for value in (lhs, rhs):
        program.want_rank(value, 1, "an operand")
    return program.dot(lhs, rhs, ((), ()))


@builds("einsum")
def einsum(call: Call) -> SSAValue:
    """Sums of products over labelled dimensions: all labels side by side, then those that go."""
    program, values = call.program, call.tensors()
    program.want_equal_elements(values)
    inputs, output = labels_of(call.word("subscripts") or "", len(values))
    sizes: dict[str, Expr] = {}
    for labels, value in zip(inputs, values, strict=True):
        if len(labels) != program.rank(value):
            raise OperatorError(f"'{labels}' labels rank {program.rank(value)}")
        for label, size in zip(labels, program.dims(value), strict=True):
            sizes[label] = first_not_one([sizes.get(label, size), size], program.state)
    for label in output:
        if label not in sizes:
            raise OperatorError(f"no operand has the label '{label}' of the result")
    order = [*output, *sorted(label for label in sizes if label not in output)]
    wide = [spread(program, *pair, order, sizes) for pair in zip(inputs, values, strict=True)]
    result = wide[0]
    for value in wide[1:]:
        result = program.add("stablehlo.multiply", [result, value], len(order))
    gone = list(range(len(output), len(order)))
    return program.reduce(result, gone, "add", 0) if gone else result


def labels_of(text: str, count: int) -> tuple[list[str], str]:
    """The labels of the operands and of the result."""
    left, arrow, right = text.replace(" ", "").partition("->")
    inputs = left.split(",")
    if len(inputs) != count or not all(one.isalpha() or not one for one in (*inputs, right)):
        raise OperatorError(f"'{text}' does not label {count} operands")
    if any(len(set(one)) != len(one) for one in (*inputs, right)):
        raise OperatorError(f"'{text}' repeats a label of one operand")
    joined = "".join(inputs)
    once = sorted(label for label in set(joined) if joined.count(label) == 1)
    return inputs, right if arrow else "".join(once)


def spread(
    program: Program, labels: str, value: SSAValue, order: Sequence[str], sizes: dict[str, Expr]
) -> SSAValue:
    """A value with all labels as dimensions, in order."""
    ranked = sorted(range(len(labels)), key=lambda at: order.index(labels[at]))
    moved = program.transpose(value, ranked) if ranked != list(range(len(labels))) else value
    places = [order.index(labels[at]) for at in ranked]
    return program.broadcast(moved, [sizes[label] for label in order], places)
