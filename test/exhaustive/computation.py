"""What evaluators say of integers, against what the interpreter computes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.ir import SSAValue
from xdsl.parser import Parser
from xdsl.utils.exceptions import DiagnosticException

from disc_shape.errors import OperationError
from disc_shape.interpreters.api import run
from disc_shape.relations import RelationState
from disc_shape.relations.state import Content
from disc_shape.relations.value_types import shape_of_type
from exhaustive.harness import Array, Blind, analyse, context, dtype_of


def takes(text: str) -> bool:
    """True when a function verifies, and runs on vectors of two elements."""
    try:
        module = Parser(context(), text).parse_module()
        module.verify()
        function = next(op for op in module.walk() if isinstance(op, FuncOp))
        run(module, *(np.ones(2, dtype_of(arg.type)) for arg in function.body.block.args))
    except (DiagnosticException, OperationError):
        return False
    return True


@dataclass
class Computation:
    """
    A function on integers, run for all small values and compared with what its evaluators say.
    """

    text: str
    values: Sequence[int]
    data: bool = False

    def __post_init__(self) -> None:
        self.module: ModuleOp = Parser(context(), self.text).parse_module()
        self.module.verify()
        self.func = next(op for op in self.module.walk() if isinstance(op, FuncOp))
        self.args = list(self.func.body.block.args)
        *self.body, last = self.func.body.block.ops
        self.returned: list[SSAValue] = list(last.operands)
        self.analyse()

    def analyse(self, unknown: Sequence[SSAValue] = ()) -> None:
        """Run the evaluators, to which the arguments that are `unknown` are unknown."""
        self.state = RelationState()
        self.state.relevant.update(self.args)
        for arg in self.args:
            # The integers of each have the same names whatever is unknown.
            self.state.content(arg)
        for arg in unknown:
            self.state.define_content(arg, None)
        analyse(self.body, self.state, times=1, data=self.data)

    def contents(self) -> list[Content]:
        """What is known of each result, None where it is nothing or a fresh symbol."""
        own = {symbol for arg in self.args for symbol in self.state.content(arg) or ()}
        found: list[Content] = []
        for value in self.returned:
            items = self.state.content(value)
            known = items is not None and all(own.issuperset(item.symbols) for item in items)
            found.append(items if known else None)
        return found

    def check(self) -> None:
        """
        Everything that is known is what comes out, for all values that are legal. So it is where
        nothing is known of one argument, or of all.
        """
        cases: list[list[Content]] = []
        analyse(self.body, Blind(), times=1, data=self.data)
        for unknown in (self.args, *([arg] for arg in self.args), []):
            self.analyse(unknown)
            cases.append(self.contents())
        known = [
            (place, items)
            for contents in cases
            for place, items in enumerate(contents)
            if items is not None
        ]
        shapes = [shape_of_type(arg.type) or () for arg in self.args]
        counts = [int(np.prod(shape)) for shape in shapes]
        checked = 0
        for flat in product(self.values, repeat=sum(counts)):
            rest = iter(flat)
            env: dict[str, int] = {}
            arrays: list[Array] = []
            for arg, shape, count in zip(self.args, shapes, counts, strict=True):
                items = [next(rest) for _ in range(count)]
                arrays.append(np.array(items, dtype_of(arg.type)).reshape(shape))
                for symbol, item in zip(self.state.elements(arg) or (), items, strict=False):
                    env[symbol.name or ""] = item
            try:
                results = run(self.module, *arrays)
            except OperationError:
                continue
            checked += 1
            for place, items in known:
                found = [int(item.evaluate(env)) for item in items]
                right = np.ravel(results[place]).astype(int).tolist()
                assert found == right, f"{items} at {env}"
        assert checked
