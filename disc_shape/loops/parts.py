"""Parts of complex numbers as loops: what reads them, and what makes complex numbers of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from xdsl.dialects import complex as complex_numbers
from xdsl.dialects import memref
from xdsl.dialects.builtin import ComplexType, Float32Type, Float64Type
from xdsl.ir import SSAValue

from disc_shape.cards.indices import element_type_of, rank_of
from disc_shape.dialects.hlo.conversion import ComplexOp, ImagOp, RealOp
from disc_shape.dialects.hlo.narrow import complex_part
from disc_shape.loops.aliases import may_alias
from disc_shape.loops.direct import DirectLoops
from disc_shape.loops.factors import Factors, agree
from disc_shape.loops.kernels import NoLoopsError

PARTS = (ComplexOp, ImagOp, RealOp)
"""The operations on parts of complex numbers."""


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
        numbers = out if isinstance(self.kernel.twin, ComplexOp) else ins[0]
        if not isinstance(complex_part(element_type_of(numbers.type)), Float32Type | Float64Type):
            raise NoLoopsError
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
        writer, twin = self.writer, self.kernel.twin
        ins, (out,) = self.kernel.op.ins, self.kernel.op.outs
        values = [writer.insert(memref.LoadOp.get(one, index)).res for one in ins]
        if isinstance(twin, ComplexOp):
            real, imaginary = values
            type_ = cast("ComplexType", element_type_of(out.type))
            found = writer.insert(complex_numbers.CreateOp(real, imaginary, type_)).complex
        else:
            part = complex_numbers.ReOp if isinstance(twin, RealOp) else complex_numbers.ImOp
            found = writer.insert(part(values[0])).result
        writer.insert(memref.StoreOp.get(found, out, index))
