"""`plan-memory`: one allocation for the buffers of a function."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from disc_shape.memory.apply import plan_memory


@dataclass(frozen=True)
class PlanMemoryPass(ModulePass):
    """
    Puts the buffers of a function into one allocation, an *arena*, at offsets that depend on sizes.

    Buffers that are alive at different times share memory. A lifetime goes from the first use of a
    buffer, or of a view of it, to the last one. Branches of a conditional share; buffers of a
    loop's body have their place in the arena of the function, which is allocated once. The arena
    is allocated before its first buffer begins and freed after its last one has ended.

    Loops carry memory instead of allocating it in each iteration: where a body frees the last value
    of what it carries and allocates the next one, in the same type and sizes, the next value is
    written over the last one if that is dead by then, else to a second buffer that is allocated
    before the loop; the two are swapped. Both lie in the arena if the block that allocates them
    frees what the loop leaves.

    Offsets are multiples of 64. They are maxima of sums of sizes, such that no two buffers alive at
    the same time overlap, whatever the sizes; a buffer without elements takes no space. Where
    buffers lie is decided by what is proved of sizes, and by trying sizes, likely ones first; where
    no choice is good for all sizes, the function chooses when it begins.

    Each `memref.view` that begins a lifetime is marked `disc_shape.lifetime` and keeps its symbols;
    `disc-run` takes its bytes for unwritten, so a wrong overlap is a read of uninitialized memory.
    The function says with `disc_shape.peak` how many bytes it has allocated at once, results
    included, over the symbols of the module: `== e` where each run allocates as much, `<= e` where
    control flow decides. `disc-run --check` compares it with the run.

    Kernels whose loops will need rows of scratch get them: `lmhlo.fusion ... scratch(%t : ...)`;
    sorts get two for each operand, see `lmhlo-to-loops`. These are buffers as the others are.

    Run it after `deallocate-buffers`. See [memory plans](../memory_plan.md) for an example.

    Before:

        %0 = memref.alloc(%n) {disc_shape.dims = [@n]} : memref<?xf32>
        lmhlo.tanh ins(%x : memref<?xf32>) outs(%0 : memref<?xf32>)
        lmhlo.reverse ins(%0 : memref<?xf32>) outs(%r : memref<?xf32>) {dimensions = array<i64: 0>}
        memref.dealloc %0 : memref<?xf32>

    After:

        %1 = arith.muli %n, %c4 : index
        %2 = arith.addi %1, %c63 : index
        %3 = arith.divui %2, %c64 : index
        %4 = arith.muli %3, %c64 : index
        %arena = memref.alloc(%4) {alignment = 64 : i64} : memref<?xi8>
        %0 = memref.view %arena[%c0][%n] {disc_shape.lifetime, disc_shape.dims = [@n]}
          : memref<?xi8> to memref<?xf32>
        lmhlo.tanh ins(%x : memref<?xf32>) outs(%0 : memref<?xf32>)
        lmhlo.reverse ins(%0 : memref<?xf32>) outs(%r : memref<?xf32>) {dimensions = array<i64: 0>}
        memref.dealloc %arena : memref<?xi8>

    Before:

        %1 = scf.for %i = %a to %b step %c iter_args(%x = %0) -> (memref<?xf32>) {
          %y = memref.alloc(%n) : memref<?xf32>
          lmhlo.reverse ins(%x : memref<?xf32>) outs(%y : memref<?xf32>) {...}
          memref.dealloc %x : memref<?xf32>
          scf.yield %y : memref<?xf32>
        }

    After:

        %s = memref.alloc(%n) : memref<?xf32>
        %1, %t = scf.for %i = %a to %b step %c iter_args(%x = %0, %y = %s)
          -> (memref<?xf32>, memref<?xf32>) {
          lmhlo.reverse ins(%x : memref<?xf32>) outs(%y : memref<?xf32>) {...}
          scf.yield %y, %x : memref<?xf32>, memref<?xf32>
        }
        memref.dealloc %t : memref<?xf32>

    Options:

    - `facts`: what comparisons of sizes may depend on. `none`: no two sizes are related, not even
      static ones; `static` sizes are; `equal`: products of the same sizes as well; `product`: those
      that are proved equal; `all` (the default): also what is proved to be no larger.

    Where an arena beside a result would raise the peak, the result is allocated first, and buffers
    of its element type and count that are dead before it is written are views of its memory.

    Limitations: results of a function, buffers that loops exchange with them, buffers that branches
    pass on, buffers whose sizes are computed from data or change in a loop, and buffers of
    functions with several blocks stay allocations of their own. So do buffers of which an arena
    would raise the peak by more than a tenth at one of the sizes that are tried; loops carry no
    memory that would. `deallocate-buffers` refuses loops that carry views of an arena, so it does
    not run again after this pass.
    """

    name = "plan-memory"

    facts: Literal["none", "static", "equal", "product", "all"] = "all"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        """Plan the memory of each function of a module."""
        plan_memory(op, self.facts)
