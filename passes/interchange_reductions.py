"""`interchange-reductions`: reductions down columns, a block of columns at a time."""

from __future__ import annotations

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.passes import ModulePass

from disc_shape.native.columns_blocks import interchange_reductions


class InterchangeReductionsPass(ModulePass):
    """
    Let reductions whose terms lie apart in memory read neighbours.

    A sum over the rows of a matrix reads one element of each row, and memory delivers sixteen. This
    pass runs it for a block of columns at a time: what a column carries down the loop has a place
    in memory of the block, and the loop over the columns becomes the innermost one, which LLVM
    turns into vectors. Each column combines its elements in the same order as before. Maxima, sums,
    several at once, indices of maxima, and what is computed on the way are interchanged alike.

    Before:

        scf.parallel (%j) = (%c0) to (%m) step (%c1) {
          %s = scf.for %k = %c0 to %n step %c1 iter_args(%t = %zero) -> (f32) {
            %x = memref.load %a[%k, %j] : memref<?x12xf32>
            %u = arith.addf %t, %x : f32
            scf.yield %u : f32
          }
          memref.store %s, %b[%j] : memref<12xf32>
        }

    After:

        scf.parallel (%j) = (%c0) to (%c12) step (%c12) {
          %sums = memref.alloca() : memref<12xf32>
          ...                                                  // %sums[%i] = %zero
          scf.for %k = %c0 to %n step %c1 {
            scf.for %i = %c0 to %c12 step %c1 {
              %column = arith.addi %j, %i : index
              %t = memref.load %sums[%i] : memref<12xf32>
              %x = memref.load %a[%k, %column] : memref<?x12xf32>
              %u = arith.addf %t, %x : f32
              memref.store %u, %sums[%i] : memref<12xf32>
            }
          }
          ...                                                  // %b[%column] = %sums[%i]
        }

    Up to 64 columns of a known number are one block, whose numbers stay in registers; other blocks
    have 4,096 bytes. Where the number of columns is only known in a run, a test takes the nest as
    it was for fewer than 8.

    Limitations: only nests of `scf.parallel` without results, whose iterations are independent, and
    loops whose bounds are the same for all columns. Fewer than 16 iterations of a known number stay
    innermost.
    """

    name = "interchange-reductions"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        """Interchange the reductions in every function of a module."""
        for one in op.walk():
            if isinstance(one, FuncOp) and one.body.blocks:
                interchange_reductions(one)
