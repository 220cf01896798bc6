"""How values flow out of `shape.assuming`; loaded with the first operation of that dialect."""

from disc_shape.analysis.regions import once, register_flow
from disc_shape.dialects.shape import AssumingOp

register_flow(once, AssumingOp)
