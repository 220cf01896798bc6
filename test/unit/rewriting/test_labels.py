"""Which facts the graph states."""

from xdsl.dialects.builtin import ModuleOp

from disc_shape.analysis.constraints import saved_constraints
from disc_shape.rewriting.labels import ModuleLabels
from disc_shape.symbolic import Cond, Status, compare, sym

D, E = sym("d"), sym("e")


def stated(*facts: tuple[Cond, Status]) -> list[str]:
    labels = ModuleLabels(saved_constraints(ModuleOp([])), set())
    for condition, status in facts:
        labels.add_fact(condition, status)
    return [f"{fact.condition} {fact.status.value}" for fact in labels.stated_facts()]


def test_a_tighter_bound_says_what_a_looser_one_does() -> None:
    loose, tight = compare(">=", D, 1), compare(">=", D, 4)
    for status in Status:
        assert stated((loose, status), (tight, status)) == [f"d >= 4 {status.value}"]
        assert stated((tight, status), (loose, status)) == [f"d >= 4 {status.value}"]


def test_a_better_reason_stays() -> None:
    loose, tight = compare("<=", D, 64), compare("<=", D, 8)
    assert len(stated((loose, Status.GUARDED), (tight, Status.ASSUMED))) == 2
    assert stated((loose, Status.ASSUMED), (tight, Status.GUARDED)) == ["d <= 8 guarded"]


def test_other_facts_stay() -> None:
    facts = [compare(">=", D, 1), compare(">=", E, 4), compare("<=", D, 4), compare("!=", D, 2)]
    facts += [compare("==", D % 2, 0), compare(">=", D - E, 0)]
    assert len(stated(*((fact, Status.GUARDED) for fact in facts))) == len(facts)
