"""Decoders in the form of a JAX export.

A `main` measures the arguments, asserts what the user promised and calls a private function with
the sizes as `tensor<i32>`; every shape operand is rebuilt from them, slices are
`real_dynamic_slice` even where all is constant, and integer division goes through helpers.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from writer import CHUNK, MODEL, WIDTH, B, D, H, S, Sizes, W, Writer, signature, static, tensor


@dataclass
class Jax(Writer):
    """A body in JAX's style: `%b` and `%s` are `tensor<i32>`, and no shape operand is shared."""

    known: dict[str, str] = field(default_factory=dict[str, str])

    def size(self, size: str) -> str:
        """One size as `tensor<1xi32>`: a constant, or a reshape of the scalar."""
        if size.isdigit():
            if size not in self.known:
                self.known[size] = self.constant(size, "tensor<1xi32>")
            return self.known[size]
        return self.let(f"stablehlo.reshape {size} : (tensor<i32>) -> tensor<1xi32>")

    def shape(self, sizes: Sequence[str]) -> str:
        parts = [self.size(size) for size in sizes]
        types = signature(["tensor<1xi32>"] * len(parts), f"tensor<{len(parts)}xi32>")
        return self.let(f"stablehlo.concatenate {', '.join(parts)}, dim = 0 : {types}")

    def reshaping(self, op: str, value: str, old: Sizes, new: Sequence[str], rest: str = "") -> str:
        shape = self.shape(new)
        types = signature([tensor(old), f"tensor<{len(new)}xi32>"], tensor(static(new)))
        return self.let(f"stablehlo.{op} {value}, {shape}{rest} : {types}")

    def broadcast(self, value: str, old: Sizes, new: Sequence[str], dims: Sequence[int]) -> str:
        return self.reshaping("dynamic_broadcast_in_dim", value, old, new, f", dims = {list(dims)}")

    def slice(self, value: str, old: Sizes, start: Sequence[str], limit: Sequence[str]) -> str:
        """A slice with steps of one, `real_dynamic_slice` even where all is constant."""
        steps = ["1"] * len(start)
        operands = [value, self.shape(start), self.shape(limit), self.shape(steps)]
        new = [
            str(int(b) - int(a)) if a.isdigit() and b.isdigit() else "?"
            for a, b in zip(start, limit, strict=True)
        ]
        types = [tensor(old), *[f"tensor<{len(start)}xi32>"] * 3]
        text = f"stablehlo.real_dynamic_slice {', '.join(operands)}"
        return self.let(f"{text} : {signature(types, tensor(new))}")

    def norm(self, x: str, zero: str) -> str:
        b, s = "%b", "%s"
        total = self.reduce("add", x, zero, (B, S, W))
        kept = self.broadcast(total, (B, S), (b, s, "1"), (0, 1))
        count = self.broadcast("%width", (), (b, s, "1"), ())
        mean = self.binary("divide", kept, count, (B, S, "1"))
        wide = self.broadcast(mean, (B, S, "1"), (b, s, W), (0, 1, 2))
        centred = self.binary("subtract", x, wide, (B, S, W))
        square = self.binary("multiply", centred, centred, (B, S, W))
        variance = self.reduce("add", square, zero, (B, S, W))
        kept = self.broadcast(variance, (B, S), (b, s, "1"), (0, 1))
        scale = self.unary("rsqrt", kept, (B, S, "1"))
        wide = self.broadcast(scale, (B, S, "1"), (b, s, W), (0, 1, 2))
        return self.binary("multiply", centred, wide, (B, S, W))

    def heads(self, x: str) -> str:
        split = self.reshaping("dynamic_reshape", x, (B, S, W), ("%b", "%s", H, D))
        return self.transpose(split, (B, S, H, D), (0, 2, 1, 3))

    def attention(self, x: str, zero: str) -> str:
        b, s = "%b", "%s"
        wide = (B, S, str(3 * WIDTH))
        types = ((B, S, W), (W, str(3 * WIDTH)), wide)
        joined = self.dot(x, "%qkv", "contracting_dims = [2] x [0]", types)
        parts = [
            self.slice(joined, wide, ("0", "0", str(i * WIDTH)), (b, s, str((i + 1) * WIDTH)))
            for i in range(3)
        ]
        q, k, v = (self.heads(part) for part in parts)
        scores: Sizes = (B, H, S, S)
        turned = self.transpose(k, (B, H, S, D), (0, 1, 3, 2))
        batch = "batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2]"
        logits = self.dot(q, turned, batch, ((B, H, S, D), (B, H, D, S), scores))
        scaled = self.broadcast("%width", (), (b, H, s, s), ())
        logits = self.binary("divide", logits, scaled, scores)
        types_ = [*["tensor<i32>"] * 2, tensor((S, S), "i1"), tensor(scores), tensor(())]
        call = f"call @where(%b, %s, %mask, {logits}, %low) : {signature(types_, tensor(scores))}"
        logits = self.let(call, WHERE_OPS)
        peak = self.reduce("maximum", logits, "%low", scores)
        peak = self.broadcast(peak, (B, H, S), (b, H, s, "1"), (0, 1, 2))
        wide_peak = self.broadcast(peak, (B, H, S, "1"), (b, H, s, s), (0, 1, 2, 3))
        powers = self.unary(
            "exponential", self.binary("subtract", logits, wide_peak, scores), scores
        )
        total = self.reduce("add", powers, zero, scores)
        total = self.broadcast(total, (B, H, S), (b, H, s, "1"), (0, 1, 2))
        wide_total = self.broadcast(total, (B, H, S, "1"), (b, H, s, s), (0, 1, 2, 3))
        weights = self.binary("divide", powers, wide_total, scores)
        mixed = self.dot(weights, v, batch, (scores, (B, H, S, D), (B, H, S, D)))
        turned = self.transpose(mixed, (B, H, S, D), (0, 2, 1, 3))
        merged = self.reshaping("dynamic_reshape", turned, (B, S, H, D), (b, s, W))
        return self.dot(
            merged, "%out", "contracting_dims = [2] x [0]", ((B, S, W), (W, W), (B, S, W))
        )

    def chunks(self, x: str) -> str:
        """Split the sequence into chunks of four and back, sizes by integer division."""
        four = self.constant(str(CHUNK), "tensor<i32>")
        pair = self.values
        types = "(tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)"
        self.values += 1
        self.put(f"%{pair}:2 = call @divmod(%s, {four}) : {types}", DIVMOD_OPS)
        split = ("%b", f"%{pair}#0", str(CHUNK), W)
        apart = self.reshaping("dynamic_reshape", x, (B, S, W), split)
        moved = self.unary("tanh", apart, (B, "?", str(CHUNK), W))
        return self.reshaping("dynamic_reshape", moved, (B, "?", str(CHUNK), W), ("%b", "%s", W))

    def shifted(self, x: str) -> str:
        """The sequence moved by one: a slice and a concatenation."""
        first = self.slice(x, (B, S, W), ("0", "0", "0"), ("%b", "1", W))
        one = self.constant("1", "tensor<i32>")
        less = self.let(f"stablehlo.subtract %s, {one} : tensor<i32>")
        rest = self.slice(x, (B, S, W), ("0", "0", "0"), ("%b", less, W))
        types = signature([tensor((B, "1", W)), tensor((B, S, W))], tensor((B, S, W)))
        return self.let(f"stablehlo.concatenate {first}, {rest}, dim = 1 : {types}")

    def layer(self, x: str) -> str:
        zero = self.constant("0.000000e+00", "tensor<f32>")
        y = self.attention(self.norm(x, zero), zero)
        x = self.binary("add", x, y, (B, S, W))
        y = self.chunks(self.norm(x, zero))
        y = self.binary("multiply", y, self.shifted(x), (B, S, W))
        return self.binary("add", x, y, (B, S, W))


WHERE = """
  func.func private @where(%b: tensor<i32>, %s: tensor<i32>, %mask: tensor<?x?xi1>,
      %x: tensor<?x2x?x?xf32>, %y: tensor<f32>) -> tensor<?x2x?x?xf32> {
    %c = stablehlo.constant dense<2> : tensor<1xi32>
    %0 = stablehlo.reshape %b : (tensor<i32>) -> tensor<1xi32>
    %1 = stablehlo.reshape %s : (tensor<i32>) -> tensor<1xi32>
    %2 = stablehlo.reshape %s : (tensor<i32>) -> tensor<1xi32>
    %3 = stablehlo.concatenate %0, %c, %1, %2, dim = 0 :
      (tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<4xi32>
    %4 = stablehlo.dynamic_broadcast_in_dim %mask, %3, dims = [2, 3] :
      (tensor<?x?xi1>, tensor<4xi32>) -> tensor<?x2x?x?xi1>
    %5 = stablehlo.dynamic_broadcast_in_dim %y, %3, dims = [] :
      (tensor<f32>, tensor<4xi32>) -> tensor<?x2x?x?xf32>
    %6 = stablehlo.select %4, %x, %5 : tensor<?x2x?x?xi1>, tensor<?x2x?x?xf32>
    return %6 : tensor<?x2x?x?xf32>
  }"""
WHERE_OPS = 8

DIVMOD = """
  func.func private @divmod(%n: tensor<i32>, %d: tensor<i32>) -> (tensor<i32>, tensor<i32>) {
    %0 = stablehlo.convert %n : tensor<i32>
    %1 = call @floor_divide(%0, %d) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %2 = call @modulo(%0, %d) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    return %1, %2 : tensor<i32>, tensor<i32>
  }
  func.func private @floor_divide(%n: tensor<i32>, %d: tensor<i32>) -> tensor<i32> {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.divide %n, %d : tensor<i32>
    %1 = stablehlo.sign %n : tensor<i32>
    %2 = stablehlo.sign %d : tensor<i32>
    %3 = stablehlo.compare NE, %1, %2, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %4 = stablehlo.remainder %n, %d : tensor<i32>
    %5 = stablehlo.compare NE, %4, %zero, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %6 = stablehlo.and %3, %5 : tensor<i1>
    %7 = stablehlo.subtract %0, %one : tensor<i32>
    %8 = stablehlo.select %6, %7, %0 : tensor<i1>, tensor<i32>
    return %8 : tensor<i32>
  }
  func.func private @modulo(%n: tensor<i32>, %d: tensor<i32>) -> tensor<i32> {
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.remainder %n, %d : tensor<i32>
    %1 = stablehlo.compare NE, %0, %zero, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %2 = stablehlo.compare LT, %0, %zero, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %3 = stablehlo.compare LT, %d, %zero, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %4 = stablehlo.compare NE, %2, %3, UNSIGNED : (tensor<i1>, tensor<i1>) -> tensor<i1>
    %5 = stablehlo.and %4, %1 : tensor<i1>
    %6 = stablehlo.add %0, %d : tensor<i32>
    %7 = stablehlo.select %5, %6, %0 : tensor<i1>, tensor<i32>
    return %7 : tensor<i32>
  }"""
DIVMOD_OPS = 21


def jax_decoder(ops: int) -> str:
    """A program of about `ops` operations in the form of a JAX export."""
    body = Jax()
    body.known = {}
    for size in ("0", "1", H, str(CHUNK), D, W, str(2 * WIDTH), str(3 * WIDTH)):
        body.size(size)
    body.put("%width = stablehlo.constant dense<1.600000e+01> : tensor<f32>")
    body.put("%low = stablehlo.constant dense<0xFF800000> : tensor<f32>")
    square = body.shape(("%s", "%s"))
    types = "(tensor<2xi32>) -> tensor<?x?xi32>"
    rows, columns = (
        body.let(f"stablehlo.dynamic_iota {square}, dim = {dim} : {types}") for dim in (0, 1)
    )
    types = "(tensor<?x?xi32>, tensor<?x?xi32>) -> tensor<?x?xi1>"
    body.put(f"%mask = stablehlo.compare GE, {rows}, {columns}, SIGNED : {types}")
    value = "%x"
    while body.ops < ops - MAIN_OPS:
        value = body.layer(value)
    arguments = [f"%{name}: {type_}" for name, type_ in MODEL.items()]
    sizes = [f'%{name}: tensor<i32> {{jax.global_constant = "{name}"}}' for name in "bs"]
    result = MODEL["x"]
    lines = [
        "module @jit_decoder attributes {jax.uses_shape_polymorphism = true} {",
        jax_main(arguments),
        f"  func.func private @wrapped_main({', '.join([*sizes, *arguments])}) -> {result} {{",
        *body.lines,
        f"    return {value} : {result}",
        "  }" + WHERE + DIVMOD,
        "}",
    ]
    return "\n".join(lines) + "\n"


MAIN_OPS = 40


def jax_main(arguments: Sequence[str]) -> str:
    """The entry: sizes measured, `mod(s, 4) == 0` and `s >= 4` checked, the real main called."""
    body = Writer()
    body.put("%four = stablehlo.constant dense<4> : tensor<i32>")
    body.put("%zero = stablehlo.constant dense<0> : tensor<i32>")
    for dim, name in enumerate("bs"):
        types = f"({MODEL['x']}) -> tensor<i32>"
        body.put(f"%{name} = stablehlo.get_dimension_size %x, dim = {dim} : {types}")
    types = "(tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)"
    body.put(f"%d:2 = call @divmod(%s, %four) : {types}")
    for index, (kind, lhs, rhs) in enumerate((("EQ", "%d#1", "%zero"), ("GE", "%s", "%four"))):
        types = "(tensor<i32>, tensor<i32>) -> tensor<i1>"
        body.put(f"%ok{index} = stablehlo.compare {kind}, {lhs}, {rhs}, SIGNED : {types}")
        attributes = 'api_version = 2 : i32, error_message = "the size s is {0}", '
        body.put(
            f"stablehlo.custom_call @shape_assertion(%ok{index}, %s) {{{attributes}"
            "has_side_effect = true} : (tensor<i1>, tensor<i32>) -> ()"
        )
    values = ", ".join(["%b", "%s", *(f"%{name}" for name in MODEL)])
    types = signature(["tensor<i32>", "tensor<i32>", *MODEL.values()], MODEL["x"])
    body.put(f"%r = call @wrapped_main({values}) : {types}")
    body.put(f"return %r : {MODEL['x']}")
    head = f"  func.func public @main({', '.join(arguments)}) -> {MODEL['x']} {{"
    return "\n".join([head, *body.lines, "  }"])
