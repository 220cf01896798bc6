"""The built-in relations at all small shapes, against numpy (RLY-49)."""

from __future__ import annotations

import itertools
from math import prod

import numpy as np
import pytest
from xdsl.dialects.builtin import ModuleOp

from disc_shape.dialects.relay.types import attribute_of, term_of, type_text
from disc_shape.errors import OperationError
from disc_shape.relay.operators import operator_type
from disc_shape.relay.relations import RELATIONS, Refused, Registered, TypeState
from disc_shape.relay.solver import Constraint, Solver
from disc_shape.symbolic import Truth, const
from disc_shape.typesystem import terms as ts
from disc_shape.typesystem.types import TupleType, Type
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


def test_operators_are_quantified_over_operands_and_results() -> None:
    """RLY-39: the type of `add` has three parameters."""
    found = operator_type("add", None)
    assert found is not None
    assert type_text(found) == (
        "!relay.fn<[@t0 : type, @t1 : type, @out : type], (!relay.var<@t0>, !relay.var<@t1>) ->"
        " !relay.var<@out> where [@Broadcast(!relay.var<@t0>, !relay.var<@t1>, !relay.var<@out>)]>"
    )


def test_every_term_is_a_type() -> None:
    """RLY-02: all types derive from one class, and each has a form in MLIR."""
    terms = [tensor((2,)), ts.Base("f32"), ts.Parameter("t"), ts.Data("List", ()), ts.BOOLEAN]
    terms += [TupleType(()), ts.Function((), (), ts.BOOLEAN), ts.Hole()]
    for term in terms:
        assert isinstance(term, Type)
        assert term_of(attribute_of(term)) == term


def test_another_kind_of_constraint_needs_no_change_of_the_solver() -> None:
    """RLY-16: the solver queues it, wakes it and drops it like the others."""
    solver, op = Solver(), ModuleOp([])
    hole = solver.unifier.hole("type", solver.unifier.outermost)

    def is_scalar() -> Truth:
        found = solver.unifier.resolve(hole)
        if isinstance(found, ts.Hole):
            return Truth.UNKNOWN
        assert isinstance(found, ts.Tensor)
        return Truth.YES if found.shape == ts.Dims(()) else Truth.UNKNOWN

    solver.add(Constraint(op, (hole,), lambda: "a scalar", is_scalar))
    solver.run()
    assert len(solver.undecided()) == 1
    solver.unify(op, hole, ts.BOOLEAN, "a value", "RLY-67", "a test")
    solver.run()
    assert not solver.undecided()
    assert solver.statistics.rerun == 1


def test_a_wrong_relation_is_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    """RLY-48: what says that all types are related is not contradicted."""
    monkeypatch.setitem(RELATIONS, "Lie", Registered("Lie", "test", lambda args, solve: Truth.YES))
    unifier = Unifier(lambda one, other: None, lambda holes: None)
    state = TypeState(unifier, unifier.outermost)
    found = RELATIONS["Lie"].apply([tensor((1,)), tensor((2,))], state)
    assert found is Truth.YES


def test_a_relation_that_answers_no_is_an_error() -> None:
    solver, op = Solver(), ModuleOp([])
    never = Registered("Never", "test", lambda args, solve: Truth.NO)
    state = TypeState(solver.unifier, solver.unifier.outermost)
    solver.relate(op, ts.Named("Never", (tensor((1,)), tensor((2,)))), never, "@f", state)
    with pytest.raises(OperationError, match=r"@Never\(.*\) of @f does not hold.*\[RLY-57\]"):
        solver.run()
