"""Every constraint that a docstring numbers has a program that breaks it."""

from disc_shape.tools.documentation.constraints import (
    GAPS,
    all_constraints,
    gaps,
    negative_case,
)


def test_every_constraint_has_a_negative_case() -> None:
    listed = [one for constraints in all_constraints().values() for one in constraints]
    assert len(listed) > 600
    lacking = [f"{one.operation} c{one.number}" for one in listed if negative_case(one) is None]
    assert not lacking


def test_numbers_are_left_out_for_a_reason() -> None:
    assert gaps() == {name: sorted(reasons) for name, reasons in GAPS.items()}


def test_every_constraint_says_something() -> None:
    for constraints in all_constraints().values():
        for one in constraints:
            assert len(one.text) > 8, one
