"""By how much an iteration moves a size."""

from analysed import Analysed

from disc_shape.analysis.loop_steps import ANY_STEP, Step, describe_step, state_moved, step_between
from disc_shape.symbolic import compare, const, sym

PROGRAM = """
func.func @main(%x: tensor<?xf32>, %y: tensor<?xf32>) {
  "test.op"() : () -> ()
  return
}
"""
EXACT = Step(const(2), (2, 2), 2)


def test_a_step_between_sizes() -> None:
    program = Analysed(PROGRAM)
    size = program.size("x", 0)
    assert step_between(size, size + 2, True, program.state) == EXACT
    assert step_between(size, size + 2, False, program.state) == Step(None, (2, 2), 2)
    assert step_between(size, size * 3, False, program.state) == Step(None, (0, None), 2)
    assert step_between(size, size // 2, False, program.state).bounds == (None, 0)
    assert step_between(size, size, False, program.state).divisor == 0


def test_weakening_keeps_what_both_have() -> None:
    assert EXACT.weakened(EXACT) is EXACT
    found = Step(None, (4, 4), 4)
    assert EXACT.weakened(found) == Step(None, (2, None), 2)
    assert EXACT.weakened(Step(None, (0, 2), 1)) == Step(None, (0, 2), 1)
    assert EXACT.weakened(Step(None, (-1, 2), 1)).bounds == (None, 2)
    assert EXACT.weakened(ANY_STEP) == Step(None, (None, None), 1)


def test_a_shrinking_step_gives_way_to_zero_first() -> None:
    step = Step(const(-2), (-2, -2), 2)
    assert step.weakened(Step(None, (-4, -1), 1)) == Step(None, (None, 0), 1)
    assert step.weakened(Step(None, (-2, 0), 2)) == Step(None, (-2, 0), 2)
    assert step.weakened(Step(None, (-2, 1), 1)).bounds == (-2, None)


def test_the_order_of_sizes_bounds_a_step() -> None:
    program = Analysed(PROGRAM)
    x, y = program.size("x", 0), program.size("y", 0)
    program.state.assume(compare("<=", x, y), program.op("test.op"), "a test")
    assert step_between(x, y, False, program.state).bounds == (0, None)
    assert step_between(y, x, False, program.state).bounds == (None, 0)


def test_a_size_that_shrank() -> None:
    program = Analysed(PROGRAM)
    start, now = program.size("x", 0), program.size("y", 0)
    step = Step(None, (None, -1), 1)
    state_moved(start, now, step, None, program.op("test.op"), program.state)
    prover = program.state.prover
    assert prover.le(now, start).truth.value == "yes"
    assert prover.le(start, now).truth.value == "unknown"


def test_a_size_that_moved_within_bounds() -> None:
    program = Analysed(PROGRAM)
    start, now = program.size("x", 0), program.size("y", 0)
    state_moved(start, now, Step(None, (1, 3), 1), const(4), program.op("test.op"), program.state)
    assert program.state.prover.bounds(now - start) == (4, 12)


def test_weakening_ends() -> None:
    """A bound gives way at most twice."""
    step = Step(None, (5, 5), 0)
    for amount in (4, 3, 2, 1, 0, -1, -2):
        step = step.weakened(Step(None, (amount, 5), 0))
    assert step.bounds == (None, 5)


def test_a_size_that_grew_by_a_known_number_of_iterations() -> None:
    program = Analysed(PROGRAM)
    start, now, count = program.size("x", 0), program.size("y", 0), sym("count")
    program.state.prover.declare(count)
    state_moved(start, now, EXACT, count, program.op("test.op"), program.state)
    assert program.state.prover.equal(now, start + count * 2).truth.value == "yes"


def test_a_size_that_grew_by_an_unknown_number_of_iterations() -> None:
    program = Analysed(PROGRAM)
    start, now = program.size("x", 0), program.size("y", 0)
    state_moved(start, now, EXACT, None, program.op("test.op"), program.state)
    prover = program.state.prover
    assert prover.le(start, now).truth.value == "yes"
    assert prover.divides(2, now - start).truth.value == "yes"
    assert prover.equal(start, now).truth.value == "unknown"


def test_a_step_in_words_has_its_bounds() -> None:
    assert "moved by 2 in" in describe_step(EXACT)
    assert "1 to 3" in describe_step(Step(None, (1, 3), 1))
    assert "at least 1" in describe_step(Step(None, (1, None), 1))
    assert "at most 3" in describe_step(Step(None, (None, 3), 1))
