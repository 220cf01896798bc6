"""How values flow through `mhlo.fusion`; loaded with the first operation of that dialect."""

from disc_shape.analysis.regions import once, register_flow
from disc_shape.dialects.hlo.mhlo_only import FusionOp

register_flow(once, FusionOp)
