"""
No fact is lost by a rewrite: what is provable of the sizes of arguments and returned values before
the rules run is provable of the output.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations
from random import Random

import pytest
from fuzz.enumeration import RULES, texts
from fuzz.generate import generate
from fuzz.harness import parse, show
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp, ReturnOp

from disc_shape.analysis.module import ShapeAnalysis
from disc_shape.passes.shape_optimization import optimize_shapes
from disc_shape.relations.value_types import as_tensor
from disc_shape.rewriting import recording
from disc_shape.rewriting.steps import canonicalize
from disc_shape.symbolic import Cond, Expr, Prover, compare

SEEDS = range(40)
FEW = 7
"""Of more sizes than these no products are compared."""

Sizes = Sequence[Expr]


def surviving(module: ModuleOp) -> dict[str, tuple[Prover, Sizes]]:
    """For each function, the sizes of what it takes and returns."""
    found: dict[str, tuple[Prover, Sizes]] = {}
    for facts in ShapeAnalysis(module).functions:
        function: FuncOp = facts.function
        values = list(function.body.blocks[0].args)
        lasts = [block.last_op for block in function.body.blocks]
        returns = [last for last in lasts if isinstance(last, ReturnOp)]
        ends = returns[0].operands if len(returns) == 1 else ()
        state = facts.shapes.state
        tensors = [value for value in (*values, *ends) if as_tensor(value.type) is not None]
        sizes = [size for value in tensors for size in state.raw_dims(value)]
        found[function.sym_name.data] = state.prover, sizes
    return found


def statements(sizes: Sizes) -> Iterator[Cond]:
    """What may be known of sizes: order, numbers, divisors, equal products."""
    for one in sizes:
        for number in (0, 1, 2):
            yield compare(">=", one, number)
            yield compare("<=", one, number)
        for number in (2, 3, 4):
            yield compare("==", one % number, 0)
    for one, other in combinations(sizes, 2):
        for relation in ("==", "!=", "<=", ">="):
            yield compare(relation, one, other)
    if len(sizes) <= FEW:
        pairs = list(combinations(range(len(sizes)), 2))
        for left, right in pairs:
            product = sizes[left] * sizes[right]
            for index in {*range(len(sizes))} - {left, right}:
                yield compare("==", sizes[index], product)
            for first, second in pairs:
                if first > left and not {first, second} & {left, right}:
                    yield compare("==", product, sizes[first] * sizes[second])


def lost(text: str) -> tuple[int, list[str]]:
    """How many facts a program has before the rules run, and those that its output has not."""
    module = parse(text)
    module.verify()
    canonicalize(module)
    before = surviving(module)
    optimize_shapes(module)
    after = surviving(parse(show(module)))
    facts, missing = 0, list[str]()
    for name, (prover, sizes) in before.items():
        if name not in after or len(after[name][1]) != len(sizes):
            continue
        for old, new in zip(statements(sizes), statements(after[name][1]), strict=True):
            if prover.proves(old):
                facts += 1
                if not after[name][0].proves(new):
                    missing.append(f"@{name}: {old}")
    return facts, missing


KEPT = RULES[0].parents[1] / "kept_facts.mlir"
PROGRAMS = [
    pytest.param(text, id=f"{path.stem}-{number}")
    for path in (KEPT, *RULES)
    for number, text in enumerate(texts(path))
]


@pytest.mark.parametrize("text", PROGRAMS)
def test_rules(text: str) -> None:
    _, missing = lost(text)
    assert missing == []


def test_random_programs() -> None:
    facts = 0
    for seed in SEEDS:
        found, missing = lost(generate(Random(seed), 4).text)
        facts += found
        assert missing == [], f"seed {seed}"
    assert facts > 10 * len(SEEDS)


def nothing(*_: object) -> Sequence[Cond]:
    return ()


def test_lost_facts_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    text = next(
        text for path in RULES for text in texts(path) if "func.func @empty_update(%" in text
    )
    assert lost(text)[1] == []
    monkeypatch.setattr(recording, "orders_sizes", nothing)
    assert lost(text)[1] != []
