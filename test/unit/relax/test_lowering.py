"""Programs of Relax, lowered to HLO, compute what numpy does, at all small sizes."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from functools import partial
from typing import cast

import numpy as np
import pytest
from fuzz.harness import context, parse
from xdsl.dialects.builtin import ModuleOp

from disc_shape.errors import OperationError
from disc_shape.interpreters import GuardError, check, run
from disc_shape.passes.convert_relax_to_hlo import ConvertRelaxToHloPass
from disc_shape.passes.relax_infer import RelaxInferPass
from disc_shape.passes.shape_optimization import ShapeOptimizationPass
from disc_shape.relax.running import run_module
from disc_shape.relax.running.arguments import arrays_of as arrays_of_value
from disc_shape.symbolic import parse as size

Array = np.ndarray[tuple[int, ...], np.dtype[np.float32]]
Reference = (
    Callable[[], object]
    | Callable[[Array], object]
    | Callable[[Array, Array], object]
    | Callable[[Array, Array, Array], object]
)


def typed(dims: str, element: str = "f32") -> str:
    """`n 4` as a type."""
    listed = ", ".join(f"@{dim}" if dim.isalpha() else dim for dim in dims.split())
    return f"!relax.tensor<[{listed}], {element}>"


def program(operands: Sequence[str], name: str, attributes: str = "", shape: str = "") -> str:
    """A function that calls one operator; several operands of one tuple are written `(`."""
    in_tuple = name.startswith("(")
    name = name.removeprefix("(")
    types = [typed(one) for one in operands]
    values = [f"%a{index}" for index in range(len(types))]
    parameters = ", ".join(f"{v}: {t}" for v, t in zip(values, types, strict=True))
    lines: list[str] = []
    if in_tuple:
        lines.append(f"%t = relax.tuple({', '.join(values)}) : tuple<{', '.join(types)}>")
        values, types = ["%t"], [f"tuple<{', '.join(types)}>"]
    if shape:
        lines.append(f"%s = relax.shape {shape}")
        values, types = [*values, "%s"], [*types, f"!relax.shape<{shape}>"]
    call = f"relax.{name} {', '.join(values)} {attributes} : ({', '.join(types)})"
    lines += [f"%r = {call} -> !relax.infer", "relax.return %r : !relax.infer"]
    return f"relax.func @main({parameters}) {{\n" + "\n".join(lines) + "\n}"


def lowered(text: str, *, optimized: bool = False) -> ModuleOp:
    """A module as HLO."""
    module = parse(text)
    for one in (RelaxInferPass(), ConvertRelaxToHloPass()):
        one.apply(context(), module)
    module.verify()
    if optimized:
        ShapeOptimizationPass().apply(context(), module)
        module.verify()
    return module


def softmax(x: Array) -> object:
    powers = np.exp(x - x.max(-1, keepdims=True, initial=-np.inf))
    return powers / powers.sum(-1, keepdims=True)


def layer_norm(x: Array, gain: Array, shift: Array) -> object:
    centred = x - x.mean(-1, keepdims=True)
    return centred / np.sqrt((centred**2).mean(-1, keepdims=True) + 1e-5) * gain + shift


def means(x: Array, *, ceil: bool, counted: bool) -> object:
    """Means of windows of 2 elements, 3 apart, with one more before and two after the operand."""
    wide, inside = (np.pad(one, ((0, 0), (0, 0), (1, 2))) for one in (x, np.ones_like(x)))
    found: list[Array] = []
    for start in range(0, wide.shape[2], 3):
        # A window that sticks out begins in the operand or before it.
        if start + 2 > wide.shape[2] and not (ceil and start < x.shape[2] + 1):
            break
        window = slice(start, start + 2)
        count = wide[..., window].shape[2] if counted else inside[..., window].sum(2)
        found.append(wide[..., window].sum(2) / np.maximum(count, 1))
    return np.stack(found, 2) if found else np.zeros((*x.shape[:2], 0))


def spread(x: Array, kernel: Array) -> object:
    """The gradient of a convolution with elements 3 apart and two more after them."""
    found = np.zeros((len(x), kernel.shape[1], max(3 * x.shape[2], 0)))
    for at, tap in itertools.product(range(x.shape[2]), range(2)):
        found[:, :, 3 * at + tap] += x[:, :, at] @ kernel[:, :, tap]
    return found


POOL = "{pool_size = [2], strides = [3], padding = [1, 2], ceil_mode = %s, count_include_pad = %s}"
CASES: list[tuple[str, list[str], str, str, Reference]] = [
    *(
        (
            "nn.avg_pool1d",
            ["1 m n"],
            POOL % (str(ceil).lower(), str(counted).lower()),
            "",
            partial(means, ceil=ceil, counted=counted),
        )
        for ceil in (False, True)
        for counted in (False, True)
    ),
    (
        "nn.conv1d_transpose",
        ["m 2 n", "2 3 2"],
        "{strides = [3], output_padding = [1]}",
        "",
        spread,
    ),
    ("add", ["n 1", "m"], "", "", lambda x, y: x + y),
    ("maximum", ["n m", "m"], "", "", np.maximum),
    ("nn.relu", ["n m"], "", "", lambda x: np.maximum(x, 0)),
    ("nn.silu", ["n"], "", "", lambda x: x / (1 + np.exp(-x))),
    ("tanh", ["n m"], "", "", np.tanh),
    ("less", ["n m", "n m"], "", "", np.less),
    ("sum", ["n m"], "{axis = [1 : i64]}", "", lambda x: x.sum(1)),
    ("sum", ["n m"], "{axis = [0 : i64], keepdims = true}", "", lambda x: x.sum(0, keepdims=True)),
    ("matmul", ["n k", "k m"], "", "", np.matmul),
    ("matmul", ["n 2 k", "k m"], "", "", np.matmul),
    ("matmul", ["n 2 k", "1 k m"], "", "", np.matmul),
    ("outer", ["n", "m"], "", "", np.outer),
    ("permute_dims", ["n m k"], "{axes = [2, 0, 1]}", "", lambda x: x.transpose(2, 0, 1)),
    ("reshape", ["n 4"], "", "[2 * @n, 2]", lambda x: x.reshape(-1, 2)),
    ("reshape", ["n m"], "", "[@m * @n]", lambda x: x.reshape(-1)),
    ("flatten", ["n m"], "", "", np.ravel),
    ("broadcast_to", ["n 1"], "", "[3, @n, 2]", lambda x: np.broadcast_to(x, (3, len(x), 2))),
    ("expand_dims", ["n m"], "{axis = [1 : i64]}", "", lambda x: x[:, None]),
    ("(concat", ["n m", "k m"], "{axis = 0 : i64}", "", lambda x, y: np.concatenate([x, y])),
    ("tile", ["n m"], "{repeats = [2, 3]}", "", lambda x: np.tile(x, (2, 3))),
    ("flip", ["n m"], "{axis = [1 : i64]}", "", lambda x: x[:, ::-1]),
    ("cumsum", ["n m"], "{axis = 1 : i64}", "", lambda x: x.cumsum(1)),
    ("tril", ["n m"], "", "", np.tril),
    ("zeros", [], "{dtype = f32}", "[2, 0]", lambda: np.zeros((2, 0))),
    ("sort", ["n m"], "{axis = 1 : i64}", "", lambda x: np.sort(x, 1)),
    ("nn.softmax", ["n m"], "{axis = -1 : i64}", "", softmax),
    ("nn.layer_norm", ["n 3", "3", "3"], "{axes = [-1]}", "", layer_norm),
    ("floor_divide", ["n m", "m"], "", "", np.floor_divide),
    ("floor_mod", ["n m", "m"], "", "", np.mod),
    ("variance", ["n 3"], "{axis = [1 : i64]}", "", lambda x: x.var(1)),
    ("mean", ["n 3"], "{axis = [1 : i64]}", "", lambda x: x.mean(1)),
    ("max", ["n 3"], "{axis = [1 : i64]}", "", lambda x: x.max(1)),
    ("prod", ["n m"], "{axis = [1 : i64]}", "", lambda x: x.prod(1)),
    ("argmax", ["n 3"], "{axis = 1 : i64}", "", lambda x: x.argmax(1)),
    ("argsort", ["n m"], "{axis = 1 : i64}", "", lambda x: x.argsort(1)),
    ("triu", ["n m"], "", "", np.triu),
    ("repeat", ["n m"], "{repeats = 3 : i64, axis = 1 : i64}", "", lambda x: x.repeat(3, 1)),
    ("repeat", ["n m"], "{repeats = 2 : i64}", "", lambda x: x.repeat(2)),
    ("squeeze", ["n 1"], "{axis = [1 : i64]}", "", lambda x: x.squeeze(1)),
    ("cumsum", ["n m"], "", "", np.cumsum),
    ("cumprod", ["n m"], "{axis = 0 : i64}", "", lambda x: x.cumprod(0)),
    ("sign", ["n m"], "", "", np.sign),
    ("sigmoid", ["n m"], "", "", lambda x: 1 / (1 + np.exp(-x))),
    ("isnan", ["n"], "", "", np.isnan),
    ("(einsum", ["n k", "k m"], '{subscripts = "ab,bc->ac"}', "", np.matmul),
    ("nn.batch_flatten", ["n m k"], "", "", lambda x: x.reshape(len(x), x.shape[1] * x.shape[2])),
    ("ones", [], "{dtype = f32}", "[3, 1]", lambda: np.ones((3, 1))),
    ("zeros_like", ["n m"], "", "", np.zeros_like),
    ("nn.pad", ["n m"], "{pad_width = [1, 2, 0, 3]}", "", lambda x: np.pad(x, ((1, 2), (0, 3)))),
    ("shape_of", ["n m"], "", "", np.shape),
    ("size", ["n m"], "", "", np.size),
    ("shape_to_tensor", [], "", "[2, 3]", lambda: np.array([2, 3])),
]


def arrays_of(operands: Sequence[str], sizes: dict[str, int]) -> list[Array]:
    """An operand of each shape."""
    random = np.random.default_rng(7)
    shapes = [[size(dim).value(sizes) for dim in one.split()] for one in operands]
    return [random.standard_normal(shape).astype(np.float32) for shape in shapes]


@pytest.mark.parametrize("optimized", [False, True])
@pytest.mark.parametrize(("name", "operands", "attributes", "shape", "reference"), CASES)
def test_operators_compute_what_numpy_does(
    name: str,
    operands: list[str],
    attributes: str,
    shape: str,
    reference: Reference,
    optimized: bool,
) -> None:
    text = program(operands, name, attributes, shape)
    module, source = lowered(text, optimized=optimized), parse(text)
    used = sorted(set("".join(operands)) & set("nmk"))
    for numbers in itertools.product((0, 1, 3), repeat=len(used)):
        arrays = arrays_of(operands, dict(zip(used, numbers, strict=True)))
        (found,) = run(module, *arrays)
        if not optimized:
            (own,) = arrays_of_value(run_module(source, arrays).result)
            np.testing.assert_array_equal(cast("Array", own), found)
        with np.errstate(all="ignore"):
            expected = np.asarray(cast("Callable[..., object]", reference)(*arrays))
        assert np.shape(found) == expected.shape, numbers
        np.testing.assert_allclose(
            found.astype(float), expected.astype(float), rtol=1e-5, atol=1e-6
        )
    if optimized:
        check(module, *arrays_of(operands, dict.fromkeys("nmk", 2)))


@pytest.mark.parametrize("element", ["i1", "i8", "ui8", "i32", "i64"])
@pytest.mark.parametrize("name", ["max", "min", "argmax", "argmin"])
def test_extremes_of_integers(name: str, element: str) -> None:
    axis = "0 : i64" if name.startswith("arg") else "[0 : i64]"
    type_ = typed("n 2", element)
    text = f"""relax.func @main(%x: {type_}) {{
      %0 = relax.{name} %x {{axis = {axis}}} : ({type_}) -> !relax.infer
      relax.return %0 : !relax.infer }}"""
    boolean, signed, width = element == "i1", element[0] == "i", int(element.strip("ui"))
    name_of_type = "bool" if boolean else f"{'int' if signed else 'uint'}{width}"
    least = -(2 ** (width - 1)) if signed and not boolean else 0
    most = least + 2**width - 1
    for rows in ([[least, 0]], [[most, 0], [least, 1]], [[least, most], [least, most]]):
        array = np.array(rows, name_of_type)
        expected = cast("Callable[..., Array]", getattr(np, name))(array, 0)
        np.testing.assert_array_equal(run(lowered(text), array)[0], expected)
        (own,) = arrays_of_value(run_module(parse(text), [array]).result)
        np.testing.assert_array_equal(cast("Array", own), expected)


@pytest.mark.parametrize("name", ["argmax", "argmin"])
def test_the_first_nan_is_the_extreme(name: str) -> None:
    """Also beside infinities; an index is one of the operand."""
    text = f"""relax.func @main(%x: {typed("n")}) {{
      %0 = relax.{name} %x {{axis = 0 : i64}} : ({typed("n")}) -> !relax.infer
      relax.return %0 : !relax.infer }}"""
    for row in ([np.nan], [1, np.nan, 2, np.nan], [np.inf, -np.inf, np.nan], [3, 1, 2]):
        array = np.array(row, np.float32)
        expected = cast("Callable[..., Array]", getattr(np, name))(array)
        np.testing.assert_array_equal(run(lowered(text), array)[0], expected)
        (own,) = arrays_of_value(run_module(parse(text), [array]).result)
        np.testing.assert_array_equal(cast("Array", own), expected)


@pytest.mark.parametrize(
    ("number", "element", "shown"), [("1.0e3", "i8", r"1000\.0"), ("1.0e300", "f32", r"1e\+300")]
)
def test_a_number_that_elements_cannot_hold_is_refused(
    number: str, element: str, shown: str
) -> None:
    attributes = f"{{pad_width = [1, 1], pad_value = {number} : f64}}"
    text = program(["n"], "nn.pad", attributes).replace("f32", element)
    message = rf"{shown} is no number of type {element} \[RLX-264\]"
    with pytest.raises(OperationError, match=message):
        lowered(text)


ONE_SYMBOL = """
relax.func @main(%a: !relax.tensor<[2 * @n], f32>, %b: !relax.tensor<[@n], f32>) {
  %0 = relax.exp %b : (!relax.tensor<[@n], f32>) -> !relax.infer
  relax.return %0 : !relax.infer
}
"""
CAST = """
relax.func @main(%x: !relax.object, %c: !relax.tensor<[], i1>) -> !relax.tensor<[?], f32> {
  %0 = relax.match_cast %x : !relax.object to !relax.tensor<[@n, @m], f32>
  %r = relax.if %c : !relax.tensor<[], i1> -> !relax.tensor<[?], f32> {
    %1 = relax.match_cast %0 : !relax.tensor<[@n, @m], f32> to !relax.tensor<[@p, @p], f32>
    %2 = relax.sum %1 {axis = [1 : i64]} : (!relax.tensor<[@p, @p], f32>) -> !relax.infer
    relax.yield %2 : !relax.infer
  } else {
    %3 = relax.flatten %0 : (!relax.tensor<[@n, @m], f32>) -> !relax.infer
    relax.yield %3 : !relax.infer
  }
  relax.return %r : !relax.tensor<[?], f32>
}
"""
CALLS = """
relax.func private @scale(%a: !relax.tensor<[@p, @k], f32>, %b: !relax.tensor<[@k, @k], f32>)
    -> !relax.tensor<[@p, @k], f32> {
  %0 = relax.matmul %a, %b : (!relax.tensor<[@p, @k], f32>, !relax.tensor<[@k, @k], f32>)
    -> !relax.tensor<[@p, @k], f32>
  relax.return %0 : !relax.tensor<[@p, @k], f32>
}
relax.func @main(%x: !relax.tensor<[@n, 2], f32>, %w: !relax.tensor<[@k, @k], f32>) {
  %f = relax.closure %self (%t: !relax.tensor<[@n, @q], f32>) -> !relax.tensor<[@n, @q], f32> {
    %u = relax.add %t, %t : (!relax.tensor<[@n, @q], f32>, !relax.tensor<[@n, @q], f32>)
      -> !relax.tensor<[@n, @q], f32>
    relax.return %u : !relax.tensor<[@n, @q], f32>
  }
  %0 = relax.call %f(%x) : (!relax.tensor<[@n, 2], f32>) -> !relax.tensor<[@n, 2], f32>
  %1 = relax.call @scale(%0, %w) : (!relax.tensor<[@n, 2], f32>, !relax.tensor<[@k, @k], f32>)
    -> !relax.tensor<[@n, 2], f32>
  relax.return %1 : !relax.tensor<[@n, 2], f32>
}
"""
SHAPES = """
relax.func @main(%x: !relax.tensor<[@n, @m], f32>, %c: !relax.tensor<[], i1>) {
  %r = relax.if %c : !relax.tensor<[], i1>
      -> tuple<!relax.shape<[?, ?]>, !relax.tensor<[?, ?], f32>> {
    %s = relax.shape [@n, 2 * @m]
    %0 = relax.tuple(%s, %x) : tuple<!relax.shape<[@n, 2 * @m]>, !relax.tensor<[@n, @m], f32>>
    relax.yield %0 : tuple<!relax.shape<[@n, 2 * @m]>, !relax.tensor<[@n, @m], f32>>
  } else {
    %s = relax.shape [@m, 3]
    %z = relax.zeros %s {dtype = f32} : (!relax.shape<[@m, 3]>) -> !relax.tensor<[@m, 3], f32>
    %0 = relax.tuple(%s, %z) : tuple<!relax.shape<[@m, 3]>, !relax.tensor<[@m, 3], f32>>
    relax.yield %0 : tuple<!relax.shape<[@m, 3]>, !relax.tensor<[@m, 3], f32>>
  }
  %s = relax.get %r[0] : tuple<!relax.shape<[?, ?]>, !relax.tensor<[?, ?], f32>>
  %t = relax.get %r[1] : tuple<!relax.shape<[?, ?]>, !relax.tensor<[?, ?], f32>>
  %o = relax.ones %s {dtype = f32} : (!relax.shape<[?, ?]>) -> !relax.tensor<[?, ?], f32>
  %u = relax.tuple(%o, %t, %s)
    : tuple<!relax.tensor<[?, ?], f32>, !relax.tensor<[?, ?], f32>, !relax.shape<[?, ?]>>
  relax.return %u
    : tuple<!relax.tensor<[?, ?], f32>, !relax.tensor<[?, ?], f32>, !relax.shape<[?, ?]>>
}
"""


@pytest.mark.parametrize("optimized", [False, True])
@pytest.mark.parametrize(("rows", "columns"), [(2, 5), (0, 1), (1, 0), (4, 3)])
def test_a_shape_may_come_out_of_a_branch(optimized: bool, rows: int, columns: int) -> None:
    """HLO has no indices: the integers of a shape are numbers of 64 bits there."""
    module = parse(str(lowered(SHAPES, optimized=optimized)))
    x = np.ones((rows, columns), np.float32)
    for taken, sizes, inner in (
        (np.True_, (rows, 2 * columns), x.shape),
        (np.False_, (columns, 3), (columns, 3)),
    ):
        ones, tensor, shape = run(module, x, taken)
        assert (ones.shape, tensor.shape, tuple(shape)) == (sizes, inner, sizes)


def test_a_shape_may_come_from_an_external_function() -> None:
    text = """
    relax.func @main(%x: !relax.tensor<[@n], f32>) {
      %a = relax.shape [@n, 2]
      %s = relax.call_pure_packed "f"(%a) : (!relax.shape<[@n, 2]>) -> !relax.shape<[?, ?]>
      %o = relax.ones %s {dtype = f32} : (!relax.shape<[?, ?]>) -> !relax.tensor<[?, ?], f32>
      relax.return %o : !relax.tensor<[?, ?], f32>
    }
    """
    printed = str(lowered(text))
    assert "stablehlo.custom_call @f(" in printed
    assert ": (tensor<2xi64>) -> tensor<2xi64>" in printed
    parse(printed).verify()


def test_branches_of_one_rank_have_the_sizes_that_they_share() -> None:
    text = """
    relax.func @main(%x: !relax.tensor<[@n, 0], f32>, %y: !relax.tensor<[@n, 2], f32>,
                     %c: !relax.tensor<[], i1>) {
      %r = relax.if %c : !relax.tensor<[], i1> -> !relax.tensor<[@n, ?], f32> {
        relax.yield %x : !relax.tensor<[@n, 0], f32>
      } else {
        relax.yield %y : !relax.tensor<[@n, 2], f32>
      }
      relax.return %r : !relax.tensor<[@n, ?], f32>
    }
    """
    printed = str(lowered(text))
    assert "to tensor<?x?xf32>" in printed
    parse(printed).verify()


def test_a_symbol_that_is_a_number_is_no_name_of_a_size() -> None:
    text = """
    relax.func @main(%x: !relax.tensor<[@n, 4], f32>) -> !relax.tensor<[@n, 4], f32> {
      %z = relax.match_cast %x : !relax.tensor<[@n, 4], f32> to !relax.tensor<[@n, @c], f32>
      relax.return %x : !relax.tensor<[@n, 4], f32>
    }
    """
    assert "@c" not in str(lowered(text, optimized=True))


def test_a_size_without_a_name_is_unknown_in_a_message() -> None:
    text = """
    relax.func @main(%x: !relax.tensor<[@n], f32>) {
      %s = relax.shape [@n]
      %z = relax.match_cast %s : !relax.shape<[@n]> to !relax.object
      %t = relax.match_cast %z : !relax.object to !relax.tensor<[@n], f32>
      relax.return %t : !relax.tensor<[@n], f32>
    }
    """
    with pytest.raises(OperationError, match=r"the value is !relax\.shape<\[\?\]>, expected"):
        lowered(text)


@pytest.mark.parametrize("optimized", [False, True])
def test_a_size_of_a_parameter_is_checked(optimized: bool) -> None:
    module = lowered(ONE_SYMBOL, optimized=optimized)
    for n in (0, 1, 3):
        ones = np.ones(n, np.float32)
        (found,) = run(module, np.ones(2 * n, np.float32), ones)
        np.testing.assert_allclose(found.astype(float), np.exp(ones), rtol=1e-6)
    with pytest.raises(
        GuardError, match=r"dimension 0 of argument 0 of @main is 5, expected 2 \* @n = 4"
    ):
        run(module, np.ones(5, np.float32), np.ones(2, np.float32))


@pytest.mark.parametrize("optimized", [False, True])
def test_a_cast_in_a_branch_is_checked_where_it_is_taken(optimized: bool) -> None:
    module = lowered(CAST, optimized=optimized)
    for n in (0, 1, 3):
        square = np.arange(n * n, dtype=np.float32).reshape(n, n)
        np.testing.assert_array_equal(run(module, square, np.True_)[0], square.sum(1))
        np.testing.assert_array_equal(run(module, square, np.False_)[0], square.ravel())
    oblong = np.ones((2, 3), np.float32)
    np.testing.assert_array_equal(run(module, oblong, np.False_)[0], oblong.ravel())
    with pytest.raises(GuardError, match=r"relax\.match_cast: dimension 1 of the value is not @p"):
        run(module, oblong, np.True_)


@pytest.mark.filterwarnings("ignore:argument 1 of @scale may not fit")
@pytest.mark.parametrize("optimized", [False, True])
def test_calls_of_global_and_local_functions(optimized: bool) -> None:
    module = lowered(CALLS, optimized=optimized)
    for n in (0, 1, 3):
        x, w = np.ones((n, 2), np.float32), np.full((2, 2), 2, np.float32)
        np.testing.assert_array_equal(run(module, x, w)[0], (x + x) @ w)
    with pytest.raises(
        GuardError, match="dimension 0 of argument 1 of @scale is 3, expected @k = 2"
    ):
        run(module, np.ones((1, 2), np.float32), np.ones((3, 3), np.float32))


def test_nothing_is_changed_by_what_is_refused() -> None:
    text = """
    relax.func @fine(%x: !relax.tensor<[@n], f32>) -> !relax.tensor<[@n], f32> {
      relax.return %x : !relax.tensor<[@n], f32>
    }
    relax.func @main(%x: !relax.tensor<[@n], f32>) -> !relax.tensor<[?], f32> {
      %0 = relax.nonzero %x : (!relax.tensor<[@n], f32>) -> !relax.tensor<[?], f32>
      relax.return %0 : !relax.tensor<[?], f32>
    }
    """
    module = parse(text)
    before = str(module)
    with pytest.raises(OperationError, match=r"sizes depend on data \[RLX-264\]"):
        ConvertRelaxToHloPass().apply(context(), module)
    assert str(module) == before
