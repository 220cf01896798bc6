"""Products that are summed."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import i64
from xdsl.ir import Attribute

from disc_shape.dialects.relax.dims import dim_text
from disc_shape.relations.broadcast import first_not_one
from disc_shape.relax.operators.errors import OperatorError
from disc_shape.relax.operators.program import want_equal_elements
from disc_shape.relax.operators.rows import Element, Same, Tensor, Tensors, builds
from disc_shape.symbolic import Expr, compare


@builds("matmul")
def matmul(x1: Tensor, x2: Same, *, out_dtype: Element | None) -> Tensor:
    """Products of matrices, whose leading dimensions broadcast; vectors are rows or columns."""
    for one in (x1, x2):
        if not one.rank:
            raise OperatorError(f"{one.what} has rank 0, expected 1 or more")
    check_contracted(x1, x2)
    element = x1.element if out_dtype is None else out_dtype
    left, right = x1.rank, x2.rank
    contracting = [left - 1], [max(right - 2, 0)]
    if right <= 2 or left == 1:
        return x1.dot(x2, contracting, element=element)
    if left == 2:
        found = x1.dot(x2, contracting, element=element)
        return found.transpose([*range(1, right - 1), 0, right - 1])
    return batched(x1, x2, element)


def check_contracted(lhs: Tensor, rhs: Tensor) -> None:
    """The contracted dimensions may be equal."""
    one, other = lhs.sizes[-1], rhs.sizes[-2:][0]
    if lhs.program.differ(one, other):
        raise OperatorError(
            f"dimension {lhs.rank - 1} of operand 0 and dimension {max(rhs.rank - 2, 0)} of operand"
            f" 1 differ: {dim_text(one)} and {dim_text(other)}"
        )


def batched(lhs: Tensor, rhs: Tensor, element: Attribute) -> Tensor:
    """Two batches of matrices."""
    ours, theirs, state = lhs.sizes, rhs.sizes, lhs.program.state
    rank = max(len(ours), len(theirs)) - 2
    batch: list[Expr] = []
    for before in range(-rank - 2, -2):
        sizes = [one[before] for one in (ours, theirs) if len(one) >= -before]
        batch.append(first_not_one(sizes, state))
    wide = [one.broadcast([*batch, *one.sizes[-2:]]) for one in (lhs, rhs)]
    along = range(rank)
    return wide[0].dot(wide[1], ([rank + 1], [rank]), (along, along), element)


@builds("outer")
def outer(x1: Tensor, x2: Same) -> Tensor:
    """Each element of a vector times each of another."""
    for one in (x1, x2):
        one.want_rank(1, "an operand")
    return x1.dot(x2, ((), ()))


@builds("einsum")
def einsum(operands: Tensors, *, subscripts: str) -> Tensor:
    """Sums of products over labelled dimensions: all labels side by side, then those that go."""
    want_equal_elements(*operands)
    labelled, output = labels_of(subscripts, operands)
    inputs = [diagonal_of(*pair) for pair in zip(labelled, operands, strict=True)]
    sizes: dict[str, Expr] = {}
    for labels, value in inputs:
        for label, size in zip(labels, value.sizes, strict=True):
            sizes[label] = first_not_one([sizes.get(label, size), size], value.program.state)
    for label in output:
        if label not in sizes:
            raise OperatorError(f"no operand has the label '{label}' of the result")
    order = [*output, *sorted(label for label in sizes if label not in output)]
    result, *others = (spread(labels, value, order, sizes) for labels, value in inputs)
    for value in others:
        result = result.apply("multiply", value)
    gone = range(len(output), len(order))
    return result.reduce(gone, "add", 0) if gone else result


OTHERS = "0123456789"
"""The labels of the dimensions that `...` stands for, which are the last ones of these."""


def labels_of(text: str, operands: Tensors) -> tuple[list[str], str]:
    """The labels of the operands and of the result; without one, those that are there once."""
    left, arrow, right = text.replace(" ", "").partition("->")
    inputs = left.split(",")
    plain = [one.replace("...", "", 1) for one in (*inputs, right)]
    if len(inputs) != len(operands) or not all(one.isalpha() or not one for one in plain):
        raise OperatorError(f"'{text}' does not label {len(operands)} operands")
    if len(set(plain[-1])) != len(plain[-1]):
        raise OperatorError(f"'{text}' repeats a label of the result")
    others = ""
    for at, (labels, value) in enumerate(zip(plain, operands, strict=False)):
        more = value.rank - len(labels)
        if more < 0 or (more > 0 and inputs[at] == labels):
            raise OperatorError(f"'{labels}' labels rank {value.rank}")
        own = OTHERS[len(OTHERS) - more :]
        inputs[at], others = inputs[at].replace("...", own), max(others, own, key=len)
    if arrow:
        return inputs, right.replace("...", others)
    joined = "".join(plain)
    return inputs, others + "".join(sorted(one for one in joined if joined.count(one) == 1))


def diagonal_of(labels: str, value: Tensor) -> tuple[str, Tensor]:
    """A value with each label once: of dimensions of one label, the elements at equal indices."""
    for at in reversed(range(len(labels))):
        first = labels.index(labels[at])
        if first == at:
            continue
        one, other, program = value.sizes[first], value.sizes[at], value.program
        text = f"'{labels}' labels sizes {dim_text(one)} and {dim_text(other)} alike"
        program.want(compare("==", one, other), text)
        places = [program.iota(value.sizes, axis, i64) for axis in (first, at)]
        same = places[0].compare("EQ", places[1])
        value = same.where(value, value.filled(0)).reduce([at], "add", 0)
        labels = labels[:at] + labels[at + 1 :]
    return labels, value


def spread(labels: str, value: Tensor, order: Sequence[str], sizes: dict[str, Expr]) -> Tensor:
    """A value with all labels as dimensions, in order."""
    ranked = sorted(range(len(labels)), key=lambda at: order.index(labels[at]))
    moved = value.transpose(ranked) if ranked != list(range(len(labels))) else value
    places = [order.index(labels[at]) for at in ranked]
    return moved.broadcast([sizes[label] for label in order], places)
