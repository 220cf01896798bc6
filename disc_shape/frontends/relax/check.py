"""The criteria of names and nesting: what a module of the dialect cannot even say."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from xdsl.ir import Attribute

from disc_shape.dialects.relax.types import attribute_of, is_element
from disc_shape.frontends.relax import tree
from disc_shape.typesystem.types import PrimType, TensorType, Type, all_leaves


@dataclass(frozen=True)
class Problem:
    """A criterion that a program breaks: its rule and what is wrong."""

    rule: str
    message: str

    def __str__(self) -> str:
        return f"{self.message} [{self.rule}]"


class Names:
    """The variables that a program has bound, and what is wrong with its names and its form."""

    def __init__(self) -> None:
        self.problems: list[Problem] = []
        self.form: list[Problem] = []
        """Where the program is not in normal form."""
        self.bound: set[tree.Var] = set()

    def report(self, rule: str, message: str) -> None:
        """Note a broken criterion."""
        self.problems.append(Problem(rule, message))

    def want_normal(self, holds: bool, rule: str, message: str) -> None:
        """Note what does not hold in normal form."""
        if not holds:
            self.form.append(Problem(rule, message))

    def bind(self, variable: tree.Var, *, in_dataflow: bool) -> None:
        """A variable is bound exactly once (RLX-111), a dataflow one in its block (RLX-110)."""
        if variable in self.bound:
            self.report("RLX-111", f"variable {variable.name} is bound twice")
        if variable.dataflow and not in_dataflow:
            self.report(
                "RLX-110", f"dataflow variable {variable.name} is bound outside of a dataflow block"
            )
        self.bound.add(variable)

    def refuse(self, variable: tree.Var, *, hidden: bool) -> None:
        """A variable is used where it is not visible (RLX-060, 061, 110, 112, 121)."""
        if hidden:
            rule, what = "RLX-121", "is used in a function inside its dataflow block"
        elif variable.dataflow:
            rule, what = "RLX-110", "is used outside of its dataflow block"
        elif variable in self.bound:
            rule, what = "RLX-060", "is used outside of its scope"
        else:
            rule, what = "RLX-112", "is used before it is bound"
        self.report(rule, f"variable {variable.name} {what}")

    def type(self, type_: Type) -> Attribute:
        """The MLIR form of a type, whose element types are those of Relax (RLX-008, 129, 130)."""
        for one in all_leaves(type_):
            if isinstance(one, TensorType | PrimType) and not is_element(one.element or "i1"):
                self.report("RLX-130", f"{one.element} is no element type of Relax")
        return attribute_of(type_)


def mentions(node: tree.Node, variable: tree.Var) -> bool:
    """Whether a variable is used in an expression."""
    work: list[object] = [node]
    while work:
        one = work.pop()
        if one is variable:
            return True
        if isinstance(one, list):
            work.extend(cast("list[object]", one))
        elif isinstance(one, tree.Node | tree.BindingBlock | tree.Binding):
            work.extend(cast("dict[str, object]", vars(one)).values())
    return False


def is_leaf(node: tree.Node) -> bool:
    """Whether an expression may stand inside another one in normal form (RLX-090)."""
    if isinstance(node, tree.TupleExpr):
        return all(map(is_leaf, node.fields))
    return isinstance(node, tree.Var | tree.Literal | tree.Named)
