"""`outline-kernels`: loop nests as private functions."""

from __future__ import annotations

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from disc_shape.native.outlining import outline_kernels


class OutlineKernelsPass(ModulePass):
    """
    Make each outermost loop nest a private function of buffers and scalars.

    The entry function keeps what it allocates, its checks, calls and control flow. A kernel takes
    the buffers whose memory it reads or writes, and scalars; views and constants are repeated
    inside. Kernels that are equal, whatever their values are called, are one function. An operation
    on buffers that is no loops becomes a kernel of that operation.

    An argument that is a buffer has `llvm.noalias` if no other one can share memory with it, as far
    as one of both is written: allocations, out-parameters and overlapping lifetimes in an arena are
    different memory, and an allocation is none of the buffers that existed before.

    Before:

        func.func @main(%x: memref<?xf32>, %y: memref<?xf32>) {
          %c0 = arith.constant 0 : index
          %c1 = arith.constant 1 : index
          %n = memref.dim %x, %c0 : memref<?xf32>
          scf.for %i = %c0 to %n step %c1 {
            %0 = memref.load %x[%i] : memref<?xf32>
            memref.store %0, %y[%i] : memref<?xf32>
          }
          func.return
        }

    After:

        func.func @main(%x: memref<?xf32>, %y: memref<?xf32>) {
          %c0 = arith.constant 0 : index
          %n = memref.dim %x, %c0 : memref<?xf32>
          func.call @kernel_0(%n, %x, %y) : (index, memref<?xf32>, memref<?xf32>) -> ()
          func.return
        }
        func.func private @kernel_0(%0: index, %1: memref<?xf32> {llvm.noalias},
            %2: memref<?xf32> {llvm.noalias}) attributes {disc_shape.kernel = "loops"} {
          %c0 = arith.constant 0 : index
          %c1 = arith.constant 1 : index
          scf.for %3 = %c0 to %0 step %c1 {
            %4 = memref.load %1[%3] : memref<?xf32>
            memref.store %4, %2[%3] : memref<?xf32>
          }
          func.return
        }

    Limitations: a nest that returns values stays where it is, and so do elements that are read and
    written outside of loops. Kernels that differ in a constant alone are two: among those of the
    sample models there is one such pair, and LLVM knows more with the constant.
    """

    name = "outline-kernels"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        """Outline the kernels of every function of a module."""
        outline_kernels(op)
