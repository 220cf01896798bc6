"""Sizes of one analysis in the symbols of another one, which has made other symbols."""

from __future__ import annotations

from fuzz.harness import parse
from xdsl.dialects.func import FuncOp

from disc_shape.analysis.correspondence import Correspondence
from disc_shape.relations import RelationState
from disc_shape.symbolic import compare

FUNCTION = """
func.func @f(%x: tensor<?xf32>, %y: tensor<?xf32>, %z: tensor<?xf32>) {
  return
}
"""


def test_sizes_are_found_by_their_places() -> None:
    module = parse(FUNCTION)
    (function,) = (op for op in module.walk() if isinstance(op, FuncOp))
    x, y, z = function.body.block.args
    source, target = RelationState(), RelationState()
    for state in (source, target):
        state.dims(x)
    target.fresh()  # A size for which the other analysis has an expression.
    (ours,) = source.dims(y)
    (theirs,) = target.dims(y)
    assert ours is not theirs
    found = Correspondence(source, target)
    assert not found.is_exact
    assert found.of(source.dims(x)[0]) is target.dims(x)[0]
    assert found.of(ours) is theirs
    assert found.of(compare(">=", ours, 2)) == compare(">=", theirs, 2)
    (unknown,) = source.dims(z)
    assert found.of(unknown) not in (ours, theirs, unknown)


def test_nothing_is_known_of_what_can_be_read_nowhere() -> None:
    source, target = RelationState(), RelationState()
    target.fresh(2, 4)
    number = source.fresh(None)
    late = source.fresh(None)
    found = Correspondence(source, target)
    assert target.prover.bounds(found.of(late)) == (None, None)
    assert found.of(late) is found.of(late)
    assert target.prover.bounds(found.of(number)) == (None, None)
    assert found.of(number - number).constant == 0
