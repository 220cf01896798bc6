"""One program through every pass: what it computes and claims must not change for the worse."""

from __future__ import annotations

import re
import traceback
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from io import StringIO

import numpy as np
from xdsl.context import Context
from xdsl.dialect_interfaces.op_asm import OpAsmDialectInterface
from xdsl.dialects import func, get_all_dialects
from xdsl.dialects.builtin import IntegerAttr, ModuleOp, UnitAttr
from xdsl.parser import AttrParser, Parser
from xdsl.passes import ModulePass
from xdsl.printer import Printer
from xdsl.utils.arg_spec import parse_pipeline
from xdsl.utils.exceptions import VerifyException

from disc_shape.analysis.call_graph import entry_function
from disc_shape.dialects import register
from disc_shape.dialects.disc_shape import GRAPH, verify_shape_constraints
from disc_shape.dialects.xdsl_extras.literals import HexLiterals
from disc_shape.dialects.xdsl_extras.result_lists import ResultLists
from disc_shape.errors import OperationError
from disc_shape.interpreters import ClaimError, GuardError, check, run
from disc_shape.interpreters.inputs import arguments_of, random_array
from disc_shape.interpreters.kernels.arrays import Array, is_float
from disc_shape.interpreters.no_wrap import ATTRIBUTE as NO_WRAP
from disc_shape.interpreters.passing import out_attribute
from disc_shape.interpreters.values import dtype_of
from disc_shape.lazy import load
from disc_shape.passes import PASSES
from fuzz.noise import explained_by_rounding

COMPOSITE = "shape-optimization"

LOWERING = ("mhlo-to-lmhlo", "deallocate-buffers")
"""Passes that make sense only together: what one allocates the other frees."""

FOR_LOOPS = ("convert-loops-to-llvm",)
"""Passes that take loops on buffers alone, and give what the interpreter does not run."""

PIPELINES = tuple(
    "+".join(("chlo-legalize-to-stablehlo", *steps))
    for steps in (
        LOWERING,
        (f"{COMPOSITE}{{keep-tie-shape=true}}", *LOWERING),
        (f"{COMPOSITE}{{keep-tie-shape=true}}", LOWERING[0], "reuse-buffers", LOWERING[1]),
        (f"{COMPOSITE}{{keep-tie-shape=true inline=false}}", *LOWERING, COMPOSITE),
        (*LOWERING, "strip-shape-constraints", COMPOSITE),
        (*LOWERING, "plan-memory"),
        (f"{COMPOSITE}{{keep-tie-shape=true}}", "hlo-fusion", *LOWERING, "plan-memory"),
        (COMPOSITE, "export-stablehlo"),
        (COMPOSITE, "export-stablehlo{flavor=index}"),
        (COMPOSITE, "export-stablehlo", COMPOSITE),
    )
)
"""Passes that are tried one after the other, with their options as `disc-opt` takes them."""

LINALG = "convert-hlo-to-linalg"
"""The pass after which integers have no sign of their own."""

VARIANTS = (
    f"{COMPOSITE}+{LINALG}",
    *(f"{COMPOSITE}{{{option}}}" for option in ("inline=false", "keep-signature=true")),
    f"{COMPOSITE}{{inline=false}}+{COMPOSITE}",
)
"""Other ways to run the composite."""

OUT_PARAMETERS = PIPELINES[0].replace("mhlo-to-lmhlo", "mhlo-to-lmhlo{results=out-params}")
"""The way to buffers that gives a program more arguments than it had."""

REFUSED = re.compile(
    "has no form on buffers|a value (of|has) type|reads .* from outside|no tuple"
    "|number of elements of .* is unknown|sizes of the result of .* are unknown"
    "|has no form in linalg|has no form in StableHLO|IREE has no form of"
    "|a shape of unknown rank|which cannot be checked"
    "|shape of .* are not known|dimension of .* is not constant|operation that no engine has"
)
"""What lowerings and exports say of programs outside of their limits."""

FOR_STATIC_PROGRAMS = frozenset({"dynamize-shapes"})
"""Passes that refuse what is dynamic already, which `dynamized.py` tries."""


@dataclass(frozen=True)
class Failure:
    """Something that must not happen."""

    kind: str
    pipeline: str
    message: str

    @property
    def cause(self) -> str:
        """Equal for failures that probably have one cause, in whatever pass they show."""
        text = re.sub(r" at \[.*", "", self.message.partition("\n")[0])
        text = re.sub(r"\[.*?\]|tensor<[^>]*>|@\w+|%\w+|\d+", "#", text)
        return f"{self.kind} | {text[:90]}"

    @property
    def signature(self) -> str:
        """Equal for failures that are probably the same."""
        return f"{self.pipeline} | {self.cause}"


@dataclass
class Tally:
    """What a fuzzing run has covered."""

    programs: int = 0
    invalid: Counter[str] = field(default_factory=Counter[str])
    runs: int = 0
    refused: int = 0
    guarded: int = 0
    rounded: int = 0
    """Results that differ, but no more than rounding makes the original differ from itself."""
    unlowered: Counter[str] = field(default_factory=Counter[str])
    operations: Counter[str] = field(default_factory=Counter[str])
    claims: Counter[str] = field(default_factory=Counter[str])


def context() -> Context:
    """A context with every dialect."""
    ctx = Context()
    for name, factory in get_all_dialects().items():
        ctx.register_dialect(name, factory)
    register(ctx)
    return ctx


class OneStore(AttrParser):
    """
    A parser to which a name of data is the same in all texts: those of random programs are named by
    their data, and what passes print is read again without it.
    """

    def _parse_dialect_resource_handle(
        self, dialect_name: str, interface: OpAsmDialectInterface
    ) -> str:
        name = self.parse_identifier(" for resource handle")
        if name not in STORED:
            STORED[name] = interface.declare_resource(name)
        self.dialect_resources.add((dialect_name, STORED[name]))
        return STORED[name]


STORED: dict[str, str] = {}
"""The names of data that have been read, as this process calls them."""


class ExactParser(HexLiterals, ResultLists, OneStore, Parser):
    """The parser of our tools: xDSL's own reads the bits of an infinity as a number."""


def parse(text: str, ctx: Context | None = None) -> ModuleOp:
    return ExactParser(ctx or context(), text).parse_module()


def show(module: ModuleOp) -> str:
    stream = StringIO()
    Printer(stream=stream).print_op(module)
    return stream.getvalue() + "\n"


@cache
def pass_class(name: str) -> type[ModulePass]:
    found = load(PASSES[name])
    if not (isinstance(found, type) and issubclass(found, ModulePass)):
        raise TypeError(f"{name} is no pass")
    return found


def pass_names() -> list[str]:
    """Every pass that changes programs, and what runs together; the composite last."""
    apart = {*FOR_STATIC_PROGRAMS, *FOR_LOOPS, *LOWERING}
    names = [name for name in PASSES if not name.startswith("test-") and name not in apart]
    names += VARIANTS
    names += [name for name in PIPELINES if all(step in PASSES for step in LOWERING)]
    return sorted(names, key=lambda name: (name == COMPOSITE, name))


def apply(name: str, module: ModuleOp, ctx: Context) -> None:
    """Run one pass, or several joined by `+`, with the verification that follows each."""
    for step in name.split("+"):
        for spec in parse_pipeline(step):
            pass_class(spec.name).from_spec(spec).apply(ctx, module)
        module.verify()
        verify_shape_constraints(module)
        if "test-verify-dominance" in PASSES:
            pass_class("test-verify-dominance")().apply(ctx, module)


def make_inputs(module: ModuleOp, sizes: Sequence[Sequence[int]], seed: int) -> list[Array]:
    random = np.random.default_rng(seed)
    arguments = arguments_of(entry_function(module))
    return [
        random_array(size, dtype_of(argument.type), random)
        for size, argument in zip(sizes, arguments, strict=True)
    ]


OTHER_NUMBERS = "other numbers"


def tolerance_of(expected: Array) -> float:
    """How far floats may be from the ones expected, relatively and absolutely."""
    if not is_float(expected.dtype):
        return 0.0
    return 1e-9 if expected.dtype == np.float64 else 1e-4


def differ(expected: Array, found: Array) -> str:
    """What is wrong with a result; empty when nothing is."""
    if expected.shape != found.shape:
        return f"shape {list(found.shape)} instead of {list(expected.shape)}"
    if expected.dtype != found.dtype:
        return f"elements {found.dtype} instead of {expected.dtype}"
    if not is_float(expected.dtype):
        return "" if np.array_equal(expected, found) else OTHER_NUMBERS
    wide, other = expected.astype(np.float64), found.astype(np.float64)
    tolerance = tolerance_of(expected)
    with np.errstate(all="ignore"):
        same = np.allclose(wide, other, rtol=tolerance, atol=tolerance, equal_nan=True)
    return "" if same else OTHER_NUMBERS


@dataclass
class Reference:
    """What the original program does on one set of inputs."""

    inputs: list[Array]
    results: list[Array] | None
    guard: str | None
    wraps: bool = False
    """Shape computations of the original wrap: outside of what `no_wrap` assumes."""
    original: ModuleOp | None = None
    """The program, to be run with noise where numbers differ."""

    def explains(self, index: int, found: Array) -> bool:
        """Whether rounding alone moves a result as far as to what was found."""
        if self.original is None or self.results is None:
            return False
        expected = self.results[index]
        tolerance = tolerance_of(expected)
        return explained_by_rounding(self.original, self.inputs, index, expected, found, tolerance)


def references(
    module: ModuleOp, bindings: Iterable[Sequence[Sequence[int]]], tally: Tally, seed: int
) -> list[Reference]:
    """Run the original; what it refuses for other reasons than a guard of its own is left out."""
    found: list[Reference] = []
    assuming = module.clone()
    assuming.attributes[NO_WRAP] = UnitAttr()
    for sizes in dict.fromkeys(tuple(map(tuple, shapes)) for shapes in bindings):
        inputs = make_inputs(module, sizes, seed)
        wraps = False
        try:
            try:
                report = check(assuming, *inputs)
            except ClaimError:
                wraps = True
                report = check(module, *inputs)
        except GuardError as error:
            tally.guarded += 1
            found.append(Reference(inputs, None, str(error)))
            continue
        except OperationError:
            tally.refused += 1
            continue
        tally.runs += 1
        tally.operations.update(report.operations)
        found.append(Reference(inputs, report.results, None, wraps, module))
    return found


def out_buffers(module: ModuleOp, reference: Reference) -> list[Array]:
    """Memory for each out-parameter, which the arguments of the original do not cover."""
    main = entry_function(module)
    found = (out_attribute(argument, main) for argument in main.body.blocks[0].args)
    positions = [attr.value.data for attr in found if isinstance(attr, IntegerAttr)]
    return [np.zeros_like((reference.results or [])[index]) for index in positions]


def with_sign_of(array: Array, kind: np.dtype[np.generic] | None) -> Array:
    """The same bits in an integer type that differs in its sign alone; else the array itself."""
    if kind is None:
        return array
    same = array.dtype.itemsize == kind.itemsize and {array.dtype.kind, kind.kind} == {"i", "u"}
    return array.view(kind) if same else array


def compare(
    module: ModuleOp, pipeline: str, known: Sequence[Reference], tally: Tally
) -> Failure | None:
    """Run a transformed program where the original ran."""
    main = entry_function(module)
    outs = len(arguments_of(main)) - (len(known[0].inputs) if known else 0)
    for reference in known:
        if reference.wraps and NO_WRAP in module.attributes:
            continue
        if outs and reference.results is None:
            continue  # The size of the caller's memory is unknown.
        sizes = [list(array.shape) for array in reference.inputs]
        where = f" at {sizes}"
        kinds = [dtype_of(argument.type) for argument in arguments_of(main)]
        inputs = [
            with_sign_of(array, kind) for array, kind in zip(reference.inputs, kinds, strict=False)
        ]
        if reference.results is None:
            try:
                run(module, *inputs, *out_buffers(module, reference))
                found = "nothing fails"
            except GuardError:
                continue
            except OperationError as error:
                found = f"this fails before it: {error}"
            message = f"guard '{reference.guard}' does not fail, {found}{where}"
            return Failure("guard lost", pipeline, message)
        try:
            report = check(module, *inputs, *out_buffers(module, reference))
        except ClaimError as error:
            return Failure("false claim", pipeline, f"{error}{where}")
        except OperationError as error:
            return Failure("legal run refused", pipeline, f"{error}{where}")
        tally.claims.update(report.claims)
        tally.operations.update(report.operations)
        if len(report.results) != len(reference.results):
            message = f"{len(report.results)} results instead of {len(reference.results)}{where}"
            return Failure("other values", pipeline, message)
        for index, (old, new) in enumerate(zip(reference.results, report.results, strict=True)):
            if LINALG in pipeline:
                new = with_sign_of(new, old.dtype)
            problem = differ(old, new)
            if problem == OTHER_NUMBERS and reference.explains(index, new):
                tally.rounded += 1
            elif problem:
                return Failure("other values", pipeline, f"result {index}: {problem}{where}")
    return None


@dataclass
class Subject:
    """A program that passes are tried on, and what became of the texts that they made of it."""

    module: ModuleOp
    known: Sequence[Reference]
    outcomes: dict[str, Failure | None] = field(default_factory=dict[str, Failure | None])
    """What is wrong with a text, whatever pass printed it: several often print the same one."""
    parsed: dict[str, ModuleOp] = field(default_factory=dict[str, ModuleOp])
    begun: dict[str, ModuleOp] = field(default_factory=dict[str, ModuleOp])
    """The program after the first steps of pipelines, which many of them share."""

    def after(self, pipeline: str) -> ModuleOp:
        """A copy of the program after some steps joined by `+`."""
        if not pipeline:
            return self.module.clone()
        if pipeline not in self.begun:
            first, _, step = pipeline.rpartition("+")
            module = self.after(first)
            apply(step, module, context())
            self.begun[pipeline] = module
        return self.begun[pipeline].clone()

    def judge(self, printed: str, name: str, tally: Tally) -> Failure | None:
        """What is wrong with the text that a pass printed."""
        if printed not in self.outcomes:
            self.outcomes[printed] = self._judge(printed, name, tally)
        found = self.outcomes[printed]
        return found and replace(found, pipeline=name)

    def _judge(self, printed: str, name: str, tally: Tally) -> Failure | None:
        try:
            again = parse(printed)
            again.verify()
        except Exception as error:
            return Failure("unreadable output", name, f"{type(error).__name__}: {error}")
        if show(again) != printed:
            return Failure("unstable text", name, "printing what was parsed gives another text")
        self.parsed[printed] = again
        return compare(again, name, self.known, tally)


def try_pass(
    text: str, name: str, known: Sequence[Reference], tally: Tally
) -> tuple[Failure | None, str]:
    """Apply one pass to a program and compare; the failure, and the new text."""
    return try_on(Subject(parse(text), known), name, tally)


def try_on(subject: Subject, name: str, tally: Tally) -> tuple[Failure | None, str]:
    """Apply one pass to a copy of a program and compare; the failure, and the new text."""
    known = subject.known
    try:
        module = subject.after(name)
        printed = show(module)
    except Exception as error:
        refused = isinstance(error, OperationError | VerifyException)
        if refused and not any(one.results for one in known):
            return None, ""  # The program contradicts itself: no run of it is legal.
        if (
            isinstance(error, OperationError)
            and any(step in name for step in ("mhlo-to-lmhlo", "export-", LINALG))
            and REFUSED.search(str(error))
        ):
            tally.unlowered[str(error)] += 1
            return None, ""
        frame = traceback.extract_tb(error.__traceback__)[-1]
        where = f"{frame.filename.rsplit('/', 1)[-1]}:{frame.name}"
        return Failure("crash", name, f"{type(error).__name__} in {where}: {error}"), ""
    failure = subject.judge(printed, name, tally)
    if failure is None and "keep-signature=true" in name:
        after = public_signatures(module)
        if after != public_signatures(subject.module):
            failure = Failure("signature changed", name, f"{after}")
    return failure, printed


def public_signatures(module: ModuleOp) -> dict[str, str]:
    """The type of each function that others may call, by name."""
    return {
        op.sym_name.data: str(op.function_type)
        for op in module.body.block.ops
        if isinstance(op, func.FuncOp)
        and op.sym_name.data != GRAPH
        and (op.sym_visibility is None or op.sym_visibility.data != "private")
    }


def examine(
    text: str,
    bindings: Sequence[Sequence[Sequence[int]]],
    tally: Tally,
    *,
    names: Sequence[str] | None = None,
    seed: int = 0,
) -> list[Failure]:
    """Every pass on its own, and the composite twice."""
    failures: list[Failure] = []
    try:
        module = parse(text)
        module.verify()
    except ImportError:
        raise
    except Exception as error:
        tally.invalid[str(error).strip()[-200:]] += 1
        return []
    tally.programs += 1
    subject = Subject(module, references(module, bindings, tally, seed))
    for name in names or [OUT_PARAMETERS, *pass_names()]:
        failure, printed = try_on(subject, name, tally)
        if failure is not None:
            failures.append(failure)
        elif is_composite(name) and printed:
            failure = second_time(subject, printed, name, tally)
            if failure is not None:
                failures.append(failure)
    return failures


def is_composite(name: str) -> bool:
    """Whether this is the composite alone, with whatever options."""
    return name.partition("{")[0] == COMPOSITE and "+" not in name


def second_time(subject: Subject, text: str, name: str, tally: Tally) -> Failure | None:
    """The composite on its own output: the same text, and still right."""
    again = replace(subject, module=subject.parsed[text], begun={})
    failure, printed = try_on(again, name, tally)
    if failure is not None:
        return Failure(failure.kind, f"{name} twice", failure.message)
    if printed != text:
        old, new = text.splitlines(), printed.splitlines()
        pairs = zip(old, new, strict=False)
        line = next(((a, b) for a, b in pairs if a != b), ("", "more or fewer lines"))
        return Failure(
            "not idempotent", name, f"first '{line[0].strip()}' then '{line[1].strip()}'"
        )
    return None


def same_failure(
    text: str, failure: Failure, inputs: Callable[[ModuleOp], list[list[list[int]]]]
) -> bool:
    """Whether a smaller program still fails in the same way."""
    try:
        module = parse(text)
        module.verify()
        name = failure.pipeline.removesuffix(" twice")
        found = examine(text, inputs(module), Tally(), names=[name])
    except Exception:
        return False
    return any(one.kind == failure.kind and one.pipeline == failure.pipeline for one in found)
