"""Operations on constants, folded and interpreted: the numbers are the same, or none is folded."""

from itertools import product

import numpy as np
import pytest
from fuzz.harness import parse, show

from disc_shape.interpreters import run
from disc_shape.passes.shape_optimization import optimize_shapes

BINARY = ("add", "subtract", "multiply", "divide", "remainder", "maximum", "minimum")
LOGICAL = ("and", "or", "xor")
UNARY = ("negate", "abs", "sign", "not")
MAY_OVERFLOW = ("add", "subtract", "multiply", "divide", "negate", "abs", "convert")
"""The operations some of whose results here do not fit; arithmetic that wraps is not folded."""
COMPARISONS = ("EQ", "NE", "LT", "LE", "GT", "GE")
VALUES = {
    "i1": "[true, false, true, false]",
    "i8": "[-128, 127, -1, 5]",
    "ui8": "[0, 255, 128, 7]",
    "i32": "[-7, 2147483647, 0, 3]",
    "i64": "[-9223372036854775808, 12, -12, 1]",
}
OTHERS = {
    "i1": "[true, true, false, false]",
    "i8": "[1, 2, -128, -2]",
    "ui8": "[1, 2, 255, 3]",
    "i32": "[2, -3, 5, -3]",
    "i64": "[1, -5, 5, 12]",
}


def cases() -> list[tuple[str, str, str]]:
    """Each operation on each element type, that type, and the type of its result."""
    return [(element, *line) for element in VALUES for line in lines(element)]


def lines(element: str) -> list[tuple[str, str]]:
    """Each operation on an element type, and the type of its result."""
    made: list[tuple[str, str]] = []
    type_ = f"tensor<4x{element}>"
    binary = LOGICAL if element == "i1" else (*BINARY, *LOGICAL)
    made += [(f"stablehlo.{name} %a, %b : {type_}", type_) for name in binary]
    unary = [
        name
        for name in UNARY
        if (element != "i1" or name == "not") and not (element == "ui8" and name in ("abs", "sign"))
    ]
    made += [(f"stablehlo.{name} %a : {type_}", type_) for name in unary]
    made += [
        (
            f"stablehlo.compare {word}, %a, %b : ({type_}, {type_}) -> tensor<4xi1>",
            "tensor<4xi1>",
        )
        for word in COMPARISONS
    ]
    made.append((f"stablehlo.select %p, %a, %b : tensor<4xi1>, {type_}", type_))
    made += [
        (f"stablehlo.convert %a : ({type_}) -> tensor<4x{to}>", f"tensor<4x{to}>")
        for to in VALUES
        if to != element
    ]
    made += movements(element, type_)
    if element != "i1":
        made.append((f"stablehlo.clamp %b, %a, %b : {type_}", type_))
    return made


def movements(element: str, type_: str) -> list[tuple[str, str]]:
    """Operations that move elements."""
    square = f"tensor<2x2x{element}>"
    return [
        (f"stablehlo.reshape %a : ({type_}) -> {square}", square),
        (f"stablehlo.reverse %a, dims = [0] : {type_}", type_),
        (
            f"stablehlo.slice %a [1:4:2] : ({type_}) -> tensor<2x{element}>",
            f"tensor<2x{element}>",
        ),
        (f"stablehlo.slice %a [2:2] : ({type_}) -> tensor<0x{element}>", f"tensor<0x{element}>"),
        (
            f"stablehlo.broadcast_in_dim %a, dims = [1] : ({type_}) -> tensor<3x4x{element}>",
            f"tensor<3x4x{element}>",
        ),
        (
            f"stablehlo.concatenate %a, %b, %a, dim = 0 : ({type_}, {type_}, {type_}) -> "
            f"tensor<12x{element}>",
            f"tensor<12x{element}>",
        ),
    ]


def program(element: str, line: str, result: str) -> str:
    return f"""
    func.func @main() -> {result} {{
      %p = stablehlo.constant dense<[true, false, false, true]> : tensor<4xi1>
      %a = stablehlo.constant dense<{VALUES[element]}> : tensor<4x{element}>
      %b = stablehlo.constant dense<{OTHERS[element]}> : tensor<4x{element}>
      %0 = {line}
      func.return %0 : {result}
    }}
    """


@pytest.mark.parametrize(("element", "line", "result"), cases())
def test_folded_numbers_are_those_of_the_interpreter(element: str, line: str, result: str) -> None:
    text = program(element, line, result)
    (expected,) = run(parse(text))
    module = parse(text)
    optimize_shapes(module)
    (found,) = run(module)
    assert found.dtype == expected.dtype
    assert np.array_equal(found, expected), show(module)
    name = line.split()[0]
    overflows = name.removeprefix("stablehlo.") in MAY_OVERFLOW
    assert overflows or name not in show(module), show(module)


def test_what_is_not_defined_is_not_folded() -> None:
    for name, element in product(("divide", "remainder"), ("i32", "ui8")):
        module = parse(f"""
        func.func @main() -> tensor<{element}> {{
          %a = stablehlo.constant dense<7> : tensor<{element}>
          %z = stablehlo.constant dense<0> : tensor<{element}>
          %0 = stablehlo.{name} %a, %z : tensor<{element}>
          func.return %0 : tensor<{element}>
        }}
        """)
        optimize_shapes(module)
        assert name in show(module)


def test_much_is_not_folded() -> None:
    module = parse("""
    func.func @main() -> tensor<65xi32> {
      %a = stablehlo.constant dense<7> : tensor<65xi32>
      %0 = stablehlo.add %a, %a : tensor<65xi32>
      func.return %0 : tensor<65xi32>
    }
    """)
    optimize_shapes(module)
    assert "stablehlo.add" in show(module)
