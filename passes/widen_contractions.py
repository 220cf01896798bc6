"""`widen-contractions`: operands of sums of products converted before the sums."""

from __future__ import annotations

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from disc_shape.native.contractions_widening import widen_contractions


class WidenContractionsPass(ModulePass):
    """
    Convert the operands of sums of products before the sums, so that these are products of matrices
    of f32 or f64 ([convert-contractions](convert-contractions.md)).

    A product of f16, bf16 or floats of a byte and less adds up in f32 and converts each element
    where it is read, which is as often as the other operand has rows or columns. Where that is more
    than three times, both operands are converted to memory of their own. Sizes that are not known
    are compared when the program runs: with few rows, as for one token of a language model, the
    loops stay, which read the operands once.

    Products of integers of 8 bits or less that add up in 32 bits or more are computed in f32 if
    sums have so few terms that f32 holds each of them exactly, else in f64, which always does. The
    sum is an integer of 64 bits then, of which the lower bits are what it wraps to.

    Before:

        scf.parallel (%i, %j) = (%c0, %c0) to (%m, %n) step (%c1, %c1) {
          %0 = scf.for %k = %c0 to %l step %c1 iter_args(%s = %zero) -> (f32) {
            %1 = memref.load %x[%i, %k] : memref<?x?xbf16>
            %2 = memref.load %w[%k, %j] : memref<?x?xbf16>
            %3 = arith.extf %1 : bf16 to f32
            %4 = arith.extf %2 : bf16 to f32
            %5 = arith.mulf %3, %4 : f32
            %6 = arith.addf %s, %5 : f32
            scf.yield %6 : f32
          }
          memref.store %0, %y[%i, %j] : memref<?x?xf32>
          scf.reduce
        }

    After:

        ...                                   // %pays: 3 * (%m * %l + %l * %n) <= %m * %n * %l
        scf.if %pays {
          %0 = memref.alloc(%m, %l) : memref<?x?xf32>
          %1 = memref.alloc(%l, %n) : memref<?x?xf32>
          ...                                 // rows of %x, %0, %w and %1
          func.call @convert_bf16_to_f32(%2, %3) : (...) -> ()
          func.call @convert_bf16_to_f32(%4, %5) : (...) -> ()
          scf.parallel (%i, %j) = (%c0, %c0) to (%m, %n) step (%c1, %c1) {
            ...                               // the same sum, of %0 and %1
          }
          memref.dealloc %0 : memref<?x?xf32>
          memref.dealloc %1 : memref<?x?xf32>
        } else {
          ...                                 // what was there
        }

    Operands of more than 2048 rows or 384 columns, or of as many as are not known, are converted in
    strips of them, and the sum is computed strip by strip. A strip has 2^25 elements at most.

    Limitations: both factors are converted, from narrower floats to f32, or from integers of 8 bits
    or less, and are whole buffers. Sums without rows or columns stay.
    """

    name = "widen-contractions"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        """Convert the functions of a module."""
        widen_contractions(op)
