"""Inference: annotations left out, orders of the queue, counters, and relations of a user's own."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from types import FrameType

import pytest
from unit.relay.programs import PROGRAMS, F, body, module_of, typed
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import SSAValue

from disc_shape.analysis.waking import Entry, WakingQueue
from disc_shape.constraints.types import set_type
from disc_shape.dialects.relay.functions import FuncOp, FunctionOp
from disc_shape.dialects.relay.types import HOLE
from disc_shape.dialects.relay.values import ConstantOp
from disc_shape.errors import OperationError
from disc_shape.relay.inference import infer_types
from disc_shape.relay.solver import Constraint, Solver


def values_of(module: ModuleOp) -> list[SSAValue]:
    """All values, but those whose type their operation says."""
    values: list[SSAValue] = []
    for op in module.walk():
        if isinstance(op, FunctionOp | ConstantOp):
            continue
        values += [*op.results, *(one for region in op.regions for one in region.block.args)]
    return values


@pytest.mark.parametrize("name", PROGRAMS)
def test_an_inferred_program_stays_as_it_is(name: str) -> None:
    module = typed(PROGRAMS[name])
    before = str(module)
    infer_types(module)
    assert str(module) == before


@pytest.mark.parametrize("name", PROGRAMS)
@pytest.mark.parametrize("seed", range(12))
def test_without_some_annotations_types_are_the_same_or_undetermined(name: str, seed: int) -> None:
    """RLY-73: the type arguments of calls and parameters of functions are kept in no order."""
    whole = typed(PROGRAMS[name])
    expected = [str(value.type) for value in values_of(whole)]
    chance = random.Random(seed)
    stripped = whole.clone()
    for op in stripped.walk():
        if chance.random() < 0.5:
            op.properties.pop("type_args", None)
            if isinstance(op, FuncOp):
                op.properties.pop("result_type", None)
    for value in values_of(stripped):
        if chance.random() < 0.3:
            set_type(value, HOLE)
    problem = problem_of(stripped)
    if problem:
        assert "[RLY-63]" in problem
    else:
        assert [str(value.type) for value in values_of(stripped)] == expected


def problem_of(module: ModuleOp) -> str:
    """The error of inference, if there is one."""
    try:
        infer_types(module)
    except OperationError as error:
        return str(error)
    return ""


class Shuffled(WakingQueue[int, Constraint]):
    """A queue that runs what is added in another order."""

    chance = random.Random(0)

    def add(self, entry: Entry[Constraint]) -> None:
        self._others.insert(self.chance.randint(0, len(self._others)), entry)


WRONG = [
    """
relay.func @main(%x: !relay.tensor<[2], f32>, %y: !relay.tensor<[3], f32>) {
  %0 = relay.call_op "add"(%x, %x) : (!relay.tensor<[2], f32>, !relay.tensor<[2], f32>) -> !relay.hole
  %1 = relay.call_op "add"(%0, %y) : (!relay.hole, !relay.tensor<[3], f32>) -> !relay.hole
  relay.return %1 : !relay.hole
}
""",
    "relay.func @main(%x: !relay.hole) { relay.return %x : !relay.hole }",
]


@pytest.mark.parametrize("text", [*PROGRAMS.values(), *WRONG])
def test_the_order_of_the_queue_does_not_matter(text: str) -> None:
    """RLY-74."""
    found: set[str] = set()
    for seed in range(8):
        Shuffled.chance = random.Random(seed)
        module = module_of(text)
        try:
            infer_types(module, Solver(queue=Shuffled()))
            found.add(str(module))
        except OperationError as error:
            found.add(str(error)[-9:])
    assert len(found) == 1


def test_relations_that_nothing_wakes_are_run_once() -> None:
    """RLY-65: a thousand independent relations, one of which learns something."""
    lines = "".join(
        f"  %f{at} = relay.function %s{at} (%a{at}: !relay.hole, %b{at}: {F}) -> !relay.hole {{\n"
        f'    %c{at} = relay.call_op "add"(%a{at}, %a{at}) : (!relay.hole, !relay.hole) -> !relay.hole\n'
        f"    relay.return %c{at} : !relay.hole\n  }}\n"
        for at in range(1000)
    )
    text = (
        f"relay.func @main(%x: {F}) {{\n{lines}"
        f'  %g = relay.call_op "tanh"(%x) : ({F}) -> !relay.hole\n'
        f"  %q = relay.call %f7(%g, %x) : (!relay.hole, {F}) -> !relay.hole\n"
        f"  relay.return %x : {F}\n}}"
    )
    solver = Solver()
    with pytest.raises(OperationError, match=r"\[RLY-63\]"):
        infer_types(module_of(text), solver)
    assert solver.statistics.run == solver.statistics.queued == 1001
    assert solver.statistics.rerun == 1
    assert solver.statistics.discharged == 2


def test_a_chain_in_the_wrong_order_is_solved() -> None:
    """RLY-62: a thousand identities, each of which waits for the next."""
    count = 1000
    lines = "".join(
        f"  %f{at} = relay.function %s{at} (%a{at}: !relay.hole) -> !relay.hole {{\n"
        f'    %c{at} = relay.call_op "relu"(%a{at}) : (!relay.hole) -> !relay.hole\n'
        f"    relay.return %c{at} : !relay.hole\n  }}\n"
        for at in range(count)
    )
    calls = f"  %v0 = relay.call %f0(%x) : ({F}) -> !relay.hole\n" + "".join(
        f"  %v{at} = relay.call %f{at}(%v{at - 1}) : (!relay.hole) -> !relay.hole\n"
        for at in range(1, count)
    )
    end = f"  relay.return %v{count - 1} : !relay.hole\n}}"
    module = typed(f"relay.func @main(%x: {F}) {{\n{lines}{calls}{end}")
    assert f"-> {F}" in str(module).partition("{\n")[2].splitlines()[0]


def test_work_is_linear_in_the_number_of_calls() -> None:
    """Each relation is run once, and the work for a call does not depend on how many there are."""
    work: list[int] = []
    for count in (100, 1000):
        text = body(
            count,
            lambda at: (
                f'  %v{at + 1} = relay.call_op "add"(%{"v" + str(at) if at else "x"}, %x)'
                f" : ({'!relay.hole' if at else F}, {F}) -> !relay.hole"
            ),
            f"v{count}",
        )
        module, solver = module_of(text), Solver()
        work.append(calls_of(lambda module=module, solver=solver: infer_types(module, solver)))
        assert solver.statistics.queued == solver.statistics.run == count
        assert solver.statistics.rerun == 0
    assert work[1] < 10.5 * work[0]


def calls_of(work: Callable[[], object]) -> int:
    """How many calls of Python's functions some work makes."""
    count = 0

    def profile(frame: FrameType, event: str, argument: object) -> None:
        nonlocal count
        count += event == "call"

    sys.setprofile(profile)
    try:
        work()
    finally:
        sys.setprofile(None)
    return count
