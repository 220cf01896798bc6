"""Rules for operations of `scf`."""

from xdsl.dialects import scf

from disc_shape.rewriting.registry import register_rule
from disc_shape.rewriting.rules.branches import skip_idle_loop, take_only_branch

register_rule(skip_idle_loop, scf.ForOp, scf.WhileOp)
register_rule(take_only_branch, scf.IfOp, scf.IndexSwitchOp)
