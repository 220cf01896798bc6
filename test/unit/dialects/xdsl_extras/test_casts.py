"""Casts of tensors are classes of ours, casts of scalars are xDSL's."""

import pytest
from xdsl.context import Context
from xdsl.dialects import arith
from xdsl.dialects.builtin import Builtin, ModuleOp, TensorType, i32, i64
from xdsl.dialects.test import Test
from xdsl.ir import Block, Operation
from xdsl.parser import Parser

from disc_shape.dialects import register
from disc_shape.dialects.xdsl_extras.casts import CASTS, ExtSIOp, ShapedCast

PROGRAM = """
%s, %f, %t, %u = "test.op"() : () -> (i32, f32, tensor<2xi32>, tensor<2xf32>)
%0 = arith.index_cast %s : i32 to index
%1 = arith.extsi %s : i32 to i64
%2 = "arith.extui"(%s) : (i32) -> i64
%3 = arith.trunci %s : i32 to i8
%4 = arith.sitofp %s : i32 to f32
%5 = "arith.uitofp"(%s) : (i32) -> f32
%6 = arith.fptosi %f : f32 to i32
%7 = arith.fptoui %f : f32 to i32
%8 = arith.index_cast %t : tensor<2xi32> to tensor<2xindex>
%9 = arith.extsi %t : tensor<2xi32> to tensor<2xi64>
%10 = "arith.extui"(%t) : (tensor<2xi32>) -> tensor<2xi64>
%11 = arith.trunci %t : tensor<2xi32> to tensor<2xi8>
%12 = arith.sitofp %t : tensor<2xi32> to tensor<2xf32>
%13 = "arith.uitofp"(%t) : (tensor<2xi32>) -> tensor<2xf32>
%14 = arith.fptosi %u : tensor<2xf32> to tensor<2xi32>
%15 = arith.fptoui %u : tensor<2xf32> to tensor<2xi32>
"""


@pytest.fixture(name="module")
def parsed() -> ModuleOp:
    ctx = Context()
    ctx.load_dialect(Builtin)
    ctx.load_dialect(Test)
    register(ctx)
    module = Parser(ctx, PROGRAM).parse_module()
    module.verify()
    return module


def test_classes(module: ModuleOp) -> None:
    for program in (module, module.clone()):
        casts = list(program.ops)[1:]
        assert {type(op) for op in casts[:8]} == {cast.SCALAR for cast in CASTS}
        assert {type(op) for op in casts[8:]} == set(CASTS)


def test_casts_of_tensors_count_as_casts(module: ModuleOp) -> None:
    for scalar, shaped in zip(list(module.ops)[1:9], list(module.ops)[9:], strict=True):
        assert isinstance(shaped, type(scalar))
        assert isinstance(shaped, ShapedCast)
        assert not isinstance(scalar, ShapedCast)


def test_what_passes_make() -> None:
    value = Block(arg_types=[i32, TensorType(i32, [2])])
    made: list[Operation] = [
        ExtSIOp(value.args[0], i64),
        ExtSIOp.create(operands=[value.args[0]], result_types=[i64]),
        ExtSIOp.create(operands=[value.args[1]], result_types=[TensorType(i64, [2])]),
    ]
    for op in made:
        op.verify()
    assert [type(op) for op in made] == [arith.ExtSIOp, arith.ExtSIOp, ExtSIOp]
