"""Each iteration space, run as it is defined, gives what the numpy semantics give."""

from __future__ import annotations

import numpy as np
import pytest
from spaces.cases import CASES, OPEN
from spaces.evaluator import Array, Evaluator
from spaces.inputs import PROMISES, inputs
from spaces.programs import module_of, the_function, the_operation
from xdsl.ir import SSAValue

from disc_shape.cards import space_of
from disc_shape.errors import OperationError
from disc_shape.interpreters import run


@pytest.mark.parametrize("name", CASES | OPEN)
def test_space_computes_what_the_semantics_say(name: str) -> None:
    arguments, operation = (CASES | OPEN)[name]
    module = module_of(arguments, operation)
    op, parameters = the_operation(module), list(the_function(module).args)
    space = space_of(op)
    assert space is not None
    runs, elements = 0, 0
    for arrays in inputs(name, parameters, arguments):
        try:
            if name in PROMISES and not PROMISES[name](arrays):
                continue
            expected = run(module, *arrays)
        except OperationError:
            continue
        values: dict[SSAValue, Array] = dict(zip(parameters, arrays, strict=True))
        values.update(zip(op.results, expected, strict=True))
        for got, wanted in zip(Evaluator(op, space, values).run(), expected, strict=True):
            np.testing.assert_allclose(got.astype(float), wanted.astype(float), rtol=1e-6)
            assert got.dtype == wanted.dtype
            elements += got.size
        runs += 1
    assert runs >= 4
    assert elements > 0


UNDECIDED = {
    "a dimension that may or may not expand": (
        "%a: tensor<Axi32>, %s: tensor<1xindex>",
        '"stablehlo.dynamic_broadcast_in_dim"(%a, %s) <{broadcast_dimensions = array<i64: 0>}> : '
        "(tensor<Axi32>, tensor<1xindex>) -> tensor<?xi32>",
    ),
    "an operand whose size the result type does not decide": (
        "%a: tensor<Axi32>",
        "stablehlo.broadcast_in_dim %a, dims = [0] : (tensor<Axi32>) -> tensor<4xi32>",
    ),
    "a reshape": (
        "%a: tensor<2x3xi32>",
        "stablehlo.reshape %a : (tensor<2x3xi32>) -> tensor<6xi32>",
    ),
    "strides that data decide": (
        "%a: tensor<Axi32>, %s: tensor<1xi64>, %l: tensor<1xi64>, %t: tensor<1xi64>",
        "stablehlo.real_dynamic_slice %a, %s, %l, %t : (tensor<Axi32>, tensor<1xi64>, "
        "tensor<1xi64>, tensor<1xi64>) -> tensor<?xi32>",
    ),
    "stored integers of quantized numbers": (
        "%a: tensor<2x!quant.uniform<i8:f32, 1.0>>, %b: tensor<2x!quant.uniform<i8:f32, 1.0>>",
        "stablehlo.add %a, %b : tensor<2x!quant.uniform<i8:f32, 1.0>>",
    ),
    "scalars": ("%a: i32, %b: i32", "arith.addi %a, %b : i32"),
}


@pytest.mark.parametrize("case", UNDECIDED)
def test_no_space_without_a_decision(case: str) -> None:
    assert space_of(the_operation(module_of(*UNDECIDED[case]))) is None
