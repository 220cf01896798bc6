"""Guards for assumptions about arguments."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from disc_shape.guards.insertion import insert_checks


@dataclass(frozen=True)
class InsertShapeGuardsPass(ModulePass):
    """
    Insert checks of assumed facts at function entry, or where the sizes are known.

    Every predicate of the constraint graph that is marked `{assumed}` is checked, and is marked
    `{guarded}` from then on: at the entry of the function if it refers to its arguments, else after
    the first values that carry its symbols. Equalities are checked first; an assumption that
    earlier checks imply is not checked again. A message names the
    argument, the dimension and the constraint, and, where the form of check can show numbers, the
    size that was found.

    Before:

        func.func @main(%x: tensor<?xf32, [@s]>) { ... }
        func.func @shape_constraint_graph() {
          ...
          disc_shape.tie_predicate_divisible %s, %c4 {assumed}
        }

    After:

        func.func @main(%x: tensor<?xf32, [@s]>) {
          %0 = tensor.dim %x, %c0 : tensor<?xf32, [@s]>
          %1 = arith.remsi %0, %c4 : index
          %2 = arith.cmpi eq, %1, %c0_1 : index
          cf.assert %2, "expected s % 4 == 0, where s is dimension 0 of argument 0"
          ...
        }

    Options:

    - `form`: `assertion` for StableHLO's `custom_call @shape_assertion`, which JAX and XLA
      understand and which shows the sizes found (all it needs is computed by StableHLO operations
      that they fold); `assert` for `cf.assert`, as in the example.
    - `entry`: the function to guard; when empty, `main`, or the only public one with a body.

    A symbol that no value carries is eliminated by an equation: `s == 4*q` and `q >= 2` are checked
    as `s % 4 == 0` and `s >= 8`.

    An assumption about a symbol that no value carries and no equation determines stays an
    assumption, with a remark, and so does one that 64-bit integers cannot check, such as a quotient
    by a size that may be zero. Insert checks before `shape-optimization`, which may replace a value
    whose sizes are known by one without the symbol.
    """

    name = "insert-shape-guards"

    form: Literal["assertion", "assert"] = "assertion"
    entry: str = ""

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        """Insert the checks."""
        insert_checks(op, self.entry, as_assertions=self.form == "assertion")
