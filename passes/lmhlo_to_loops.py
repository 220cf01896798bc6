"""`lmhlo-to-loops`: kernels as loop nests."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from disc_shape.loops.convert import convert_kernels


@dataclass(frozen=True)
class LmhloToLoopsPass(ModulePass):
    """
    Replace kernels on buffers by loops over `memref.load` and `memref.store`, with `scf`, `arith`
    and `math`.

    Each `lmhlo` operation and each `lmhlo.fusion` whose members have an elements rule on their
    cards becomes a nest: an `scf.parallel` over the outer axes, whose iterations are independent,
    and `scf.for` inside, for the innermost axis and for what is reduced. Values inside of a kernel
    are scalars; each is computed at the outermost loop at which its index is known. Operations
    without such a form (most custom calls, functions of complex numbers, elements that are powers
    of two) stay as they are; real and
    imaginary parts are read and put together by `complex.re`, `complex.im` and `complex.create`.
    Rows of a sort are merged in scratch: two rows for each operand. `topk` of up to 64 elements
    inserts elements into the row of the result. A scatter combines one update after the other with
    the element of the result that it goes to, and tests each index first; `select_and_scatter` does
    so with the source of one window after the other. A triangular system of real numbers is solved
    one row after the other; Cholesky's factor, and those of Gaussian elimination, are computed
    eight rows at a time: also by the calls of LAPACK that JAX exports.

    Loops have no index arithmetic where facts make it needless:

    - Axes merge where every buffer has both next to each other, or neither; axes of size one have
      no loop. Buffers are read through `memref.collapse_shape`.
    - Loops run over the common refinement of the shapes on both sides of a reshape. Only where
      there is none indices are divided.
    - Concatenations and pads cut loops into pieces: the innermost one into several loops, an outer
      one by a branch around those inside.
    - An axis that may or may not expand is read with a stride of 0 or 1, chosen outside of the
      nest. If it is an innermost axis, a version with equal sizes stands beside it, after one
      test.

    An expensive function that several loops over a row need is evaluated once: the first one keeps
    it in the row of an output, or in a row of the kernel's `scratch`, and the others read it again.
    The loops around a row of scratch are `scf.for`. A row that is lacking is allocated before the
    nest and freed after it, unless the memory of the function is planned. If a row is all of an
    array, the loop around has one iteration.

    Elements are what the operations on tensors compute, bit for bit; only the order in which a
    reduction combines them is one of several legal ones. Nothing is read over zero elements, and
    nothing out of bounds. A kernel that writes over an operand is converted only if no element is
    read after it has been written.

    Before:

        lmhlo.fusion ins(%x, %b : memref<?x?xf32>, memref<?xf32>) outs(%y : memref<?x?xf32>) ({
        ^bb0(%0: tensor<?x?xf32>, %1: tensor<?xf32>):
          %2 = tensor.from_elements %n, %m : tensor<2xindex>
          %3 = stablehlo.dynamic_broadcast_in_dim %1, %2, dims = [1]
              {known_nonexpanding_dimensions = array<i64: 0>} : ...
          %4 = stablehlo.add %0, %3 : tensor<?x?xf32>
          mhlo.return %4 : tensor<?x?xf32>
        })

    After:

        scf.parallel (%i) = (%c0) to (%n) step (%c1) {
          scf.for %j = %c0 to %m step %c1 {
            %0 = memref.load %x[%i, %j] : memref<?x?xf32>
            %1 = memref.load %b[%j] : memref<?xf32>
            %2 = arith.addf %0, %1 : f32
            memref.store %2, %y[%i, %j] : memref<?x?xf32>
          }
          scf.reduce
        }

    Options:

    - `facts`: what loops may depend on: with `none` each kernel is a loop over all elements, whose
      counter divisions take apart; `static` gives each axis of known size a loop; `equal` merges
      axes; `product` splits loops at reshapes; `all` (the default) also has axes that are known to
      expand or not.
    - `contractions`: `keep` leaves dots and convolutions, with what is fused into them, to a later
      pass.

    Limitations: dots and convolutions are plain loops around one sum for each element. A kernel
    stays that reads or writes a buffer which loops, branches or calls may make the memory of
    another one that it writes. Arguments of a function that the module does not call do not
    overlap.
    """

    name = "lmhlo-to-loops"

    facts: Literal["none", "static", "equal", "product", "all"] = "all"
    contractions: Literal["loops", "keep"] = "loops"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        """Convert the kernels of every function of a module."""
        convert_kernels(op, self.facts, self.contractions)
