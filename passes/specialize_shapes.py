"""Sizes that are known when the program is compiled for a run."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass
from xdsl.utils.arg_spec import ArgSpec

from disc_shape.frontends.specialization import specialize_shapes


@dataclass(frozen=True)
class SpecializeShapesPass(ModulePass):
    """
    Fix symbols to exact sizes, or note likely ones.

    An exact size is recorded as the value of the symbol, and so are the sizes of symbols that
    follow from it; the next `shape-optimization` makes them part of every type that carries the
    symbols, signatures included. A guard that examines only such sizes is decided and goes;
    one that compares them with other sizes stays. A size that a guard refuses is an error that
    quotes the guard's message. Likely sizes are recorded as well, for the symbols given and for
    those that are computed from them, and are never facts.

    Before, with `sizes="b=8" likely="s=128|256"`:

        func.func @shape_constraint_graph() {
          ...
          disc_shape.tie_predicate_affine_eq %S0, affine_map<(d0) -> (d0 * 2)>(%s)
          disc_shape.tie_predicate_mul_eq %S1, %b, %b
        }
        disc_shape.SymbolDim @b {named}
        disc_shape.SymbolDim @s {named}
        disc_shape.SymbolDim @S0
        disc_shape.SymbolDim @S1

    After:

        disc_shape.SymbolDim @b {named, value = 8}
        disc_shape.SymbolDim @s {named, likely_values = [128, 256]}
        disc_shape.SymbolDim @S0 {likely_values = [256, 512]}
        disc_shape.SymbolDim @S1 {value = 64}

    Options:

    - `sizes`: `name=size`, separated by commas.
    - `likely`: `name=size|size|...`, separated by commas.
    - any other option is a symbol: `specialize-shapes{b=8 s=128}` is short for
      `sizes="b=8,s=128"`.

    Limitations: sizes are given by symbol; name dimensions with `assume-shapes` first. Sizes that
    follow only from a guard or an assumption are left to `shape-optimization`, which records that
    they do.
    """

    name = "specialize-shapes"

    sizes: str = ""
    likely: str = ""

    @classmethod
    def from_spec(cls, spec: ArgSpec) -> Self:
        """The pass with the options of a pipeline; the names of all other options are symbols."""
        sizes: list[str] = []
        parameters = dict(spec.parameters)
        for name, values in spec.parameters.items():
            if name not in ("sizes", "likely"):
                del parameters[name]
                sizes.append(f"{name}={','.join(map(str, values))}")
        given = [str(one) for one in parameters.get("sizes", ()) if str(one).strip()]
        if sizes:
            parameters["sizes"] = (",".join([*given, *sizes]),)
        return super().from_spec(ArgSpec(spec.name, parameters))

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        """
        Record the sizes; raises `OperationError` for unknown symbols, and for sizes that contradict
        known facts.
        """
        specialize_shapes(op, self.sizes, self.likely)
