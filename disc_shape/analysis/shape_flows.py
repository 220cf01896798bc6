"""How values flow out of `shape.assuming`; loaded with the first operation of that dialect."""

from disc_shape.analysis.regions import FLOWS, once
from disc_shape.dialects.shape import AssumingOp

FLOWS.register(once, AssumingOp)
