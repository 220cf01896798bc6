"""Properties of inference, over all programs of the tests that are well typed."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from conformance import relay
from conformance.relax_types import as_info
from conformance.relay_programs import Builder, UnknownName
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from unit.relay.programs import PROGRAMS, assert_close, module_of
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Attribute, SSAValue
from xdsl.utils.exceptions import VerifyException

from disc_shape.analysis.waking import WakingQueue
from disc_shape.constraints.types import set_type
from disc_shape.dialects.relay.calls import CallLike
from disc_shape.dialects.relay.data import DataOp
from disc_shape.dialects.relay.functions import FnAttr, FuncOp, FunctionLike, FunctionOp
from disc_shape.dialects.relay.types import HOLE, TensorAttr, attribute_of, term_of
from disc_shape.dialects.relay.values import ConstantOp
from disc_shape.errors import OperationError
from disc_shape.interpreters import check
from disc_shape.interpreters.kernels.arrays import Array
from disc_shape.relax.running.arguments import arguments_of, random_arrays
from disc_shape.relax.running.values import Value, as_array, flattened
from disc_shape.relay import running
from disc_shape.relay.inference import infer_types
from disc_shape.relay.lowering import convert_module
from disc_shape.relay.monomorphize import monomorphize
from disc_shape.relay.running import Run
from disc_shape.relay.solver import Constraint, Solver
from disc_shape.tools.relay_execution import signature_of
from disc_shape.typesystem import terms as ts
from disc_shape.typesystem.unification import Unifier

RULE = re.compile(r"RLY-\d+")
TEST = Path(__file__).parents[2]
EXAMPLES = settings(
    max_examples=6,
    phases=[Phase.generate],
    database=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)


@cache
def accepted() -> dict[str, ModuleOp]:
    """The well-typed programs of the unit tests, the lit tests and the cases, as they are written."""
    found = {name: module_of(text) for name, text in PROGRAMS.items()}
    for file in ("infer_types", "edges"):
        text = (TEST / "passes" / "relay" / f"{file}.mlir").read_text(encoding="utf-8")
        for at, part in enumerate(text.split("// -----")):
            found[f"{file}-{at}"] = module_of(part)
    for raw in relay.cases([TEST / "conformance" / "relay_cases"]):
        if "error" not in as_info(raw["expect"]):
            found[str(raw["id"])] = Builder().module(as_info(raw["program"]))
    return found


@cache
def rejected() -> dict[str, ModuleOp]:
    """The programs of the cases that are errors of inference."""
    found: dict[str, ModuleOp] = {}
    for raw in relay.cases([TEST / "conformance" / "relay_cases"]):
        if "error" in as_info(raw["expect"]):
            try:
                module = Builder().module(as_info(raw["program"]))
                module.verify()
            except (VerifyException, UnknownName):
                continue
            found[str(raw["id"])] = module
    return found


ACCEPTED, REJECTED = sorted(accepted()), sorted(rejected())


def typed(module: ModuleOp) -> ModuleOp:
    """A copy of a program with its types."""
    module = module.clone()
    infer_types(module)
    module.verify()
    return module


def rule_of(module: ModuleOp, solver: Solver | None = None) -> str:
    """The rule of the error of inference, nothing where there is none."""
    try:
        infer_types(module, solver)
    except OperationError as error:
        return RULE.findall(str(error))[-1]
    return ""


def values_of(module: ModuleOp) -> list[SSAValue]:
    """All values but functions and constants, whose operations say their types."""
    values: list[SSAValue] = []
    for op in module.walk():
        if not isinstance(op, FunctionOp | ConstantOp):
            values += op.results
        for block in (block for region in op.regions for block in region.blocks):
            values += block.args[1:] if isinstance(op, FunctionOp) else block.args
    return values


def without(type_: Attribute, chance: random.Random) -> Attribute:
    """A type without some part, or without any."""
    if not isinstance(type_, TensorAttr) or chance.random() < 0.5:
        return HOLE
    one, hole = type_.data, chance.choice(("base", "shape", "dim"))
    if hole == "base":
        return TensorAttr(ts.Tensor(one.shape, ts.Hole("base")))
    if hole == "dim" and isinstance(one.shape, ts.Dims) and one.shape.sizes:
        at = chance.randrange(len(one.shape.sizes))
        sizes = (*one.shape.sizes[:at], ts.Hole("dim"), *one.shape.sizes[at + 1 :])
        return TensorAttr(ts.Tensor(ts.Dims(sizes), one.element))
    return TensorAttr(ts.Tensor(ts.Hole("shape"), one.element))


def is_same(one: Attribute, other: Attribute) -> bool:
    """Whether two types are one, up to arithmetic."""
    postponed: list[object] = []
    unifier = Unifier(lambda left, right: postponed.append((left, right)), lambda holes: None)
    unifier.unify(term_of(one) or ts.Hole(), term_of(other) or ts.Hole())
    return not postponed


def strip(module: ModuleOp, chance: random.Random, share: float) -> None:
    """
    Leave out annotations: of values, of results of functions, type arguments. An argument whose type
    mentions a parameter keeps it, since nothing is generalized: without it, the function is another.
    So does a result over a parameter that no argument mentions.
    """
    kept = {
        value
        for op in module.walk()
        if isinstance(op, FunctionLike)
        for value in op.arguments
        if ts.names_in(term_of(value.type) or ts.Hole()).parameters
    }
    for value in values_of(module):
        if value not in kept and chance.random() < share:
            set_type(value, without(value.type, chance))
    for op in module.walk():
        if isinstance(op, CallLike) and chance.random() < share:
            op.properties.pop("type_args", None)
        if isinstance(op, FunctionLike):
            own = ts.names_in(*op.signature.arguments).parameters
            bound = ts.names_in(op.signature.result).parameters.keys() <= own.keys()
            if bound and chance.random() < share:
                result = without(attribute_of(op.signature.result), chance)
                op.scheme = FnAttr(replace(op.scheme.data, result=term_of(result) or ts.Hole()))
        if isinstance(op, FunctionOp):
            for value in (op.result, op.body.block.args[0]):
                set_type(value, FnAttr(op.signature))


@pytest.mark.parametrize("name", ACCEPTED)
@EXAMPLES
@given(st.integers(0, 1 << 30), st.sampled_from((0.1, 0.3, 0.6, 1.0)))
def test_types_do_not_depend_on_annotations(name: str, seed: int, share: float) -> None:
    """RLY-73: without some annotations, the same types, or too few to find them."""
    whole = typed(accepted()[name])
    stripped = whole.clone()
    strip(stripped, random.Random(seed), share)
    stripped.verify()
    rule = rule_of(stripped)
    assert rule in ("", "RLY-63")
    if not rule:
        for one, other in zip(values_of(stripped), values_of(whole), strict=True):
            assert is_same(one.type, other.type), f"{one.type} is not {other.type}"


class Shuffled(WakingQueue[int, Constraint]):
    """A queue that runs what is added, and what is woken, in another order."""

    def __init__(self, chance: random.Random) -> None:
        super().__init__()
        self.chance = chance

    def add(self, entry: Constraint) -> None:
        self._others.insert(self.chance.randint(0, len(self._others)), entry)

    def pop(self) -> Constraint | None:
        self._woken.rotate(self.chance.randint(0, len(self._woken)))
        return super().pop()


@pytest.mark.parametrize("name", ACCEPTED + REJECTED)
@EXAMPLES
@given(st.integers(0, 1 << 30))
def test_the_order_of_the_queue_does_not_matter(name: str, seed: int) -> None:
    """RLY-74: the same types, and the same errors."""
    program = {**accepted(), **rejected()}[name]
    expected, shuffled = program.clone(), program.clone()
    rule = rule_of(expected)
    assert bool(rule) == (name in REJECTED)
    assert rule_of(shuffled, Solver(queue=Shuffled(random.Random(seed)))) == rule
    if not rule:
        assert str(shuffled) == str(expected)


@pytest.mark.parametrize("name", ACCEPTED)
def test_the_names_of_parameters_do_not_matter(name: str) -> None:
    program = accepted()[name]
    whole = typed(program)
    names: set[str] = set()
    for op in (*program.walk(), *whole.walk()):
        if isinstance(op, FunctionLike):
            names.update(parameter for parameter, _ in op.parameters)
        if isinstance(op, DataOp):
            names.update(op.names)
    own = names - {op.sym_name.data for op in whole.ops if isinstance(op, FuncOp | DataOp)}

    def renamed(text: str) -> str:
        return re.sub(r"@([A-Za-z_]\w*)", lambda m: f"@r_{m[1]}" if m[1] in own else m[0], text)

    assert str(typed(module_of(renamed(str(program))))) == renamed(str(whole))


@pytest.mark.parametrize("name", ACCEPTED)
def test_an_inferred_program_stays_as_it_is(name: str) -> None:
    """RLY-52, 64: no hole is left, and inference has nothing to add."""
    module = typed(accepted()[name])
    assert not re.search(r"!relay\.hole|[<\[ ]_[],>]", str(module))
    assert str(typed(module)) == str(module)


def arguments(op: FuncOp, seed: int) -> list[Array] | None:
    """Arrays for a function, None where its arguments are no tensors of known rank."""
    try:
        return random_arrays(signature_of(op), {}, {}, seed)
    except OperationError:
        return None


@pytest.mark.parametrize("name", ACCEPTED)
def test_values_are_of_their_types(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What `disc-run --check` does: the run of an inferred program agrees with its types."""
    monkeypatch.setattr(running, "RECURSION", 0)
    module = typed(accepted()[name])
    run = Run(module, checks=True)
    op = [one for one in module.body.block.ops if isinstance(one, FuncOp)][-1]
    for seed in range(3):
        arrays = arguments(op, seed)
        if arrays is None:
            return
        try:
            run.result(op.sym_name.data, arguments_of(signature_of(op), arrays))
        except OperationError as error:
            # Recursion has no base, or one that only another condition ends. Sizes that are Any are
            # drawn without regard to what is done with them.
            known = re.search("has no implementation|nested too deeply", str(error))
            if known is None and "?" not in str(module):
                raise
            return
        assert run.compared


def arrays_in(result: Value) -> list[Array]:
    """The arrays of a result."""
    return [found for one in flattened(result) if (found := as_array(one)) is not None]


@pytest.mark.filterwarnings("ignore::disc_shape.errors.OperationWarning")
@pytest.mark.parametrize("name", ACCEPTED)
def test_copies_and_what_they_become_run_alike(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A program, its copies and the HLO of these have one result, where they have one."""
    monkeypatch.setattr(running, "RECURSION", 0)
    module = typed(accepted()[name])
    op = [one for one in module.body.block.ops if isinstance(one, FuncOp)][-1]
    arrays, results = arguments(op, 0), list[list[Array]]()
    try:
        for change in (None, monomorphize):
            if change is not None:
                change(module)
                assert str(typed(module)) == str(module)
            if arrays is not None and op.parent is not None:
                given = arguments_of(signature_of(op), arrays)
                results.append(arrays_in(Run(module).result(op.sym_name.data, given)))
        convert_module(module)
        module.verify()
        if arrays is not None:
            results.append(list(check(module, *arrays).results))
    except OperationError as error:
        # Operators without implementation, calls or copies without end, values that are no tensors.
        known = r"RLY-(05|17|32|81|98)\]|nested too deeply"
        if not re.search(known, str(error)) and "?" not in str(module):
            raise
    for found in results:
        for one, other in zip(found, results[0], strict=True):
            assert_close(one, other)
