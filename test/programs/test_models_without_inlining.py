"""
The exported programs with calls left in place, and how many symbols they keep.

Inlining is a choice, not a need: without it the output verifies, runs to the recorded results and
claims nothing false. With it there are hardly more symbols than sizes that differ: two sizes that
are equal in every run, in every activation, should have one symbol. Sizes that are the same number
in all runs (the weights of a model) say nothing about that and are not counted.
"""

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import product
from pathlib import Path
from random import Random
from typing import cast

import numpy as np
import pytest
from fuzz.harness import parse, show
from xdsl.context import Context
from xdsl.dialects.builtin import DYNAMIC_INDEX, ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.ir import Block, Operation, SSAValue

from disc_shape.dialects.disc_shape import value_symbols
from disc_shape.dialects.disc_shape.predicates import TiePredicateEqOp
from disc_shape.errors import OperationError
from disc_shape.interpreters import check, run
from disc_shape.interpreters.core import Frame, Hook, Interpreter
from disc_shape.interpreters.inputs import random_array
from disc_shape.interpreters.kernels.arrays import Array
from disc_shape.passes.shape_optimization import ShapeOptimizationPass
from disc_shape.passes.test_verify_dominance import VerifyDominancePass
from disc_shape.relations.value_types import shape_of_type

MODELS = Path(__file__).parents[1] / "models"
NAMES = sorted(path.stem for path in MODELS.glob("*.json") if path.with_suffix(".npz").exists())

MOST = 1.05
"""Symbols kept for each distinct size observed, at most, over all programs."""


@dataclass(frozen=True)
class Model:
    text: str
    bindings: tuple[tuple[tuple[Array, ...], tuple[Array, ...]], ...]
    """Recorded inputs and outputs."""
    tolerance: dict[str, float]
    sizes: list[list[int | str]]
    dtypes: list[str]


@cache
def load(name: str) -> Model:
    table = json.loads((MODELS / f"{name}.json").read_text())
    with np.load(MODELS / f"{name}.npz") as arrays:
        bindings = tuple(
            (
                tuple(cast("Array", arrays[key]) for key in binding["inputs"]),
                tuple(cast("Array", arrays[key]) for key in binding["outputs"]),
            )
            for binding in table["bindings"]
        )
    return Model(
        (MODELS / f"{name}.mlir").read_text(),
        bindings,
        table["tolerance"],
        table["symbolic_dims"],
        table["input_dtypes"],
    )


@cache
def optimized(name: str, inline: bool) -> str:
    return once(load(name).text, inline)


def once(text: str, inline: bool) -> str:
    module = parse(text)
    ShapeOptimizationPass(inline=inline).apply(Context(), module)
    module.verify()
    VerifyDominancePass().apply(Context(), module)
    return show(module)


@dataclass
class Sizes:
    """An observer that notes every dynamic size and every symbol, activation by activation."""

    names: dict[str, dict[str, set[int]]] = field(default_factory=dict[str, dict[str, set[int]]])
    """The symbols met in each function, with the sizes that they had."""
    calls: Counter[str] = field(default_factory=Counter[str])
    """Activations of each function so far."""
    numbers: dict[SSAValue, int] = field(default_factory=dict[SSAValue, int])
    seen: dict[tuple[str, int, int], dict[int, set[int]]] = field(
        default_factory=dict[tuple[str, int, int], dict[int, set[int]]]
    )
    """For each size of a value of a function: what it was in each activation."""

    def enter(self, frame: Frame) -> None:
        self.calls[frame.function.sym_name.data] += 1

    def leave(self, frame: Frame, results: Sequence[Array]) -> None:
        """Nothing to note."""

    def note(self, frame: Frame, value: SSAValue, array: Array) -> None:
        shape = shape_of_type(value.type)
        if shape is None or DYNAMIC_INDEX not in shape:
            return
        function = frame.function.sym_name.data
        number = self.numbers.setdefault(value, len(self.numbers))
        names = value_symbols(value) or (None,) * len(shape)
        for axis, (size, found, name) in enumerate(zip(shape, array.shape, names, strict=True)):
            if size == DYNAMIC_INDEX:
                key = (function, number, axis)
                activation = self.calls[function]
                self.seen.setdefault(key, {}).setdefault(activation, set()).add(int(found))
                if name is not None:
                    known = self.names.setdefault(function, {})
                    known.setdefault(name, set()).add(int(found))

    def block_hook(self, block: Block) -> Hook | None:
        def hook(frame: Frame, ins: Sequence[Array], _outs: Sequence[Array]) -> None:
            for argument, array in zip(block.args, ins, strict=True):
                self.note(frame, argument, array)

        return hook

    def hook(self, op: Operation) -> Hook | None:
        def hook(frame: Frame, _ins: Sequence[Array], outs: Sequence[Array]) -> None:
            for result, array in zip(op.results, outs, strict=True):
                self.note(frame, result, array)

        return hook if op.results else None

    def symbols(self, module: ModuleOp) -> int:
        """
        How many symbols are kept, counted in each function. Arguments keep symbols of their own
        that a guard says are equal: those count once.
        """
        same: dict[str, str] = {}

        def root(name: str) -> str:
            while name in same:
                name = same[name]
            return name

        for op in module.walk():
            if isinstance(op, TiePredicateEqOp):
                left, right = (term if isinstance(term, str) else f"={term}" for term in op.terms)
                if root(left) != root(right):
                    same[root(left)] = root(right)
        return sum(
            len({root(name) for name, sizes in names.items() if len(sizes) > 1})
            for names in self.names.values()
        )

    def distinct(self) -> int:
        """
        How many sizes differ, counted in each function: columns over all activations of values
        whose size does not vary within one. Sizes of what does not run in some activation are
        compared where it does.
        """
        columns: dict[str, list[dict[int, int]]] = {}
        for (function, _, _), found in self.seen.items():
            if any(len(sizes) > 1 for sizes in found.values()):
                continue
            column = {activation: next(iter(sizes)) for activation, sizes in found.items()}
            if len(set(column.values())) == 1:
                continue
            known = columns.setdefault(function, [])
            if not any(column.items() <= other.items() for other in known):
                known[:] = [other for other in known if not other.items() <= column.items()]
                known.append(column)
        return sum(len(known) for known in columns.values())


@cache
def measured(name: str, inline: bool) -> tuple[int, int]:
    """The symbols kept, and the distinct sizes observed at all recorded sizes."""
    module = parse(optimized(name, inline))
    observer = Sizes()
    for inputs in legal_inputs(name):
        interpreter = Interpreter(module, observer, 0, None)
        with np.errstate(all="ignore"):
            interpreter.call(main_of(module), list(inputs))
    return observer.symbols(module), observer.distinct()


@cache
def legal_inputs(name: str) -> list[tuple[Array, ...]]:
    """The recorded inputs, and others that the program accepts: few sizes equal by chance."""
    model, original = load(name), parse(load(name).text)
    found = [inputs for inputs, _ in model.bindings]
    slots = [size for sizes in model.sizes for size in sizes if isinstance(size, str)]
    names = sorted(set(slots))
    random, generator = Random(name), np.random.default_rng(0)
    together = [
        {one: random.choice((2, 3, 5, 6, 7, 8, 12, 16)) for one in names} for _ in range(12)
    ]
    tries = [[sizes[slot] for slot in slots] for sizes in together]
    if name.startswith("torch"):
        # What has one name is not always one size: a mask may be broadcast.
        apart = [list(sizes) for sizes in product((0, 1, 2, 6), repeat=len(slots))]
        tries += random.sample(apart, min(len(apart), 256))
    for sizes in tries:
        left = iter(sizes)
        inputs = tuple(
            random_array([next(left) if isinstance(s, str) else s for s in one], kind, generator)
            for one, kind in zip(model.sizes, map(np.dtype, model.dtypes), strict=True)
        )
        try:
            run(original, *inputs)
        except OperationError:
            continue
        found.append(inputs)
    return found


def main_of(module: ModuleOp) -> FuncOp:
    return next(
        op for op in module.body.block.ops if isinstance(op, FuncOp) and op.sym_name.data == "main"
    )


@pytest.mark.parametrize("name", NAMES)
def test_calls_stay_and_a_second_run_changes_nothing(name: str) -> None:
    text = optimized(name, False)
    assert ("func.call @" in text) == (" call @" in load(name).text)
    assert once(text, False) == text


@pytest.mark.parametrize("name", NAMES)
def test_recorded_outputs_and_claims(name: str) -> None:
    model, module = load(name), parse(optimized(name, False))
    for inputs, outputs in model.bindings:
        report = check(module, *inputs)
        assert report.claims
        for found, wanted in zip(report.results, outputs, strict=True):
            np.testing.assert_allclose(
                found.astype(np.float64),
                wanted.astype(np.float64),
                model.tolerance["rtol"],
                model.tolerance["atol"],
            )


@pytest.mark.parametrize("inline", [True, False], ids=["inlined", "calls"])
def test_symbols_for_distinct_sizes(inline: bool) -> None:
    table = {name: measured(name, inline) for name in NAMES}
    print(table)
    kept = sum(symbols for symbols, _ in table.values())
    distinct = sum(sizes for _, sizes in table.values())
    assert distinct > len(NAMES)
    assert kept <= MOST * distinct, table
