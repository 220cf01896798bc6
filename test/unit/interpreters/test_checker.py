"""The checker finds every kind of false claim: each program here has one."""

import numpy as np
import pytest
from fuzz.harness import parse

from disc_shape.interpreters import ClaimError, check, run

HEADER = """
func.func @main(%x: tensor<?x?xf32, [@a, @b]>) -> tensor<?x?xf32, [@b, @a]> {
  %t = stablehlo.transpose %x, dims = [1, 0] : (tensor<?x?xf32, [@a, @b]>)
    -> tensor<?x?xf32, [@b, @a]>
  return %t : tensor<?x?xf32, [@b, @a]>
}
"""


def graph(*lines: str) -> str:
    body = "\n".join(f"  {line}" for line in lines)
    return f"func.func @shape_constraint_graph() {{\n{body}\n  return\n}}\n"


def symbols(a: str = "", b: str = "") -> str:
    def one(name: str, facts: str) -> str:
        inside = ", ".join(
            part for part in (facts, "symbolic_shape_graph = @shape_constraint_graph") if part
        )
        return f"disc_shape.SymbolDim @{name} {{{inside}}}\n"

    return one("a", a) + one("b", b)


DIMS = ("%a = disc_shape.dim @a", "%b = disc_shape.dim @b")


def program(*predicates: str, a: str = "", b: str = "") -> str:
    return HEADER + graph(*(DIMS if predicates else ()), *predicates) + symbols(a, b)


TRUE = [
    program(),
    program("disc_shape.tie_predicate_eq %a, %b"),
    program("disc_shape.tie_predicate_lt %a, %b"),
    program('disc_shape.tie_predicate "d0 * 2 <= d1 + 2"(%a, %b) {assumed}'),
    program(a="ranges = [[1, 2], [4, ?]]"),
    program(a="value = 4"),
    program(a="non_zero, not_one"),
]


@pytest.mark.parametrize(
    ("text", "good", "bad", "message"),
    [
        (
            program("disc_shape.tie_predicate_eq %a, %b"),
            (3, 3),
            (3, 4),
            r"claims @a == @b \(derived\), which is false in @main for @a = 3, @b = 4",
        ),
        (program("disc_shape.tie_predicate_lt %a, %b {guarded}"), (3, 4), (4, 4), "@a < @b"),
        (
            program("disc_shape.tie_predicate_divisible %a, %b"),
            (8, 4),
            (8, 3),
            "tie_predicate_divisible",
        ),
        (
            program('disc_shape.tie_predicate "d0 * 2 <= d1 + 2"(%a, %b) {assumed}'),
            (3, 4),
            (4, 4),
            "@a = 4, @b = 4",
        ),
        (
            program(a="ranges = [[1, 2], [4, ?]]"),
            (4, 9),
            (3, 9),
            r"is 3, but .* ranges \[1, 2\], \[4, \?\]",
        ),
        (program(a="value = 4"), (4, 1), (5, 1), "is 5, but symbol @a has value 4"),
        (program(a="non_zero"), (1, 1), (0, 1), r"is 0, but .* @a has ranges \[1, \?\]"),
        (program(b="not_one"), (1, 2), (1, 1), r"is 1, but .* \[0, 0\], \[2, \?\]"),
    ],
)
def test_predicates_and_ranges(
    text: str, good: tuple[int, int], bad: tuple[int, int], message: str
) -> None:
    module = parse(text)
    assert check(module, np.zeros(good, np.float32)).total > 0
    with pytest.raises(ClaimError, match=message):
        check(module, np.zeros(bad, np.float32))
    run(module, np.zeros(bad, np.float32))


def test_one_symbol_is_one_number() -> None:
    module = parse(
        """
        func.func @main(%x: tensor<?xf32, [@a]>, %y: tensor<?xf32, [@a]>) -> tensor<?xf32, [@a]> {
          return %x : tensor<?xf32, [@a]>
        }
        disc_shape.SymbolDim @a
        """
    )
    three, four = np.zeros(3, np.float32), np.zeros(4, np.float32)
    assert check(module, three, three).claims["symbol"] == 3
    message = r"dimension 0 of argument 1 of @main is 4, but symbol @a is 3 by dimension 0"
    with pytest.raises(ClaimError, match=message):
        check(module, three, four)


def test_wrong_result_type() -> None:
    text = HEADER.replace("-> tensor<?x?xf32, [@b, @a]> {", "-> tensor<?x?xf32, [@a, @b]> {")
    text = text.replace(
        "return %t",
        "%u = tensor.cast %t : tensor<?x?xf32, [@b, @a]> to tensor<?x?xf32, [@a, @b]>\n  return %u",
    )
    text = text.replace(
        "return %u : tensor<?x?xf32, [@b, @a]>", "return %u : tensor<?x?xf32, [@a, @b]>"
    )
    module = parse(
        text
        + symbols()
        .replace(", symbolic_shape_graph = @shape_constraint_graph", "")
        .replace("symbolic_shape_graph = @shape_constraint_graph", "")
    )
    check(module, np.zeros((2, 2), np.float32))
    with pytest.raises(ClaimError, match=r"the result of 'tensor.cast' is 3, but symbol @a is 2"):
        check(module, np.zeros((2, 3), np.float32))


def test_symbols_are_per_activation() -> None:
    """Two calls of one function may have different sizes; one call may not."""
    module = parse(
        """
        func.func @main(%x: tensor<?xf32>, %y: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
          %0 = func.call @f(%x) : (tensor<?xf32>) -> tensor<?xf32>
          %1 = func.call @f(%y) : (tensor<?xf32>) -> tensor<?xf32>
          return %0, %1 : tensor<?xf32>, tensor<?xf32>
        }
        func.func private @f(%x: tensor<?xf32>) -> tensor<?xf32> {
          %0 = tensor.cast %x : tensor<?xf32> to tensor<?xf32, [@a]>
          %1 = stablehlo.abs %0 : tensor<?xf32, [@a]>
          %2 = tensor.cast %1 : tensor<?xf32, [@a]> to tensor<?xf32>
          return %2 : tensor<?xf32>
        }
        disc_shape.SymbolDim @a
        """
    )
    report = check(module, np.zeros(3, np.float32), np.zeros(4, np.float32))
    assert report.claims == {"symbol": 4, "range": 2}


def test_unit_claims_nothing() -> None:
    module = parse(
        """
        func.func @main(%x: tensor<?x?xf32, [@a, unit]>, %y: tensor<?x?xf32, [@a, unit]>) {
          return
        }
        disc_shape.SymbolDim @a
        """
    )
    check(module, np.zeros((2, 3), np.float32), np.zeros((2, 4), np.float32))


@pytest.mark.parametrize(
    ("claim", "size", "message"),
    [
        ("known_expanding_dimensions", 5, "operand dimension 0 expands, its size is 5"),
        ("known_nonexpanding_dimensions", 1, "does not expand, it goes from 1 to 5"),
    ],
)
def test_expansion(claim: str, size: int, message: str) -> None:
    module = parse(
        f"""
        func.func @main(%x: tensor<?xf32>) -> tensor<5xf32> {{
          %s = stablehlo.constant dense<5> : tensor<1xi32>
          %0 = "stablehlo.dynamic_broadcast_in_dim"(%x, %s) <{{
            broadcast_dimensions = array<i64: 0>, {claim} = array<i64: 0>}}>
            : (tensor<?xf32>, tensor<1xi32>) -> tensor<5xf32>
          return %0 : tensor<5xf32>
        }}
        """
    )
    with pytest.raises(ClaimError, match=message):
        check(module, np.zeros(size, np.float32))
    assert check(module, np.zeros(6 - size, np.float32)).claims == {"expansion": 1}


def test_bind_dim_and_tie_shape() -> None:
    module = parse(
        """
        func.func @main(%x: tensor<?xf32, [@a]>, %n: index) -> tensor<?xf32, [@a]> {
          disc_shape.bind_dim %n to @a
          return %x : tensor<?xf32, [@a]>
        }
        disc_shape.SymbolDim @a
        """
    )
    check(module, np.zeros(3, np.float32), np.asarray(3))
    with pytest.raises(ClaimError, match=r"'disc_shape.bind_dim' is 4, but symbol @a is 3"):
        check(module, np.zeros(3, np.float32), np.asarray(4))
    tied = parse(
        """
        func.func @main(%x: tensor<?xf32>, %n: index) -> tensor<?xf32> {
          %0 = disc_shape.tie_shape %x, %n : (tensor<?xf32>, index) -> tensor<?xf32>
          return %0 : tensor<?xf32>
        }
        """
    )
    run(tied, np.zeros(3, np.float32), np.asarray(3))
    with pytest.raises(ClaimError, match="ties dimension 0 to 4, its size is 3"):
        run(tied, np.zeros(3, np.float32), np.asarray(4))


def test_bounds() -> None:
    module = parse(
        """
        func.func @main(%x: tensor<?x?xf32, #stablehlo.bounds<4, ?>>) {
          return
        }
        """
    )
    check(module, np.zeros((4, 9), np.float32))
    with pytest.raises(ClaimError, match="dimension 0 of argument 0 of @main is 5, its bound is 4"):
        check(module, np.zeros((5, 9), np.float32))


def no_wrap_program(result: str) -> str:
    return f"""
        module attributes {{disc_shape.no_wrap}} {{
          func.func @main(%n: tensor<i32>) -> tensor<?xi32> {{
            %k = stablehlo.constant dense<65536> : tensor<i32>
            %0 = stablehlo.multiply %n, %k : tensor<i32>
            %1 = stablehlo.multiply %0, %k : tensor<i32>
            %2 = stablehlo.reshape %1 : (tensor<i32>) -> tensor<1xi32>
            {result}
            return %3 : tensor<?xi32>
          }}
        }}
        """


def test_no_wrap() -> None:
    """Wrapping is an error in a shape computation, and none in data."""
    shape = "%3 = stablehlo.dynamic_iota %2, dim = 0 : (tensor<1xi32>) -> tensor<?xi32>"
    module = parse(no_wrap_program(shape))
    assert check(module, np.asarray(0, np.int32)).claims["no_wrap"] == 2
    with pytest.raises(ClaimError, match=r"'stablehlo.multiply' wraps, .* 65536 give 0"):
        check(module, np.asarray(1, np.int32))
    data = "%3 = tensor.cast %2 : tensor<1xi32> to tensor<?xi32>"
    assert check(parse(no_wrap_program(data)), np.asarray(1, np.int32)).total == 0


def test_no_wrap_of_what_is_data_too() -> None:
    """What reaches a shape is claimed, whatever else uses it."""
    both = """%f = stablehlo.convert %2 : (tensor<1xi32>) -> tensor<1xf32>
            %3 = stablehlo.dynamic_iota %2, dim = 0 : (tensor<1xi32>) -> tensor<?xi32>"""
    module = parse(no_wrap_program(both))
    assert check(module, np.asarray(0, np.int32)).claims["no_wrap"] == 2
    with pytest.raises(ClaimError, match=r"'stablehlo.multiply' wraps"):
        check(module, np.asarray(1, np.int32))


CALLED = """
module attributes {disc_shape.no_wrap} {
  func.func @main(%n: tensor<i32>) -> tensor<?xi32> {
    %0 = func.call @scale(%n) : (tensor<i32>) -> tensor<i32>
    %1 = stablehlo.reshape %0 : (tensor<i32>) -> tensor<1xi32>
    %2 = stablehlo.dynamic_iota %1, dim = 0 : (tensor<1xi32>) -> tensor<?xi32>
    return %2 : tensor<?xi32>
  }
  func.func private @scale(%n: tensor<i32>) -> tensor<i32> {
    %k = stablehlo.constant dense<65536> : tensor<i32>
    %0 = stablehlo.multiply %n, %k : tensor<i32>
    return %0 : tensor<i32>
  }
}
"""

LOOPED = """
module attributes {disc_shape.no_wrap} {
  func.func @main(%n: tensor<i32>) -> tensor<?xi32> {
    %zero = arith.constant 0 : index
    %one = arith.constant 1 : index
    %k = stablehlo.constant dense<65536> : tensor<i32>
    %0 = scf.for %i = %zero to %one step %one iter_args(%a = %n) -> (tensor<i32>) {
      %m = stablehlo.multiply %a, %k : tensor<i32>
      scf.yield %m : tensor<i32>
    }
    %1 = stablehlo.reshape %0 : (tensor<i32>) -> tensor<1xi32>
    %2 = stablehlo.dynamic_iota %1, dim = 0 : (tensor<1xi32>) -> tensor<?xi32>
    return %2 : tensor<?xi32>
  }
}
"""

CHECKED = """
module attributes {disc_shape.no_wrap} {
  func.func @main(%n: tensor<i32>) -> tensor<i32> {
    %k = stablehlo.constant dense<65536> : tensor<i32>
    %0 = stablehlo.multiply %n, %k : tensor<i32>
    %1 = stablehlo.compare LE, %0, %k, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %2 = tensor.extract %1[] : tensor<i1>
    cf.assert %2, "too much"
    return %n : tensor<i32>
  }
}
"""


@pytest.mark.parametrize("text", [CALLED, LOOPED, CHECKED], ids=["call", "loop", "guard"])
def test_no_wrap_reaches_through(text: str) -> None:
    module = parse(text)
    assert check(module, np.asarray(0, np.int32)).claims["no_wrap"] == 1
    with pytest.raises(ClaimError, match=r"'stablehlo.multiply' wraps"):
        check(module, np.asarray(65536, np.int32))


def test_no_wrap_of_index_arithmetic() -> None:
    """Arithmetic is claimed where it says where an element is, not where it is data."""
    address, data = (
        parse(
            f"""
            module attributes {{disc_shape.no_wrap}} {{
              func.func @main(%n: index, %x: tensor<?xf32>) -> (f32, index) {{
                %zero = arith.constant 0 : index
                %0 = arith.muli %n, %n : index
                %1 = tensor.extract %x[{used}] : tensor<?xf32>
                return %1, %0 : f32, index
              }}
            }}
            """
        )
        for used in ("%0", "%zero")
    )
    x = np.zeros(10, np.float32)
    assert check(address, np.asarray(3, np.int64), x).claims["no_wrap"] == 1
    with pytest.raises(ClaimError, match=r"mul.?' wraps"):
        check(address, np.asarray(1 << 40, np.int64), x)
    assert "no_wrap" not in check(data, np.asarray(1 << 40, np.int64), x).claims


TORCH = """
func.func @main(%x: tensor<?x?xf32>, %y: tensor<?xf32>) {
  %s = torch.symbolic_int "s" {min_val = 2, max_val = 5} : !torch.int
  torch.bind_symbolic_shape %x, [%s], affine_map<()[s0] -> (s0 * 2, s0)> : tensor<?x?xf32>
  torch.bind_symbolic_shape %y, [%s], affine_map<()[s0] -> (s0)> : tensor<?xf32>
  return
}
"""


@pytest.mark.parametrize(
    ("sizes", "message"),
    [
        ((6, 3, 3), ""),
        ((7, 3, 3), r"dimension 0 of 'torch.bind_symbolic_shape' is 7, its expression gives 6"),
        ((6, 3, 4), "is 4, but 's' is 3"),
        ((2, 1, 1), "is 1, 's' is between 2 and 5"),
    ],
)
def test_what_torch_promises(sizes: tuple[int, int, int], message: str) -> None:
    arrays = np.zeros(sizes[:2], np.float32), np.zeros(sizes[2], np.float32)
    run(parse(TORCH), *arrays)
    if not message:
        check(parse(TORCH), *arrays)
        return
    with pytest.raises(ClaimError, match=message):
        check(parse(TORCH), *arrays)


def test_what_the_older_system_claims() -> None:
    text = """
func.func @main(%x: tensor<?x?xf32, [@S0, @S0]>) {
  return
}
"disc_shape.SymbolicDim"() {sym_name = "S0", value = -1 : i64} : () -> ()
"""
    module = parse(text)
    assert check(module, np.zeros((2, 2), np.float32)).claims == {"symbol": 2, "range": 1}
    with pytest.raises(ClaimError, match="@S0 is 2 by"):
        check(module, np.zeros((2, 3), np.float32))
    assert any(op.name == "disc_shape.SymbolicDim" for op in module.walk())


def test_names_in_messages_are_not_read_as_operands() -> None:
    """A symbol may be called as the operands of a predicate are."""
    text = program("disc_shape.tie_predicate_lt %a, %b").replace("@a", "@d1").replace("@b", "@d0")
    with pytest.raises(ClaimError, match=r"claims @d1 < @d0 \(derived\)"):
        check(parse(text), np.zeros((2, 2), np.float32))


@pytest.mark.parametrize(
    ("text", "claims"),
    [
        ("func.func @main(%x: tensor<?x?xf32>) { return }", False),
        ("func.func @main(%x: tensor<?x?xf32>) { return }\ndisc_shape.SymbolDim @s", False),
        (HEADER + symbols(), True),
        (
            "func.func @main(%x: tensor<?x?xf32>) { return }\n"
            "func.func @other(%x: tensor<?xf32, [@a]>) { return }\ndisc_shape.SymbolDim @a",
            True,
        ),
    ],
)
def test_a_program_without_claims_is_known(text: str, claims: bool) -> None:
    report = check(parse(text), np.zeros((3, 3), np.float32), entry="main")
    assert report.claims_anything == claims
    assert (report.not_compared, report.without_value) == (0, ())


def test_promises_of_torch_are_counted() -> None:
    report = check(
        parse("""
        func.func @main(%x: tensor<?xf32>) {
          %0 = torch.symbolic_int "s0" {min_val = 2, max_val = 64} : !torch.int
          torch.bind_symbolic_shape %x, [%0], affine_map<()[s0] -> (s0)> : tensor<?xf32>
          return
        }"""),
        np.zeros(3, np.float32),
    )
    assert report.claims == {"promise": 1}
