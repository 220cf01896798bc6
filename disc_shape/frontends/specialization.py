"""Sizes that are chosen when a program is compiled for certain runs."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TypeAlias

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation

from disc_shape.analysis.module import ShapeAnalysis
from disc_shape.constraints.builder import ShapeFacts
from disc_shape.constraints.contradictions import contradictions_as_errors
from disc_shape.constraints.graph import LARGEST_INDEX, write_constraints
from disc_shape.constraints.likely import allowed, likely_symbols, values_of
from disc_shape.constraints.symbols import DeclaredSymbol
from disc_shape.dialects.disc_shape import SymbolDimOp
from disc_shape.errors import OperationError
from disc_shape.relations.guards import is_guard
from disc_shape.symbolic import Prover, Reason, Status, Truth, compare, sym

Note: TypeAlias = tuple[str, Operation | None]

ENTRY = re.compile(r"\s*@?(?P<name>[\w$.]+)\s*=\s*(?P<sizes>\d+(?:\s*\|\s*\d+)*)\s*$")


def specialize_shapes(module: ModuleOp, sizes: str, likely: str = "") -> None:
    """
    Record exact sizes (`b=8,c=16`) and likely ones (`s=128|256`) for symbols of a module. Raises
    `OperationError` for unknown symbols, and for sizes that contradict known facts.
    """
    exact = [parse_entry(entry, module, True) for entry in entries(sizes)]
    hints = [parse_entry(entry, module, False) for entry in entries(likely)]
    specialization = Specialization(module)
    for name, values in exact:
        specialization.fix(name, values[0])
    for name, values in hints:
        specialization.hint(name, values)
    specialization.write()


def entries(option: str) -> list[str]:
    """The entries of a list that commas separate."""
    return option.split(",") if option.strip() else []


def parse_entry(text: str, module: ModuleOp, exact: bool) -> tuple[str, tuple[int, ...]]:
    """`b=8` or `b=8|16` as a name and sizes."""
    match = ENTRY.match(text)
    values = () if match is None else tuple(int(size) for size in match["sizes"].split("|"))
    if match is None or (exact and len(values) != 1):
        form = "name=size" if exact else "name=size|size"
        raise OperationError(f"expected {form}, got '{text.strip()}'", module)
    if len(set(values)) != len(values):
        raise OperationError(f"a likely size is given twice in '{text.strip()}'", module)
    if max(values) > LARGEST_INDEX:
        message = f"a size is at most {LARGEST_INDEX}, got {max(values)}"
        raise OperationError(message, module)
    return match["name"], values


class Specialization:
    """Exact and likely sizes for the symbols of a module, with what follows for other symbols."""

    def __init__(self, module: ModuleOp) -> None:
        self.module = module
        self.facts = ShapeFacts(module)
        self.derived = Prover()
        """What operations alone imply; only that may become the value of a symbol."""
        for fact in self.facts.saved.facts:
            if fact.status is Status.DERIVED:
                self.derived.assume(fact.condition)
        self.chosen: dict[str, tuple[int, Reason]] = {}
        self.constant = {
            name
            for name in self.facts.saved.symbols
            if self.derived.canonical(sym(name)).constant is not None
        }
        """What does not follow from a choice: guards may examine these sizes."""

    def fix(self, name: str, size: int) -> None:
        """Choose the size of a symbol."""
        op = self._symbol(name, size)
        text = f"'@{name}' is {size}, as specified"
        self.chosen[name] = size, Reason(text, op, Status.ASSUMED)
        try:
            self.facts.check(compare("==", sym(name), size), text, op)
        except OperationError as error:
            message = f"{text}, which contradicts what was stated before"
            notes = self._notes_of_functions() or error.notes
            raise OperationError(message, op, notes) from None
        self.derived.assume(compare("==", sym(name), size))
        self.facts.symbols.by_name[name].value = size

    def _notes_of_functions(self) -> Sequence[Note]:
        """
        The reasons why guards of a function fail for the sizes chosen so far: the graph only
        records that there are such guards, and the guards have the conditions.
        """
        for facts in ShapeAnalysis(self.module).functions:
            prover, sizes = facts.shapes.state.prover, facts.bindings.sizes
            try:
                with contradictions_as_errors(facts.shapes.state):
                    for name, (size, reason) in self.chosen.items():
                        if name in sizes:
                            prover.assume(compare("==", sizes[name], size), reason)
            except OperationError as error:
                if any(op is not None and is_guard(op) for _, op in error.notes):
                    return error.notes
        return ()

    def hint(self, name: str, sizes: tuple[int, ...]) -> None:
        """Note sizes that a symbol often has."""
        for size in sizes:
            op = self._symbol(name, size)
            if self.facts.prover.truth(compare("==", sym(name), size)) is Truth.NO:
                raise OperationError(f"symbol '@{name}' cannot be {size}", op)
        self.facts.symbols.by_name[name].likely = sizes

    def write(self) -> None:
        """Work out the other symbols, and write all of them."""
        symbols = self.facts.symbols.by_name
        for name in self.facts.saved.symbols:
            if symbols[name].value is None and name not in self.constant:
                symbols[name].value = self.derived.canonical(sym(name)).constant
        given = {sym(name): self._likely(declared) for name, declared in symbols.items()}
        prover = self.facts.prover
        known = likely_symbols(prover, {size: values for size, values in given.items() if values})
        for name, op in self.facts.saved.symbols.items():
            if not given[sym(name)]:
                values = values_of(prover.canonical(sym(name)), known)
                symbols[name].likely = allowed(values, op.intervals)
        write_constraints(self.module, self.facts.symbols)

    def _likely(self, declared: DeclaredSymbol) -> tuple[int, ...]:
        """
        The likely values recorded for a symbol; those of symbols without a name
        are computed again.
        """
        if declared.likely is not None:
            return declared.likely
        return declared.saved.likely if declared.saved is not None and declared.named else ()

    def _symbol(self, name: str, size: int) -> SymbolDimOp:
        op = self.facts.saved.symbols.get(name)
        if op is None:
            raise OperationError(f"unknown symbol '@{name}'", self.module)
        if not op.allows(size) or op.size not in (None, size):
            raise OperationError(f"symbol '@{name}' cannot be {size}", op)
        return op
