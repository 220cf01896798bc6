"""Reading and writing the symbols that types carry."""

import pytest
from xdsl.dialects import test
from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    ArrayAttr,
    DictionaryAttr,
    FunctionType,
    MemRefType,
    StringAttr,
    SymbolRefAttr,
    TensorType,
    TupleType,
    UnitAttr,
    f32,
    i32,
)
from xdsl.dialects.func import FuncOp
from xdsl.ir import Block, Region

from disc_shape.dialects.disc_shape import (
    DIMS,
    get_symbols,
    strip,
    symbol_list,
    value_symbols,
    with_symbols,
)
from disc_shape.dialects.disc_shape.encoding import ARGUMENT_DIMS, dims_attribute, symbols_of

D = DYNAMIC_INDEX


def test_round_trip() -> None:
    plain = TensorType(f32, [D, 10])
    encoded = with_symbols(plain, ("b", "C10"))
    assert str(encoded) == "tensor<?x10xf32, [@b, @C10]>"
    assert get_symbols(encoded) == ("b", "C10")
    assert get_symbols(plain) is None
    assert strip(encoded) == plain
    assert with_symbols(encoded, ("S0", None)) == with_symbols(plain, ("S0", None))


@pytest.mark.parametrize(
    ("shape", "names"),
    [((4, 10), ("C4", "C10")), ((), ()), ((0,), ("C0",))],
)
def test_types_that_need_no_symbols_carry_none(
    shape: tuple[int, ...], names: tuple[str | None, ...]
) -> None:
    plain = TensorType(f32, shape)
    assert with_symbols(plain, names) == plain


def test_sizes_that_vary_are_marked() -> None:
    marked = with_symbols(TensorType(f32, (D, 4)), (None, None))
    assert str(marked) == "tensor<?x4xf32, [unit, unit]>"


def test_one_symbol_per_dimension() -> None:
    with pytest.raises(ValueError, match="1 symbols for the 2 dimensions"):
        with_symbols(TensorType(f32, [D, D]), ("b",))


def test_no_claim() -> None:
    encoded = with_symbols(TensorType(f32, [D, D]), (None, "b"))
    assert str(encoded) == "tensor<?x?xf32, [unit, @b]>"
    assert get_symbols(encoded) == (None, "b")


def test_foreign_encodings_stay() -> None:
    foreign = TensorType(f32, [D], StringAttr("sparse"))
    listed = TensorType(f32, [D], ArrayAttr([StringAttr("sparse")]))
    nested = TensorType(f32, [D], ArrayAttr([SymbolRefAttr("a", ["b"])]))
    for type_ in (foreign, listed, nested):
        assert get_symbols(type_) is None
        assert strip(type_) == type_
        assert with_symbols(type_, ("b",)) == type_


def test_strip_goes_into_tuples() -> None:
    plain = TensorType(f32, [D])
    inner = TupleType((i32, with_symbols(plain, ("b",))))
    assert strip(TupleType((inner,))) == TupleType((TupleType((i32, plain)),))


def test_strip_goes_into_function_types() -> None:
    plain = TensorType(f32, [D])
    encoded = with_symbols(plain, ("b",))
    stripped = strip(FunctionType.from_lists([encoded, i32], [encoded]))
    assert stripped == FunctionType.from_lists([plain, i32], [plain])
    assert strip(i32) == i32


def test_attributes_that_are_no_symbol_lists() -> None:
    for attr in (None, UnitAttr(), ArrayAttr([i32])):
        assert symbols_of(attr) is None
    assert symbols_of(ArrayAttr([])) == ()


def test_symbols_of_results() -> None:
    buffer = MemRefType(f32, [D, D])
    one = test.TestOp(result_types=[buffer], attributes={DIMS: symbol_list(("a", None))})
    assert value_symbols(one.results[0]) == ("a", None)
    two = test.TestOp(
        result_types=[i32, buffer], attributes={DIMS: dims_attribute([None, ("a", "b")])}
    )
    assert value_symbols(two.results[0]) is None
    assert value_symbols(two.results[1]) == ("a", "b")
    outer = test.TestOp(
        result_types=[buffer], attributes={DIMS: ArrayAttr([symbol_list(("a", "b"))])}
    )
    assert value_symbols(outer.results[0]) == ("a", "b")
    assert value_symbols(test.TestOp(result_types=[buffer]).results[0]) is None


def test_dims_attribute_of_one_result_has_no_outer_list() -> None:
    assert dims_attribute([("a",)]) == symbol_list(("a",))
    assert dims_attribute([("a",), None]) == ArrayAttr([symbol_list(("a",)), UnitAttr()])


def test_type_wins_over_attribute() -> None:
    type_ = with_symbols(TensorType(f32, [D]), ("a",))
    op = test.TestOp(result_types=[type_], attributes={DIMS: symbol_list(("b",))})
    assert value_symbols(op.results[0]) == ("a",)


def test_symbols_of_arguments() -> None:
    buffer = MemRefType(f32, [D])
    block = Block(arg_types=[i32, buffer])
    lists = ArrayAttr([ArrayAttr([UnitAttr(), symbol_list(("a",))])])
    outer = test.TestOp(regions=[Region(block)], attributes={ARGUMENT_DIMS: lists})
    assert value_symbols(block.args[0]) is None
    assert value_symbols(block.args[1]) == ("a",)
    assert outer.regions[0].block is block

    function = FuncOp("f", ([buffer, buffer], []), Region(Block(arg_types=[buffer, buffer])))
    assert value_symbols(function.args[1]) is None
    dictionaries = [DictionaryAttr({}), DictionaryAttr({DIMS: symbol_list(("b",))})]
    function.properties["arg_attrs"] = ArrayAttr(dictionaries)
    assert value_symbols(function.args[0]) is None
    assert value_symbols(function.args[1]) == ("b",)
