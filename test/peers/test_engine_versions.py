"""Versions of a program for some sizes, on IREE: chosen by the sizes, equal to the general one."""

from pathlib import Path

import numpy as np
import pytest

import disc_shape
from disc_shape.engines.compiled import Compiled
from disc_shape.engines.iree import IreeExecutable
from disc_shape.engines.signature import Signature
from disc_shape.engines.versions import versions_of
from disc_shape.interpreters import run
from disc_shape.program import Program

SOFTMAX = """
func.func @main(%x: tensor<?x?xf32, [@b, @s]>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %b = tensor.dim %x, %c0 : tensor<?x?xf32, [@b, @s]>
  %s = tensor.dim %x, %c1 : tensor<?x?xf32, [@b, @s]>
  %sizes = tensor.from_elements %b, %s : tensor<2xindex>
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %m = stablehlo.reduce(%x init: %low) applies stablehlo.maximum across dimensions = [AXIS]
    : (tensor<?x?xf32, [@b, @s]>, tensor<f32>) -> tensor<?xf32>
  %mb = stablehlo.dynamic_broadcast_in_dim %m, %sizes, dims = [KEPT]
    : (tensor<?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  %d = stablehlo.subtract %x, %mb : (tensor<?x?xf32, [@b, @s]>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %e = stablehlo.exponential %d : tensor<?x?xf32>
  %t = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [AXIS]
    : (tensor<?x?xf32>, tensor<f32>) -> tensor<?xf32>
  %tb = stablehlo.dynamic_broadcast_in_dim %t, %sizes, dims = [KEPT]
    : (tensor<?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  %r = stablehlo.divide %e, %tb : tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
disc_shape.SymbolDim @b {named}
disc_shape.SymbolDim @s {named}
"""
ATTENTION = Path(__file__).parents[1] / "models" / "torch_attention_block.mlir"


def softmax(axis: int = 1, facts: str = "") -> Program:
    program = disc_shape.parse(SOFTMAX.replace("AXIS", str(axis)).replace("KEPT", str(1 - axis)))
    return program.lower(f'assume-shapes{{facts="{facts}"}}') if facts else program


def conditions(program: Program) -> list[str]:
    optimized = program.optimize()
    return [str(one.condition) for one in versions_of(optimized, Signature.of(optimized))]


def chosen(compiled: Compiled, *shapes: tuple[int, ...]) -> int | None:
    executable = compiled._executable
    assert isinstance(executable, IreeExecutable)
    functions = [function for _, function in executable.versions]
    function = executable.choose(shapes)
    return functions.index(function) if function in functions else None


def test_a_version_for_multiples_of_a_vector(tmp_path: Path) -> None:
    program = softmax()
    assert conditions(program) == ["s % 16 == 0"]
    compiled = disc_shape.compile(program, engine="iree")
    assert "udiv" not in compiled.text
    compiled.save(tmp_path / "softmax.disc")
    loaded = disc_shape.load(tmp_path / "softmax.disc", disc_shape.Compiled)
    for size, number in ((16, 0), (48, 0), (0, 0), (15, None), (17, None), (1, None)):
        for one in (compiled, loaded):
            assert chosen(one, (3, size)) == number
            x = np.random.default_rng(size).standard_normal((3, size), np.float32)
            (expected,) = run(program.module, x)
            np.testing.assert_allclose(one.run(x)[0], expected, rtol=1e-5)


def test_no_version_where_none_pays() -> None:
    assert conditions(softmax(axis=0)) == []
    assert conditions(softmax(facts="s % 32 == 0")) == []
    assert conditions(softmax(facts="s <= 15")) == []
    compiled = disc_shape.compile(softmax(), engine="iree", versions="none")
    assert chosen(compiled, (3, 16)) is None


def test_a_version_for_each_likely_size() -> None:
    program = softmax(axis=0, facts="likely s in {5, 8}")
    assert conditions(program) == ["s == 5", "s == 8"]
    compiled = disc_shape.compile(program, engine="iree")
    for size, number in ((5, 0), (8, 1), (6, None)):
        assert chosen(compiled, (3, size)) == number
        x = np.random.default_rng(size).standard_normal((3, size), np.float32)
        (expected,) = run(program.module, x)
        np.testing.assert_allclose(compiled.run(x)[0], expected, rtol=1e-5)


@pytest.mark.parametrize(
    ("shapes", "number"),
    [
        (((2, 16, 16), (2, 16)), 0),
        (((2, 6, 16), (2, 6)), 1),
        (((0, 0, 16), (0, 0)), 0),
        (((1, 6, 16), (1, 6)), 1),
    ],
)
def test_a_version_for_equal_sizes(shapes: tuple[tuple[int, ...], ...], number: int) -> None:
    program = disc_shape.load(ATTENTION)
    compiled = attention()
    assert chosen(compiled, *shapes) == number
    x = np.random.default_rng(0).standard_normal(shapes[0], np.float32)
    mask = np.zeros(shapes[1], np.bool_)
    (expected,) = run(program.module, x, mask)
    np.testing.assert_allclose(compiled.run(x, mask)[0], expected, rtol=1e-3, atol=1e-4)


ATTENTIONS: list[Compiled] = []


def attention() -> Compiled:
    """The model, compiled once."""
    if not ATTENTIONS:
        ATTENTIONS.append(disc_shape.compile(ATTENTION, engine="iree"))
    return ATTENTIONS[0]
