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


@pytest.fixture
def rounded(speak: Callable[[Sequence[Operation], RelationState], None]) -> Round:
    """Let a size go through a float type to an integer type."""

    def build(kind: str, to: str) -> Rounded:
        module = parse(SHORT.format(kind=kind, to=to))
        function = next(op for op in module.walk() if isinstance(op, FuncOp))
        state = RelationState()
        *body, last = function.body.block.ops
        speak(body, state)
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
    assert r.state.supposes_no_wrap


def test_an_assumption_that_is_broken() -> None:
    text = PROGRAM.format(kind="f16", rounding="ceil").replace("i8", "i32")
    module = parse("module attributes {disc_shape.no_wrap} {" + text + "}")
    # 65520 is infinite as a float of 16 bits, and no integer afterwards.
    with pytest.raises((ClaimError, OverflowError)):
        check(module, np.zeros(65520, np.int32), entry="main")
