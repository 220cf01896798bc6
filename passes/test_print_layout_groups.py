"""Groups of values that may share one layout as text, for tests."""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from disc_shape.layout.text import layout_groups_text


@dataclass(frozen=True)
class PrintLayoutGroupsPass(ModulePass):
    """
    Print the groups of `hlo-layout` as comments before the module, which is not changed.

    For each group that has transposes inside: the layout that `hlo-layout` chooses, what the
    transposes move now and what each layout would move, and the values with their orders: for each
    dimension of a value the one of the group that it is.

    Before:

        %1 = stablehlo.transpose %0, dims = [1, 0] : (tensor<?x4xf32>) -> tensor<4x?xf32>

    After:

        // function @main
        //   group 0: as it is, transposes now 1, bytes 16*n
        //     [0, 1]: transposes 1, bytes 16*n
        //     ...

    Limitations: meant for tests; the form may change.
    """

    name = "test-print-layout-groups"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        """Print the groups of each function of a module."""
        for line in layout_groups_text(op):
            print(f"// {line}")
