"""Cards of MLIR's scf and cf dialects."""

from __future__ import annotations

from xdsl.dialects import cf, scf

from disc_shape.cards.card import Card, register_card

register_card(Card(guard=lambda op: "condition"), cf.AssertOp)
register_card(Card(branch_condition=lambda op: op.operands[0]), cf.ConditionalBranchOp, cf.SwitchOp)
register_card(Card(indices=lambda op: (op.lb, op.ub, op.step)), scf.ForOp)
