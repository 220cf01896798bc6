"""Contradictions as errors."""

import re

import pytest
from analysed import Analysed

from disc_shape.constraints.contradictions import (
    contradiction_error,
    contradictions_as_errors,
    place_of,
    relation_notes,
    shown,
    with_provenance,
)
from disc_shape.errors import OperationError
from disc_shape.relations import RelationFailure
from disc_shape.symbolic import Contradiction, Reason

PROGRAM = """
func.func @main(%x: tensor<?xf32>, %y: tensor<?xf32>, %n: index) -> tensor<?xf32> {
  %0 = stablehlo.add %x, %x : tensor<?xf32>
  %e = tensor.empty(%n) : tensor<?xf32>
  return %0 : tensor<?xf32>
}
"""


def test_a_contradiction_becomes_an_error_of_the_last_operation() -> None:
    program = Analysed(PROGRAM)
    op = program.op("stablehlo.add")
    chain = (Reason("x is 3", program.op("tensor.empty")), Reason("x is 4", op))
    with pytest.raises(OperationError) as error, contradictions_as_errors():
        raise Contradiction("3 is not 4", chain)
    assert error.value.operation is op
    assert "3 is not 4" in str(error.value)


def test_the_failure_of_a_relation_becomes_an_error_with_its_types() -> None:
    op = Analysed(PROGRAM).op("stablehlo.add")
    with pytest.raises(OperationError) as error, contradictions_as_errors():
        raise RelationFailure(op, "ranks differ")
    assert error.value.operation is op
    assert [*error.value.notes] == relation_notes(op)


def test_other_errors_stay() -> None:
    with pytest.raises(ValueError, match="other"), contradictions_as_errors():
        raise ValueError("other")


def test_notes_follow_the_chain() -> None:
    op = Analysed(PROGRAM).op("stablehlo.add")
    error = contradiction_error([Reason("first"), Reason("second", op)], "message")
    assert [text for text, _ in error.notes][:2] == ["first", "second"]
    assert len(error.notes) == 3


def test_a_call_is_followed_by_the_chain_of_its_callee() -> None:
    inner = Reason("inside")
    outer = Reason("call", premises=lambda: [inner])
    texts = [reason.text for reason in with_provenance([outer, Reason("after")])]
    assert texts == ["call", "inside", "after"]


def test_relation_notes_name_the_relation_and_the_types() -> None:
    program = Analysed(PROGRAM)
    ((text, op),) = relation_notes(program.op("stablehlo.add"))
    assert op is program.op("stablehlo.add")
    assert "tensor<?xf32>, tensor<?xf32>" in text
    assert relation_notes(program.op("func.return")) == []
    assert relation_notes(None) == []


def test_sizes_without_a_name_are_shown_by_their_place() -> None:
    program = Analysed(PROGRAM)
    size = program.state.raw_dims(program.value("y"))[0]
    assert shown(f"{size} is wrong", program.state) == "(dimension 0 of '%y') is wrong"
    assert shown(f"{size} is wrong", None) == f"{size} is wrong"
    assert shown("%99999999 is wrong", program.state) == "%99999999 is wrong"


def test_places_of_arguments_results_and_integers() -> None:
    program = Analysed(PROGRAM)
    places = {place_of(anchor) for anchor in program.state.anchors.values()}
    assert "(dimension 0 of '%x')" in places
    assert "(integer 0 of '%n')" in places
    program.value("x").name_hint = None
    places = {place_of(anchor) for anchor in program.state.anchors.values()}
    assert any(re.fullmatch(r"\(dimension 0 of argument 0\)", place) for place in places)
