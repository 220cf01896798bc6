"""Sums and products of thousands of sizes are written flat and read back, without recursion."""

import sys
from collections.abc import Iterator
from io import StringIO

import pytest
from fuzz.harness import parse, show
from xdsl.context import Context
from xdsl.dialects.builtin import AffineMapAttr, ModuleOp
from xdsl.dialects.func import Func
from xdsl.ir.affine import AffineDimExpr, AffineExpr, AffineMap
from xdsl.parser import Parser
from xdsl.printer import Printer

from disc_shape.dialects.disc_shape import (
    DiscShape,
    PredicateOp,
    TiePredicateAffineEqOp,
    TiePredicateOp,
)
from disc_shape.dialects.xdsl_extras.affine_text import (
    MLIR,
    MUL,
    PROVER,
    balanced,
    combined,
    infix,
    map_text,
)
from disc_shape.passes.shape_optimization import ShapeOptimizationPass
from disc_shape.symbolic import parse as parse_expression
from disc_shape.tools.source import SourceMap, SourceParser

PLAIN_LIMIT = 1000
"""Python's own limit of recursion, under which libraries and plain `xdsl-opt` run."""


@pytest.fixture
def plain_recursion() -> Iterator[None]:
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(PLAIN_LIMIT)
    yield
    sys.setrecursionlimit(limit)


def concatenation(count: int) -> str:
    """A program that concatenates `count` pieces of unknown sizes."""
    names = [f"%x{index}" for index in range(count)]
    pieces, types = ", ".join(names), ", ".join(["tensor<?xf32>"] * count)
    arguments = ", ".join(f"{name}: tensor<?xf32>" for name in names)
    return f"""
func.func @main({arguments}) -> tensor<?xf32> {{
  %0 = stablehlo.concatenate {pieces}, dim = 0 : ({types}) -> tensor<?xf32>
  func.return %0 : tensor<?xf32>
}}
"""


def facts(module: ModuleOp) -> list[str]:
    return [op.text for op in module.walk() if isinstance(op, PredicateOp)]


def generic(module: ModuleOp) -> str:
    stream = StringIO()
    Printer(stream=stream, print_generic_format=True).print_op(module)
    return stream.getvalue()


@pytest.mark.parametrize("count", [2, 8, 9, 155, 2000])
@pytest.mark.usefixtures("plain_recursion")
def test_a_concatenation_of_many_pieces_is_read_back(count: int) -> None:
    module = parse(concatenation(count))
    ShapeOptimizationPass().apply(Context(), module)
    text = show(module)
    operands = [f"d{index}" for index in range(count)]
    assert f"affine_map<({', '.join(operands)}) -> ({' + '.join(operands)})>" in text
    expected = " + ".join(f"d{index}" for index in range(1, count + 1))
    assert facts(module) == [f"d0 == {expected}"]
    again = parse(text)
    again.verify()
    assert show(again) == text
    assert facts(parse(generic(module))) == facts(module)
    ShapeOptimizationPass().apply(Context(), again)
    assert show(again) == text


@pytest.mark.parametrize("operator", [" + ", " * ", " - "])
@pytest.mark.usefixtures("plain_recursion")
def test_long_conditions_are_read_back(operator: str) -> None:
    count = 2000
    sizes = "".join(f"  %{index} = disc_shape.dim @A{index}\n" for index in range(count))
    condition = f"d0 >= {operator.join(f'd{index}' for index in range(1, count))}"
    names = ", ".join(f"%{index}" for index in range(count))
    symbols = "".join(f"disc_shape.SymbolDim @A{index} {{named}}\n" for index in range(count))
    text = (
        f"func.func @shape_constraint_graph() {{\n{sizes}"
        f'  disc_shape.tie_predicate "{condition}"({names}) {{assumed}}\n'
        f"  func.return\n}}\n{symbols}"
    )
    module = parse(text)
    module.verify()
    (fact,) = [op for op in module.walk() if isinstance(op, TiePredicateOp)]
    assert fact.text == condition
    ShapeOptimizationPass().apply(Context(), module)
    (written,) = facts(module)
    assert len(written.replace("(", "")) == len(written)
    again = parse(show(module))
    again.verify()
    assert show(again) == show(module)


@pytest.mark.usefixtures("plain_recursion")
def test_plain_xdsl_reads_long_maps() -> None:
    """The dialect in xDSL's own parser, which knows nothing of balanced sums."""
    count = 2000
    dims = ", ".join(f"d{index}" for index in range(count))
    body = " + ".join(f"d{index} * 2" for index in range(count))
    text = (
        "func.func @shape_constraint_graph() {\n  %0 = disc_shape.dim @A\n"
        f"  disc_shape.tie_predicate_affine_eq %0, affine_map<({dims}) -> ({body} - 3)>"
        f"({', '.join(['%0'] * count)})\n  func.return\n}}\ndisc_shape.SymbolDim @A {{named}}\n"
    )
    ctx = Context()
    ctx.load_dialect(DiscShape)
    ctx.load_dialect(Func)
    module = Parser(ctx, text).parse_module()
    module.verify()
    (op,) = [op for op in module.walk() if isinstance(op, TiePredicateAffineEqOp)]
    assert f"-> ({body} - 3)>" in str(op)
    assert hash(op.affine_attr) == hash(AffineMapAttr(op.affine_attr.data))


D = [AffineDimExpr(index) for index in range(3)]
EXPRESSIONS: list[tuple[AffineExpr, str, str]] = [
    (D[0] + (D[1] + D[2]), "d0 + d1 + d2", "d0 + d1 + d2"),
    ((D[0] + D[1]) // 2 * 2, "((d0 + d1) floordiv 2) * 2", "((d0 + d1) // 2) * 2"),
    (D[0] - D[1] * 3 - 1, "d0 - d1 * 3 - 1", "d0 - d1 * 3 - 1"),
    (-D[0] + -D[1], "d0 * -1 - d1", "d0 * -1 - d1"),
    (D[0] - (D[1] + D[2]).ceil_div(4), "d0 - (d1 + d2) ceildiv 4", "d0 - ceildiv(d1 + d2, 4)"),
    ((D[0] % 4 + 2) % 3, "(d0 mod 4 + 2) mod 3", "(d0 % 4 + 2) % 3"),
    (D[0] // 2 // 3, "(d0 floordiv 2) floordiv 3", "(d0 // 2) // 3"),
    ((D[0] * 2) // 3, "(d0 * 2) floordiv 3", "(d0 * 2) // 3"),
    (combined(MUL, [D[0] + 1, D[1], D[2] % 2]), "(d0 + 1) * d1 * (d2 mod 2)", ""),
    (AffineExpr.constant(-2), "-2", "-2"),
]


@pytest.mark.parametrize(("expr", "mlir", "prover"), EXPRESSIONS)
def test_expressions_keep_their_meaning(expr: AffineExpr, mlir: str, prover: str) -> None:
    assert infix(expr, MLIR) == mlir
    text = infix(expr, PROVER)
    assert not prover or text == prover
    source = SourceMap("", f"affine_map<(d0, d1, d2) -> ({mlir})>")
    attr = SourceParser(Context(), source).parse_attribute()
    assert isinstance(attr, AffineMapAttr)
    (read,) = attr.data.results
    node = parse_expression(text)
    for code in range(5**3):
        values = [code // 5**place % 5 for place in range(3)]
        expected = expr.eval(values, [])
        assert read.eval(values, []) == expected
        assert node.evaluate({f"d{place}": value for place, value in enumerate(values)}) == expected


def test_symbols_of_a_map_are_written() -> None:
    expr = AffineExpr.dimension(0) + AffineExpr.symbol(1)
    assert map_text(AffineMap(1, 2, (expr, expr))) == "(d0)[s0, s1] -> (d0 + s1, d0 + s1)"


@pytest.mark.parametrize("count", [1, 2, 8, 9, 100])
def test_balanced_sums_are_the_same_sums(count: int) -> None:
    expr: AffineExpr = AffineDimExpr(0)
    for index in range(1, count):
        expr = expr + AffineDimExpr(index)
    values = [3**index for index in range(count)]
    assert balanced(expr).eval(values, []) == sum(values)
    assert infix(balanced(expr), MLIR) == infix(expr, MLIR)
