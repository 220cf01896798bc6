"""
Symbols that the lowering needs: for the sizes of out-parameters, and for numbers.

The caller provides the memory, so its sizes are numbers of their own, which a check compares with
those of the result. They get symbols of their own, and the graph says that the check makes them
equal: `guarded`.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp, ReturnOp
from xdsl.ir import Block, Operation, Region
from xdsl.utils.symbol_table import get_name_if_symbol

from disc_shape.dialects.disc_shape import GRAPH, DimOp, SymbolDimOp, TiePredicateEqOp
from disc_shape.dialects.disc_shape.encoding import Symbols, reference


@dataclass
class OutSymbols:
    """The symbols that the out-parameters of one module get."""

    module: ModuleOp
    _equal: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])
    _taken: set[str] | None = None
    _named: bool = False
    """The module has symbols."""
    _constants: dict[int, str] | None = None
    _added: list[SymbolDimOp] = field(default_factory=list[SymbolDimOp])
    """The symbols of numbers that had none."""

    def of(self, shape: tuple[int, ...], names: Symbols | None) -> Symbols | None:
        """The symbols of an out-parameter whose result has these sizes and symbols."""
        if names is None:
            return None
        return tuple(
            self._fresh(name) if size < 0 and name is not None else name
            for size, name in zip(shape, names, strict=True)
        )

    def constant(self, number: int, *, named: bool = False) -> str | None:
        """
        The symbol of a number; None in a module without symbols, unless sizes are `named` anyway.
        """
        if self._constants is None:
            self._constants = {}
            for op in self.module.body.block.ops:
                if isinstance(op, SymbolDimOp):
                    self._named = True
                    if op.size is not None:
                        self._constants.setdefault(op.size, op.symbol)
        if not self._named and not named:
            return None
        name = self._constants.get(number)
        if name is None:
            name = f"C{number}"
            while name in self._names():
                name += "_"
            self._names().add(name)
            self._constants[number] = name
            self._added.append(SymbolDimOp(name, value=number))
        return name

    def _names(self) -> set[str]:
        """The names that the module has already."""
        if self._taken is None:
            found = (get_name_if_symbol(op) for op in self.module.body.block.ops)
            self._taken = {one for one in found if one is not None}
        return self._taken

    def _fresh(self, name: str) -> str:
        taken = self._names()
        number = 0
        while (new := f"S{number}") in taken:
            number += 1
        taken.add(new)
        self._equal.append((new, name))
        return new

    def insert(self) -> None:
        """
        Define the symbols, and say in the graph what the checks make equal.

            %S1 = disc_shape.dim @S1
            %n = disc_shape.dim @n
            disc_shape.tie_predicate_eq %S1, %n {guarded}
        """
        block = self.module.body.block
        for op in self._added:
            block.add_op(op)
        if not self._equal:
            return
        graph = next((op for op in block.ops if _is_graph(op)), None)
        if graph is None:
            graph = FuncOp(GRAPH, ([], []), Region(Block([ReturnOp()])))
            first = next((op for op in block.ops if isinstance(op, SymbolDimOp)), None)
            if first is None:
                block.add_op(graph)
            else:
                block.insert_ops_before([graph], first)
        last = graph.regions[0].block.last_op
        assert last is not None
        named = {name for _, name in self._equal}
        for op in block.ops:
            if isinstance(op, SymbolDimOp) and op.symbol in named and op.graph is None:
                op.properties["symbolic_shape_graph"] = reference(GRAPH)
        for new, name in self._equal:
            dims = DimOp(new), DimOp(name)
            predicate = TiePredicateEqOp(*dims, "guarded")
            graph.regions[0].block.insert_ops_before([*dims, predicate], last)
            block.add_op(SymbolDimOp(new, graph=GRAPH))


def _is_graph(op: Operation) -> bool:
    return isinstance(op, FuncOp) and op.sym_name.data == GRAPH
