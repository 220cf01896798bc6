"""`deallocate-buffers`: the owner of each buffer frees it once."""

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

    A buffer has one owner at a time: a block, which frees it or transfers ownership. A block owns
    the results of `memref.alloc` and `bufferization.clone`, of calls, of structured control flow
    and of `lmhlo` operations whose result sizes are known only after they run, its own arguments,
    and loop-carried values. It borrows views (a buffer is live as long as a view of it), results of
    `arith.select`, globals, and the arguments of its function. The operands of `func.return`,
    `scf.yield`, `scf.condition` and branches, and the initial values of loops, transfer ownership.
    A call borrows its operands, and its caller owns its results. An existing `memref.dealloc` ends
    ownership, so nothing is freed twice and the pass is idempotent.

    Where one branch transfers a buffer, the others free it; where only some successors of a block
    need a buffer, it is freed on the edges to the others, in a new block if necessary.

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

    Limitations: the pass moves and copies no data, so a program that transfers a borrowed buffer,
    transfers a buffer twice, or uses one after its transfer is an error that names both operations.
    Buffers that escape into an unknown operation (an address taken from a buffer, a terminator of
    another dialect) are an error as well. Memory of `memref.alloca` is not freed explicitly.
    """

    name = "deallocate-buffers"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        """Insert deallocations; raises `OperationError` where ownership is violated."""
        for func in op.body.block.ops:
            if isinstance(func, FuncOp):
                deallocate(func)
