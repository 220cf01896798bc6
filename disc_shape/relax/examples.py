"""Sizes for which a value does not fit a type, for warnings (RLX-294)."""

from __future__ import annotations

from collections.abc import Iterator

from disc_shape.symbolic import Expr, Prover, Truth
from disc_shape.typesystem.types import PrimType, ShapeType, TensorType, TupleType, Type

FAILS = " fails for "


def example_of(given: Type, expected: Type, prover: Prover) -> str:
    """`, and fails for n = 7`, where the prover knows sizes for which dimensions differ."""
    for one, other in dim_pairs(given, expected):
        answer = prover.equal(one, other)
        if answer.truth is Truth.UNKNOWN:
            for reason in answer.explain():
                if FAILS in reason.text:
                    return f", and fails for {reason.text.partition(FAILS)[2]}"
    return ""


def dim_pairs(given: Type, expected: Type) -> Iterator[tuple[Expr, Expr]]:
    """The known dimensions of two types that stand in one place."""
    match given, expected:
        case (TensorType(), TensorType()) | (ShapeType(), ShapeType()):
            if given.shape.rank == expected.shape.rank:
                for one, other in zip(
                    given.shape.dims or (), expected.shape.dims or (), strict=True
                ):
                    if one is not None and other is not None:
                        yield one, other
        case PrimType(value=Expr() as one), PrimType(value=Expr() as other):
            yield one, other
        case TupleType(), TupleType() if len(given.fields) == len(expected.fields):
            for one, other in zip(given.fields, expected.fields, strict=True):
                yield from dim_pairs(one, other)
        case _:
            return
