"""Parts of complex numbers as loops: what reads them, and what makes complex numbers of them."""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.dialects import memref
from xdsl.ir import SSAValue

from disc_shape.cards.indices import rank_of
from disc_shape.loops.aliases import may_alias
from disc_shape.loops.direct import DirectLoops
from disc_shape.loops.factors import Factors, agree
from disc_shape.loops.kernels import NoLoopsError
from disc_shape.loops.scalar_functions import apply_parts


@dataclass
class PartLoops(DirectLoops):
    """The conversion of one of these operations."""

    factors: Factors

    def run(self) -> None:
        """
        Emit the loops; raises `NoLoopsError`.

            scf.parallel (%i) = (%c0) to (%n) step (%c1) {
              %0 = memref.load %x[%i] : memref<?xcomplex<f32>>
              %1 = complex.re %0 : complex<f32>
              memref.store %1, %y[%i] : memref<?xf32>
            }
        """
        ins, (out,) = self.kernel.op.ins, self.kernel.op.outs
        axes = range(rank_of(out))
        for one in ins:
            given, found = (
                [self.sizes.of_buffer(buffer, axis) for axis in axes] for buffer in (one, out)
            )
            if may_alias(one, out) or not agree(given, found, self.factors):
                raise NoLoopsError
        self.in_parallel([self.sizes.of_buffer(out, axis).value for axis in axes], self.convert)

    def convert(self, index: list[SSAValue]) -> None:
        """One element."""
        twin, (out,) = self.kernel.twin, self.kernel.op.outs
        assert twin is not None
        loads = [memref.LoadOp.get(one, index) for one in self.kernel.op.ins]
        found = apply_parts(self.writer, twin, [self.writer.insert(one).res for one in loads])
        self.writer.insert(memref.StoreOp.get(found, out, index))
