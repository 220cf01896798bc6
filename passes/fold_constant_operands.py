"""`fold-constant-operands`: what products read of constants, computed by the compiler."""

from __future__ import annotations

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from disc_shape.native.constant_operands import fold_constant_operands


class FoldConstantOperandsPass(ModulePass):
    """
    Compute the operands of products and convolutions that only constants decide.

    A model whose weights are constants of 16 bits or bytes converts, scales and transposes them
    before each product. All of that is done here, by the semantics of the interpreter, and the
    product reads a constant. An operand has at most 8 times the bytes of the constants that it is
    computed from, as bytes have that become f64: what is broadcast stays. All operands together
    have at most 2^30 bytes.

    Before:

        %w = stablehlo.constant dense<"0x..."> : tensor<512x256xbf16>
        %0 = stablehlo.convert %w : (tensor<512x256xbf16>) -> tensor<512x256xf32>
        %1 = stablehlo.transpose %0, dims = [1, 0] : (tensor<512x256xf32>) -> tensor<256x512xf32>
        %2 = stablehlo.dot_general %x, %1, contracting_dims = [1] x [0] : ... -> tensor<?x512xf32>

    After:

        %1 = stablehlo.constant dense<"0x..."> : tensor<256x512xf32>
        %2 = stablehlo.dot_general %x, %1, contracting_dims = [1] x [0] : ... -> tensor<?x512xf32>

    Limitations: operands are floats of 16, 32 or 64 bits of static shape, computed by at most 256
    operations without regions in the same function. A transpose of f32 or f64 alone stays, since
    [convert-contractions](convert-contractions.md) stores such constants in the order in which
    products read them.
    """

    name = "fold-constant-operands"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        """Fold operands in every function of a module."""
        fold_constant_operands(op)
