"""`reuse-buffers`: one allocation for values with disjoint live ranges."""

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from disc_shape.lowering.reuse import reuse_buffers


@dataclass(frozen=True)
class ReuseBuffersPass(ModulePass):
    """
    Replaces an allocation by an earlier one of the same block whose live range has ended.

    Sizes are symbolic, so the pass needs a proof that two buffers are equally large: the element
    types agree, and the products of their sizes are equal in every legal run. A buffer of other
    sizes becomes a view of the earlier one, which keeps the symbols; a buffer that leaves the block
    (a result, a loop-carried value) is replaced only by one of the same sizes. The proof uses
    derived facts only: a later guard has not been passed when the memory is written. Memory is held
    for a later buffer only if that raises no peak: nothing that is allocated meanwhile is freed
    before. `plan-memory` shares memory between buffers of different sizes.

    It runs between `mhlo-to-lmhlo` and `deallocate-buffers`: freed memory cannot be reused.

    ```
    func.func @main(%x: memref<?x?xf32>, %n: index, %m: index, %nm: index) -> memref<f32> {
      %0 = memref.alloc(%n, %m) : memref<?x?xf32>
      lmhlo.dot ins(%x, %x : memref<?x?xf32>, memref<?x?xf32>) outs(%0 : memref<?x?xf32>)
      "my.use"(%0) : (memref<?x?xf32>) -> ()
      %1 = memref.alloc(%n, %m) : memref<?x?xf32>
      lmhlo.transpose ins(%x : memref<?x?xf32>) outs(%1 : memref<?x?xf32>)
    }
    // becomes
    func.func @main(%x: memref<?x?xf32>, %n: index, %m: index, %nm: index) -> memref<f32> {
      %0 = memref.alloc(%n, %m) : memref<?x?xf32>
      lmhlo.dot ins(%x, %x : memref<?x?xf32>, memref<?x?xf32>) outs(%0 : memref<?x?xf32>)
      "my.use"(%0) : (memref<?x?xf32>) -> ()
      lmhlo.transpose ins(%x : memref<?x?xf32>) outs(%0 : memref<?x?xf32>)
    }
    ```

    Limitations: memory is planned block by block, for equal numbers of elements of one type; a
    larger piece does not serve a smaller buffer.
    """

    name = "reuse-buffers"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        """Reuse memory in each function of a module."""
        reuse_buffers(op)
