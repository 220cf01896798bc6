"""Programs that have been analysed, with their values by name: for tests of single functions."""

from __future__ import annotations

from functools import cached_property

from fuzz.harness import parse
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.ir import Operation, SSAValue

from disc_shape.analysis.module import FunctionFacts, ShapeAnalysis
from disc_shape.analysis.shape_analysis import FunctionShapes
from disc_shape.constraints.reader import SavedConstraints
from disc_shape.relations import RelationState
from disc_shape.symbolic import Expr


class Analysed:
    """A module, parsed, and what the analysis knows of its first function."""

    def __init__(self, text: str):
        self.module: ModuleOp = parse(text)

    @property
    def function(self) -> FuncOp:
        return next(op for op in self.module.walk() if isinstance(op, FuncOp))

    @cached_property
    def analysis(self) -> ShapeAnalysis:
        return ShapeAnalysis(self.module)

    @property
    def facts(self) -> FunctionFacts:
        return self.analysis.functions[0]

    @property
    def saved(self) -> SavedConstraints:
        return self.analysis.saved

    @property
    def shapes(self) -> FunctionShapes:
        return self.facts.shapes

    @property
    def state(self) -> RelationState:
        return self.shapes.state

    def op(self, name: str) -> Operation:
        """The first operation of a name."""
        return next(op for op in self.module.walk() if op.name == name)

    def value(self, name: str) -> SSAValue:
        """The value that the text calls `%name`."""
        return next(value for value in values(self.module) if value.name_hint == name)

    def size(self, name: str, axis: int) -> Expr:
        """A size of a value."""
        return self.state.dims(self.value(name))[axis]


def values(op: Operation) -> list[SSAValue]:
    """All results and block arguments inside of an operation."""
    return [
        value
        for inner in op.walk()
        for value in (
            *inner.results,
            *(arg for region in inner.regions for block in region.blocks for arg in block.args),
        )
    ]
