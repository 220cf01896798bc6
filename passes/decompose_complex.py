"""`decompose-complex`: complex arithmetic as arithmetic of the parts."""

from __future__ import annotations

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from disc_shape.lowering.complex_arithmetic import decompose_complex


class DecomposeComplexPass(ModulePass):
    """
    Compute with the real and imaginary parts of complex numbers.

    Sums, products, quotients, powers of e, dots, absolute values, comparisons and movements of
    complex tensors become operations on two real tensors, which fuse, and run as machine code.
    Where an operation has no such form, as a Fourier transform, it takes the number joined from the
    parts. What is joined only to be taken apart is neither.

    Before:

        %0 = stablehlo.complex %a, %b : tensor<?xcomplex<f32>>
        %1 = stablehlo.multiply %0, %0 : tensor<?xcomplex<f32>>
        %2 = stablehlo.real %1 : (tensor<?xcomplex<f32>>) -> tensor<?xf32>

    After:

        %0 = stablehlo.multiply %a, %a : tensor<?xf32>
        %1 = stablehlo.multiply %b, %b : tensor<?xf32>
        %2 = stablehlo.subtract %0, %1 : tensor<?xf32>

    Limitations: other functions of complex numbers stay, as do arguments and results of
    functions, and what loops carry. Loops have no form for these: the interpreter runs them.
    """

    name = "decompose-complex"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        """Decompose what every function of a module computes."""
        decompose_complex(op)
