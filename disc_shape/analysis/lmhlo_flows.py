"""How values flow into `lmhlo.fusion`; loaded with the first operation of that dialect."""

from xdsl.ir import Operation

from disc_shape.analysis.regions import FLOWS, Entering, Flow, Runs
from disc_shape.dialects.lmhlo.fusion import BufferFusionOp


def kernel(op: Operation) -> Flow:
    """The region runs once, on what the buffers hold; its results go to buffers."""
    assert isinstance(op, BufferFusionOp)
    arguments = op.regions[0].block.args
    return Flow(Runs.ONCE, yields=((),), entering=tuple(map(Entering, op.ins, arguments)))


FLOWS.register(kernel, BufferFusionOp)
