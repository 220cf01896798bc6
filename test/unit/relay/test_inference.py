"""Inference: annotations left out, orders of the queue, counters, and relations of a user's own."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType

import pytest
from unit.relay.programs import F, body, module_of, typed

from disc_shape.errors import OperationError
from disc_shape.relay.inference import infer_types
from disc_shape.relay.solver import Solver


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


def summed(axis: str) -> str:
    """The types of a program that sums over an axis."""
    text = f"""
relay.func @main(%x: !relay.tensor<[2, 4], f32>) {{
  %0 = relay.call_op "sum"(%x) {{axis = {axis}}} : (!relay.tensor<[2, 4], f32>) -> !relay.hole
  relay.return %0 : !relay.hole
}}
"""
    return str(typed(text))


@pytest.mark.parametrize(("right", "wrong"), [("1", "1.0 : f32"), ("[1]", "[1.0 : f32]")])
def test_numbers_that_are_equal_to_python_are_other_attributes(right: str, wrong: str) -> None:
    """What is known of one call is not that of another, whichever comes first."""
    for _ in range(2):
        with pytest.raises(OperationError, match=r"expected integers \[RLY-57\]"):
            summed(wrong)
        assert "-> !relay.tensor<[2], f32> {" in summed(right)


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
