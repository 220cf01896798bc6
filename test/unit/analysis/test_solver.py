"""The solver runs a relation again when a size that it reads becomes better known."""

from dataclasses import dataclass

from analysed import Analysed
from xdsl.ir import Operation

from disc_shape.analysis.solver import Solver
from disc_shape.relations import Relation, RelationState
from disc_shape.symbolic import Reason

PROGRAM = """
func.func @main(%x: tensor<?xf32>, %y: tensor<?xf32>) {
  %0 = stablehlo.tanh %x : tensor<?xf32>
  %1 = stablehlo.tanh %y : tensor<?xf32>
  return
}
"""


@dataclass
class Waiting(Relation):
    """A relation that holds once the first operand has a known size."""

    name: str = "Waiting"
    source: str = "a test"
    runs: int = 0

    def apply(self, op: Operation, state: RelationState) -> bool:
        self.runs += 1
        return state.dims(op.operands[0])[0].constant is not None


def started() -> tuple[Solver, Waiting, Operation, RelationState]:
    program, state, relation = Analysed(PROGRAM), RelationState(), Waiting()
    solver = Solver(state)
    op = program.op("stablehlo.tanh")
    for value in (*op.operands, program.value("y")):
        state.dims(value)
    solver.run(op, relation)
    state.prover.add_equal(state.dims(program.value("y"))[0], 3, Reason("elsewhere"))
    solver.drain()
    return solver, relation, op, state


def test_a_relation_waits_for_its_own_sizes() -> None:
    solver, relation, _, _ = started()
    assert relation.runs == 1
    assert (solver.statistics.run, solver.statistics.rerun) == (1, 0)


def test_a_relation_runs_again_and_is_discharged() -> None:
    solver, relation, op, state = started()
    size = state.dims(op.operands[0])[0]
    state.prover.add_equal(size, 4, Reason("a test"))
    solver.drain()
    assert relation.runs == 2
    assert solver.statistics.discharged == 1
    state.prover.add_equal(size, 4, Reason("again"))
    solver.drain()
    assert relation.runs == 2


def test_a_relation_that_holds_in_a_scope_waits_again_outside() -> None:
    solver, relation, op, state = started()
    size = state.dims(op.operands[0])[0]
    solver.push()
    state.prover.add_equal(size, 4, Reason("inside"))
    solver.drain()
    assert relation.runs == 2
    solver.pop()
    assert solver.statistics.discharged == 0
    assert state.dims(op.operands[0])[0].constant is None
    state.prover.add_equal(size, 5, Reason("outside"))
    solver.drain()
    assert solver.statistics.discharged == 1


def test_a_relation_stated_in_a_scope_is_forgotten() -> None:
    solver, _, op, state = started()
    inner = Waiting()
    solver.push()
    solver.run(op, inner)
    solver.pop()
    state.prover.add_equal(state.dims(op.operands[0])[0], 4, Reason("a test"))
    solver.drain()
    assert inner.runs == 1
