"""The table of phases names every rewrite rule once, and decides their order."""

import pytest
from xdsl.dialects import test
from xdsl.ir import Operation

from disc_shape.dialects.hlo.binary import AndOp
from disc_shape.dialects.hlo.movement import BroadcastInDimOp
from disc_shape.rewriting.function import Rewriter
from disc_shape.rewriting.registry import RULES, name_of, register_rule, rules_of
from disc_shape.rewriting.rules.folding import fold_by_card, fold_constants
from disc_shape.rewriting.rules.neutral import drop_neutral_operand
from disc_shape.rewriting.rules.phases import NAMES, PHASES


def test_every_rule_is_in_one_phase() -> None:
    RULES.families.load_all()
    registered = {name_of(rule) for rules in RULES.values() for rule in rules}
    assert registered == set(NAMES)
    assert len(NAMES) == len(set(NAMES))
    assert len(PHASES) == len({phase for phase, _ in PHASES})


@pytest.mark.parametrize("op_class", [AndOp, BroadcastInDimOp])
def test_the_rules_of_a_class_are_in_the_order_of_the_table(op_class: type[Operation]) -> None:
    RULES.families.load_all()
    names = [name_of(rule) for rule in rules_of(op_class)]
    assert len(names) > 2
    assert names == sorted(names, key=NAMES.index)


def test_registration_in_another_order_changes_nothing() -> None:
    class OtherOp(test.TestOp):
        """An operation with the rules of all operations only."""

    def own_rule(op: Operation, rewriter: Rewriter) -> bool:
        return False

    for rule in (own_rule, drop_neutral_operand, fold_constants):
        register_rule(rule, OtherOp)
    try:
        expected = (fold_constants, fold_by_card, drop_neutral_operand, own_rule)
        assert rules_of(OtherOp) == expected
    finally:
        del RULES[OtherOp]
