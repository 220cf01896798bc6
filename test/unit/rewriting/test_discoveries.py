"""
How often a program is analysed: once, unless the analysis is followed by changes from which another
one may infer more.
"""

from pathlib import Path
from random import Random

import pytest
from fuzz.generate import generate
from fuzz.harness import parse, show
from xdsl.dialects.builtin import ModuleOp

from disc_shape.passes import shape_optimization
from disc_shape.passes.shape_optimization import optimize_shapes
from disc_shape.rewriting.steps import SolvedModule, finish

MODELS = Path(__file__).parents[2] / "models"
SEEDS = range(30)


class Runs:
    """Counts analyses; each of them is followed by another one when `confirm` is set."""

    def __init__(self, patch: pytest.MonkeyPatch, confirm: bool = False) -> None:
        self.count = 0
        self.confirm = confirm
        patch.setattr(shape_optimization, "finish", self.finish)

    def finish(self, solved: SolvedModule) -> int:
        self.count += 1
        return finish(solved) + self.confirm


def optimized(text: str, patch: pytest.MonkeyPatch, confirm: bool = False) -> tuple[str, int]:
    """What comes out, and how often the program was analysed."""
    with patch.context() as inner:
        runs = Runs(inner, confirm)
        module = parse(text)
        optimize_shapes(module)
    return show(module), runs.count


def test_random_programs(monkeypatch: pytest.MonkeyPatch) -> None:
    counts: list[int] = []
    for seed in SEEDS:
        text = generate(Random(seed), 4).text
        once, count = optimized(text, monkeypatch)
        confirmed, _ = optimized(text, monkeypatch, confirm=True)
        assert once == confirmed, f"seed {seed}"
        counts.append(count)
    assert counts.count(1) > len(SEEDS) // 2


@pytest.mark.parametrize("name", sorted(file.stem for file in MODELS.glob("*.json")))
def test_models_are_analysed_once(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    text = (MODELS / f"{name}.mlir").read_text()
    taken: list[ModuleOp] = []
    with monkeypatch.context() as patch:
        patch.setattr(shape_optimization, "snapshot", taken.append)
        once, count = optimized(text, patch)
    assert count == 1
    assert not taken, "a state of the module is compared only after a second analysis"
    assert once == optimized(text, monkeypatch, confirm=True)[0]


@pytest.mark.parametrize("name", sorted(file.stem for file in MODELS.glob("*.json")))
def test_results_are_analysed_once(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where guards decide sizes: nothing changes that operations may say more of."""
    once, _ = optimized((MODELS / f"{name}.mlir").read_text(), monkeypatch)
    assert optimized(once, monkeypatch) == (once, 1)


BROADCAST = (
    "%f = stablehlo.constant dense<1.0> : tensor<f32>\n"
    "%r = stablehlo.dynamic_broadcast_in_dim %f, %s, dims = []"
    " : (tensor<f32>, tensor<1xindex>) -> tensor<?xf32>"
)


QUOTIENT = (
    "%zero = arith.constant 0 : index\n"
    "%one = arith.constant 1 : index\n"
    "{divisor}\n"
    "%d = arith.floordivsi %n, %k : index\n"
    "%s = tensor.from_elements %d : tensor<1xindex>\n"
    f"{BROADCAST}\n"
    "%ok = arith.cmpi sge, %k, %one : index\n"
    'cf.assert %ok, "none"'
)
"""A division before a check, which it must not stop."""


DATA = """
%z = stablehlo.constant dense<1.0> : tensor<f32>
%c = stablehlo.constant dense<4> : tensor<i32>
%d = stablehlo.get_dimension_size %t, dim = 0 : (tensor<?xf32>) -> tensor<i32>
%q = stablehlo.divide %d, %c : tensor<i32>
{integer}
%3 = stablehlo.add %2, %d : tensor<i32>
%4 = stablehlo.subtract %3, %d : tensor<i32>
%5 = stablehlo.add %4, %d : tensor<i32>
%6 = stablehlo.subtract %5, %d : tensor<i32>
%7 = stablehlo.add %6, %d : tensor<i32>
%8 = stablehlo.subtract %7, %d : tensor<i32>
%9 = stablehlo.add %8, %d : tensor<i32>
%w = stablehlo.subtract %9, %d : tensor<i32>
%p = stablehlo.compare GE, %w, %d, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
%u = stablehlo.select %p, %d, %w : tensor<i1>, tensor<i32>
%s = stablehlo.reshape %u : (tensor<i32>) -> tensor<1xi32>
%x = stablehlo.dynamic_broadcast_in_dim %z, %s, dims = []
  : (tensor<f32>, tensor<1xi32>) -> tensor<?xf32>
%f = stablehlo.convert %w : (tensor<i32>) -> tensor<f32>
%b = stablehlo.dynamic_broadcast_in_dim %f, %s, dims = []
  : (tensor<f32>, tensor<1xi32>) -> tensor<?xf32>
%m = stablehlo.add %x, %b : tensor<?xf32>
%v = stablehlo.reshape %q : (tensor<i32>) -> tensor<1xi32>
%y = stablehlo.dynamic_broadcast_in_dim %z, %v, dims = []
  : (tensor<f32>, tensor<1xi32>) -> tensor<?xf32>
%r = stablehlo.concatenate %x, %m, %y, dim = 0
  : (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>"""
"""
An integer that decides a size, and that is computed anew as data: no size demands it afterwards.
"""


@pytest.mark.parametrize(
    ("body", "count"),
    [
        pytest.param(
            DATA.format(
                integer="%1 = stablehlo.multiply %d, %c : tensor<i32>\n"
                "%2 = stablehlo.add %1, %q : tensor<i32>"
            ),
            2,
            id="integer that may wrap",
        ),
        pytest.param(
            DATA.format(integer="%2 = stablehlo.add %q, %c : tensor<i32>"),
            1,
            id="integer that is read again",
        ),
        pytest.param(f"%s = tensor.from_elements %n : tensor<1xindex>\n{BROADCAST}", 1, id="plain"),
        pytest.param(
            "%d = arith.floordivsi %n, %n : index\n"
            f"%s = tensor.from_elements %d : tensor<1xindex>\n{BROADCAST}",
            1,
            id="quotient",
        ),
        pytest.param(
            """%0 = shape.shape_of %t : tensor<?xf32> -> tensor<1xindex>
            %1 = tensor.cast %0 : tensor<1xindex> to tensor<?xindex>
            %2 = arith.index_cast %1 : tensor<?xindex> to tensor<?xi32>
            %3 = tensor.cast %2 : tensor<?xi32> to tensor<1xi32>
            %s = arith.index_cast %3 : tensor<1xi32> to tensor<1xindex>
            """
            + BROADCAST,
            2,
            id="length",
        ),
        pytest.param(
            QUOTIENT.format(divisor="%k = tensor.dim %t, %zero : tensor<?xf32>"),
            2,
            id="bounded divisor",
        ),
        pytest.param(
            QUOTIENT.format(divisor="%k = arith.constant 4 : index"),
            1,
            id="positive divisor",
        ),
        pytest.param(
            """%c = stablehlo.constant dense<true> : tensor<i1>
            %r = "stablehlo.if"(%c) ({
              %0 = stablehlo.tanh %t : tensor<?xf32>
              stablehlo.return %0 : tensor<?xf32>
            }, {
              stablehlo.return %t : tensor<?xf32>
            }) : (tensor<i1>) -> tensor<?xf32>""",
            2,
            id="branch",
        ),
        pytest.param(
            """%one = arith.constant 1 : index
            %m = arith.addi %n, %one : index
            %0 = disc_shape.linearize [%n, %n] in [%m, %m]
            %1:2 = disc_shape.delinearize %0 in [%m, %m] : index, index
            %s = tensor.from_elements %1#1 : tensor<1xindex>
            """
            + BROADCAST,
            1,
            id="cancelled pair",
        ),
    ],
)
def test_number_of_analyses(body: str, count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    text = (
        "func.func @main(%n: index, %t: tensor<?xf32>) -> tensor<?xf32> {\n"
        f"{body}\nreturn %r : tensor<?xf32>\n}}"
    )
    once, analyses = optimized(text, monkeypatch)
    assert (once, analyses) == (optimized(text, monkeypatch, confirm=True)[0], count)
