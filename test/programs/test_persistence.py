"""
What is known of sizes outlives other people's passes: nothing is lost, nothing becomes better
founded than it was, and no claim becomes false, whatever pass of xDSL's runs around ours.
"""

import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random

import pytest
from fuzz.assumptions import holds, random_facts
from fuzz.generate import Generated, argument_sizes, generate
from fuzz.harness import (
    COMPOSITE,
    Reference,
    Tally,
    apply,
    compare,
    context,
    parse,
    references,
    show,
)
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.ir import Region
from xdsl.passes import ModulePass
from xdsl.transforms import get_all_passes

from disc_shape.analysis.module import ShapeAnalysis
from disc_shape.constraints.reader import saved_constraints
from disc_shape.dialects.disc_shape import GRAPH, get_symbols, verify_shape_constraints
from disc_shape.errors import OperationError
from disc_shape.passes.assume_shapes import AssumeShapesPass
from disc_shape.passes.disc_inline import DiscInlinePass
from disc_shape.symbolic import Cond, Expr, Prover, Status, sym

MODELS = Path(__file__).parents[1] / "models"
NAMES = ["jax_mlp", "torch_mlp_ln"]
PROGRAMS = 6

OTHER_DIALECTS = {
    "convert-arith-to-riscv": "rewrites the graph's constants",
    "convert-arith-to-riscv-snitch": "rewrites the graph's constants",
    "convert-arith-to-x86": "rewrites the graph's constants",
    "convert-func-to-riscv-func": "rewrites the graph's function",
    "convert-func-to-x86-func": "rewrites the graph's function",
    "convert-scf-to-riscv-scf": "makes loops that xDSL itself does not verify",
    "csl-stencil-bufferize": "makes bufferization.to_tensor of tensors, which nothing runs",
    "eqsat-create-egraphs": "puts the graph's body into an e-graph",
    "func-to-pdl-rewrite": "reads every function as a PDL rewrite",
    "stencil-tensorize-z-dimension": "takes the last dimension of every tensor for a column",
    "test-add-timers-to-top-level-funcs": "gives every function an argument",
    "test-lower-linalg-to-snitch": "rewrites the graph's function",
}
"""
Passes for one target that rewrite every function, the graph too, or break programs that are not
meant for it: `strip-shape-constraints` comes first.
"""

EVERYWHERE = ("canonicalize", "cse", "dce", "disc-inline")
"""Passes to run on all programs; the others run on a few."""


@cache
def passes() -> dict[str, ModulePass]:
    """Every pass of xDSL's that needs no option, and `disc-inline`."""
    found: dict[str, ModulePass] = {"disc-inline": DiscInlinePass()}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for name, factory in get_all_passes().items():
            try:
                found[name] = factory()()
            except TypeError:
                continue
    return found


@dataclass(frozen=True)
class Program:
    """A program with facts about it, and what it does at sizes at which the facts hold."""

    text: str
    known: tuple[Reference, ...]


def assumed(generated: Generated, seed: int) -> Program | None:
    """A random program with random promises."""
    module = parse(generated.text)
    facts = random_facts(generated, Random(seed))
    if not facts:
        return None
    try:
        AssumeShapesPass(facts="; ".join(facts)).apply(context(), module)
    except OperationError:
        return None
    sizes = [argument_sizes(generated, binding) for binding in generated.bindings]
    legal = [one for one in sizes if all(holds(fact, one) for fact in facts)]
    known = references(parse(generated.text), legal, Tally(), seed)
    if not any(one.results for one in known):
        return None
    return Program(show(module), tuple(known))


@cache
def programs() -> dict[str, Program]:
    found: dict[str, Program] = {}
    seed = 0
    while len(found) < PROGRAMS:
        seed += 1
        program = assumed(generate(Random(31_000 + seed), 5), seed)
        if program is not None and facts_about_arguments(parse(program.text)):
            found[f"random {seed}"] = program
    for name in NAMES:
        found[name] = Program((MODELS / f"{name}.mlir").read_text(), ())
    return found


@cache
def optimized(name: str) -> str | None:
    return optimize(programs()[name].text)


def optimize(text: str) -> str | None:
    """None when promises contradict the operations."""
    ctx = context()
    module = parse(text, ctx)
    try:
        apply(COMPOSITE, module, ctx)
    except OperationError:
        return None
    return show(module)


# what is known


def functions(module: ModuleOp) -> Iterator[FuncOp]:
    for op in module.body.block.ops:
        if isinstance(op, FuncOp) and op.body.blocks and op.sym_name.data != GRAPH:
            yield op


def facts_about_arguments(module: ModuleOp) -> list[tuple[str, Cond, Status]]:
    """The facts about arguments, over `f.i.k` for dimension k of argument i of f."""
    found: list[tuple[str, Cond, Status]] = []
    for function in functions(module):
        name = function.sym_name.data
        places: dict[Expr, Expr] = {}
        for index, argument in enumerate(function.body.blocks[0].args):
            for axis, symbol in enumerate(get_symbols(argument.type) or ()):
                if symbol is not None:
                    places.setdefault(sym(symbol), sym(f"{index}.{axis}"))
        for fact in saved_constraints(module).facts:
            symbols = fact.condition.symbols
            if symbols and all(symbol in places for symbol in symbols):
                found.append((name, fact.condition.substitute(places), fact.status))
    return found


def unknown(module: ModuleOp, facts: list[tuple[str, Cond, Status]]) -> list[str]:
    """Those of the facts that the analysis of a module does not find."""
    analysis = ShapeAnalysis(module)
    return [
        f"{condition} ({status.value}) of @{name}"
        for name, condition, status in facts
        if not known(analysis, name, condition, derived=False)
    ]


def known(analysis: ShapeAnalysis, name: str, condition: Cond, derived: bool) -> bool:
    facts = next(one for one in analysis.functions if one.function.sym_name.data == name)
    state = (facts.derived if derived else facts.shapes).state
    block: Region = facts.function.body
    sizes: dict[Expr, Expr] = {}
    for symbol in condition.symbols:
        index, _, axis = symbol.name.partition(".")
        sizes[symbol] = state.raw_dims(block.blocks[0].args[int(index)])[int(axis)]
    return state.prover.proves(condition.substitute(sizes))


def better_founded(
    before: ModuleOp, after: ModuleOp, facts: list[tuple[str, Cond, Status]]
) -> list[str]:
    """
    Promises that operations alone have come to imply, but for those that a module marks as relied
    on: a slice whose size was computed is simplified by a promise to one that implies it. What is
    relied on stays promised, so that guards are still made of it.
    """
    old, new = ShapeAnalysis(before), ShapeAnalysis(after)
    promised: dict[str, Prover] = {}
    if saved_constraints(after).is_relied_on:
        for name, condition, status in facts_about_arguments(after):
            if status is Status.ASSUMED:
                promised.setdefault(name, Prover()).assume(condition)
    return [
        f"{condition} of @{name}"
        for name, condition, status in facts
        if status is Status.ASSUMED
        and known(new, name, condition, derived=True)
        and not known(old, name, condition, derived=True)
        and not (name in promised and promised[name].proves(condition))
    ]


def apply_foreign(name: str, text: str) -> str | None:
    """The program after another project's pass; None where the pass does not take it."""
    ctx = context()
    module = parse(text, ctx)
    foreign = passes()[name]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            foreign.apply(ctx, module)
        except Exception:
            return None
    module.verify()
    verify_shape_constraints(module)
    return show(module)


def examine(name: str, text: str, program: Program) -> None:
    """One pass on a program, and our own after it."""
    changed = apply_foreign(name, text)
    if changed is None or changed == text:
        return
    before, between = parse(text), parse(changed)
    facts = facts_about_arguments(before)
    assert unknown(between, facts) == []
    assert better_founded(before, between, facts) == []
    failure = compare(between, name, program.known, Tally())
    assert failure is None, failure
    again = optimize(changed)
    assert again is not None
    after = parse(again)
    assert unknown(after, facts) == []
    assert better_founded(before, after, facts) == []
    failure = compare(after, name, program.known, Tally())
    assert failure is None, failure
    assert optimize(again) == again


def cases() -> list[tuple[str, int]]:
    few = [name for name in passes() if name not in OTHER_DIALECTS and name not in EVERYWHERE]
    return [(name, 2) for name in few] + [(name, PROGRAMS) for name in EVERYWHERE]


@pytest.mark.parametrize(("name", "count"), cases())
def test_facts_outlive_a_pass(name: str, count: int) -> None:
    everywhere = count == PROGRAMS
    for key in list(programs())[:count] + (NAMES if everywhere else []):
        program = programs()[key]
        examine(name, program.text, program)
        text = optimized(key)
        if text is not None:
            examine(name, text, program)


def test_a_second_run_knows_all_that_the_first_one_knew() -> None:
    for key, program in programs().items():
        text = optimized(key)
        if text is None:
            continue
        before, again = parse(text), optimize(text)
        assert again == text
        assert again is not None
        first = facts_about_arguments(parse(program.text))
        assert unknown(before, first) == [], key
        assert better_founded(parse(program.text), before, first) == [], key


def test_passes_were_found_and_some_of_them_change_programs() -> None:
    assert len(passes()) > 60
    assert set(EVERYWHERE) <= set(passes())
    changed = [
        name
        for name in EVERYWHERE
        for program in programs().values()
        if apply_foreign(name, program.text) not in (None, program.text)
    ]
    assert {"canonicalize", "cse", "disc-inline"} <= set(changed)
    facts = [facts_about_arguments(parse(program.text)) for program in programs().values()]
    assert sum(map(len, facts)) >= PROGRAMS
