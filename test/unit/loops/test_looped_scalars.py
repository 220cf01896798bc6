"""Functions of numbers at the edges of their types as loops: the same bits."""

from __future__ import annotations

import numpy as np
import pytest
from fuzz.harness import context, parse
from scalar_functions import CASES, assert_near

from disc_shape.dialects.lmhlo.op import BufferOp
from disc_shape.interpreters import run
from disc_shape.passes.hlo_fusion import HloFusionPass
from disc_shape.passes.lmhlo_to_loops import LmhloToLoopsPass
from disc_shape.passes.mhlo_to_lmhlo import MhloToLmhloPass


@pytest.mark.parametrize("name", CASES)
def test_functions_of_numbers(name: str) -> None:
    module, grids = CASES[name].program()
    with np.errstate(all="ignore"):
        (expected,) = run(module, *grids)
        MhloToLmhloPass().apply(context(), module)
        LmhloToLoopsPass().apply(context(), module)
        module.verify()
        assert not any(isinstance(op, BufferOp) for op in module.walk())
        (found,) = run(module, *grids)
    assert_near(found, expected)
    if found.dtype.kind != "f":
        assert np.array_equal(found, expected)
    elif "logistic" not in name:
        nan, bits = np.isnan(expected), f"u{found.dtype.itemsize}"
        assert np.array_equal(found.view(bits)[~nan], expected.view(bits)[~nan])


def test_complex_numbers_stay() -> None:
    type_ = "tensor<?xcomplex<f32>>"
    text = f"func.func @main(%a: {type_}) -> {type_} {{ %r = stablehlo.tanh %a : {type_}\n"
    module = parse(text + f"return %r : {type_} }}")
    MhloToLmhloPass().apply(context(), module)
    LmhloToLoopsPass().apply(context(), module)
    module.verify()
    assert [op.name for op in module.walk() if isinstance(op, BufferOp)] == ["lmhlo.tanh"]


@pytest.mark.parametrize("sizes", [(0, 2), (1, 2), (5, 2)])
def test_a_few_scalars_by_position(sizes: tuple[int, int]) -> None:
    module = parse("""
        func.func @main(%x: tensor<?x2xi32>, %a: i32, %b: i32) -> tensor<?x2xi32> {
          %c0 = arith.constant 0 : index
          %c2 = arith.constant 2 : index
          %n = tensor.dim %x, %c0 : tensor<?x2xi32>
          %s = tensor.from_elements %n, %c2 : tensor<2xindex>
          %l = tensor.from_elements %a, %b : tensor<2xi32>
          %y = stablehlo.dynamic_broadcast_in_dim %l, %s, dims = [1]
            : (tensor<2xi32>, tensor<2xindex>) -> tensor<?x2xi32>
          %r = stablehlo.minimum %x, %y : tensor<?x2xi32>
          return %r : tensor<?x2xi32>
        }""")
    x = np.arange(sizes[0] * sizes[1], dtype=np.int32).reshape(sizes)
    HloFusionPass().apply(context(), module)
    MhloToLmhloPass().apply(context(), module)
    LmhloToLoopsPass().apply(context(), module)
    assert not any(isinstance(op, BufferOp) for op in module.walk())
    (found,) = run(module, x, np.int32(3), np.int32(4))
    assert np.array_equal(found, np.minimum(x, [3, 4]))
