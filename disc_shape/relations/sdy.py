"""Relations of Shardy: a sharded value has the shape of the whole."""

from __future__ import annotations

from disc_shape.dialects.sdy import ReshardOp, ShardingConstraintOp
from disc_shape.relations.core import register_relation
from disc_shape.relations.elementwise import SAME_SHAPE

register_relation(SAME_SHAPE, ShardingConstraintOp, ReshardOp)
