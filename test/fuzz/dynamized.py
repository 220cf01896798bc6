"""Static programs made dynamic: at other sizes they are what was written for those."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from xdsl.dialects.builtin import ModuleOp, TensorType

from disc_shape.analysis.call_graph import entry_function
from disc_shape.errors import OperationError
from disc_shape.interpreters import run
from disc_shape.interpreters.inputs import arguments_of
from disc_shape.passes.dynamize_shapes import DynamizeShapesPass
from fuzz.harness import (
    COMPOSITE,
    Failure,
    Reference,
    Subject,
    Tally,
    context,
    make_inputs,
    parse,
    try_on,
)
from fuzz.static_programs import NAMES, TooSmall, static_program

NAME = "dynamize-shapes"
SIZES = (1, 1, 2, 3, 4, 5, 6, 7, 9)


def distinct(random: Random) -> dict[str, int]:
    """Sizes at which a program is written: no two that are equal by chance."""
    return dict(zip(NAMES, random.sample((2, 3, 5, 7, 11), len(NAMES)), strict=True))


def reference(seed: int, numbers: Mapping[str, int], steps: int, tally: Tally) -> Reference | None:
    """What the program of these sizes computes; None where there is none."""
    try:
        module = parse(static_program(seed, numbers, steps)[0])
        module.verify()
        kinds = [argument.type for argument in arguments_of(entry_function(module))]
        sizes = [kind.get_shape() for kind in kinds if isinstance(kind, TensorType)]
        inputs = make_inputs(module, sizes, seed)
        results = run(module, *inputs)
    except (OperationError, TooSmall):
        tally.refused += 1
        return None
    tally.runs += 1
    return Reference(inputs, results, None)


def examine_dynamized(seed: int, steps: int, tally: Tally) -> list[Failure]:
    """One program written for some sizes, made dynamic, optimized, and run at other sizes."""
    random = Random(seed)
    numbers = distinct(random)
    try:
        text, program = static_program(seed, numbers, steps)
    except TooSmall:
        return []
    if not program.dynamic:
        return []
    tally.programs += 1
    bindings = [numbers, *({name: random.choice(SIZES) for name in NAMES} for _ in range(5))]
    found = [reference(seed, binding, steps, tally) for binding in bindings]
    known = [one for one in found if one is not None]
    chosen = [f"{index}:{','.join(map(str, axes))}" for index, axes in program.dynamic.items()]
    module = parse(text)
    try:
        dynamize(module, "; ".join(chosen))
    except Exception as error:
        return [Failure("crash", NAME, f"{type(error).__name__}: {error}\n{text}")]
    subject = Subject(module, known)
    failures = [try_on(subject, name, tally)[0] for name in ("test-verify-dominance", COMPOSITE)]
    return [
        Failure(failure.kind, f"{NAME}, {failure.pipeline}", f"{failure.message}\n{text}")
        for failure in failures
        if failure is not None
    ]


def dynamize(module: ModuleOp, arguments: str) -> None:
    """`dynamize-shapes{args="..."}`, which keeps a program valid."""
    DynamizeShapesPass(args=arguments).apply(context(), module)
    module.verify()
