"""Relations of Shardy: a sharded value has the shape of the whole."""

from __future__ import annotations

from disc_shape.dialects.sdy import ReshardOp, ShardingConstraintOp
from disc_shape.relations.core import RELATIONS
from disc_shape.relations.elementwise import SAME_SHAPE

RELATIONS.register(SAME_SHAPE, ShardingConstraintOp, ReshardOp)
