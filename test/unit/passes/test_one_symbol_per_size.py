"""No two symbols of one function are sizes that operations make equal, in models and random
programs."""

from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from random import Random

import pytest
from fuzz.generate import generate
from fuzz.harness import COMPOSITE, apply, context, parse
from xdsl.dialects.builtin import ModuleOp

from disc_shape.analysis.module import ShapeAnalysis
from disc_shape.errors import OperationError
from disc_shape.symbolic import Truth, compare, sym

MODELS = Path(__file__).resolve().parents[2] / "models"

PROGRAM = """
func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {{
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %h = tensor.dim %x, %c0 : tensor<?xf32>
  %q = arith.floordivsi %h, %c2 : index
  %r = arith.subi %h, %q : index
  %e = tensor.empty(%r) : tensor<?xf32{first}>
  %f = tensor.empty(%{other}) : tensor<?xf32{second}>
  %g = tensor.cast %f : tensor<?xf32{second}> to tensor<?xf32>
  return %g : tensor<?xf32>
}}
disc_shape.SymbolDim @A
disc_shape.SymbolDim @B
"""


def equal_symbols(module: ModuleOp) -> Iterator[tuple[str, str]]:
    """
    Pairs of symbols of one function whose sizes operations make equal, though neither the graph nor
    a number says so.
    """
    analysis = ShapeAnalysis(module)
    stated = {str(fact.condition) for fact in analysis.saved.facts}
    for facts in analysis.functions:
        prover = facts.derived.state.prover
        sizes = {
            name: size
            for name, size in facts.derived_sizes.items()
            if analysis.saved.size(name) is None and prover.canonical(size).constant is None
        }
        for (one, left), (other, right) in combinations(sizes.items(), 2):
            pair = compare("==", sym(one), sym(other)), compare("==", sym(other), sym(one))
            if stated.isdisjoint(map(str, pair)):
                if prover.equal(left, right).truth is Truth.YES:
                    yield one, other


@pytest.mark.parametrize(
    "path",
    [path for path in sorted(MODELS.glob("*.mlir")) if not path.stem.endswith("_facts")],
    ids=lambda path: path.stem,
)
def test_models(path: Path) -> None:
    module = parse(path.read_text())
    apply(COMPOSITE, module, context())
    assert not list(equal_symbols(module))


def test_random_programs() -> None:
    optimized = 0
    for seed in range(60):
        program = generate(Random(seed), 10)
        ctx = context()
        module = parse(program.text, ctx)
        try:
            for step in ("chlo-legalize-to-stablehlo", COMPOSITE):
                apply(step, module, ctx)
        except OperationError:
            continue
        optimized += 1
        assert not list(equal_symbols(module)), f"seed {seed}:\n{program.text}"
    assert optimized > 50


def test_two_symbols_are_noticed() -> None:
    """Before the pass has run, two names of one size are seen; those of two sizes are not."""
    text = PROGRAM.format(first=", [@A]", second=", [@B]", other="r")
    assert list(equal_symbols(parse(text))) == [("A", "B")]
    text = PROGRAM.format(first=", [@A]", second=", [@B]", other="h")
    assert not list(equal_symbols(parse(text)))
