"""The analysis as text, for tests."""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from disc_shape.rewriting.facts_text import shape_facts_text


@dataclass(frozen=True)
class PrintShapeFactsPass(ModulePass):
    """
    Print the results of the shape analysis as comments before the module, which is not changed.

    For each function: the sizes of every ranked value, every guard with its verdict, and the facts
    that would be written into the constraint graph.

    Before:

        func.func @main(%0: tensor<?xf32>, %1: tensor<?xf32>) { ... }

    After:

        // function @main
        //   argument 0: [S0]
        //   stablehlo.add: [S0]

    Options:

    - `entry`: the function to print; all functions with a body when empty.

    Limitations: meant for tests; the form may change.
    """

    name = "test-print-shape-facts"

    entry: str = ""

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        """Print the analysis of a module."""
        for line in shape_facts_text(op, self.entry):
            print(f"// {line}")
