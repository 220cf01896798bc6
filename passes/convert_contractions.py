"""`convert-contractions`: sums of products as products of matrices."""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from disc_shape.native.contractions import convert_contractions


@dataclass(frozen=True)
class ConvertContractionsPass(ModulePass):
    """
    Replace loops that add up products of two buffers by calls of products of matrices.

    What comes from dots and convolutions is known by its loops, as `lmhlo-to-loops` writes them,
    whatever was fused into them. In such a nest, a loop on which only one buffer depends counts
    columns, one on which only the other depends counts rows, and the innermost loop of the sum is
    the inner dimension. Both buffers are read through strides, so transposes and slices are not
    copied; batches and the taps of a window are loops around the call. Where windows move along
    neighbours of the result, as with features first, what all taps read is copied instead, for
    several lines of the result or a part of a long one: all taps are terms of one product. That
    pays for taps of few terms, and where the result has many features. A window whose dimensions
    lie in another order than they are read is copied first; a constant is stored so.

    A sum over the taps of a window alone, as in depthwise convolutions, is no product. Lines of the
    image are copied with their padding, also from between features, and each tap is added to all of
    them in one loop; long lines, and windows that move by several places, have a loop for each tap
    and line.

    The function that is called has plain loops as its body. `convert-loops-to-llvm` writes tiles in
    registers and packing in their place.

    What a fused kernel computes of its sums, its *epilogue*, is a function of one tile of them, and
    the product is a function of its own that calls it for each tile whose sums are whole: sums that
    are not stay in the result, or in memory that is allocated for them if they are of another type
    or the epilogue reads memory that the result may share. A sum over windows ends with an empty
    product, which adds nothing and calls the epilogue. The epilogue is a nest after the calls if
    the result may share memory with an operand of the product, if something in it has no form as
    machine code, or by the option `epilogues`.

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

    With `math.tanh` of the sum in the kernel:

        func.call @matrix_product_f32_0(%0, %1, %2, %false, %c0, %c0, %y) : (...) -> ()
        ...
        func.func private @epilogue_0(%tile: memref<?x?xf32, strided<[?, 1]>>, %row: index,
            %column: index, %first: index, %first_0: index, %y: memref<?x?xf32>) {
          scf.for %i = %c0 to %height step %c1 {
            scf.for %j = %c0 to %width step %c1 {
              ...                     // %r = %first + %row + %i, %c = %first_0 + %column + %j
              %0 = memref.load %tile[%i, %j] : memref<?x?xf32, strided<[?, 1]>>
              %1 = math.tanh %0 : f32
              memref.store %1, %y[%r, %c] : memref<?x?xf32>
            }
          }
          func.return
        }

    Bounds of the taps of a padded window that depend on the row become bounds of the rows that read
    a tap. Where a quotient of a counter chooses what the other buffer reads, as the group of an
    output feature does, there is a product for each quotient.

    Where there are gaps between the elements of the operand, as in a transposed convolution, a tap
    reads every second row of the result, or every third: those are the rows of its product.

    Rows are chosen so that the two innermost loops of the sum are one inner dimension, where that
    is possible: the taps of a row of a window and the features of each are neighbours in memory. A
    window of 4 KiB to 1 MiB that several products read is copied first, to memory that begins where
    a line of the cache does; one of up to 64 MiB if its dimensions are copied in another order, so
    that a product reads neighbours. In the gradient of a window, which adds up places and batches,
    the places along a row are the inner dimension: batches may be few. Sums of several products
    whose columns are no neighbours in the result are kept in memory where they are.

    Sums that are no product, or one of groups of fewer than 16 columns, such as those of depthwise
    convolutions, become loops whose innermost one is over neighbours of the result, which LLVM
    vectorises: the result is cleared, products are added to it, and the epilogue reads it, for one
    row of neighbours after the other.

        func.func @depthwise(%x: memref<?x?x32xf32>, %w: memref<3x1x32xf32>, %y: memref<?x?x32xf32>)
        ...
        scf.parallel (%i, %j) = ... {                  // batches and places
          scf.for %f = ... { memref.store %zero, %y[%i, %j, %f] }
          scf.for %t = %low to %high step %c1 {        // taps
            scf.for %f = ... { ... }                   // y[i, j, f] += x[i, j + t, f] * w[t, 0, f]
          }
        }

    Limitations: elements are f32 or f64. The order in which a product adds is its own. Sums without
    rows or columns, whose result shares memory with an operand or has another type, stay loops.

    Options:

    - `epilogues`: whether epilogues are functions of tiles, which products call.
    """

    name = "convert-contractions"

    epilogues: bool = True

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        """Convert the functions of a module."""
        convert_contractions(op, epilogues=self.epilogues)
