"""Integers that are floats on their way to a shape: what is known of them holds at run time."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import pytest
from fuzz.harness import parse
from ml_dtypes import bfloat16
from xdsl.dialects.func import FuncOp
from xdsl.ir import Operation

from disc_shape.interpreters import check
from disc_shape.interpreters.errors import ClaimError
from disc_shape.passes.shape_optimization import optimize_shapes
from disc_shape.relations import RelationState
from disc_shape.relations.state import Content
from disc_shape.symbolic import Expr, compare

PROGRAM = """
func.func @main(%x: tensor<?xi8>) -> tensor<?xi8> {{
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xi8>) -> tensor<i32>
  %f = stablehlo.convert %n : (tensor<i32>) -> tensor<{kind}>
  %g = stablehlo.{rounding} %f : tensor<{kind}>
  %h = stablehlo.convert %g : (tensor<{kind}>) -> tensor<i32>
  %s = stablehlo.reshape %h : (tensor<i32>) -> tensor<1xi32>
  %0 = stablehlo.dynamic_iota %s, dim = 0 : (tensor<1xi32>) -> tensor<?xi8>
  return %0 : tensor<?xi8>
}}
"""


@pytest.mark.parametrize(
    ("kind", "size", "rounded"),
    [
        ("f64", 0, 0),
        ("f64", 1, 1),
        ("f64", (1 << 24) + 1, (1 << 24) + 1),
        ("f32", 0, 0),
        ("f32", 1, 1),
        ("f32", (1 << 24) + 1, 1 << 24),
        ("f16", 2049, 2048),
        ("bf16", 257, 256),
    ],
)
@pytest.mark.parametrize("rounding", ["ceil", "floor", "round_nearest_even"])
def test_sizes_that_were_floats(kind: str, rounding: str, size: int, rounded: int) -> None:
    module = parse(PROGRAM.format(kind=kind, rounding=rounding))
    optimize_shapes(module)
    result = check(module, np.zeros(size, np.int8), entry="main")
    assert [array.shape for array in result.results] == [(rounded,)]


WINDOWS = """
func.func @main(%x: tensor<?xf32>) -> (tensor<?xi8>, tensor<?xf32>) {{
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %size = stablehlo.constant dense<{size}> : tensor<i32>
  %step = stablehlo.constant dense<{step}> : tensor<i32>
  %low = stablehlo.constant dense<0xff800000> : tensor<f32>
  %h = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %n = stablehlo.subtract %h, %size : tensor<i32>
  %q = stablehlo.divide %n, %step : tensor<i32>
  %s = stablehlo.sign %n : tensor<i32>
  %t = stablehlo.sign %step : tensor<i32>
  %p = stablehlo.compare NE, %s, %t, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %r = stablehlo.remainder %n, %step : tensor<i32>
  %o = stablehlo.compare NE, %r, %zero, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %u = stablehlo.and %p, %o : tensor<i1>
  %m = stablehlo.subtract %q, %one : tensor<i32>
  %d = stablehlo.select %u, %m, %q : tensor<i1>, tensor<i32>
  %e = stablehlo.add %d, %one : tensor<i32>
  %f = stablehlo.maximum %e, %zero : tensor<i32>
  %k = stablehlo.reshape %f : (tensor<i32>) -> tensor<1xi32>
  %0 = stablehlo.dynamic_iota %k, dim = 0 : (tensor<1xi32>) -> tensor<?xi8>
  %1 = "stablehlo.reduce_window"(%x, %low) <{{
    window_dimensions = array<i64: {size}>, window_strides = array<i64: {step}>
  }}> ({{
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %2 = stablehlo.maximum %a, %b : tensor<f32>
    stablehlo.return %2 : tensor<f32>
  }}) : (tensor<?xf32>, tensor<f32>) -> tensor<?xf32>
  return %0, %1 : tensor<?xi8>, tensor<?xf32>
}}
"""


@pytest.mark.parametrize(("size", "step"), [(2, 2), (3, 2), (5, 2), (4, 3), (2, 1)])
def test_windows_are_counted_as_jax_rounds_down(size: int, step: int) -> None:
    module = parse(WINDOWS.format(size=size, step=step))
    optimize_shapes(module)
    assert "-> (tensor<?xi8, [@S1]>, tensor<?xf32, [@S1]>)" in str(module)
    assert "stablehlo.divide" not in str(module)
    for number in range(9):
        result = check(module, np.zeros(number, np.float32), entry="main")
        count = len(range(size, number + 1, step))
        assert [array.shape for array in result.results] == [(count,), (count,)]


SHORT = """
func.func @f(%x: tensor<?xi8>) -> tensor<{to}> {{
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xi8>) -> tensor<i32>
  %f = stablehlo.convert %n : (tensor<i32>) -> tensor<{kind}>
  %h = stablehlo.convert %f : (tensor<{kind}>) -> tensor<{to}>
  return %h : tensor<{to}>
}}
"""


@dataclass
class Rounded:
    """A size, and what comes out when it has been a float."""

    state: RelationState
    before: Expr
    after: Expr


Round = Callable[[str, str], Rounded]
Compute = Callable[..., list[Content]]


@pytest.fixture
def rounded(propagate: Callable[[Sequence[Operation], RelationState], None]) -> Round:
    """Let a size go through a float type to an integer type."""

    def build(kind: str, to: str) -> Rounded:
        module = parse(SHORT.format(kind=kind, to=to))
        function = next(op for op in module.walk() if isinstance(op, FuncOp))
        state = RelationState()
        *body, last = function.body.block.ops
        propagate(body, state)
        after = state.integer(last.operands[0])
        assert after is not None
        return Rounded(state, state.dims(function.body.block.args[0])[0], after)

    return build


NUMBERS = (0, 1, 255, 256, 257, 258, 259, 2047, 2048, 2049, 2051, 65504)
LARGE = tuple((1 << power) + more for power in (24, 25, 30) for more in (-1, 0, 1, 2, 3))
FLOATS = {"bf16": (8, bfloat16), "f16": (11, np.float16), "f32": (24, np.float32)}


@pytest.mark.parametrize("kind", FLOATS)
def test_what_is_said_of_rounded_sizes_is_true(rounded: Round, kind: str) -> None:
    bits, dtype = FLOATS[kind]
    r = rounded(kind, "i32")
    facts = r.state.prover.facts()
    assert len(facts) > 1
    for number in NUMBERS if kind == "f16" else (*NUMBERS, *LARGE):
        result = int(np.asarray(number).astype(dtype).astype(np.int64))
        # The result has a symbol for each time that it was read.
        symbols = {symbol.label for fact in facts for symbol in fact.statement.symbols}
        env = {**dict.fromkeys(symbols, result), str(r.before): number}
        assert (result == number) or number > 1 << bits
        for fact in facts:
            assert fact.statement.evaluate(env), f"{fact} at {number}"


@pytest.mark.parametrize("kind", FLOATS)
def test_what_is_said_of_rounded_sizes_suffices(rounded: Round, kind: str) -> None:
    """That a size was not rounded follows from it or the result being small, and only then."""
    limit = 1 << FLOATS[kind][0]
    r = rounded(kind, "i32")
    same = compare("==", r.before, r.after)
    assert not r.state.prover.proves(same)
    r.state.prover.assume(compare("<=", r.before, limit))
    assert r.state.prover.proves(same)
    for bound, holds in ((limit - 1, True), (limit, False)):
        r = rounded(kind, "i32")
        r.state.prover.assume(compare("<=", r.after, bound))
        assert r.state.prover.proves(same) == holds
    r = rounded(kind, "i32")
    r.state.prover.assume(compare("==", r.before, limit + 1))
    assert not r.state.prover.proves(same)
    assert r.state.prover.proves(compare(">=", r.after, limit))


def test_no_size_is_rounded_by_64_bits(rounded: Round) -> None:
    r = rounded("f64", "i64")
    assert r.after is r.before
    assert r.state.assumes_no_wrap


def test_an_assumption_that_is_broken() -> None:
    text = PROGRAM.format(kind="f16", rounding="ceil").replace("i8", "i32")
    module = parse("module attributes {disc_shape.no_wrap} {" + text + "}")
    # 65520 is infinite as a float of 16 bits, and no integer afterwards.
    with pytest.raises((ClaimError, OverflowError)):
        check(module, np.zeros(65520, np.int32), entry="main")


FLOAT = """%f = stablehlo.convert %FROM : (tensor<KIND>) -> tensor<bf16>
    %c = stablehlo.convert %f : (tensor<bf16>) -> tensor<TO>
    return %c : tensor<TO>"""


def through_float(lines: str, name: str, to: str = "i64", kind: str = "i64") -> str:
    """The lines of a function that turns a number into a float of 8 bits and back."""
    return lines + FLOAT.replace("FROM", name).replace("KIND", kind).replace("TO", to)


CLAMP = """%l = stablehlo.constant dense<LEAST> : tensor<i64>
    %m = stablehlo.constant dense<MOST> : tensor<i64>
    %b = stablehlo.clamp %l, %a, %m : tensor<i64>
"""


@pytest.mark.parametrize("data", [False, True])
@pytest.mark.parametrize(
    ("least", "most", "to", "is_known"),
    [
        (-256, 256, "i64", True),
        (-256, 257, "i64", False),
        (-257, 256, "i64", False),
        (0, 127, "i8", True),
        (0, 128, "i8", False),
        (-1, 127, "ui8", False),
        (0, 1, "i1", False),
    ],
)
def test_small_numbers_are_floats_exactly(
    compute: Compute, least: int, most: int, to: str, is_known: bool, data: bool
) -> None:
    lines = CLAMP.replace("LEAST", str(least)).replace("MOST", str(most))
    (content,) = compute(
        "%a: tensor<i64>",
        through_float(lines, "b", to),
        f"tensor<{to}>",
        values=(-257, -256, -255, -1, 0, 1, 127, 128, 255, 256, 257),
        data=data,
    )
    assert (content is not None) == is_known


@pytest.mark.parametrize("data", [False, True])
def test_truths_are_floats_exactly(compute: Compute, data: bool) -> None:
    lines = """%z = stablehlo.constant dense<0> : tensor<i64>
        %p = stablehlo.compare GE, %a, %z : (tensor<i64>, tensor<i64>) -> tensor<i1>
        """
    (content,) = compute(
        "%a: tensor<i64>", through_float(lines, "p", kind="i1"), "tensor<i64>", data=data
    )
    assert content is not None


@pytest.mark.parametrize(("data", "least", "facts"), [(0, 0, True), (0, -1, False), (1, 0, False)])
def test_what_is_said_of_a_rounded_number(
    propagate: Callable[..., None], data: bool, least: int, facts: bool
) -> None:
    """Only of what is never negative, and is read as a size."""
    lines = CLAMP.replace("LEAST", str(least)).replace("MOST", str(1 << 40))
    body = through_float(lines, "b")
    module = parse(f"func.func @f(%a: tensor<i64>) -> tensor<i64> {{\n{body}\n}}")
    function = next(op for op in module.walk() if isinstance(op, FuncOp))
    *ops, _ = function.body.block.ops
    state = RelationState()
    state.relevant.add(function.body.block.args[0])
    propagate(ops, state, data=data)
    assert bool(state.prover.facts()) == facts
    assert state.assumes_no_wrap == (not data)
