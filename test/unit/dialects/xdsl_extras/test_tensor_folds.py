"""Folds of operations on whole tensors."""

from collections.abc import Sequence

import pytest
from xdsl.dialects import tensor, test
from xdsl.dialects.arith import ConstantOp, MuliOp
from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    ArrayAttr,
    DenseArrayBase,
    DenseIntOrFPElementsAttr,
    IndexType,
    IntegerAttr,
    IntegerType,
    ModuleOp,
    SymbolRefAttr,
    TensorType,
    UnrankedTensorType,
    f32,
    i64,
)
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.pattern_rewriter import PatternRewriteWalker

from disc_shape.dialects.hlo.creation import ConstantOp as HloConstantOp
from disc_shape.dialects.hlo.factory import final
from disc_shape.dialects.xdsl_extras.folds import FoldOperation, constant_int, fold
from disc_shape.dialects.xdsl_extras.tensor import BitcastOp, GenerateOp, RankOp

D = DYNAMIC_INDEX
INDEX = IndexType()
I32 = IntegerType(32)


def argument(type_: Attribute) -> SSAValue:
    return Block(arg_types=[type_]).args[0]


def floats(*shape: int, symbols: Sequence[str] = ()) -> TensorType[Attribute]:
    if symbols:
        return TensorType(f32, shape, ArrayAttr([SymbolRefAttr(name) for name in symbols]))
    return TensorType(f32, shape)


def at(value: int) -> SSAValue:
    return ConstantOp(IntegerAttr(value, INDEX)).result


def index_attr(value: int) -> IntegerAttr:
    return IntegerAttr(value, INDEX)


def test_size_of_a_static_dimension() -> None:
    value = argument(floats(D, 4, 0))
    assert fold(tensor.DimOp(value, at(1))) == (index_attr(4),)
    assert fold(tensor.DimOp(value, at(2))) == (index_attr(0),)
    assert fold(tensor.DimOp(value, at(0))) is None


def test_size_that_is_not_there() -> None:
    value = argument(floats(D, 4))
    assert fold(tensor.DimOp(value, at(2))) is None
    assert fold(tensor.DimOp(value, at(-1))) is None
    assert fold(tensor.DimOp(value, argument(INDEX))) is None
    assert fold(tensor.DimOp(argument(UnrankedTensorType(f32)), at(0))) is None


def test_size_that_an_operation_was_given() -> None:
    m, n = argument(INDEX), argument(INDEX)
    body = Region(Block(arg_types=[INDEX] * 3))
    sources: list[SSAValue] = [
        tensor.EmptyOp([m, n], floats(D, 4, D)).tensor,
        GenerateOp([m, n], body, floats(D, 4, D)).result,
        tensor.SplatOp(argument(f32), [m, n], floats(D, 4, D)).results[0],
    ]
    for source in sources:
        assert fold(tensor.DimOp(source, at(0))) == (m,)
        assert fold(tensor.DimOp(source, at(1))) == (index_attr(4),)
        assert fold(tensor.DimOp(source, at(2))) == (n,)


def test_size_of_a_slice() -> None:
    m, n = argument(INDEX), argument(INDEX)
    source = argument(floats(D, D, D))
    whole = tensor.ExtractSliceOp(source, [0, m, 0], [m, 4, n], [1, 1, 1], floats(D, 4, D))
    assert fold(tensor.DimOp(whole.result, at(0))) == (m,)
    assert fold(tensor.DimOp(whole.result, at(1))) == (index_attr(4),)
    assert fold(tensor.DimOp(whole.result, at(2))) == (n,)
    # Which dimension was dropped, the second or none, changes what dimension 1 is.
    dropped = tensor.ExtractSliceOp(source, [0, m, 0], [m, 1, n], [1, 1, 1], floats(D, D))
    assert fold(tensor.DimOp(dropped.result, at(1))) is None


def test_rank() -> None:
    assert fold(RankOp(argument(floats(D, 4)))) == (index_attr(2),)
    assert fold(RankOp(argument(floats()))) == (index_attr(0),)
    assert fold(RankOp(argument(UnrankedTensorType(f32)))) is None


def elements(*shape: int) -> tuple[tensor.FromElementsOp, list[SSAValue]]:
    count = 1
    for size in shape:
        count *= size
    values = [argument(INDEX) for _ in range(count)]
    made = tensor.FromElementsOp.create(operands=values, result_types=[TensorType(INDEX, shape)])
    return made, values


def extract(source: SSAValue, *indices: int) -> Operation:
    return tensor.ExtractOp(source, [at(one) for one in indices], INDEX)


def test_element_of_elements() -> None:
    made, values = elements(2, 3)
    for row in range(2):
        for column in range(3):
            assert fold(extract(made.result, row, column)) == (values[row * 3 + column],)
    # Row 0, column 3 is outside, though it would be the fourth element.
    assert fold(extract(made.result, 0, 3)) is None
    assert fold(extract(made.result, -1, 0)) is None
    assert fold(extract(made.result, 2, 0)) is None
    scalar, (value,) = elements()
    assert fold(extract(scalar.result)) == (value,)
    unknown = tensor.ExtractOp(made.result, [at(0), argument(INDEX)], INDEX)
    assert fold(unknown) is None


def constant(values: Sequence[int], *shape: int, element: IndexType | IntegerType) -> SSAValue:
    type_: TensorType[IndexType | IntegerType] = TensorType(element, shape)
    return ConstantOp(DenseIntOrFPElementsAttr.from_list(type_, values)).result


def test_element_of_a_constant() -> None:
    table = constant([1, -2, 3, 4], 2, 2, element=I32)
    for position, value in enumerate([1, -2, 3, 4]):
        op = tensor.ExtractOp(table, [at(position // 2), at(position % 2)], I32)
        assert fold(op) == (IntegerAttr(value, I32),)
    assert fold(extract(constant([7], 3, element=INDEX), 2)) == (index_attr(7),)
    assert fold(extract(constant([5], element=INDEX))) == (index_attr(5),)
    # Every element of a splat is the same, wherever it is.
    anywhere = tensor.ExtractOp(constant([7], 3, element=INDEX), [argument(INDEX)], INDEX)
    assert fold(anywhere) == (index_attr(7),)
    listed = tensor.ExtractOp(constant([7, 8, 9], 3, element=INDEX), [argument(INDEX)], INDEX)
    assert fold(listed) is None


def test_element_of_a_splat_and_of_an_insertion() -> None:
    value, i, j = argument(f32), argument(INDEX), argument(INDEX)
    splat = tensor.SplatOp(value, [], floats(4))
    assert fold(tensor.ExtractOp(splat.results[0], [i], f32)) == (value,)
    inserted = tensor.InsertOp(value, argument(floats(4, 4)), [i, j])
    assert fold(tensor.ExtractOp(inserted.result, [i, j], f32)) == (value,)
    assert fold(tensor.ExtractOp(inserted.result, [j, i], f32)) is None


def test_constant_elements_are_a_constant() -> None:
    type_ = TensorType(INDEX, [2, 2])
    values = [at(one) for one in (1, 2, 3, 4)]
    op = tensor.FromElementsOp.create(operands=values, result_types=[type_])
    assert fold(op) == (DenseIntOrFPElementsAttr.from_list(type_, [1, 2, 3, 4]),)
    some = tensor.FromElementsOp.create(
        operands=[*values[:3], argument(INDEX)], result_types=[type_]
    )
    assert fold(some) is None
    empty = tensor.FromElementsOp.create(operands=[], result_types=[TensorType(INDEX, [0])])
    assert fold(empty) == (DenseIntOrFPElementsAttr.from_list(TensorType(INDEX, [0]), []),)
    many = tensor.FromElementsOp.create(
        operands=[at(0)] * 65, result_types=[TensorType(INDEX, [65])]
    )
    assert fold(many) is None


def cast_pair(*types: Attribute) -> tuple[SSAValue, Operation]:
    """A cast from the first type to the second and on to the third."""
    source = argument(types[0])
    inner = tensor.CastOp.create(operands=[source], result_types=[types[1]])
    return source, tensor.CastOp.create(operands=inner.results, result_types=[types[2]])


def test_cast_to_the_same_type() -> None:
    value = argument(floats(D))
    same = tensor.CastOp.create(operands=[value], result_types=[floats(D)])
    assert fold(same) == (value,)
    named = tensor.CastOp.create(operands=[value], result_types=[floats(D, symbols=["a"])])
    assert fold(named) is None


@pytest.mark.parametrize(
    ("outer", "middle", "folds"),
    [
        (floats(4), floats(D), True),
        (floats(4, D), UnrankedTensorType(f32), True),
        (floats(D, symbols=["a"]), floats(D), True),
        # What is in between says more than the ends: it must not be lost.
        (floats(D), floats(4), False),
        (UnrankedTensorType(f32), floats(D), False),
    ],
)
def test_cast_there_and_back(outer: Attribute, middle: Attribute, folds: bool) -> None:
    source, op = cast_pair(outer, middle, outer)
    assert fold(op) == ((source,) if folds else None)


def test_cast_on_to_another_type() -> None:
    _, op = cast_pair(floats(4), floats(D), floats(D, symbols=["a"]))
    assert fold(op) is None


def test_bitcast() -> None:
    value = argument(TensorType(I32, [4]))
    there = BitcastOp(value, floats(4))
    assert fold(BitcastOp(there.dest, TensorType(I32, [4]))) == (value,)
    assert fold(BitcastOp(value, TensorType(I32, [4]))) == (value,)
    assert fold(there) is None


def test_concatenation_of_one() -> None:
    value = argument(floats(D))
    assert fold(tensor.ConcatOp([value], 0, floats(D))) == (value,)
    assert fold(tensor.ConcatOp([value, value], 0, floats(D))) is None


def test_whole_slice() -> None:
    value = argument(floats(4, 5))
    assert fold(tensor.ExtractSliceOp(value, [0, 0], [4, 5], [1, 1], floats(4, 5))) == (value,)
    part = tensor.ExtractSliceOp(value, [0, 0], [4, 4], [1, 1], floats(4, 4))
    assert fold(part) is None
    dynamic = argument(floats(D))
    n = argument(INDEX)
    assert fold(tensor.ExtractSliceOp(dynamic, [0], [n], [1], floats(D))) is None


def reassociation(*groups: Sequence[int]) -> ArrayAttr[ArrayAttr[IntegerAttr]]:
    return ArrayAttr([ArrayAttr([IntegerAttr(one, i64) for one in group]) for group in groups])


def test_collapse_of_expand() -> None:
    source, m = argument(floats(D, 6)), argument(INDEX)
    expanded = tensor.ExpandShapeOp.create(
        operands=[source, m],
        result_types=[floats(D, 2, 6)],
        properties={
            "reassociation": reassociation([0, 1], [2]),
            "static_output_shape": DenseArrayBase.from_list(i64, [D, 2, 6]),
        },
    )
    back = tensor.CollapseShapeOp.create(
        operands=expanded.results,
        result_types=[floats(D, 6)],
        properties={"reassociation": reassociation([0, 1], [2])},
    )
    assert fold(back) == (source,)
    other = tensor.CollapseShapeOp.create(
        operands=expanded.results,
        result_types=[floats(D, 12)],
        properties={"reassociation": reassociation([0], [1, 2])},
    )
    assert fold(other) is None
    assert fold(tensor.DimOp(expanded.results[0], at(0))) == (m,)


def test_folding_a_function() -> None:
    """The pattern, in a function: constants are made, what is known is used."""
    value = Block(arg_types=[floats(D, 4)])
    four = ConstantOp(index_attr(4))
    one = ConstantOp(index_attr(1))
    size = tensor.DimOp(value.args[0], one.result)
    total = MuliOp(size.result, four.result)
    user = test.TestOp([total.result])
    value.add_ops([four, one, size, total, user])
    module = ModuleOp([FuncOp("f", ([floats(D, 4)], []), Region(value))])
    PatternRewriteWalker(FoldOperation()).rewrite_module(module)
    assert constant_int(user.operands[0]) == 16
    assert not any(isinstance(op, tensor.DimOp | MuliOp) for op in module.walk())


def test_element_of_a_constant_of_another_dialect() -> None:
    type_: TensorType[IntegerType | IndexType] = TensorType(I32, [2])
    made = final(HloConstantOp, "stablehlo").create(
        properties={"value": DenseIntOrFPElementsAttr.from_list(type_, [5, -6])},
        result_types=[type_],
    )
    assert fold(tensor.ExtractOp(made.results[0], [at(1)], I32)) == (IntegerAttr(-6, I32),)
