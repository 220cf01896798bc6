"""An operation, all its small runs, and what its relation must say of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import permutations, product
from typing import ClassVar

import numpy as np
from xdsl.dialects.builtin import DYNAMIC_INDEX, ModuleOp
from xdsl.dialects.func import FuncOp, ReturnOp
from xdsl.ir import SSAValue
from xdsl.parser import Parser

from disc_shape.cards import card_of
from disc_shape.errors import OperationError
from disc_shape.interpreters.api import run
from disc_shape.relations import RelationFailure, RelationState, relation_of
from disc_shape.relations.value_types import shape_of_type
from disc_shape.symbolic import Cond, Contradiction, Expr, compare
from exhaustive.harness import Array, Blind, Shapes, analyse, context, dtype_of
from exhaustive.report import REPORT, REPORT_COMMAND, REPORTED, Reported


def shown(item: Expr | Cond, env: Mapping[str, int]) -> bool:
    """Whether a run shows all symbols of an expression: not those that only inner values have."""
    return all(symbol.label in env for symbol in item.symbols)


@dataclass(frozen=True)
class Run:
    """
    One assignment of sizes and shape operands, and the shapes that came out; None when it is not
    legal.
    """

    arrays: tuple[Array, ...]
    results: Shapes | None


@dataclass
class Truth:
    """An operation, all its small runs, and the questions that a relation must answer."""

    text: str
    values: Mapping[int, Sequence[int]] = field(default_factory=dict[int, Sequence[int]])
    """For each argument that is a shape operand, the values that its elements take."""
    sizes: Sequence[int] = (0, 1, 2, 3)
    fill: int = 0
    """The elements of what is no shape operand."""
    reporting: bool = False
    """The report is being written anew."""
    most: ClassVar[int | None] = None
    """How many of the runs are checked, evenly chosen; all when None."""

    def __post_init__(self) -> None:
        self.module: ModuleOp = Parser(context(), self.text).parse_module()
        self.module.verify()
        self.func = next(op for op in self.module.walk() if isinstance(op, FuncOp))
        self.args = list(self.func.body.block.args)
        self.body = list(self.func.body.block.ops)
        last = self.body[-1]
        assert isinstance(last, ReturnOp)
        self.returned: list[SSAValue] = list(last.operands)
        choices = [self._choices(index) for index in range(len(self.args))]
        self.runs = [self._run(arrays) for arrays in product(*choices)]
        assert any(r.results is not None for r in self.runs), "no run is legal"

    def _choices(self, index: int) -> list[Array]:
        type = self.args[index].type
        shape = shape_of_type(type) or ()
        dtype = dtype_of(type)
        axes = [self.sizes if n == DYNAMIC_INDEX else (n,) for n in shape]
        if index not in self.values:
            return [np.full(sizes, self.fill, dtype) for sizes in product(*axes)]
        count = int(np.prod(shape))
        return [
            np.array(items, dtype).reshape(shape)
            for items in product(self.values[index], repeat=count)
        ]

    def _run(self, arrays: tuple[Array, ...]) -> Run:
        try:
            results = run(self.module, *arrays)
        except (OperationError, ValueError, IndexError):
            return Run(arrays, None)
        # Buffers that an operation writes come after what the function returns.
        shapes = tuple(np.shape(result) for result in results)
        return Run(arrays, shapes[: len(self.returned)])

    @property
    def legal(self) -> list[Run]:
        return [r for r in self.runs if r.results is not None]

    # what must hold

    def check(self) -> None:
        """Run all checks."""
        self.check_facts()
        self.check_facts(Blind())
        for index in self.values:
            state = RelationState()
            state.define_content(self.args[index], None)
            self.check_facts(state)
        self.check_shape_operands()
        for r in self.runs[:: max(len(self.runs) // self.most, 1) if self.most else 1]:
            for early in (0, 1, 2):
                self.check_run(r, early)

    def check_facts(self, ignorant: RelationState | None = None) -> None:
        """
        No fact of the relation alone is false in a legal run, and neither is a size of a result,
        even in a state that does not know what some values hold.
        """
        state = RelationState() if ignorant is None else ignorant
        analyse(self.body, state)
        for value in self.returned:
            state.dims(value)
        for r in self.legal:
            env = self._environment(state, r)
            for fact in state.prover.facts():
                if shown(fact.statement, env) or ignorant is None:
                    assert fact.statement.evaluate(env), f"{fact} is false in {self._show(r)}"
            for value, shape in zip(self.returned, r.results or (), strict=True):
                for size, number in zip(state.dims(value), shape, strict=True):
                    if shown(size, env) or ignorant is None:
                        found = size.evaluate(env)
                        assert found == number, f"{found} in {shape} of {self._show(r)}"

    def check_shape_operands(self) -> None:
        """Of the arguments that an operation takes, those are shapes whose values are tried."""
        for op in self.body:
            card = card_of(op)
            # Indices may come out of any argument.
            if relation_of(op) is not None and not card.indices(op) and not card.reads_sizes:
                shapes = set(card.size_operands(op))
                for index, arg in enumerate(self.args):
                    if arg in op.operands:
                        assert (arg in shapes) == (index in self.values), f"{arg} of {op.name}"

    def check_run(self, r: Run, early: int) -> None:
        """
        A run is accepted exactly when it is legal, with the right sizes.

        `early` is what is known before the relation runs: 0 nothing, 1 the first argument, 2
        everything.
        """
        if r.results is None:
            accepted = self._pinned(r.arrays, early)
            assert isinstance(accepted, Exception), f"({early}) accepted: {self._show(r)}"
            return
        state = self._pinned(r.arrays, early)
        assert not isinstance(state, Exception), f"({early}) {state}: {self._show(r)}"
        for value, shape in zip(self.returned, r.results, strict=True):
            found = tuple(size.constant for size in state.dims(value))
            assert found == shape, f"({early}) {found} for {shape} in {self._show(r)}"
        for wrong in self._wrong(r.results):
            accepted = self._pinned(r.arrays, early, wrong)
            assert isinstance(accepted, Exception), f"{wrong} accepted ({early}): {self._show(r)}"

    def _wrong(self, results: Shapes) -> Iterator[Shapes]:
        """The shapes that differ from `results` by one in one dynamic size."""
        for place, shape in enumerate(results):
            static = shape_of_type(self.returned[place].type) or ()
            for axis, size in enumerate(shape):
                if static[axis] == DYNAMIC_INDEX:
                    for other in (size - 1, size + 1):
                        if other >= 0:
                            changed = (*shape[:axis], other, *shape[axis + 1 :])
                            yield (*results[:place], changed, *results[place + 1 :])

    def _pinned(
        self, arrays: Sequence[Array], early: int, results: Shapes | None = None
    ) -> RelationState | Contradiction | RelationFailure:
        """
        The state after the relation spoke and all sizes (and shape operands) are known; the error
        when they contradict each other.
        """
        state = RelationState()
        try:
            self._pin_all(state, arrays, early, results)
        except (Contradiction, RelationFailure) as error:
            return error
        return state

    def _pin_all(
        self, state: RelationState, arrays: Sequence[Array], early: int, results: Shapes | None
    ) -> None:
        first = {0: 0, 1: 1, 2: len(self.args)}[early]
        for index in range(first):
            self._pin(state, index, arrays[index])
        if results is not None and early == 2:
            self._pin_results(state, results)
        analyse(self.body, state)
        for index in range(first, len(self.args)):
            self._pin(state, index, arrays[index])
        if results is not None and early != 2:
            self._pin_results(state, results)
        analyse(self.body, state)

    def _pin(self, state: RelationState, index: int, array: Array) -> None:
        arg = self.args[index]
        for size, number in zip(state.dims(arg), np.shape(array), strict=True):
            state.prover.add_equal(size, number)
        if index in self.values:
            for item, number in zip(state.elements(arg) or (), np.ravel(array), strict=True):
                state.prover.add_equal(item, int(number))

    def _pin_results(self, state: RelationState, results: Shapes) -> None:
        for value, shape in zip(self.returned, results, strict=True):
            for size, number in zip(state.dims(value), shape, strict=True):
                state.prover.add_equal(size, number)

    def _environment(self, state: RelationState, r: Run) -> dict[str, int]:
        """What every symbol with an anchor is in a run."""
        shapes: dict[SSAValue, tuple[int, ...]] = {
            arg: np.shape(array) for arg, array in zip(self.args, r.arrays, strict=True)
        }
        shapes.update(zip(self.returned, r.results or (), strict=True))
        contents: dict[SSAValue, Array] = dict(zip(self.args, r.arrays, strict=True))
        env: dict[str, int] = {}
        for symbol, anchor in state.anchors.items():
            if anchor.of_contents and anchor.value in contents:
                env[symbol.name or ""] = int(np.ravel(contents[anchor.value])[anchor.position])
            elif not anchor.of_contents and anchor.value in shapes:
                env[symbol.name or ""] = shapes[anchor.value][anchor.position]
        return env

    def _show(self, r: Run) -> str:
        parts = [
            str(np.ravel(array).tolist()) if index in self.values else str(np.shape(array))
            for index, array in enumerate(r.arrays)
        ]
        return f"{', '.join(parts)} -> {r.results}"

    # coverage

    def underived(self) -> set[str]:
        """
        What holds in every legal run and is not proved: equalities between sizes and with numbers,
        and orders between sizes that do not come from the small numbers of the runs.
        """
        state = RelationState()
        analyse(self.body, state)
        quantities: dict[str, tuple[Expr, list[int]]] = {}
        for name, value, shapes in self._shapes():
            for axis, size in enumerate(state.dims(value)):
                quantities[f"{name}[{axis}]"] = (size, [shape[axis] for shape in shapes])
        missing: set[str] = set()
        self.facts = 0
        for name, (size, seen) in quantities.items():
            self.facts += len(set(seen)) == 1
            if len(set(seen)) == 1 and not state.prover.proves(compare("==", size, seen[0])):
                missing.add(f"{name} == {seen[0]}")
        for (a, (x, xs)), (b, (y, ys)) in permutations(quantities.items(), 2):
            if len(set(xs)) == 1 or len(set(ys)) == 1:
                continue
            ordered = max(xs) > min(ys) and all(m <= n for m, n in zip(xs, ys, strict=True))
            self.facts += a < b if xs == ys else ordered
            if xs == ys:
                if a < b and not state.prover.proves(compare("==", x, y)):
                    missing.add(f"{a} == {b}")
            elif ordered:
                if not state.prover.proves(compare("<=", x, y)):
                    missing.add(f"{a} <= {b}")
        return missing

    def note(self, missing: set[str], about: str) -> None:
        """Put the case into the report, of the last operation called `about`, if that is given."""
        spoken = [
            (op, one)
            for outer in self.body
            for op in (outer.walk() if about else (outer,))
            if about in ("", op.name) and (one := relation_of(op)) is not None
        ]
        if spoken:
            op, relation = spoken[-1]
            case = Reported(
                op.name, len(self.runs), len(self.legal), self.facts, frozenset(missing)
            )
            REPORTED.setdefault(relation.name, []).append(case)
            if not self.reporting:
                assert f"`{op.name}`" in REPORT, f"run pytest with {REPORT_COMMAND}"

    def _shapes(self) -> Iterator[tuple[str, SSAValue, list[tuple[int, ...]]]]:
        for index, arg in enumerate(self.args):
            yield f"arg{index}", arg, [np.shape(r.arrays[index]) for r in self.legal]
        for index, value in enumerate(self.returned):
            yield f"result{index}", value, [(r.results or ())[index] for r in self.legal]


@cache
def truth_of(
    text: str,
    values: tuple[tuple[int, tuple[int, ...]], ...],
    sizes: tuple[int, ...],
    fill: int,
    reporting: bool,
) -> Truth:
    """The runs of an operation, which are the same whatever its relation says of them."""
    return Truth(text, dict(values), sizes, fill, reporting)
