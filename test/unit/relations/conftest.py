"""
The exhaustive test of relations: every small shape against what the interpreter does.

A case is a function around one operation, written with `?`. All sizes from 0 to 3 (and all values
given for shape operands) are run through the interpreter, which says which are legal and what
shapes come out. Then the relation must

* accept every legal run, whether sizes are known before it speaks or after, and find the sizes of
the results;
* refuse every illegal run and every legal one with another result size;
* state no fact that is false in a legal run.

What holds in all legal runs and is not derived is reported by `underived`, and for all cases
together by `pytest test/unit/relations -k exhaustive --facts-report docs/relation_facts.md`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import permutations, product
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from xdsl.context import Context
from xdsl.dialects import get_all_dialects
from xdsl.dialects.builtin import DYNAMIC_INDEX, ComplexType, Float32Type, IndexType, ModuleOp
from xdsl.dialects.func import FuncOp, ReturnOp
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.parser import Parser
from xdsl.utils.exceptions import DiagnosticException

from disc_shape.dialects import register
from disc_shape.dialects.xdsl_extras.forall import ForallOp
from disc_shape.errors import OperationError
from disc_shape.interpreters.api import run
from disc_shape.relations import RelationFailure, RelationState, evaluator_of, relation_of
from disc_shape.relations.core import made_by
from disc_shape.relations.state import Content
from disc_shape.relations.value_types import holds_sizes, scalar_type, shape_of_type
from disc_shape.symbolic import Contradiction, Expr, compare

REPORTED: dict[str, list[Reported]] = {}
"""What the cases of each relation have found, by the name of the relation."""

REPORT_FILE = Path(__file__).parents[3] / "docs" / "relation_facts.md"
REPORT = REPORT_FILE.read_text(encoding="utf-8") if REPORT_FILE.exists() else ""
"""The report as it stands: `test_coverage.py` reads in it which operations have cases."""

REPORT_COMMAND = "-k exhaustive --facts-report docs/relation_facts.md"

REPORT_HEAD = """# What relations derive

Written by `pytest test/unit/relations -k exhaustive --facts-report docs/relation_facts.md`.

Every small shape of the operations in these cases is run. A fact is an equality of two sizes or of
a size and a number, or an order of two sizes, that holds in every legal run and is no accident of
the small numbers. *Derived* are those that the relation proves from the operation alone.

| relation | operations | cases | runs | legal | facts that hold | derived | not derived |
| --- | --- | --- | --- | --- | --- | --- | --- |
"""


@dataclass(frozen=True)
class Reported:
    """One case: which operation it is about, its runs, and the facts that hold."""

    operation: str
    runs: int
    legal: int
    facts: int
    underived: frozenset[str]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--facts-report", default="", help="write what relations do not derive")


def pytest_sessionfinish(session: pytest.Session) -> None:
    target = session.config.getoption("--facts-report", "")
    if target:
        Path(str(target)).write_text(REPORT_HEAD + "".join(report_rows()), encoding="utf-8")


def report_rows() -> Iterator[str]:
    for name, cases in sorted(REPORTED.items()):
        operations = ", ".join(f"`{one}`" for one in sorted({case.operation for case in cases}))
        runs, legal = sum(case.runs for case in cases), sum(case.legal for case in cases)
        facts = sum(case.facts for case in cases)
        missing = sorted(f"`{one}` of `{c.operation}`" for c in cases for one in c.underived)
        derived = facts - len(missing)
        yield (
            f"| {name} | {operations} | {len(cases)} | {runs} | {legal} | {facts} | {derived} |"
            f" {'; '.join(missing)} |\n"
        )


Array = NDArray[np.generic]
Shapes = tuple[tuple[int, ...], ...]


def context() -> Context:
    """Our dialects and those of xDSL."""
    ctx = Context()
    for name, factory in get_all_dialects().items():
        if name not in ("stablehlo", "mhlo", "shape", "disc_shape"):
            ctx.register_dialect(name, factory)
    register(ctx)
    return ctx


def analyse(body: Sequence[Operation], state: RelationState, times: int = 2) -> None:
    """Apply all relations and evaluators, in order, `times` times."""
    for op in body:
        state.relevant.update(result for result in op.results if holds_sizes(result.type))
    state.into_shapes = state.relevant
    for _ in range(times):
        for op in body:
            if isinstance(op, ForallOp):
                _analyse_turns(op, state)
            relation = relation_of(op)
            if relation is not None:
                relation.apply(op, state)
            evaluator = evaluator_of(op)
            if evaluator is not None:
                for result, content in zip(made_by(op), evaluator(op, state), strict=True):
                    if content is not None:
                        state.define_content(result, content)


def _analyse_turns(op: ForallOp, state: RelationState) -> None:
    """What the turns of a loop write into keeps its shape; here each loop has one turn."""
    shared = op.body.block.args[len(op.static_upper) :]
    for init, argument, result in zip(op.outs, shared, op.filled, strict=True):
        state.same_shape([init, argument, result], op, "filled by a loop")
    last = op.body.block.last_op
    assert last is not None
    analyse(list(last.regions[0].block.ops), state, times=1)


_DTYPES: dict[str, type[np.generic]] = {
    **{
        "i1": np.bool_,
        "i8": np.int8,
        "i32": np.int32,
        "i64": np.int64,
        "ui32": np.uint32,
        "ui64": np.uint64,
    },
    **{"f16": np.float16, "!quant.uniform<i8:f32, 2.000000e+00:15>": np.int8},
}


def dtype_of(type: Attribute) -> type[np.generic]:
    """The numpy type of the elements of a tensor."""
    element = scalar_type(type)
    if isinstance(element, ComplexType):
        return np.complex64
    if isinstance(element, Float32Type):
        return np.float32
    if isinstance(element, IndexType):
        return np.int64
    return _DTYPES[str(element)]


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
        """Run all three checks."""
        self.check_facts()
        for r in self.runs:
            for early in (0, 1, 2):
                self.check_run(r, early)

    def check_facts(self) -> None:
        """
        No fact of the relation alone is false in a legal run, and neither is a size of a result.
        """
        state = RelationState()
        analyse(self.body, state)
        for value in self.returned:
            state.dims(value)
        for r in self.legal:
            env = self._environment(state, r)
            for fact in state.prover.facts():
                assert set(s.label for s in fact.statement.symbols) <= env.keys(), str(fact)
                assert fact.statement.evaluate(env), f"{fact} is false in {self._show(r)}"
            for value, shape in zip(self.returned, r.results or (), strict=True):
                found = tuple(size.evaluate(env) for size in state.dims(value))
                assert found == shape, f"{found} for {shape} in {self._show(r)}"

    def check_run(self, r: Run, early: int) -> None:
        """
        A run is accepted exactly when it is legal, with the right sizes.

        `early` says what is known before the relation speaks: 0 nothing, 1 the first argument, 2
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
        """What every symbol with a home is in a run."""
        shapes: dict[SSAValue, tuple[int, ...]] = {
            arg: np.shape(array) for arg, array in zip(self.args, r.arrays, strict=True)
        }
        shapes.update(zip(self.returned, r.results or (), strict=True))
        contents: dict[SSAValue, Array] = dict(zip(self.args, r.arrays, strict=True))
        env: dict[str, int] = {}
        for symbol, home in state.homes.items():
            if home.of_contents and home.value in contents:
                env[symbol.name or ""] = int(np.ravel(contents[home.value])[home.position])
            elif not home.of_contents and home.value in shapes:
                env[symbol.name or ""] = shapes[home.value][home.position]
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


Prove = Callable[..., Truth]


@pytest.fixture
def exhaust(request: pytest.FixtureRequest) -> Prove:
    """
    Build the truth of an operation, written as the lines of a function body, and check its
    relation against it.
    """

    reporting = bool(request.config.getoption("--facts-report", ""))

    def build(
        arguments: str,
        body: str,
        result: str,
        values: Mapping[int, Sequence[int]] | None = None,
        sizes: Sequence[int] = (0, 1, 2, 3),
        underived: set[str] | None = None,
        about: str = "",
        fill: int = 0,
    ) -> Truth:
        text = f"func.func @f({arguments}) -> {result} {{\n{body}\n}}"
        chosen = tuple((index, tuple(numbers)) for index, numbers in (values or {}).items())
        truth = truth_of(text, chosen, tuple(sizes), fill, reporting)
        truth.check()
        missing = truth.underived()
        truth.note(missing, about)
        assert missing == (underived or set())
        return truth

    return build


def _takes(text: str) -> bool:
    """True when a function verifies, and runs on vectors of two elements."""
    try:
        module = Parser(context(), text).parse_module()
        module.verify()
        function = next(op for op in module.walk() if isinstance(op, FuncOp))
        run(module, *(np.ones(2, dtype_of(arg.type)) for arg in function.body.block.args))
    except (DiagnosticException, OperationError):
        return False
    return True


@pytest.fixture
def legal() -> Callable[[str], bool]:
    """Whether a function is valid and runs on vectors of two elements."""
    return _takes


@dataclass
class Computation:
    """
    A function on integers, run for all small values and compared with what its evaluators say.
    """

    text: str
    values: Sequence[int]

    def __post_init__(self) -> None:
        self.module: ModuleOp = Parser(context(), self.text).parse_module()
        self.module.verify()
        self.func = next(op for op in self.module.walk() if isinstance(op, FuncOp))
        self.args = list(self.func.body.block.args)
        *self.body, last = self.func.body.block.ops
        self.returned: list[SSAValue] = list(last.operands)
        self.state = RelationState()
        self.state.relevant.update(self.args)
        analyse(self.body, self.state, times=1)

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
        """Everything that is known is what comes out, for all values that are legal."""
        contents = self.contents()
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
            for items, result in zip(contents, results, strict=True):
                if items is not None:
                    found = [int(item.evaluate(env)) for item in items]
                    assert found == np.ravel(result).astype(int).tolist(), f"{items} at {env}"
        assert checked


Compute = Callable[..., list[Content]]


@pytest.fixture
def compute() -> Compute:
    """Check what the evaluators say of the lines of a function body, and return it."""

    def build(
        arguments: str, body: str, result: str, values: Sequence[int] = range(-4, 5)
    ) -> list[Content]:
        computation = Computation(f"func.func @f({arguments}) -> {result} {{\n{body}\n}}", values)
        computation.check()
        return computation.contents()

    return build


@pytest.fixture
def contents_of() -> Compute:
    """What the evaluators say of the lines of a function body, without running it."""

    def build(arguments: str, body: str, result: str) -> list[Content]:
        text = f"func.func @f({arguments}) -> {result} {{\n{body}\n}}"
        return Computation(text, ()).contents()

    return build


@pytest.fixture
def make_context() -> Callable[[], Context]:
    """A context with our dialects."""
    return context


@pytest.fixture
def speak() -> Callable[[Sequence[Operation], RelationState], None]:
    """The relations and evaluators of a list of operations, applied in order."""
    return analyse
