"""Operands of unknown rank: the result is of the least type above those that all ranks give."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from disc_shape.dialects.relax.operator_rows import Value
from disc_shape.symbolic.shapes import Shape
from disc_shape.typesystem import types as ts

LEAST = 5
"""A rank that is always tried: the most dimensions to which an operator gives names."""
NAMING = ("axis", "axes", "channel_axis", "batch_dims", "seq_axis", "batch_axis")
"""The attributes whose numbers are dimensions."""


class Rankings:
    """
    The operands with each rank that is unknown in all ways in which an operator may tell ranks
    apart: up to one more than what operands and attributes count or name. Equal ranks come first.
    """

    def __init__(self, operands: Sequence[ts.Type], attributes: Mapping[str, Value]) -> None:
        self.operands = operands
        listed = [one for operand in operands for one in ts.leaves(operand)]
        self.open = [place for place, one in enumerate(listed) if is_open(one)]
        """The places of those of unknown rank among the leaves of all operands."""
        self.greatest = greatest_rank(operands, attributes) if self.open else 0
        self.decided = len(self.open)
        """How many ranks, from the first, say what the operator does with those tried last."""

    def __iter__(self) -> Iterator[list[ts.Type]]:
        count = len(self.open)
        for rank in range(self.greatest + 1) if count > 1 else ():
            yield self.with_ranks([rank] * count)
        ranks = [0] * count
        while True:
            self.decided = count
            yield self.with_ranks(ranks)
            left = [at for at in range(self.decided) if ranks[at] < self.greatest]
            if not left:
                return
            ranks = [*ranks[: left[-1]], ranks[left[-1]] + 1, *[0] * (count - left[-1] - 1)]

    def with_ranks(self, ranks: Sequence[int]) -> list[ts.Type]:
        """The operands with these ranks."""
        left = iter(ranks)
        return [of_ranks(one, left) for one in self.operands]

    def refused(self, looked: int) -> None:
        """Those tried last are refused, whatever the ranks of leaves from place `looked` on."""
        self.decided = sum(place < looked for place in self.open)


def is_open(type_: ts.Type) -> bool:
    """Whether the rank of a tensor or the length of a shape is unknown."""
    return isinstance(type_, ts.Shaped) and type_.shape.rank is None


def greatest_rank(operands: Sequence[ts.Type], attributes: Mapping[str, Value]) -> int:
    """The greatest rank to try."""
    found = [LEAST]
    for one in (one for operand in operands for one in ts.leaves(operand)):
        if isinstance(one, ts.Shaped):
            found.append(one.shape.rank or 0)
        elif isinstance(one, ts.PrimType) and one.value is not None:
            found.append(abs(one.value.constant or 0) + 1)
    for name, value in attributes.items():
        listed = value if isinstance(value, tuple) else (value,)
        found += [len(value) if name == "subscripts" and isinstance(value, str) else len(listed)]
        found += [abs(one) + 1 for one in listed if name in NAMING and isinstance(one, int)]
    return 1 + max(found)


def of_ranks(type_: ts.Type, ranks: Iterator[int]) -> ts.Type:
    """A type whose unknown ranks are the next ones."""
    match type_:
        case ts.Shaped(shape=Shape(dims=None, value=name)):
            rank = next(ranks)
            known = Shape.of_rank(rank) if name is None else Shape.of_value(name, rank)
            return replace(type_, shape=known)
        case ts.TupleType():
            return ts.mapped(type_, lambda one: of_ranks(one, ranks))
        case _:
            return type_


def named(type_: ts.Type, operands: Sequence[ts.Type]) -> ts.Type:
    """A type that says the shape value whose contents a shape of rank 0 is."""
    if isinstance(type_, ts.Shaped) and type_.shape == Shape(()):
        for one in operands:
            if isinstance(one, ts.Shaped) and one.shape.dims == () and one.shape.value:
                return replace(type_, shape=one.shape)
    return type_


def says_no_shape(type_: ts.Type) -> bool:
    """Whether nothing is known of the shapes of tensors."""
    return all(isinstance(one, ts.TensorType) and one.shape == Shape() for one in ts.leaves(type_))
