"""Plans of memory as text, for tests."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from disc_shape.memory.text import memory_plan_text


@dataclass(frozen=True)
class PrintMemoryPlanPass(ModulePass):
    """
    Print the plans of `plan-memory` as comments before the module, which is not changed.

    For each function the peak, and for each arena its size and its buffers in the order of their
    lifetimes: bytes, the operations with which the lifetime begins and ends, and the offset.

    Before:

        func.func @main(%x: memref<?xf32>) { ... }

    After:

        // function @main: peak == max(...)
        //   arena: 64*ceildiv(4*n, 64)
        //     64*ceildiv(4*n, 64) bytes at 0 from lmhlo.tanh to lmhlo.reverse

    Options:

    - `facts`: as for `plan-memory`.

    Limitations: meant for tests; the form may change.
    """

    name = "test-print-memory-plan"

    facts: Literal["none", "static", "equal", "product", "all"] = "all"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        """Print the plan of each function of a module."""
        for line in memory_plan_text(op, self.facts):
            print(f"// {line}")
