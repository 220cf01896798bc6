"""Rules for operations of `cf`."""

from xdsl.dialects import cf

from disc_shape.rewriting.registry import register_rule
from disc_shape.rewriting.rules.guards import drop_proved_assertion

register_rule(drop_proved_assertion, cf.AssertOp)
