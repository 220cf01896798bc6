"""`reuse-buffers`: one piece of memory for values of which only one is needed at a time."""

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from disc_shape.analysis.module import ShapeAnalysis
from disc_shape.lowering.reuse import reuse_buffers


@dataclass(frozen=True)
class ReuseBuffersPass(ModulePass):
    """
    Lets an allocation use memory that its block holds and nobody reads any more.

    Sizes are symbolic, so it takes a proof that two buffers need as much: the element types agree,
    and the products of their sizes are equal whatever the sizes are. What shows the memory in other
    sizes is a view, which keeps the symbols; what the block passes on (a result, a value that a
    loop carries) takes memory over only as it is. The proof rests on what operations imply alone,
    not on checks, and on nothing that is only known behind a check further down.

    It runs between `mhlo-to-lmhlo` and `deallocate-buffers`: memory that is freed is not free to
    use.

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
        for facts in ShapeAnalysis(op).functions:
            reuse_buffers(facts)
