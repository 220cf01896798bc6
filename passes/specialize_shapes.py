"""Sizes that are known when the program is compiled for a run."""

from __future__ import annotations

import re
from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from disc_shape.analysis.constraints import saved_constraints
from disc_shape.errors import OperationError
from disc_shape.frontends.builder import copied_labels
from disc_shape.rewriting.graph import write_constraints

ENTRY = re.compile(r"\s*@?(?P<name>[\w$.]+)\s*=\s*(?P<sizes>\d+(?:\s*\|\s*\d+)*)\s*$")


@dataclass(frozen=True)
class SpecializeShapesPass(ModulePass):
    """
    Fix symbols to exact sizes, or note likely ones.

    An exact size is recorded as the value of the symbol; the next `shape-optimization` makes it
    part of every type that carries the symbol, signatures included. Likely sizes are recorded on
    the symbol as well and are never facts.

    Before, with `sizes="b=8" likely="s=128|256"`:

        disc_shape.SymbolDim @b {named}
        disc_shape.SymbolDim @s {named}

    After:

        disc_shape.SymbolDim @b {named, value = 8}
        disc_shape.SymbolDim @s {named, likely_values = [128, 256]}

    Options:

    - `sizes`: `name=size`, separated by commas.
    - `likely`: `name=size|size|...`, separated by commas.

    Limitations: sizes are given by symbol; name dimensions with `assume-shapes` first.
    """

    name = "specialize-shapes"

    sizes: str = ""
    likely: str = ""

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        """Record the sizes; raises `OperationError` for unknown symbols and impossible sizes."""
        saved = saved_constraints(op)
        labels = copied_labels(op, saved)
        for option, exact in ((self.sizes, True), (self.likely, False)):
            for entry in option.split(",") if option.strip() else ():
                name, values = parse_entry(entry, op, exact)
                label = labels.labels.get(name)
                symbol = saved.symbols.get(name)
                if label is None or symbol is None:
                    raise OperationError(f"unknown symbol '@{name}'", op)
                for value in values:
                    if not symbol.allows(value) or symbol.size not in (None, value):
                        raise OperationError(f"symbol '@{name}' cannot be {value}", symbol)
                if exact:
                    label.value = values[0]
                else:
                    label.likely = values
        write_constraints(op, labels)


def parse_entry(text: str, module: ModuleOp, exact: bool) -> tuple[str, tuple[int, ...]]:
    """`b=8` or `b=8|16` as a name and sizes."""
    match = ENTRY.match(text)
    values = () if match is None else tuple(int(size) for size in match["sizes"].split("|"))
    if match is None or (exact and len(values) != 1):
        form = "name=size" if exact else "name=size|size"
        raise OperationError(f"expected {form}, got '{text.strip()}'", module)
    return match["name"], values
