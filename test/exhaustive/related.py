"""A function of a few lines, whose relations have spoken once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pytest
from xdsl.dialects.func import FuncOp
from xdsl.parser import Parser

from disc_shape.relations import RelationFailure, RelationState
from disc_shape.relations.value_types import holds_sizes
from disc_shape.symbolic import Cond, Contradiction, Expr
from exhaustive.harness import analyse, context


@dataclass
class Related:
    """A function whose relations have spoken."""

    func: FuncOp
    state: RelationState

    def arg(self, index: int) -> tuple[Expr, ...]:
        """The sizes of an argument."""
        return self.state.dims(self.func.body.block.args[index])

    def number(self, index: int, element: int = 0) -> Expr:
        """An integer that an argument holds."""
        return (self.state.elements(self.func.body.block.args[index]) or ())[element]

    def result(self, index: int = 0) -> tuple[Expr, ...]:
        """The sizes of a returned value."""
        last = self.func.body.block.last_op
        assert last is not None
        return self.state.dims(last.operands[index])

    def proves(self, cond: Cond) -> bool:
        """Whether a condition follows."""
        return self.state.prover.proves(cond)


Relate = Callable[..., Related]


def related(arguments: str, body: str, result: str = "()") -> Related:
    """Run the relations of the lines of a function body."""
    text = f"func.func @f({arguments}) -> {result} {{\n{body}\n}}"
    module = Parser(context(), text).parse_module()
    module.verify()
    func = next(op for op in module.walk() if isinstance(op, FuncOp))
    state = RelationState()
    state.relevant.update(arg for arg in func.body.block.args if holds_sizes(arg.type))
    state.into_shapes = state.relevant
    analyse(list(func.body.block.ops), state)
    return Related(func, state)


def refuses(relate: Relate, *arguments: str) -> None:
    """The operation cannot be legal."""
    with pytest.raises((Contradiction, RelationFailure)):
        relate(*arguments)
