"""Expressions and conditions: one object per structure, printing, parsing, values."""

import itertools
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from disc_shape.symbolic import (
    FALSE,
    TRUE,
    Expr,
    FloorDiv,
    Mod,
    Product,
    Select,
    Sum,
    ceildiv,
    compare,
    conj,
    const,
    disj,
    maximum,
    minimum,
    negate,
    parse,
    parse_cond,
    select,
    sym,
)

A, B, C = sym("a"), sym("b"), sym("c")


@st.composite
def expressions(draw: st.DrawFn, depth: int = 3) -> Expr:
    if depth == 0 or draw(st.booleans()):
        return draw(st.sampled_from([A, B, C, const(0), const(1), const(-2), const(5)]))
    left, right = draw(expressions(depth - 1)), draw(expressions(depth - 1))
    k = draw(st.sampled_from([2, 3, 4, 6, -3]))
    kind = draw(st.integers(0, 7))
    match kind:
        case 0:
            return left + right
        case 1:
            return left - right
        case 2:
            return left * right
        case 3:
            return left // k
        case 4:
            return left % k
        case 5:
            return minimum(left, right)
        case 6:
            return maximum(left, right, 1)
        case _:
            return select(compare("<", left, right), left, right + 1)


@given(expressions(), st.lists(st.integers(-9, 20), min_size=3, max_size=3))
def test_printed_form_reads_back_as_the_same_object(e: Expr, values: list[int]) -> None:
    text = str(e)
    again = parse(text)
    assert again is e
    env = dict(zip("abc", values, strict=True))

    def choose(cond: bool, then: int, other: int) -> int:
        return then if cond else other

    expected: object = eval(text, {"min": min, "max": max, "select": choose}, dict(env))
    assert e.evaluate(env) == expected


@given(expressions(), expressions(), st.lists(st.integers(-9, 20), min_size=3, max_size=3))
def test_operators_compute_what_python_computes(x: Expr, y: Expr, values: list[int]) -> None:
    env = dict(zip("abc", values, strict=True))
    u, v = x.evaluate(env), y.evaluate(env)
    assert (x + y).evaluate(env) == u + v
    assert (x - y).evaluate(env) == u - v
    assert (x * y).evaluate(env) == u * v
    for k in (1, 2, 5, 8, -1, -4):
        assert (x // k).evaluate(env) == u // k
        assert (x % k).evaluate(env) == u % k
    if v:
        assert (x // y).evaluate(env) == u // v
        assert (x % y).evaluate(env) == u % v


def test_equal_structure_is_one_object() -> None:
    assert A + B is B + A
    assert 2 * A + A is 3 * A
    assert (A + B) * (A - B) is A * A - B * B
    assert (A + 7) // 8 * 8 is parse("8*((7 + a)//8)")
    assert parse_cond("a < b and c >= 1") is parse_cond("(a < b) and (c >= 1)")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("(x//2)//3", "x//6"),
        ("(12*x + 8)//4", "3*x + 2"),
        ("(6*x + 1)//4", "x + x//2"),
        ("(4*x + 5) % 4", "1"),
        ("(-x)//2", "-((x + 1)//2)"),
        ("x % 8 % 4", "x % 4"),
        ("x // 1", "x"),
        ("x % 1", "0"),
        ("x - (x - 1)", "1"),
        ("max(a, b, a, 3, 7)", "max(a, b, 7)"),
        ("-a**2", "-a*a"),
        ("2**3**2", "512"),
        ("--a - -b", "a + b"),
        ("100 // 7 * 2 % 5", "3"),
        ("2**-(-3)", "8"),
        ("a*2*b*c", "2*a*b*c"),
    ],
)
def test_identities(text: str, expected: str) -> None:
    assert str(parse(text)) == expected


def test_node_classes_and_parts() -> None:
    total = 3 * A * B + 2
    assert isinstance(total, Sum)
    assert total.constant_term == 2
    assert total.terms == ((A * B, 3),)
    product = A * A * B
    assert isinstance(product, Product)
    assert product.factors == ((A, 2), (B, 1))
    quotient = A // B
    assert isinstance(quotient, FloorDiv)
    assert (quotient.lhs, quotient.rhs) == (A, B)
    assert isinstance(A % B, Mod)
    chosen = select(compare("<", A, B), A, 0)
    assert isinstance(chosen, Select)
    assert chosen.symbols == (A, B)
    assert (const(4).constant, A.constant, A.name, total.name) == (4, None, "a", None)


def test_substitution_is_simultaneous() -> None:
    assert (A + 2 * B).substitute({A: B, B: A}) is B + 2 * A
    assert (A // 4).substitute({A: 8 * C + 1}) is 2 * C


def test_integers_have_any_size() -> None:
    big = 2**200
    assert (A * big).evaluate({"a": big}) == 2**400
    assert parse(str(A * big + big)) is A * big + big


def test_ceildiv() -> None:
    for a, b in itertools.product(range(-9, 10), range(1, 5)):
        assert ceildiv(A, B).evaluate({"a": a, "b": b}) == -(-a // b)


def test_ceildiv_by_negative_numbers() -> None:
    assert ceildiv(1 - 2 * A, -1) is 2 * A - 1
    for a in range(-9, 10):
        for b in range(-4, 0):
            assert ceildiv(A, b).evaluate({"a": a}) == -(-a // b)


def test_negation_reaches_the_comparisons() -> None:
    assert negate(parse_cond("a < b and b == c")) is parse_cond("a >= b or b != c")
    assert negate(TRUE) is FALSE
    assert conj([TRUE, TRUE]) is TRUE
    assert disj([FALSE]) is FALSE
    assert compare("<=", A, A) is TRUE
    assert compare("<", 3, 3) is FALSE


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a +", "unexpected end at column 4"),
        ("a ? b", "unexpected character '?' at column 3"),
        ("foo(a)", "no function 'foo'"),
        ("min(a, b", "expected ')' at column 9"),
        ("(a, b)", "expected ')', found ',' at column 3"),
        ("select(a == 1, b)", "'select' takes 3 operands, got 2"),
        ("a)", "unexpected ')' at column 2"),
        ("a + not b", "unexpected 'not' at column 5"),
        ("-" * 200 + "(" * 151 + "a", "too many nested parentheses at column 351"),
        ("1" * 1001, "a number of 1001 digits is too large at column 1"),
        ("(10**64)**64", "this power is too large"),
        ("(a", "expected ')' at column 3"),
        ("a < b", "expected an integer expression, found a condition"),
        ("a ** b", "an exponent must be an integer from 0 to 64"),
    ],
)
def test_reading_errors_say_where(text: str, message: str) -> None:
    with pytest.raises(ValueError, match="column") as caught:
        parse(text)
    assert message in str(caught.value)


def test_long_sums_and_deep_expressions_need_no_recursion() -> None:
    text = " + ".join(f"x{i}*{i + 1}" for i in range(5000))
    e = parse(text)
    assert len(e.symbols) == 5000
    deep: Expr = A
    for i in range(5000):
        deep = maximum(deep + 1, sym(f"m{i % 7}")) * 2
    assert len(deep.symbols) == 8
    assert deep.evaluate({"a": 0, **{f"m{i}": 0 for i in range(7)}}) > 2**5000
    assert deep.substitute({A: const(0)}).symbols == deep.symbols[1:]


def test_import_needs_nothing_but_the_standard_library() -> None:
    program = (
        "import sys; before = set(sys.modules); import disc_shape.symbolic; "
        "new = {m.split('.')[0] for m in set(sys.modules) - before} - {'disc_shape'}; "
        "print(sorted(new - set(sys.stdlib_module_names)))"
    )
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert result.stdout.strip() == "[]", result.stderr
