"""`distribute-kernels`: parts of kernels, for threads."""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from disc_shape.native.distribution import Parts, distribute_kernels


@dataclass(frozen=True)
class DistributeKernelsPass(ModulePass):
    """
    Let threads run parts of kernels at once.

    A kernel that is one `scf.parallel` gets two more arguments, the number of a part and that of
    all, and computes that part of its iterations. So does a product of matrices: a part of its
    columns, or of its rows where these are more. A call becomes a loop of calls for each part,
    whose iterations threads run (`disc_shape.distributed`), and so does an `scf.parallel` around
    calls, such as that over the matrices of a batch. Where the buffers have fewer than `elements`
    elements, there is one part.

    Before:

        func.func @main(%x: memref<?xf32>, %y: memref<?xf32>) {
          ...
          func.call @kernel_0(%n, %x, %y) : (index, memref<?xf32>, memref<?xf32>) -> ()
          func.return
        }

    After:

        func.func @main(%x: memref<?xf32>, %y: memref<?xf32>) {
          ...
          %large = arith.cmpi sge, %size, %c65536 : index
          %parts = arith.select %large, %c4, %c1 : index
          scf.parallel (%part) = (%c0) to (%parts) step (%c1) {
            func.call @kernel_0(%n, %x, %y, %part, %parts)
                : (index, memref<?xf32>, memref<?xf32>, index, index) -> ()
          } {disc_shape.distributed}
          func.return
        }

    Each number is computed as before: results are the same, to the last bit, whatever the number of
    parts is.

    Limitations: kernels that are other loops, such as scatters, run as a whole, and so do loops
    over the copies of patches of a convolution, but for the products inside.
    """

    name = "distribute-kernels"
    parts: int = 2
    """The parts of a kernel, one for each thread."""
    elements: int = 65536
    """The elements of buffers from which on a kernel is split; products count 16 as one."""

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        """Split the kernels of a module."""
        distribute_kernels(op, Parts(self.parts, self.elements))
