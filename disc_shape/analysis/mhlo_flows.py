"""How values flow through `mhlo.fusion`; loaded with the first operation of that dialect."""

from disc_shape.analysis.regions import FLOWS, once
from disc_shape.dialects.hlo.mhlo_only import FusionOp

FLOWS.register(once, FusionOp)
