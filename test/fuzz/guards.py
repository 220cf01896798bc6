"""Programs with guards, sizes at which these fail, and copies without some of them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import islice, product
from pathlib import Path
from random import Random

from xdsl.dialects.builtin import FunctionType, ModuleOp
from xdsl.dialects.func import ReturnOp
from xdsl.ir import Operation
from xdsl.rewriter import Rewriter

from disc_shape.analysis.call_graph import entry_function
from disc_shape.dialects.shape import ConstWitnessOp
from disc_shape.errors import OperationError
from disc_shape.interpreters import GuardError, run
from disc_shape.interpreters.kernels.arrays import Array
from disc_shape.relations.guards import is_guard
from fuzz.generate import argument_sizes, generate
from fuzz.harness import parse

MODELS = Path(__file__).parents[1] / "models"
NAMES = sorted(path.stem for path in MODELS.glob("*.json"))
LARGEST = 80
"""Sizes above this are too slow to run, and no constraint of a model is about them."""

PROGRAMS = 60
"""Random programs with guards to look at."""


def guards_of(module: ModuleOp) -> list[Operation]:
    return [op for op in module.walk() if is_guard(op)]


def without(module: ModuleOp, *indices: int) -> ModuleOp:
    """A copy in which some guards let everything pass."""
    copy = module.clone()
    guards = guards_of(copy)
    for index in indices:
        guard = guards[index]
        if guard.results:
            Rewriter.replace_op(guard, ConstWitnessOp(True))
        else:
            Rewriter.erase_op(guard)
    return copy


def as_far_as_guards(module: ModuleOp) -> ModuleOp:
    """A copy whose entry function ends after its last guard: cheap to run."""
    copy = module.clone()
    main = entry_function(copy)
    block = main.body.blocks[0]
    top = [op for op in block.ops if any(is_guard(inner) for inner in op.walk())]
    op = block.last_op
    while top and op is not None and op is not top[-1]:
        before = op.prev_op
        Rewriter.erase_op(op, safe_erase=False)
        op = before
    block.add_op(ReturnOp())
    main.properties.pop("res_attrs", None)
    main.properties["function_type"] = FunctionType.from_lists(main.function_type.inputs.data, [])
    return copy


# sizes of the models


@dataclass(frozen=True)
class Slots:
    """The sizes of a model's arguments, each of which can be chosen by itself."""

    shapes: list[list[int | str]]
    bindings: list[Mapping[str, int]]
    limits: list[int]
    """Numbers near which a constraint changes its mind."""

    @property
    def names(self) -> list[str]:
        return [size for shape in self.shapes for size in shape if isinstance(size, str)]

    def shapes_of(self, chosen: Sequence[int]) -> list[list[int]]:
        left = iter(chosen)
        return [
            [next(left) if isinstance(size, str) else size for size in shape]
            for shape in self.shapes
        ]


@cache
def slots_of(name: str) -> Slots:
    table = json.loads((MODELS / f"{name}.json").read_text())
    numbers = [int(n) for text in table["constraints"] for n in re.findall(r"\d+", text)]
    near = {n + d for n in numbers for d in (-1, 0, 1)} | {0, 1, 2, 3, 4, 8, 12}
    bindings = [*table["bindings"], *table["illegal_bindings"]]
    return Slots(
        table["symbolic_dims"],
        [binding["dims"] for binding in bindings],
        sorted(n for n in near if 0 <= n <= LARGEST),
    )


def choices(name: str) -> Iterator[tuple[int, ...]]:
    """Sizes near legal ones (one name changed, or one dimension), and small ones."""
    slots = slots_of(name)
    for dims in slots.bindings:
        legal = tuple(dims[one] for one in slots.names)
        yield legal
        for other in sorted(set(slots.names)):
            for value in slots.limits:
                yield tuple(
                    value if one == other else size
                    for one, size in zip(slots.names, legal, strict=True)
                )
        for at, value in product(range(len(legal)), slots.limits):
            yield (*legal[:at], value, *legal[at + 1 :])
    if len(slots.names) <= 4:
        # Sizes with equal products: a reshape says no more of them.
        yield from product((1, 2, 3, 6), repeat=len(slots.names))


def model_sizes(name: str, most: int) -> list[list[list[int]]]:
    found = list(dict.fromkeys(choices(name)))
    Random(name).shuffle(found)
    return [slots_of(name).shapes_of(chosen) for chosen in found[:most]]


@cache
def model(name: str) -> ModuleOp:
    return parse((MODELS / f"{name}.mlir").read_text())


def passes(module: ModuleOp, inputs: Sequence[Array]) -> bool:
    """Whether no guard stops a run."""
    try:
        run(module, *inputs)
    except GuardError:
        return False
    except OperationError:
        pass
    return True


# random programs


@cache
def programs() -> tuple[tuple[ModuleOp, tuple[tuple[tuple[int, ...], ...], ...]], ...]:
    """Programs with guards, and sizes near those at which they are meant to run."""
    found: list[tuple[ModuleOp, tuple[tuple[tuple[int, ...], ...], ...]]] = []
    seed = 0
    while len(found) < PROGRAMS:
        seed += 1
        program = generate(Random(70_000 + seed), 5, {"guard": 8.0, "broadcast_guard": 4.0})
        module = parse(program.text)
        if guards_of(module):
            legal = [argument_sizes(program, binding) for binding in program.bindings]
            found.append((module, tuple(islice(around(legal, Random(seed)), 40))))
    return tuple(found)


def around(
    legal: Sequence[Sequence[Sequence[int]]], random: Random
) -> Iterator[tuple[tuple[int, ...], ...]]:
    for sizes in legal:
        yield tuple(tuple(shape) for shape in sizes)
    for _ in range(200):
        shapes = [list(shape) for shape in random.choice(legal)]
        places = [(i, j) for i, shape in enumerate(shapes) for j in range(len(shape))]
        if not places:
            return
        for i, j in random.sample(places, min(len(places), random.choice((1, 1, 2)))):
            shapes[i][j] = random.choice((0, 1, 2, 3, 4, 5, 7, 8, shapes[i][j] + 1))
        yield tuple(map(tuple, shapes))
