"""`convert-contractions`: sums of products as products of matrices."""

from __future__ import annotations

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from disc_shape.native.contractions import convert_contractions


class ConvertContractionsPass(ModulePass):
    """
    Replace loops that add up products of two buffers by calls of products of matrices.

    What comes from dots and convolutions is known by its loops, as `lmhlo-to-loops` writes them,
    whatever was fused into them. In such a nest, a loop on which only one buffer depends counts
    columns, one on which only the other depends counts rows, and the innermost loop of the sum is
    the inner dimension. Both buffers are read through strides, so transposes and slices are not
    copied; batches and the taps of a window are loops around the call. What a fused kernel
    computes of each sum is a nest after the calls, which reads and writes the result in place, or
    reads memory that is allocated for the sums, if the kernel reads the result.

    The function that is called has plain loops as its body. `convert-loops-to-llvm` writes tiles in
    registers and packing in their place.

    Before:

        scf.parallel (%i, %j) = (%c0, %c0) to (%m, %n) step (%c1, %c1) {
          %0 = scf.for %k = %c0 to %l step %c1 iter_args(%s = %zero) -> (f32) {
            %1 = memref.load %x[%i, %k] : memref<?x?xf32>
            %2 = memref.load %w[%k, %j] : memref<?x?xf32>
            %3 = arith.mulf %1, %2 : f32
            %4 = arith.addf %s, %3 : f32
            scf.yield %4 : f32
          }
          memref.store %0, %y[%i, %j] : memref<?x?xf32>
          scf.reduce
        }

    After:

        %0 = memref.reinterpret_cast %x to offset: [%c0], sizes: [%m, %l], strides: [%l, %c1] : ...
        ...
        func.call @matrix_product_f32(%0, %1, %2, %false) : (memref<?x?xf32, strided<[?, ?], offset:
            ?>>, ...) -> ()

    Bounds of the taps of a padded window that depend on the row become bounds of the rows that read
    a tap. Where a quotient of a counter chooses what the other buffer reads, as the group of an
    output feature does, there is a product for each quotient.

    Rows are chosen so that the two innermost loops of the sum are one inner dimension, where that
    is possible: the taps of a row of a window and the features of each are neighbours in memory. A
    window of 4 KiB to 1 MiB that several products read is copied first, to memory that begins where
    a line of the cache does.

    Limitations: elements are f32 or f64. The order in which a product adds is its own. Convolutions
    of groups of fewer than four features, those with gaps between elements of the operand, and
    products without rows that are not those of a matrix and a vector, stay loops.
    """

    name = "convert-contractions"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        """Convert the functions of a module."""
        convert_contractions(op)
