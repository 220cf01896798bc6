"""Programs whose loops carry buffers, over the size of `x` and the number of iterations `n`."""

VECTOR = "tensor<?xf32>"
TWO = f"{VECTOR}, {VECTOR}"


def loop(inits: str, body: str, passed: str, types: str, name: str = "r") -> str:
    """A loop of `n` iterations; `inits` says what it carries as what."""
    count = types.count("tensor") + 1
    return f"""
  %{name}:{count} = stablehlo.while(%i{name} = %zero, {inits}) : tensor<i32>, {types}
    cond {{
      %go{name} = stablehlo.compare LT, %i{name}, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %go{name} : tensor<i1>
    }} do {{
      %j{name} = stablehlo.add %i{name}, %one : tensor<i32>
      {body}
      stablehlo.return %j{name}, {passed} : tensor<i32>, {types}
    }}"""


def program(body: str, results: str, types: str) -> str:
    """A function of `x` and `n`."""
    return f"""
func.func @main(%x: {VECTOR}, %n: tensor<i32>) -> ({types}) {{
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  {body}
  func.return {results} : {types}
}}
"""


def reverse(result: str, operand: str) -> str:
    """An operation that reads elements at other places than it writes."""
    return f"%{result} = stablehlo.reverse %{operand}, dims = [0] : {VECTOR}"


def tanh(result: str, operand: str) -> str:
    """An operation that reads elements where it writes."""
    return f"%{result} = stablehlo.tanh %{operand} : {VECTOR}"


def largest(result: str, operand: str) -> str:
    """A number of a vector."""
    return (
        f"%{result} = stablehlo.reduce(%{operand} init: %low) applies stablehlo.maximum across"
        f" dimensions = [0] : ({VECTOR}, tensor<f32>) -> tensor<f32>"
    )


def lines(*texts: str) -> str:
    return "\n  ".join(texts)


SWAPPED = loop("%v = %x", reverse("u", "v"), "%u", VECTOR)
INNER = loop("%w = %v", reverse("t", "w"), "%t", VECTOR, "q")
OTHER = lines(tanh("y", "x"), "")

NOTHING_ALLOCATED = {
    "returned": program(SWAPPED, "%r#1", VECTOR),
    "consumed": program(lines(SWAPPED, largest("m", "r#1")), "%m", "tensor<f32>"),
    "in place": program(loop("%v = %x", tanh("u", "v"), "%u", VECTOR), "%r#1", VECTOR),
    "exchanged": program(
        lines(OTHER, loop("%v = %x, %w = %y", "", "%w, %v", TWO)), "%r#1, %r#2", TWO
    ),
    "exchanged and changed": program(
        lines(OTHER, loop("%v = %x, %w = %y", reverse("u", "v"), "%w, %u", TWO)),
        "%r#1, %r#2",
        TWO,
    ),
    "passed on twice": program(
        lines(OTHER, loop("%v = %x, %w = %y", reverse("u", "w"), "%u, %u", TWO)),
        "%r#1, %r#2",
        TWO,
    ),
    "started twice": program(
        loop("%v = %x, %w = %x", reverse("u", "w"), "%u, %v", TWO), "%r#1, %r#2", TWO
    ),
    "unchanged": program(
        lines(
            OTHER,
            loop(
                "%v = %x, %w = %y",
                lines(
                    reverse("t", "v"), f"%s = stablehlo.add %t, %w : {VECTOR}", reverse("u", "s")
                ),
                "%u, %w",
                TWO,
            ),
        ),
        "%r#1, %r#2",
        TWO,
    ),
    "nested": program(
        loop("%v = %x", lines(INNER, reverse("u", "q#1")), "%u", VECTOR), "%r#1", VECTOR
    ),
    "nested and consumed": program(
        lines(loop("%v = %x", INNER, "%q#1", VECTOR), largest("m", "r#1")), "%m", "tensor<f32>"
    ),
    "one after the other": program(
        lines(
            SWAPPED,
            loop("%v = %r#1", reverse("uu", "v"), "%uu", VECTOR, "s"),
            largest("m", "s#1"),
        ),
        "%m",
        "tensor<f32>",
    ),
    "read after the next value": program(
        loop(
            "%v = %x, %m = %low",
            lines(
                reverse("u", "v"), f"%s = stablehlo.subtract %v, %u : {VECTOR}", largest("k", "s")
            ),
            "%u, %k",
            f"{VECTOR}, tensor<f32>",
        ),
        "%r#1, %r#2",
        f"{VECTOR}, tensor<f32>",
    ),
}
"""Programs in whose loops nothing needs to be allocated."""

GROWING = program(
    loop(
        "%v = %x",
        f"%u = stablehlo.concatenate %v, %v, dim = 0 : ({VECTOR}, {VECTOR}) -> {VECTOR}",
        "%u",
        VECTOR,
    ),
    "%r#1",
    VECTOR,
)
"""A loop that carries more in each iteration."""
