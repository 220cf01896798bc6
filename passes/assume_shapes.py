"""Facts that the user promises, written into the IR."""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from disc_shape.frontends.assume import assume_shapes


@dataclass(frozen=True)
class AssumeShapesPass(ModulePass):
    """
    State facts about the sizes of a function's arguments.

    Names are written into the types of the arguments, the facts into the constraint graph, marked
    `{assumed}`: true in every run that keeps the promise, and not checked until
    `insert-shape-guards` makes guards of them. The language:

        x: [b, s, 32]               names the dimensions of an argument (by name or number)
        s % 4 == 0                  any condition: + - * // %, min, max, and, or, not
        8 <= s <= 512; t == 2*s     several in a line
        x[0] == y[0]                dimensions without a name
        s in {1, 8, 16}             one of a few sizes
        likely b in {1, 8, 16}      a hint, never a fact

    Before, with `facts="x: [b, s]; s % 4 == 0"`:

        func.func @main(%x: tensor<?x?xf32>) { ... }

    After:

        func.func @main(%x: tensor<?x?xf32, [@b, @s]>) { ... }
        func.func @shape_constraint_graph() {
          %c4 = arith.constant 4 : index
          %s = disc_shape.dim @s
          disc_shape.tie_predicate_divisible %s, %c4 {assumed}
          func.return
        }

    Options:

    - `facts`: the facts.
    - `file`: a file with facts, read before those of `facts`.
    - `entry`: the function they are about; when empty, `main`, or the only public one with a body.

    Limitations: facts are about arguments; sizes inside the function cannot be named.
    """

    name = "assume-shapes"

    facts: str = ""
    file: str = ""
    entry: str = ""

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        """Write the facts; `OperationError` names the place in the text where one is wrong."""
        assume_shapes(op, facts=self.facts, file=self.file, entry=self.entry)
