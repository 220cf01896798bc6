"""`tile-transposes`: blocks of loops that read along one dimension and write along another one."""

from __future__ import annotations

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.passes import ModulePass

from disc_shape.native.transposes import tile_transposes


class TileTransposesPass(ModulePass):
    """
    Tile loops that read along one dimension and write along another one.

    Where the innermost loop writes neighbours and reads elements that lie apart, each of these is
    in another line of the cache, which is gone before the next iteration of the loop around reads
    the element beside it. Both loops run for blocks of each other: 32 iterations along what is
    read, and 64 along what is written.

    Before:

        scf.parallel (%i) = (%c0) to (%n) step (%c1) {
          scf.for %j = %c0 to %m step %c1 {
            %0 = memref.load %x[%j, %i] : memref<?x?xf32>
            memref.store %0, %y[%i, %j] : memref<?x?xf32>
          }
        }

    After:

        scf.parallel (%r) = (%c0) to (%n) step (%c32) {
          ...                                          // the end of the tile, %i_end
          scf.for %c = %c0 to %m step %c64 {
            ...                                        // %j_end
            scf.for %i = %r to %i_end step %c1 {
              scf.for %j = %c to %j_end step %c1 {
                %0 = memref.load %x[%j, %i] : memref<?x?xf32>
                memref.store %0, %y[%i, %j] : memref<?x?xf32>
              }
            }
          }
        }

    Limitations: an `scf.parallel` around one loop, from zero on by steps of one, whose iterations
    are elements. Loops that are known to have fewer than 8 iterations stay. Indices that are more
    than sums of counters and what is outside, such as remainders, are not looked through.
    """

    name = "tile-transposes"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        """Tile the loops in every function of a module."""
        for one in op.walk():
            if isinstance(one, FuncOp) and one.body.blocks:
                tile_transposes(one)
