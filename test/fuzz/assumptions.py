"""Promised facts about arguments: used by the optimizer, then turned into guards that must fail."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from random import Random

from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from disc_shape.errors import OperationError
from disc_shape.interpreters import run
from disc_shape.passes.assume_shapes import AssumeShapesPass
from disc_shape.passes.insert_shape_guards import InsertShapeGuardsPass
from disc_shape.passes.shape_optimization import ShapeOptimizationPass
from fuzz.generate import Generated
from fuzz.harness import Failure, Reference, Tally, compare, context, parse, references, show

FORMS = ("assertion", "assert")


def random_facts(generated: Generated, random: Random) -> list[str]:
    """One to three conditions over dimensions of arguments."""
    names = [f"{base.value[1:]}[{base.dimension}]" for base in generated.bases]
    if not names:
        return []
    facts: list[str] = []
    for _ in range(random.randrange(1, 4)):
        a, b, c = (random.choice(names) for _ in range(3))
        number = random.choice((1, 2, 3, 4, 8))
        facts.append(
            random.choice(
                (
                    f"{a} == {b}",
                    f"{a} == {b}",
                    f"{a} % {number} == 0",
                    f"{a} >= {number}",
                    f"{a} <= {8 * number}",
                    f"{a} < {b}",
                    f"{a} == {number}",
                    f"{a} == {b} * {c}",
                    f"{a} == {b} + {number}",
                    f"{a} // {number} == {b} // {number}",
                    f"{a} == 1 or {a} == {b}",
                    f"{a} != {number}",
                    f"{a} % {number} == {b} % {number}",
                    f"min({a}, {b}) >= {number}",
                )
            )
        )
    return facts


def holds(fact: str, sizes: Sequence[Sequence[int]]) -> bool:
    """Whether a condition is true of the sizes of a run."""
    text = re.sub(r"arg(\d+)\[(\d+)\]", lambda m: str(sizes[int(m[1])][int(m[2])]), fact)
    return bool(eval(text, {"min": min, "max": max, "__builtins__": {}}))


def transformed(begun: dict[tuple[ModulePass, ...], ModuleOp], *passes: ModulePass) -> ModuleOp:
    """The program after some passes, from what is there of it after fewer of them."""
    if passes not in begun:
        module = transformed(begun, *passes[:-1]).clone()
        passes[-1].apply(context(), module)
        module.verify()
        begun[passes] = module
    return begun[passes]


def pipelines(facts: str, random: Random) -> Mapping[str, tuple[list[ModulePass], bool]]:
    """Passes by what they are called, and whether violated facts must be noticed."""
    assume, optimize = AssumeShapesPass(facts=facts), ShapeOptimizationPass()
    guards = InsertShapeGuardsPass(form=random.choice(FORMS))
    return {
        "assume, optimize": ([assume, optimize], False),
        "assume, guard": ([assume, guards], True),
        "assume, guard, optimize": ([assume, guards, optimize], True),
        "assume, optimize, guard, optimize": ([assume, optimize, guards, optimize], True),
        "assume, guard, optimize twice": ([assume, guards, optimize, optimize], True),
    }


def examine_assumptions(
    generated: Generated,
    bindings: Sequence[Sequence[Sequence[int]]],
    facts: Sequence[str],
    tally: Tally,
    random: Random,
) -> list[Failure]:
    """Every pipeline with these facts: right where they hold, guarded where they do not."""
    module = parse(generated.text)
    known = references(module, bindings, tally, 0)
    good: list[Reference] = []
    bad: list[Reference] = []
    for one in known:
        sizes = [list(array.shape) for array in one.inputs]
        (good if all(holds(fact, sizes) for fact in facts) else bad).append(one)
    failures: list[Failure] = []
    text = "; ".join(facts)
    begun: dict[tuple[ModulePass, ...], ModuleOp] = {(): module}
    for name, (passes, guarded) in pipelines(text, random).items():
        label = f"{name} [{text}]"
        try:
            result = parse(show(transformed(begun, *passes)))
        except OperationError as error:
            if any(one.results for one in good):
                failures.append(Failure("crash", name, f"{type(error).__name__}: {error} [{text}]"))
            continue
        except Exception as error:
            failures.append(Failure("crash", name, f"{type(error).__name__}: {error} [{text}]"))
            continue
        failure = compare(result, name, good, tally)
        if failure is None and guarded:
            failure = unnoticed(result, name, bad, tally)
        if failure is not None:
            failures.append(Failure(failure.kind, name, f"{failure.message} {label}"))
    return failures


def unnoticed(
    module: ModuleOp, name: str, bad: Sequence[Reference], tally: Tally
) -> Failure | None:
    """A run that breaks a promise and is not stopped."""
    for one in bad:
        try:
            run(module, *one.inputs)
        except OperationError:
            tally.guarded += 1
            continue
        sizes = [list(array.shape) for array in one.inputs]
        return Failure("guard lost", name, f"a broken promise is not noticed at {sizes}")
    return None
