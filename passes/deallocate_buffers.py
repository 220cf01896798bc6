"""`deallocate-buffers`: every buffer is freed, once, by who owns it."""

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.passes import ModulePass

from disc_shape.lowering.deallocation import deallocate


@dataclass(frozen=True)
class DeallocateBuffersPass(ModulePass):
    """
    Frees every buffer right after its last use, on every path.

    A buffer has one owner at a time: a block, which frees it or passes it on. A block owns the
    results of `memref.alloc` and `bufferization.clone`, of calls, of structured control flow and of
    `lmhlo` operations that find out a size, its own arguments, and what a loop carries into it. It
    borrows views (for as long as a view is used, the buffer stays), results of `arith.select`,
    globals, and the arguments of its function. Ownership passes with the operands of `func.return`,
    `scf.yield`, `scf.condition` and branches, and with the initial values of loops. A call borrows
    its operands and gives its results to the caller. A `memref.dealloc` that is there already ends
    ownership, so that nothing is freed twice and the pass changes nothing when it runs again.

    Where one branch passes a buffer on, the others free it; where only some ways out of a block
    need it, the others free it, in a block of their own if they must.

    ```
    func.func @main(%a: memref<4xf32>) -> memref<4xf32> {
      %0 = memref.alloc() : memref<4xf32>
      lmhlo.exponential ins(%a : memref<4xf32>) outs(%0 : memref<4xf32>)
      %1 = memref.alloc() : memref<4xf32>
      lmhlo.negate ins(%0 : memref<4xf32>) outs(%1 : memref<4xf32>)
      func.return %1 : memref<4xf32>
    }
    // becomes
    func.func @main(%a: memref<4xf32>) -> memref<4xf32> {
      %0 = memref.alloc() : memref<4xf32>
      lmhlo.exponential ins(%a : memref<4xf32>) outs(%0 : memref<4xf32>)
      %1 = memref.alloc() : memref<4xf32>
      lmhlo.negate ins(%0 : memref<4xf32>) outs(%1 : memref<4xf32>)
      memref.dealloc %0 : memref<4xf32>
      func.return %1 : memref<4xf32>
    }
    ```

    Limitations: it moves and copies nothing, so a program that passes on what is borrowed, passes a
    buffer on twice, or uses one after it has passed it on is an error that names both. What only an
    unknown operation knows (an address taken from a buffer, a terminator of another dialect) is an
    error as well. Memory of `memref.alloca` frees itself.
    """

    name = "deallocate-buffers"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for func in op.body.block.ops:
            if isinstance(func, FuncOp):
                deallocate(func)
