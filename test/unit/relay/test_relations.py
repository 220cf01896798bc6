"""The built-in relations at all small shapes, against numpy (RLY-49)."""

from __future__ import annotations

import itertools
from math import prod

import numpy as np

from disc_shape.relay.relations import RELATIONS, Refused, TypeState
from disc_shape.symbolic import Truth, const
from disc_shape.typesystem import terms as ts
from disc_shape.typesystem.types import Type
from disc_shape.typesystem.unification import Mismatch, Unifier

SHAPES = [shape for rank in range(4) for shape in itertools.product((0, 1, 2, 3), repeat=rank)]
SMALL = [shape for shape in SHAPES if len(shape) < 3]


def tensor(shape: tuple[int, ...]) -> Type:
    """A tensor of this shape."""
    return ts.Tensor(ts.Dims(tuple(map(const, shape))), ts.Base("f32"))


def result(name: str, *given: Type) -> Type | None:
    """What a relation finds for its last type; None where it cannot hold."""
    unifier = Unifier(lambda one, other: None, lambda holes: None)
    state = TypeState(unifier, unifier.outermost)
    out = state.hole("type")
    try:
        assert RELATIONS[name].apply([*given, out], state) is Truth.YES
    except (Refused, Mismatch):
        return None
    return state.resolve(out)


def test_broadcast_is_that_of_numpy() -> None:
    for one, other in itertools.product(SMALL, SMALL):
        try:
            expected = tensor(np.broadcast_shapes(one, other))
        except ValueError:
            expected = None
        assert result("Broadcast", tensor(one), tensor(other)) == expected


def test_flatten_keeps_the_first_dimension() -> None:
    for shape in SHAPES:
        expected = tensor((shape[0], prod(shape[1:]))) if shape else None
        assert result("Flatten", tensor(shape)) == expected


def test_identity_gives_the_same_type() -> None:
    for shape in SHAPES:
        assert result("Identity", tensor(shape)) == tensor(shape)
    assert result("Identity", tensor((1,)), tensor((2,))) is None
