"""Primitive functions of TVM are read as functions of tensors, and compute what TVM computes."""

from collections.abc import Callable, Sequence

import numpy as np
import pytest
import tvm
from tvm import relax, te, tirx, topi
from tvm.script import from_source

import disc_shape
from disc_shape.errors import GuardError
from disc_shape.frontends.relax import from_tvm
from disc_shape.frontends.relax.tensor_ir import tensor_function
from disc_shape.relax.running import run_module

N = tirx.Var("n", "int64")
MATRIX = ((N, 8), "float32")
OTHER = ((8, 4), "float32")
ROW = ((8,), "float32")
IMAGES = ((N, 3, 6, 6), "float32")
FILTERS = ((4, 3, 3, 3), "float32")
PLACES = ((5,), "int64")
NUMBERS = ((N,), "int64")
NUMBER = ((), "float32")
Parameter = tuple[tuple[object, ...], str]


def elements(function: Callable[..., object], *more: object) -> Callable[..., object]:
    """An expression for each element of a matrix."""
    return lambda x, *others: te.compute(
        (N, 8), lambda i, j: function(x[i, j], *(one[i, j] for one in others), *more)
    )


PRIMITIVES: dict[str, tuple[Callable[..., object], Sequence[Parameter]]] = {
    "broadcast": (topi.maximum, [MATRIX, NUMBER]),
    "transposed": (topi.transpose, [MATRIX]),
    "product": (lambda x, w: topi.matmul(x, w), [MATRIX, OTHER]),
    "einsum": (lambda x, y: topi.einsum("ij,kj->ik", x, y), [MATRIX, MATRIX]),
    "einsum_of_a_batch": (
        lambda x, y: topi.einsum("nchw,ndhw->ndc", x, y),
        [IMAGES, IMAGES],
    ),
    "convolution": (lambda x, w: topi.nn.conv2d(x, w, 2, 1, 1, "NCHW"), [IMAGES, FILTERS]),
    "softmax": (topi.nn.softmax, [MATRIX]),
    "sum_of_all": (lambda x: topi.sum(x), [MATRIX]),
    "sum_of_rows": (lambda x: topi.sum(x, 0), [MATRIX]),
    "product_of_a_row": (lambda x: topi.prod(x, 1), [MATRIX]),
    "any": (lambda x: topi.any(topi.greater(x, topi.full_like(x, 1.0)), 1), [MATRIX]),
    "all": (lambda x: topi.all(topi.greater(x, topi.full_like(x, -1.0)), 1), [MATRIX]),
    "pooled": (
        lambda x: topi.nn.pool2d(x, [2, 2], [2, 2], [1, 1], [0, 0, 0, 0], "max"),
        [IMAGES],
    ),
    "padded": (lambda x: topi.nn.pad(x, [0, 0, 1, 0], [0, 0, 2, 1], 3.0), [IMAGES]),
    "padded_rows": (lambda x: topi.nn.pad(x, [1, 0], [2, 0], 3.0), [MATRIX]),
    "reflected": (
        lambda x: topi.nn.mirror_pad(x, [0, 0, 1, 1], [0, 0, 1, 1], "REFLECT"),
        [IMAGES],
    ),
    "resized": (lambda x: topi.image.resize2d(x, [0.0] * 4, [9, 4]), [IMAGES]),
    "joined": (lambda x, y: topi.concatenate([x, y], 0), [MATRIX, MATRIX]),
    "taken": (lambda x, at: topi.take(x, at, 1), [MATRIX, PLACES]),
    "flipped": (lambda x: topi.flip(x, 0), [MATRIX]),
    "tiled": (lambda x: topi.tile(x, [2, 3]), [MATRIX]),
    "normalized": (lambda x, w, b: topi.nn.layer_norm(x, w, b, [1], 1e-5), [MATRIX, ROW, ROW]),
    "chosen": (lambda x, y: topi.where(topi.greater(x, y), x, y), [MATRIX, MATRIX]),
    "rounded": (elements(tirx.round), [MATRIX]),
    "truncated": (elements(tirx.trunc), [MATRIX]),
    "is_nan": (elements(tirx.isnan), [MATRIX]),
    "functions": (
        elements(lambda x: tirx.tanh(x) * tirx.exp(x) + tirx.sigmoid(x) - tirx.atan(x)),
        [MATRIX],
    ),
    "powers": (elements(lambda x, y: tirx.power(tirx.abs(x), y)), [MATRIX, MATRIX]),
    "integers": (
        lambda x: te.compute(
            (N,),
            lambda i: (
                tirx.floordiv(x[i], 3)
                + tirx.floormod(x[i], 3) * 2
                + ((x[i] & 5) | 2)
                + tirx.truncdiv(x[i], 2)
                + tirx.if_then_else(tirx.all(x[i] > 0, i < N - 1), x[i + 1], i)
            ),
        ),
        [NUMBERS],
    ),
}
EXTERNAL: dict[str, tuple[Callable[..., object], Sequence[Parameter]]] = {
    "greatest": (lambda x: topi.argmax(x, 1), [MATRIX]),
    "running": (lambda x: topi.cumsum(x, 1), [MATRIX]),
}
"""Functions that are no nests of one buffer each."""


def module(function: Callable[..., object], parameters: Sequence[Parameter]) -> object:
    """A module that calls one primitive function."""
    variables = [
        relax.Var(f"a{at}", relax.TensorType(shape, dtype))
        for at, (shape, dtype) in enumerate(parameters)
    ]
    builder = relax.BlockBuilder()
    with builder.function("main", variables):
        with builder.dataflow():
            result = builder.emit_output(builder.emit_te(function, *variables))
        builder.emit_func_output(result)
    return builder.get()


def arguments(parameters: Sequence[Parameter], size: int) -> list[np.ndarray]:
    """Arrays of one size."""
    random, found = np.random.default_rng(size), list[np.ndarray]()
    for shape, dtype in parameters:
        sizes = [one if isinstance(one, int) else size for one in shape]
        if dtype == "int64":
            low = 0 if len(parameters) > 1 else -20
            found.append(random.integers(low, 8, sizes))
        else:
            found.append(np.asarray(random.normal(size=sizes) * 2, np.float32))
    return found


@pytest.mark.parametrize("name", PRIMITIVES)
def test_a_primitive_function_computes_what_tvm_computes(name: str) -> None:
    function, parameters = PRIMITIVES[name]
    given = module(function, parameters)
    read = from_tvm(given)
    assert "implementation" in str(read)
    compiled = disc_shape.compile(given, engine="native")
    machine = relax.VirtualMachine(tvm.compile(given, "llvm"), tvm.cpu())
    for size in (1, 2, 5):
        arrays = arguments(parameters, size)
        expected = machine["main"](*map(tvm.runtime.tensor, arrays)).numpy()
        for found in (compiled(*arrays)[0], np.asarray(run_module(read, arrays).result)):
            assert found.shape == expected.shape
            np.testing.assert_allclose(found, expected, rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize("name", PRIMITIVES)
def test_a_primitive_function_of_no_elements(name: str) -> None:
    function, parameters = PRIMITIVES[name]
    given = module(function, parameters)
    arrays = arguments(parameters, 0)
    (found,) = disc_shape.compile(given, engine="native")(*arrays)
    (expected,) = disc_shape.compile(given, engine="reference")(*arrays)
    assert found.shape == expected.shape
    np.testing.assert_array_equal(found, expected)
    if name == "padded_rows":
        assert found.tolist() == [[3.0] * 8] * 3


@pytest.mark.parametrize("name", EXTERNAL)
def test_others_stay_external_functions(name: str) -> None:
    function, parameters = EXTERNAL[name]
    read = from_tvm(module(function, parameters))
    assert "relax.prim_func" in str(read)
    assert "implementation" not in str(read)


def test_names_of_functions_of_tensors_are_new() -> None:
    given = module(lambda x: topi.exp(x), [MATRIX])
    (name,) = [one.name_hint for one in given.get_global_vars() if one.name_hint != "main"]
    other = from_source(LOOPS.format("for i in range(8):", "i"))
    given[f"{name}_tensors"] = other.with_attr("global_symbol", f"{name}_tensors")
    read = from_tvm(given)
    read.verify()
    assert str(read).count("implementation") == 2
    (found,) = disc_shape.compile(given, engine="native")(np.zeros((2, 8), np.float32))
    np.testing.assert_array_equal(found, np.ones((2, 8)))


LOOPS = """
@T.prim_func(s_tir=True)
def main(x: T.Buffer((8,), "float32"), y: T.Buffer((8,), "float32")):
    {0}
        with T.sblock("block"):
            v = T.axis.spatial(8, {1})
            y[v] = x[v] + T.float32(1)
"""


@pytest.mark.parametrize(
    ("loops", "place", "is_read"),
    [
        ("for i in range(8):", "i", True),
        ("for i in T.parallel(8):", "i", True),
        ("for i in T.serial(0, 8, step=2):", "i", False),
        ("for i in range(4):", "i", False),
        ("for i in range(8):", "7 - i", False),
        ("for i, j in T.grid(2, 4):", "i * 4 + j", False),
        ("for i, j in T.grid(8, 3):", "i", False),
    ],
)
def test_a_block_iterates_over_its_loops(loops: str, place: str, is_read: bool) -> None:
    function = from_source(LOOPS.format(loops, place))
    assert (tensor_function("f", function) is not None) == is_read


@pytest.mark.parametrize(
    ("body", "is_read"),
    [
        ("y[v] = x[v]", True),
        ("y[7 - v] = x[v]", False),
        ("y[v] = y[v] + x[v]", False),
        ("x[v] = x[v] + T.float32(1)", False),
        ("y[v] = x[v]\n            x[v] = y[v]", False),
    ],
)
def test_a_block_writes_one_buffer_that_it_does_not_read(body: str, is_read: bool) -> None:
    source = LOOPS.format("for i in range(8):", "i").replace("y[v] = x[v] + T.float32(1)", body)
    assert (tensor_function("f", from_source(source)) is not None) == is_read


def test_sizes_of_a_call_are_checked() -> None:
    given = module(lambda x, y: topi.add(x, y), [MATRIX, MATRIX])
    compiled = disc_shape.compile(given, engine="native")
    x = np.ones((3, 8), np.float32)
    np.testing.assert_array_equal(compiled(x, x)[0], x + x)
    with pytest.raises(GuardError, match=r"is 2, expected @n = 3"):
        compiled(x, x[:2])


def test_a_legalized_module_is_read() -> None:
    variables = [
        relax.Var(f"a{at}", relax.TensorType(shape, "float32"))
        for at, shape in enumerate([(N, 4, 8), (8, 8), (8,)])
    ]
    builder = relax.BlockBuilder()
    with builder.function("main", variables):
        with builder.dataflow():
            x, w, b = variables
            hidden = builder.emit(relax.op.nn.gelu(relax.op.add(relax.op.matmul(x, w), b)))
            scores = builder.emit(relax.op.matmul(hidden, relax.op.permute_dims(x, [0, 2, 1])))
            rows = builder.emit(relax.op.nn.softmax(scores))
            result = builder.emit_output(relax.op.mean(relax.op.matmul(rows, hidden), [1]))
        builder.emit_func_output(result)
    plain = builder.get()
    legalized = relax.transform.LegalizeOps()(plain)
    assert str(from_tvm(legalized)).count("implementation") >= 8
    arrays = [np.random.default_rng(0).normal(size=one) for one in ((3, 4, 8), (8, 8), (8,))]
    given = [one.astype(np.float32) for one in arrays]
    found = [disc_shape.compile(one, engine="native")(*given)[0] for one in (plain, legalized)]
    np.testing.assert_allclose(found[0], found[1], rtol=1e-5, atol=1e-6)
