"""Memory: what views see of each other, and each way of using a buffer wrongly."""

import numpy as np
import pytest
from fuzz.harness import parse

from disc_shape.errors import OperationError
from disc_shape.interpreters import ClaimError, check, run

X = np.arange(12, dtype=np.float32).reshape(3, 4)

GLOBALS = """
"memref.global"() <{sym_name = "w", sym_visibility = "private", type = memref<3xf32>, constant,
  initial_value = dense<[1.0, 2.0, 3.0]> : tensor<3xf32>}> : () -> ()
"memref.global"() <{sym_name = "g", sym_visibility = "private", type = memref<2xf32>,
  initial_value = dense<5.0> : tensor<2xf32>}> : () -> ()
"memref.global"() <{sym_name = "u", sym_visibility = "private", type = memref<2xf32>,
  initial_value}> : () -> ()
"""

PRELUDE = """
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %f = arith.constant 9.0 : f32
"""


def program(body: str, results: str = "", functions: str = "") -> str:
    """A function of a 2-D and a 1-D buffer and a truth, whose body is given."""
    return f"""{GLOBALS}{functions}
func.func @main(%x: memref<?x4xf32>, %y: memref<?xf32>, %p: i1) -> ({results}) {{{PRELUDE}{body}
}}"""


def copied(name: str, kind: str = "memref<?x4xf32>") -> str:
    return f"""
  %n = memref.dim %x, %c0 : memref<?x4xf32>
  {name} = memref.alloc(%n) : {kind}
  "memref.copy"(%x, {name}) : ({kind}, {kind}) -> ()
"""


Y = np.asarray([1, 2, 3, 4, 5], np.float32)


@pytest.mark.parametrize(
    ("body", "kind", "expected"),
    [
        (copied("%a") + "return %a : memref<?x4xf32>", "memref<?x4xf32>", X),
        (  # a window shows what is written around it
            copied("%a")
            + """
  %s = memref.subview %a[0, 1] [%n, 2] [1, 1]
    : memref<?x4xf32> to memref<?x2xf32, strided<[4, 1], offset: 1>>
  memref.store %f, %s[%c1, %c0] : memref<?x2xf32, strided<[4, 1], offset: 1>>
  %v = memref.load %a[%c1, %c1] : memref<?x4xf32>
  memref.store %v, %s[%c2, %c1] : memref<?x2xf32, strided<[4, 1], offset: 1>>
  return %a : memref<?x4xf32>""",
            "memref<?x4xf32>",
            np.where(np.isin(X, (5, 10)), np.float32(9), X),
        ),
        (  # a dropped dimension and a step
            """
  %s = memref.subview %x[1, 0] [1, 2] [1, 2]
    : memref<?x4xf32> to memref<2xf32, strided<[2], offset: ?>>
  %b = memref.alloc() : memref<2xf32>
  "memref.copy"(%s, %b) : (memref<2xf32, strided<[2], offset: ?>>, memref<2xf32>) -> ()
  return %b : memref<2xf32>""",
            "memref<2xf32>",
            X[1, ::2],
        ),
        (  # of two ones, the one that the text gives is dropped
            """
  %n = memref.dim %x, %c0 : memref<?x4xf32>
  %e = memref.expand_shape %x [[0], [1, 2]] output_shape [%n, 4, 1]
    : memref<?x4xf32> into memref<?x4x1xf32>
  %s = memref.subview %e[1, 0, 0] [%c1, 4, 1] [1, 1, 1]
    : memref<?x4x1xf32> to memref<?x4xf32, strided<[4, 1], offset: ?>>
  %b = memref.alloc(%c1) : memref<?x4xf32>
  "memref.copy"(%s, %b) : (memref<?x4xf32, strided<[4, 1], offset: ?>>, memref<?x4xf32>) -> ()
  return %b : memref<?x4xf32>""",
            "memref<?x4xf32>",
            X[1:2],
        ),
        (  # expanded, collapsed, reinterpreted: the same memory
            copied("%a")
            + """
  %e = memref.expand_shape %a [[0], [1, 2]] output_shape [%n, 2, 2]
    : memref<?x4xf32> into memref<?x2x2xf32>
  memref.store %f, %e[%c1, %c1, %c0] : memref<?x2x2xf32>
  %k = memref.collapse_shape %e [[0, 1, 2]] : memref<?x2x2xf32> into memref<?xf32>
  memref.store %f, %k[%c1] : memref<?xf32>
  %r = memref.reinterpret_cast %k to offset: [4], sizes: [2, 2], strides: [2, 1]
    : memref<?xf32> to memref<2x2xf32, strided<[2, 1], offset: 4>>
  memref.store %f, %r[%c0, %c0] : memref<2x2xf32, strided<[2, 1], offset: 4>>
  return %a : memref<?x4xf32>""",
            "memref<?x4xf32>",
            np.where(np.isin(X, (1, 4, 6)), np.float32(9), X),
        ),
        (
            """
  %g = "memref.get_global"() <{name = @w}> : () -> memref<3xf32>
  %a = memref.alloc() : memref<3xf32>
  "memref.copy"(%g, %a) : (memref<3xf32>, memref<3xf32>) -> ()
  %d = "memref.cast"(%a) : (memref<3xf32>) -> memref<?xf32>
  return %d : memref<?xf32>""",
            "memref<?xf32>",
            np.asarray([1, 2, 3], np.float32),
        ),
        (  # bytes as numbers
            """
  %b = memref.alloc() : memref<16xi8>
  %c4 = arith.constant 4 : index
  %v = memref.view %b[%c4][] : memref<16xi8> to memref<2xf32>
  memref.store %f, %v[%c0] : memref<2xf32>
  memref.store %f, %v[%c1] : memref<2xf32>
  %a = memref.alloc() : memref<2xf32>
  "memref.copy"(%v, %a) : (memref<2xf32>, memref<2xf32>) -> ()
  memref.dealloc %b : memref<16xi8>
  return %a : memref<2xf32>""",
            "memref<2xf32>",
            np.asarray([9, 9], np.float32),
        ),
        (  # the stack ends with its function
            """
  %s = memref.alloca() : memref<1xf32>
  memref.store %f, %s[%c0] : memref<1xf32>
  %a = memref.alloc() : memref<1xf32>
  "memref.copy"(%s, %a) : (memref<1xf32>, memref<1xf32>) -> ()
  return %a : memref<1xf32>""",
            "memref<1xf32>",
            np.asarray([9], np.float32),
        ),
        (  # one buffer or the other, freed as what it is
            copied("%a")
            + copied("%b").replace("%n", "%m")
            + """
  memref.store %f, %b[%c0, %c0] : memref<?x4xf32>
  %s = arith.select %p, %a, %b : memref<?x4xf32>
  %t = arith.select %p, %b, %a : memref<?x4xf32>
  memref.dealloc %t : memref<?x4xf32>
  return %s : memref<?x4xf32>""",
            "memref<?x4xf32>",
            X,
        ),
    ],
)
def test_programs(body: str, kind: str, expected: object) -> None:
    module = parse(program(body, kind))
    for results in (run(module, X, Y, True), check(module, X, Y, True).results):
        assert len(results) == 1
        np.testing.assert_array_equal(results[0], expected)


def test_written_arguments_are_results() -> None:
    """Out-parameters follow the results; the caller's array stays as it was."""
    module = parse(
        program('"memref.copy"(%x, %x) : (memref<?x4xf32>, memref<?x4xf32>) -> ()\nreturn')
    )
    before = X.copy()
    np.testing.assert_array_equal(run(module, before, Y, True), [X])
    text = program("memref.store %f, %y[%c1] : memref<?xf32>\nreturn")
    np.testing.assert_array_equal(run(parse(text), before, Y, True), [[1, 9, 3, 4, 5]])
    np.testing.assert_array_equal(before, X)


def test_out_parameters_start_unwritten() -> None:
    text = "func.func @main(%o: memref<?xf32> {disc_shape.out}) {\n  return\n}"
    with pytest.raises(OperationError, match=r"element \[0\] of argument 0 of @main .* never"):
        run(parse(text), Y)
    assert run(parse(text), Y[:0])[0].shape == (0,)


def test_out_parameters_stand_in_their_place() -> None:
    text = """
func.func @main(%x: memref<?xf32>, %a: memref<?xf32> {disc_shape.out = 2 : i64},
    %b: memref<?xf32> {disc_shape.out = 0 : i64}, %c: memref<?xf32> {disc_shape.out}) -> i32 {
  %i = arith.constant 7 : i32
  lmhlo.negate ins(%x : memref<?xf32>) outs(%a : memref<?xf32>)
  lmhlo.copy ins(%x : memref<?xf32>) outs(%b : memref<?xf32>)
  lmhlo.abs ins(%a : memref<?xf32>) outs(%c : memref<?xf32>)
  return %i : i32
}"""
    b, i, a, c = check(parse(text), Y, Y, Y, Y).results
    np.testing.assert_array_equal([b, a, c], [Y, -Y, Y])
    assert int(i) == 7


ALWAYS = [
    (
        "%v = memref.load %y[%n] : memref<?xf32>\nreturn",
        r"'memref.load': index 5 of dimension 0 is outside argument 1 of @main \(5 float32\)",
    ),
    (
        "%m = arith.subi %c0, %c1 : index\nmemref.store %f, %y[%m] : memref<?xf32>\nreturn",
        "index -1 of dimension 0",
    ),
    (
        "%a = memref.alloc() : memref<2xf32>\nmemref.dealloc %a : memref<2xf32>\n"
        "memref.store %f, %a[%c0] : memref<2xf32>\nreturn",
        r"'memref.store': %a \(2 float32\) is used after 'memref.dealloc' freed it",
    ),
    (
        "%a = memref.alloc() : memref<2xf32>\n"
        "%s = memref.subview %a[0] [1] [1] : memref<2xf32> to memref<1xf32, strided<[1]>>\n"
        "memref.dealloc %a : memref<2xf32>\n"
        "%v = memref.load %s[%c0] : memref<1xf32, strided<[1]>>\nreturn",
        r"%a \(1 float32\) is used after",
    ),
    (
        "%a = memref.alloc() : memref<2xf32>\nmemref.dealloc %a : memref<2xf32>\n"
        "memref.dealloc %a : memref<2xf32>\nreturn",
        r"%a \(2 float32\) is freed twice, first by 'memref.dealloc'",
    ),
    (
        "%a = memref.alloc() : memref<2xf32>\nmemref.store %f, %a[%c1] : memref<2xf32>\n"
        "%v = memref.load %a[%c0] : memref<2xf32>\nreturn",
        r"element \[0\] of %a \(2 float32\) is read, but was never written",
    ),
    (
        "%a = memref.alloc(%n) : memref<?xf32>\n"
        '"memref.copy"(%a, %y) : (memref<?xf32>, memref<?xf32>) -> ()\nreturn',
        r"element \[0\] of %a \(5 float32\) is read",
    ),
    (
        "%a = memref.alloc(%c2) : memref<?xf32>\n"
        '"memref.copy"(%y, %a) : (memref<?xf32>, memref<?xf32>) -> ()\nreturn',
        r"sizes \[5\] are written to %a \(2 float32\) of sizes \[2\]",
    ),
    (
        '%g = "memref.get_global"() <{name = @w}> : () -> memref<3xf32>\n'
        "memref.store %f, %g[%c0] : memref<3xf32>\nreturn",
        "global @w .* is written, but is only to be read",
    ),
    (
        '%g = "memref.get_global"() <{name = @u}> : () -> memref<2xf32>\n'
        "%v = memref.load %g[%c0] : memref<2xf32>\nreturn",
        "global @u .* never written",
    ),
    (
        '%g = "memref.get_global"() <{name = @w}> : () -> memref<3xf32>\n'
        "memref.dealloc %g : memref<3xf32>\nreturn",
        "global @w .* is freed, but lies",
    ),
    (
        "%a = memref.alloca() : memref<2xf32>\nmemref.dealloc %a : memref<2xf32>\nreturn",
        "%a .* is freed, but lies on the stack",
    ),
    (
        "%m = arith.subi %c0, %c1 : index\n%a = memref.alloc(%m) : memref<?xf32>\nreturn",
        "'memref.alloc': size of dimension 0 is negative: -1",
    ),
    (
        "%s = memref.subview %y[%c2] [4] [1]"
        " : memref<?xf32> to memref<4xf32, strided<[1], offset: ?>>\nreturn",
        "4 from 2 in steps of 1 leave dimension 0 of argument 1",
    ),
    (
        "%r = memref.reinterpret_cast %y to offset: [1], sizes: [5], strides: [1]"
        " : memref<?xf32> to memref<5xf32, strided<[1], offset: 1>>\nreturn",
        "elements 1 to 5 are asked of argument 1 of @main, which holds 5",
    ),
    (
        "%s = memref.expand_shape %y [[0, 1]] output_shape [%c2, 2]"
        " : memref<?xf32> into memref<?x2xf32>\nreturn",
        "dimension 0 of argument 1 of @main .* is expanded to 4 elements",
    ),
    (
        '%s = "memref.cast"(%y) : (memref<?xf32>) -> memref<4xf32>\nreturn',
        "dimension 0 of the result of 'memref.cast' is 5, its type has 4",
    ),
    (
        "%s = memref.subview %x[0, 0] [2, 2] [1, 2]"
        " : memref<?x4xf32> to memref<2x2xf32, strided<[4, 1]>>\nreturn",
        "stride of dimension 1 of .* is 2, its type has 1",
    ),
]


@pytest.mark.parametrize(("body", "message"), ALWAYS)
def test_wrong_in_every_run(body: str, message: str) -> None:
    text = program("%n = memref.dim %y, %c0 : memref<?xf32>\n" + body)
    for execute in (run, check):
        with pytest.raises(OperationError, match=message):
            execute(parse(text), X, Y, True)


CALLEES = """
func.func private @frees(%a: memref<?xf32>) {
  memref.dealloc %a : memref<?xf32>
  return
}
func.func private @makes(%n: index) -> memref<?xf32> {
  %made = memref.alloc(%n) : memref<?xf32>
  return %made : memref<?xf32>
}
func.func private @keeps(%n: index) {
  %kept = memref.alloc(%n) : memref<?xf32>
  return
}
"""


@pytest.mark.parametrize(
    ("body", "results", "message"),
    [
        (
            "%a = memref.alloc() : memref<2xf32>\nreturn",
            "",
            "%a of 8 bytes is never freed, and @main does not return it",
        ),
        (
            "func.call @keeps(%c2) : (index) -> ()\nreturn",
            "",
            "%kept of 8 bytes is never freed, and @keeps does not return it",
        ),
        (
            "%a = func.call @makes(%c2) : (index) -> memref<?xf32>\nreturn",
            "",
            "%made of 8 bytes is never freed, and @main does not return it",
        ),
        (
            "memref.dealloc %y : memref<?xf32>\nreturn",
            "",
            "'memref.dealloc' frees argument 1 of @main .* which @main does not own",
        ),
        (
            "%a = func.call @makes(%c2) : (index) -> memref<?xf32>\n"
            "func.call @frees(%a) : (memref<?xf32>) -> ()\nreturn",
            "",
            "frees %made .* which @frees does not own",
        ),
        (
            "return %y : memref<?xf32>",
            "memref<?xf32>",
            "result 0 of @main is argument 1 of @main .* which @main does not own",
        ),
        (
            '%g = "memref.get_global"() <{name = @w}> : () -> memref<3xf32>\n'
            "return %g : memref<3xf32>",
            "memref<3xf32>",
            "result 0 of @main is global @w .* which @main does not own",
        ),
        (
            "%a = func.call @makes(%c2) : (index) -> memref<?xf32>\n"
            "return %a, %a : memref<?xf32>, memref<?xf32>",
            "memref<?xf32>, memref<?xf32>",
            "result 1 of @main is in the same memory as result 0",
        ),
        (
            '%g = "memref.get_global"() <{name = @g}> : () -> memref<2xf32>\n'
            "memref.store %f, %g[%c0] : memref<2xf32>\nreturn",
            "",
            "global @g .* is written, but is only to be read",
        ),
        (
            "cf.cond_br %p, ^a, ^b\n^a:\n%a = memref.alloc() : memref<2xf32>\ncf.br ^b\n"
            "^b:\nreturn",
            "",
            "%a of 8 bytes is never freed",
        ),
        (
            "%a = memref.alloc(%c2) {disc_shape.dims = [@S]} : memref<?xf32>\n"
            "memref.dealloc %a : memref<?xf32>\n"
            "%b = memref.alloc(%c1) {disc_shape.dims = [@S]} : memref<?xf32>\n"
            "memref.dealloc %b : memref<?xf32>\nreturn",
            "",
            "dimension 0 of the result of 'memref.alloc' is 1, but symbol @S is 2",
        ),
    ],
)
def test_wrong_in_a_checked_run(body: str, results: str, message: str) -> None:
    symbol = "disc_shape.SymbolDim @S {symbolic_shape_graph = @shape_constraint_graph}\n"
    text = (
        program(body, results, CALLEES)
        + symbol
        + "func.func @shape_constraint_graph() {\nreturn\n}"
    )
    with pytest.raises((ClaimError, OperationError), match=message):
        check(parse(text), X, Y, True)


def test_owners_free_what_calls_return() -> None:
    body = """%a = func.call @makes(%c2) : (index) -> memref<?xf32>
memref.dealloc %a : memref<?xf32>
return"""
    assert check(parse(program(body, "", CALLEES)), X, Y, True).claims["buffer"] == 2
