"""What evaluators say of integer arithmetic, for all small values of either sign."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from xdsl.dialects.builtin import TensorType, i1, i64
from xdsl.dialects.test import TestOp

from disc_shape.cards.elements import Scalar
from disc_shape.cards.functions import SHIFT_LEFT
from disc_shape.relations import RelationState
from disc_shape.relations.arithmetic import shift_left, shift_right
from disc_shape.relations.integers import (
    chosen,
    compared,
    complete,
    differ,
    known,
    quotient,
    remainder,
)
from disc_shape.relations.state import Content
from disc_shape.symbolic import FALSE, TRUE, Expr, Select, compare, const
from disc_shape.symbolic.choice import has_choice

Compute = Callable[..., list[Content]]

EXACT = ("addi", "subi", "muli", "minsi", "maxsi", "divsi", "remsi", "floordivsi", "ceildivsi")
UNSIGNED = ("divui", "remui", "minui", "maxui", "ceildivui")


@pytest.mark.parametrize("name", EXACT)
def test_signed_arithmetic_is_known_for_either_sign(compute: Compute, name: str) -> None:
    (content,) = compute(
        "%a: i64, %b: i64", f"%c = arith.{name} %a, %b : i64\nreturn %c : i64", "i64"
    )
    assert content is not None


@pytest.mark.parametrize("name", UNSIGNED)
def test_unsigned_arithmetic_on_unknown_signs_is_unknown(compute: Compute, name: str) -> None:
    (content,) = compute(
        "%a: i64, %b: i64", f"%c = arith.{name} %a, %b : i64\nreturn %c : i64", "i64"
    )
    assert content is None


@pytest.mark.parametrize("name", UNSIGNED)
def test_unsigned_arithmetic_on_sizes_is_known(compute: Compute, name: str) -> None:
    (content,) = compute(
        "%a: i64, %b: i64",
        f"""%zero = arith.constant 0 : i64
        %x = arith.maxsi %a, %zero : i64
        %y = arith.maxsi %b, %zero : i64
        %c = arith.{name} %x, %y : i64
        return %c : i64""",
        "i64",
    )
    assert content is not None


@pytest.mark.parametrize("divisor", [-3, -1, 1, 2, 4])
@pytest.mark.parametrize("name", ["divide", "remainder"])
@pytest.mark.parametrize("dialect", ["stablehlo", "mhlo"])
def test_division_by_a_number(compute: Compute, dialect: str, name: str, divisor: int) -> None:
    (content,) = compute(
        "%a: tensor<i64>",
        f"""%b = {dialect}.constant dense<{divisor}> : tensor<i64>
        %c = {dialect}.{name} %a, %b : tensor<i64>
        return %c : tensor<i64>""",
        "tensor<i64>",
        values=range(-9, 10),
    )
    assert content is not None


@pytest.mark.parametrize("name", ["divide", "remainder"])
def test_division_by_what_may_be_zero_is_unknown(compute: Compute, name: str) -> None:
    (content,) = compute(
        "%a: tensor<i64>, %b: tensor<i64>",
        f"%c = stablehlo.{name} %a, %b : tensor<i64>\nreturn %c : tensor<i64>",
        "tensor<i64>",
    )
    assert content is None


@pytest.mark.parametrize("name", ["add", "subtract", "multiply", "maximum", "minimum"])
def test_elementwise_arithmetic_on_small_tensors(compute: Compute, name: str) -> None:
    (content,) = compute(
        "%a: tensor<2xi32>, %b: tensor<2xi32>",
        f"%c = stablehlo.{name} %a, %b : tensor<2xi32>\nreturn %c : tensor<2xi32>",
        "tensor<2xi32>",
        values=range(-2, 3),
    )
    assert content is not None
    assert len(content) == 2


@pytest.mark.parametrize("name", ["sign", "negate", "abs", "not"])
def test_unary_arithmetic(compute: Compute, name: str) -> None:
    (content,) = compute(
        "%a: tensor<i64>",
        f"%c = stablehlo.{name} %a : tensor<i64>\nreturn %c : tensor<i64>",
        "tensor<i64>",
    )
    assert content is not None


def test_clamp(compute: Compute) -> None:
    (content,) = compute(
        "%a: tensor<i64>, %b: tensor<2xi64>, %c: tensor<i64>",
        "%d = stablehlo.clamp %a, %b, %c : "
        "(tensor<i64>, tensor<2xi64>, tensor<i64>) -> tensor<2xi64>\nreturn %d : tensor<2xi64>",
        "tensor<2xi64>",
        values=range(-2, 3),
    )
    assert content is not None


@pytest.mark.parametrize("direction", ["EQ", "NE", "LT", "LE", "GT", "GE"])
def test_select_by_comparison(compute: Compute, direction: str) -> None:
    (content,) = compute(
        "%a: tensor<i64>, %b: tensor<i64>",
        f"""%p = stablehlo.compare {direction}, %a, %b, SIGNED :
            (tensor<i64>, tensor<i64>) -> tensor<i1>
        %n = stablehlo.not %p : tensor<i1>
        %c = stablehlo.select %p, %a, %b : tensor<i1>, tensor<i64>
        %d = stablehlo.select %n, %c, %a : tensor<i1>, tensor<i64>
        return %d : tensor<i64>""",
        "tensor<i64>",
    )
    assert content is not None


@pytest.mark.parametrize("predicate", ["eq", "ne", "slt", "sle", "sgt", "sge"])
def test_cmpi(compute: Compute, predicate: str) -> None:
    (content,) = compute(
        "%a: i64, %b: i64",
        f"%c = arith.cmpi {predicate}, %a, %b : i64\n%d = arith.extui %c : i1 to i64\n"
        "return %d : i64",
        "i64",
    )
    assert content is not None


@pytest.mark.parametrize("predicate", ["ult", "ule", "ugt", "uge"])
def test_unsigned_comparison_of_unknown_signs_is_unknown(compute: Compute, predicate: str) -> None:
    (content,) = compute(
        "%a: i64, %b: i64",
        f"%c = arith.cmpi {predicate}, %a, %b : i64\n%d = arith.extui %c : i1 to i64\n"
        "return %d : i64",
        "i64",
    )
    assert content is None


@pytest.mark.parametrize("predicate", ["eq", "ne", "slt", "sle", "sgt", "sge", "ult", "uge"])
def test_comparison_of_booleans(compute: Compute, predicate: str) -> None:
    (content,) = compute(
        "%a: i64, %b: i64",
        f"""%zero = arith.constant 0 : i64
        %p = arith.cmpi slt, %a, %zero : i64
        %q = arith.cmpi slt, %b, %zero : i64
        %c = arith.cmpi {predicate}, %p, %q : i1
        %d = arith.extsi %c : i1 to i64
        return %d : i64""",
        "i64",
        values=range(-1, 2),
    )
    assert content is not None


@pytest.mark.parametrize("name", ["andi", "ori", "xori", "addi", "subi", "muli"])
def test_booleans(compute: Compute, name: str) -> None:
    (content,) = compute(
        "%a: i64, %b: i64",
        f"""%zero = arith.constant 0 : i64
        %p = arith.cmpi slt, %a, %zero : i64
        %q = arith.cmpi eq, %b, %zero : i64
        %c = arith.{name} %p, %q : i1
        %d = arith.extui %c : i1 to i64
        return %d : i64""",
        "i64",
        values=range(-1, 2),
    )
    assert content is not None


@pytest.mark.parametrize("name", ["and", "or", "xor", "add", "multiply", "maximum", "minimum"])
def test_hlo_booleans(compute: Compute, name: str) -> None:
    (content,) = compute(
        "%a: tensor<i64>, %b: tensor<i64>",
        f"""%zero = stablehlo.constant dense<0> : tensor<i64>
        %p = stablehlo.compare LT, %a, %zero : (tensor<i64>, tensor<i64>) -> tensor<i1>
        %q = stablehlo.compare EQ, %b, %zero : (tensor<i64>, tensor<i64>) -> tensor<i1>
        %c = stablehlo.{name} %p, %q : tensor<i1>
        %d = stablehlo.convert %c : (tensor<i1>) -> tensor<i64>
        return %d : tensor<i64>""",
        "tensor<i64>",
        values=range(-1, 2),
    )
    assert content is not None


@pytest.mark.parametrize(("name", "amount"), [("andi", 7), ("andi", 0), ("shli", 2), ("shrsi", 1)])
def test_bits(compute: Compute, name: str, amount: int) -> None:
    (content,) = compute(
        "%a: i64",
        f"%b = arith.constant {amount} : i64\n%c = arith.{name} %a, %b : i64\nreturn %c : i64",
        "i64",
        values=range(-17, 18),
    )
    assert content is not None


def test_narrowing_is_exact_only_by_range(compute: Compute) -> None:
    unknown, known = compute(
        "%a: i64",
        """%low = arith.constant -128 : i64
        %high = arith.constant 127 : i64
        %b = arith.trunci %a : i64 to i8
        %c = arith.maxsi %a, %low : i64
        %d = arith.minsi %c, %high : i64
        %e = arith.trunci %d : i64 to i8
        %f = arith.extsi %b : i8 to i64
        %g = arith.extsi %e : i8 to i64
        return %f, %g : i64, i64""",
        "(i64, i64)",
        values=range(-300, 300),
    )
    assert unknown is None
    assert known is not None


def test_widening_an_unknown_sign_without_it_is_unknown(compute: Compute) -> None:
    signed, unsigned = compute(
        "%a: i32",
        """%b = arith.extsi %a : i32 to i64
        %c = arith.extui %a : i32 to i64
        return %b, %c : i64, i64""",
        "(i64, i64)",
    )
    assert signed is not None
    assert unsigned is None


def test_an_unsigned_difference_that_may_be_negative_is_unknown(compute: Compute) -> None:
    (content,) = compute(
        "%a: tensor<i64>",
        """%zero = stablehlo.constant dense<0> : tensor<i64>
        %one = stablehlo.constant dense<1> : tensor<ui64>
        %b = stablehlo.maximum %a, %zero : tensor<i64>
        %c = stablehlo.convert %b : (tensor<i64>) -> tensor<ui64>
        %d = stablehlo.subtract %c, %one : tensor<ui64>
        %e = stablehlo.convert %d : (tensor<ui64>) -> tensor<i64>
        return %e : tensor<i64>""",
        "tensor<i64>",
    )
    assert content is None


def test_floor_division_as_exporters_write_it(compute: Compute) -> None:
    (content,) = compute(
        "%a: tensor<i64>",
        """%zero = stablehlo.constant dense<0> : tensor<i64>
        %one = stablehlo.constant dense<1> : tensor<i64>
        %b = stablehlo.constant dense<4> : tensor<i64>
        %0 = stablehlo.divide %a, %b : tensor<i64>
        %1 = stablehlo.sign %a : tensor<i64>
        %2 = stablehlo.sign %b : tensor<i64>
        %3 = stablehlo.compare NE, %1, %2, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
        %4 = stablehlo.remainder %a, %b : tensor<i64>
        %5 = stablehlo.compare NE, %4, %zero, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
        %6 = stablehlo.and %3, %5 : tensor<i1>
        %7 = stablehlo.subtract %0, %one : tensor<i64>
        %8 = stablehlo.select %6, %7, %0 : tensor<i1>, tensor<i64>
        return %8 : tensor<i64>""",
        "tensor<i64>",
        values=range(-9, 10),
    )
    assert content is not None


@pytest.mark.parametrize("name", ["divsi", "remsi", "floordivsi", "ceildivsi"])
def test_division_by_zero_has_no_value(contents_of: Compute, name: str) -> None:
    lines = f"%z = arith.constant 0 : i64\n%c = arith.{name} %a, %z : i64\nreturn %c : i64"
    assert contents_of("%a: i64", lines, "i64") == [None]


@pytest.mark.parametrize("least", [0, 1])
def test_division_by_sizes_asks_for_no_sign(contents_of: Compute, least: int) -> None:
    (quotient, rest, by_sizes) = contents_of(
        "%a: i64, %b: i64",
        f"""%z = arith.constant 0 : i64
        %l = arith.constant {least} : i64
        %x = arith.maxsi %a, %z : i64
        %y = arith.maxsi %b, %l : i64
        %c = arith.divsi %x, %y : i64
        %d = arith.remsi %x, %y : i64
        %e = arith.divsi %a, %y : i64
        return %c, %d, %e : i64, i64, i64""",
        "(i64, i64, i64)",
    )
    assert quotient is not None
    assert rest is not None
    assert by_sizes is not None
    assert "select" not in f"{quotient[0]} {rest[0]}"
    assert str(by_sizes[0]).count("select") == 1


@pytest.mark.parametrize("direction", ["EQ", "NE", "LT", "LE", "GT", "GE"])
def test_comparison_without_a_sign(compute: Compute, direction: str) -> None:
    known, unknown = compute(
        "%a: tensor<i64>, %b: tensor<i64>",
        f"""%z = stablehlo.constant dense<0> : tensor<i64>
        %x = stablehlo.maximum %a, %z : tensor<i64>
        %y = stablehlo.maximum %b, %z : tensor<i64>
        %c = stablehlo.compare {direction}, %x, %y, UNSIGNED :
            (tensor<i64>, tensor<i64>) -> tensor<i1>
        %d = stablehlo.compare {direction}, %a, %b, UNSIGNED :
            (tensor<i64>, tensor<i64>) -> tensor<i1>
        return %c, %d : tensor<i1>, tensor<i1>""",
        "(tensor<i1>, tensor<i1>)",
        values=range(-2, 3),
    )
    assert known is not None
    assert (unknown is None) == (direction not in ("EQ", "NE"))


def test_truths_as_indices(compute: Compute) -> None:
    (content,) = compute(
        "%a: i64",
        """%z = arith.constant 0 : i64
        %p = arith.cmpi slt, %a, %z : i64
        %c = arith.index_cast %p : i1 to index
        return %c : index""",
        "index",
    )
    assert content is not None


@pytest.mark.parametrize(("data", "bits", "is_known"), [(0, 32, 1), (0, 16, 0), (1, 32, 0)])
def test_indices_in_fewer_bits(compute: Compute, data: bool, bits: int, is_known: bool) -> None:
    (content,) = compute(
        "%a: index",
        f"%c = arith.index_cast %a : index to i{bits}\nreturn %c : i{bits}",
        f"i{bits}",
        data=data,
    )
    assert (content is not None) == is_known


def test_truths_and_numbers_are_not_compared() -> None:
    state = RelationState()
    a = state.fresh()
    positive = compare(">=", a, 1)
    for order in ("==", "!=", "<", "<=", ">", ">="):
        assert compared(state, order, a, positive) is None
        assert compared(state, order, positive, a) is None
        assert chosen(state, positive, a, positive) is None


def test_what_is_known_decides() -> None:
    state = RelationState()
    a, b = state.fresh(1), state.fresh(1)
    below, above = compare("<=", a * b, 0), compare(">=", a * b, 1)
    assert (known(state, below), known(state, above)) == (FALSE, TRUE)
    assert (chosen(state, below, a, b), chosen(state, above, a, b)) == (b, a)
    assert known(state, compare("<=", a, b)) == compare("<=", a, b)
    assert (known(state, TRUE), known(state, FALSE)) == (TRUE, FALSE)


def test_what_is_not_known_of_numbers_is_a_symbol_and_of_truths_nothing() -> None:
    state = RelationState()
    numbers, truths = (
        TestOp.create(result_types=[TensorType(type, [2])]).results[0] for type in (i64, i1)
    )
    a = state.fresh()
    found = complete(state, numbers, [a, None])
    assert found is not None
    assert found[0] is a
    assert isinstance(found[1], Expr)
    assert state.anchors[found[1]].value is numbers
    assert complete(state, truths, [compare(">=", a, 1), None]) is None
    assert complete(state, truths, [compare(">=", a, 1), TRUE]) == (compare(">=", a, 1), TRUE)


def test_what_provably_differs() -> None:
    state = RelationState()
    a, b = state.fresh(1), state.fresh(1)
    assert differ(state, a, a + 1)
    assert not differ(state, a, a)
    assert not differ(state, a, b)
    assert differ(state, a + b, a)


@pytest.mark.parametrize("steps", [0, 1, 62, 63, 64, -1])
@pytest.mark.parametrize("name", ["shift_left", "shift_right_arithmetic"])
def test_shifts(name: str, steps: int) -> None:
    """By as many bits as a number has, or more, nothing is inferred."""
    rule = {"shift_left": shift_left, "shift_right_arithmetic": shift_right}[name]
    state = RelationState()
    a = state.fresh(None, None)
    found = rule(state, Scalar(SHIFT_LEFT), a, const(steps))
    assert (found is None) == (not 0 <= steps < 64)
    for number in (-5, -1, 0, 1, 5):
        if found is not None:
            expected = number << steps if name == "shift_left" else number >> steps
            assert found.evaluate({a.name or "": number}) == expected


def test_a_divisor_is_positive_or_negative() -> None:
    """It is not zero, so ranges of either case begin at one."""
    state = RelationState()
    a, b = state.fresh(None), state.fresh(None)
    for found in (quotient(state, a, b, True), remainder(state, a, b, True)):
        assert isinstance(found, Select)
        assert found.cond == compare(">", b, 0)


ROUNDED = """%zero = stablehlo.constant dense<0> : tensor<i64>
%one = stablehlo.constant dense<{step}> : tensor<i64>
%b = stablehlo.constant dense<{divisor}> : tensor<i64>
{lines}
%q = stablehlo.divide %n, %b : tensor<i64>
%s = stablehlo.sign %n : tensor<i64>
%t = stablehlo.sign %b : tensor<i64>
%p = stablehlo.compare {signs}, %s, %t : (tensor<i64>, tensor<i64>) -> tensor<i1>
%r = stablehlo.remainder %n, %b : tensor<i64>
%o = stablehlo.compare {rest}, %r, %zero : (tensor<i64>, tensor<i64>) -> tensor<i1>
%u = stablehlo.and %p, %o : tensor<i1>
%m = stablehlo.subtract %q, %one : tensor<i64>
%d = stablehlo.select %u, %m, %q : tensor<i1>, tensor<i64>
return %d : tensor<i64>"""
"""How JAX rounds down: one less than towards zero where signs differ and a rest is left."""

LINES = "%n = stablehlo.add %a, %zero : tensor<i64>"
AT_LEAST = """%low = stablehlo.constant dense<{least}> : tensor<i64>
%n = stablehlo.maximum %a, %low : tensor<i64>"""


@pytest.mark.parametrize("divisor", [-3, -2, -1, 1, 2, 3, 4])
@pytest.mark.parametrize(
    "lines", [LINES, *(AT_LEAST.format(least=least) for least in (-5, -2, -1, 0, 1))]
)
def test_a_quotient_that_is_rounded_down(compute: Compute, lines: str, divisor: int) -> None:
    text = ROUNDED.format(step=1, divisor=divisor, signs="NE", rest="NE", lines=lines)
    (content,) = compute("%a: tensor<i64>", text, "tensor<i64>", values=range(-13, 14))
    assert content is not None
    assert isinstance(content[0], Expr)
    assert not has_choice(content[0]) or divisor < 0


@pytest.mark.parametrize("divisor", [2, 3])
@pytest.mark.parametrize(
    ("step", "signs", "rest"), [(1, "EQ", "NE"), (1, "NE", "EQ"), (2, "NE", "NE"), (-1, "NE", "NE")]
)
@pytest.mark.parametrize("lines", [LINES, AT_LEAST.format(least=-2)])
def test_what_is_almost_a_quotient(
    compute: Compute, lines: str, step: int, signs: str, rest: str, divisor: int
) -> None:
    text = ROUNDED.format(step=step, divisor=divisor, signs=signs, rest=rest, lines=lines)
    (content,) = compute("%a: tensor<i64>", text, "tensor<i64>", values=range(-13, 14))
    assert content is not None


def test_a_quotient_of_two_numbers_that_is_rounded_down(compute: Compute) -> None:
    text = ROUNDED.format(step=1, divisor=1, signs="NE", rest="NE", lines=LINES)
    text = text.replace("%b = stablehlo.constant dense<1>", "%k = stablehlo.constant dense<1>")
    text = text.replace("%q =", "%b = stablehlo.maximum %c, %k : tensor<i64>\n%q =")
    (content,) = compute(
        "%a: tensor<i64>, %c: tensor<i64>", text, "tensor<i64>", values=range(-7, 8)
    )
    assert content is not None
