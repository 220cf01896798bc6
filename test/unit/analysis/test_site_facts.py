"""What several places agree on."""

from analysed import Analysed

from disc_shape.analysis.site_facts import (
    NOTHING,
    Agreement,
    Known,
    Site,
    Slot,
    join_sites,
    site_of,
    slots_of,
    state_agreement,
    state_around,
)
from disc_shape.symbolic import Expr, Prover, Truth, const, sym

FIRST, SECOND = Slot(0, 0, of_contents=False), Slot(1, 0, of_contents=False)

PROGRAM = """
func.func @main(%x: tensor<?x4xf32>, %y: tensor<?xf32>, %n: index) -> tensor<?xf32> {
  %e = tensor.empty(%n) : tensor<?xf32>
  return %e : tensor<?xf32>
}
"""


def site(**facts: int) -> Site:
    """A place where the first size is `s` and the second one `4*s`, with facts on `s`."""
    prover = Prover()
    prover.declare(sym("s"), facts.get("low", 0), facts.get("high"))
    if "divisor" in facts:
        prover.add_divisible(sym("s"), facts["divisor"])
    sizes = {FIRST: sym("s"), SECOND: sym("s") * 4}
    return {
        slot: Known(size, prover.bounds(size), prover.residue(size)) for slot, size in sizes.items()
    }


def numbers(first: int, second: int) -> Site:
    prover = Prover()
    sizes: dict[Slot, Expr] = {FIRST: const(first), SECOND: const(second)}
    return {
        slot: Known(size, prover.bounds(size), prover.residue(size)) for slot, size in sizes.items()
    }


def test_slots_are_sizes_and_integers_of_shapes() -> None:
    program = Analysed(PROGRAM)
    given = [program.value(name) for name in "xyn"]
    found = [slot for slot, _ in slots_of(given, program.state)]
    assert found == [
        Slot(0, 0, False),
        Slot(0, 1, False),
        Slot(1, 0, False),
        Slot(2, 0, True),
    ]
    assert site_of(given, program.state)[Slot(0, 1, False)].size.constant == 4


def test_nothing_is_agreed_on_in_no_place() -> None:
    assert join_sites([]) == NOTHING


def test_the_same_number_everywhere_is_agreed_on() -> None:
    assert join_sites([numbers(3, 5), numbers(3, 6)]).equal == ((FIRST, const(3)),)


def test_equal_sizes_in_each_place_are_one_size() -> None:
    assert join_sites([numbers(3, 3), numbers(4, 4)]).equal == ((SECOND, FIRST.symbol),)
    assert join_sites([numbers(3, 3), numbers(4, 5)]).equal == ()


def test_a_size_computed_from_another() -> None:
    assert join_sites([site(), site(low=2)]).equal == ((SECOND, FIRST.symbol * 4),)
    assert join_sites([site(), numbers(1, 4)]).equal == ((SECOND, FIRST.symbol * 4),)
    assert join_sites([site(), numbers(1, 5)]).equal == ()


def sizes(first: Expr, second: Expr) -> Site:
    prover = Prover()
    return {
        slot: Known(size, prover.bounds(size), prover.residue(size))
        for slot, size in ((FIRST, first), (SECOND, second))
    }


def test_two_sizes_that_a_third_one_determines() -> None:
    """The symbol of the first size is solved for: s - 2 and s - 3, or 5 - s and s."""
    s = sym("s")
    assert join_sites([sizes(s - 2, s - 3)]).equal == ((SECOND, FIRST.symbol - 1),)
    assert join_sites([sizes(5 - s, 7 - s)]).equal == ((SECOND, FIRST.symbol + 2),)
    assert join_sites([sizes(5 - s, s + 1)]).equal == ((SECOND, 6 - FIRST.symbol),)
    assert join_sites([sizes(s - 2, s - 3), sizes(s - 2, s - 4)]).equal == ()


def test_a_size_that_cannot_be_solved_for_determines_nothing() -> None:
    s, t = sym("s"), sym("t")
    assert join_sites([sizes(s * 2 + 1, s * 4)]).equal == ()
    assert join_sites([sizes(s * s + 1, s * s + 3)]).equal == ()
    assert join_sites([sizes(s + s * t, s)]).equal == ()
    assert join_sites([sizes(s + t, s * 2)]).equal == ()


def test_bounds_are_joined() -> None:
    found = join_sites([site(low=2, high=6, divisor=2), site(low=4, high=8, divisor=4)])
    assert found.bounds == ((FIRST, (2, 8), (2, 0)),)


def test_says_compares_what_is_agreed_on() -> None:
    one = Agreement(equal=((FIRST, const(3)),))
    assert one.implies(NOTHING)
    assert one.implies(one)
    assert not NOTHING.implies(one)


def test_numbers_of_another_agreement_replace_what_is_known() -> None:
    around = Agreement(bounds=((FIRST, (0, 9), (1, 0)),))
    known = Agreement(equal=((FIRST, const(3)), (SECOND, FIRST.symbol)))
    assert around.with_numbers(known) == Agreement(equal=((FIRST, const(3)),))
    assert around.with_numbers(NOTHING) is around


def test_what_is_agreed_on_is_stated() -> None:
    program = Analysed(PROGRAM)
    first, second = program.size("x", 0), program.size("y", 0)
    own = {FIRST: first, SECOND: second}
    agreed = Agreement(equal=((SECOND, FIRST.symbol * 2),), bounds=((FIRST, (1, 8), (2, 1)),))
    op = program.op("tensor.empty")
    state_agreement(agreed, own, op, "all callers agree", program.state)
    prover = program.state.prover
    assert prover.equal(second, first * 2).truth is Truth.YES
    assert prover.bounds(first) == (1, 7)
    assert prover.residue(first) == (2, 1)


def test_a_slot_that_is_not_there_is_left_out() -> None:
    program = Analysed(PROGRAM)
    size = program.size("y", 0)
    agreed = Agreement(equal=((SECOND, FIRST.symbol),))
    state_agreement(agreed, {SECOND: size}, program.op("tensor.empty"), "", program.state)
    assert program.state.prover.canonical(size) is size


def test_bounds_that_are_known_are_not_stated_again() -> None:
    program = Analysed(PROGRAM)
    size = program.size("y", 0)
    before = len(program.state.prover.facts())
    state_around(size, (0, None), (1, 0), program.op("tensor.empty"), "", program.state)
    assert len(program.state.prover.facts()) == before
    state_around(size, (0, 5), (1, 0), program.op("tensor.empty"), "", program.state)
    assert program.state.prover.bounds(size) == (0, 5)
    state_around(size, (2, None), (1, 0), program.op("tensor.empty"), "", program.state)
    assert program.state.prover.bounds(size) == (2, 5)
