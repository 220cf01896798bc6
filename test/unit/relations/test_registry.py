"""Relations from outside, inheritance, families that are loaded late, values without a shape."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator

import pytest
from xdsl.context import Context
from xdsl.dialects.builtin import Float32Type, TensorType, UnrankedTensorType
from xdsl.dialects.test import TestOp
from xdsl.ir import Operation
from xdsl.irdl import IRDLOperation, irdl_op_definition, operand_def, result_def
from xdsl.parser import Parser

from disc_shape.relations import (
    EVALUATORS,
    RELATIONS,
    Relation,
    RelationFailure,
    RelationState,
    evaluator_of,
    relation_of,
)
from disc_shape.relations.rules import evaluates, relation
from disc_shape.relations.state import Content
from disc_shape.symbolic import Contradiction, compare, const

TENSOR = TensorType(Float32Type(), [-9223372036854775808])


@irdl_op_definition
class TwiceOp(IRDLOperation):
    """A user's operation: its operand twice."""

    name = "mine.twice"
    operand = operand_def()
    result = result_def()


@pytest.fixture
def registered() -> Iterator[None]:
    """The tables as they were, after the test."""
    relations, evaluators = dict(RELATIONS), dict(EVALUATORS)
    yield
    for table, before in ((RELATIONS, relations), (EVALUATORS, evaluators)):
        for cls in set(table) - set(before):
            del table[cls]


def twice() -> TwiceOp:
    value = TestOp.create(result_types=[TENSOR]).results[0]
    return TwiceOp.create(operands=[value], result_types=[TENSOR])


def related() -> tuple[TwiceOp, RelationState]:
    """An operation with a relation that is registered here."""

    @relation("Twice", "my manual", TwiceOp)
    def double(op: TwiceOp, state: RelationState) -> bool:
        state.define(op.result, 0, state.dim(op.operand, 0) * 2, op, "twice as long")
        return True

    assert double
    return twice(), RelationState()


@pytest.mark.usefixtures("registered")
def test_a_relation_from_outside() -> None:
    op, state = related()
    found = relation_of(op)
    assert found is not None
    assert (found.name, found.source) == ("Twice", "my manual")
    assert found.apply(op, state)
    assert state.dim(op.result, 0) == state.dim(op.operand, 0) * 2


@pytest.mark.usefixtures("registered")
def test_it_holds_for_the_operand_too() -> None:
    op, state = related()
    found = relation_of(op)
    assert found is not None
    state.prover.add_equal(state.dim(op.result, 0), 6)
    found.apply(op, state)
    assert state.prover.proves(compare("==", state.dim(op.operand, 0), 3))
    with pytest.raises(Contradiction):
        state.prover.add_equal(state.dim(op.operand, 0), 4)


def test_an_unregistered_operation_has_no_relation() -> None:
    op = twice()
    assert relation_of(op) is None
    assert evaluator_of(op) is None


@pytest.mark.usefixtures("registered")
def test_what_a_user_registers_survives_the_late_loading_of_a_family() -> None:
    script = """
from xdsl.dialects import memref
from disc_shape.relations import RELATIONS, Relation, relation_of

class Mine(Relation):
    name, source = "Mine", "me"
    def apply(self, op, state):
        return True

assert "memref" in RELATIONS.families.late
RELATIONS.register(Mine(), memref.CopyOp)
assert RELATIONS.find(memref.CastOp).name == "Cast"
assert "memref" not in RELATIONS.families.late
assert RELATIONS.find(memref.CopyOp).name == "Mine"
"""
    subprocess.run([sys.executable, "-c", script], check=True)


def test_importing_relations_imports_no_numpy() -> None:
    script = """
import sys
import disc_shape.relations
for name in ("numpy", "xdsl.dialects.linalg", "disc_shape.analysis", "disc_shape.interpreters"):
    assert name not in sys.modules, name
"""
    subprocess.run([sys.executable, "-c", script], check=True)


class Base(Relation):
    """A relation that does nothing."""

    name = "Base"
    source = "here"

    def apply(self, op: Operation, state: RelationState) -> bool:
        return True


@pytest.mark.usefixtures("registered")
def test_classes_inherit_the_relation_of_their_nearest_base() -> None:
    class DerivedOp(TwiceOp):
        pass

    base = Base()
    assert RELATIONS.find(DerivedOp) is None
    RELATIONS.register(base, TwiceOp)
    assert RELATIONS.find(DerivedOp) is base


@pytest.mark.usefixtures("registered")
def test_nothing_is_said_of_unranked_values() -> None:
    @relation("Twice", "my manual", TwiceOp)
    def double(op: TwiceOp, state: RelationState) -> bool:
        state.define(op.result, 0, state.dim(op.operand, 0) * 2, op, "twice as long")
        return True

    @evaluates(TwiceOp)
    def size(op: TwiceOp, state: RelationState) -> Content:
        return state.dims(op.operand)

    assert double
    assert size
    unranked = UnrankedTensorType(Float32Type())
    value = TestOp.create(result_types=[unranked]).results[0]
    op = TwiceOp.create(operands=[value], result_types=[unranked])
    found, evaluator = relation_of(op), evaluator_of(op)
    assert found is not None
    assert evaluator is not None
    assert found.apply(op, RelationState())
    assert evaluator(op, RelationState()) == (None,)


def test_a_failure_names_the_operation() -> None:
    op, state = twice(), RelationState()
    with pytest.raises(RelationFailure) as failure:
        state.define_all(op.result, [const(1), const(2)], op, "too many")
    assert failure.value.op is op
    assert failure.value.message == "too many: rank 1 and rank 2"


def test_static_shapes_that_disagree_are_refused(make_context: Callable[[], Context]) -> None:
    text = """
    func.func @f(%0: tensor<?xf32>) -> tensor<?xf32> {
      %1 = tensor.cast %0 : tensor<?xf32> to tensor<3xf32>
      %2 = tensor.cast %0 : tensor<?xf32> to tensor<4xf32>
      return %0 : tensor<?xf32>
    }"""
    state = RelationState()
    module = Parser(make_context(), text).parse_module()
    casts = [op for op in module.walk() if op.results]
    relations = [found for op in casts if (found := relation_of(op)) is not None]
    relations[0].apply(casts[0], state)
    with pytest.raises(Contradiction) as contradiction:
        relations[1].apply(casts[1], state)
    handles = [reason.handle for reason in contradiction.value.chain]
    assert casts[0] in handles
    assert casts[1] in handles
