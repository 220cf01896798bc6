"""Decoders in the form of torch-mlir's output.

Sizes are `index` values, and every broadcast is `shape_of`, `cstr_broadcastable` and an `assuming`
region, whether it expands anything or not.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from writer import MODEL, WIDTH, B, S, Sizes, W, Writer, signature, tensor


@dataclass
class Torch(Writer):
    """A body in torch-mlir's style: sizes are `index`, every broadcast is guarded."""

    def shape_of(self, value: str, sizes: Sizes) -> str:
        return self.let(f"shape.shape_of {value} : {tensor(sizes)} -> tensor<{len(sizes)}xindex>")

    def guarded(self, op: str, operands: tuple[str, str], sizes: tuple[Sizes, Sizes]) -> str:
        """`op` on both operands broadcast against each other, inside an `assuming` region."""
        result: Sizes = tuple(b if a == "1" else a for a, b in zip(*sizes, strict=True))
        rank = f"tensor<{len(result)}xindex>"
        shapes = [self.shape_of(*pair) for pair in zip(operands, sizes, strict=True)]
        both = f"{', '.join(shapes)} : {rank}, {rank}"
        witness = self.let(f"shape.cstr_broadcastable {both}")
        name = f"%{self.values}"
        self.values += 1
        self.put(f"{name} = shape.assuming {witness} -> ({tensor(result)}) {{")
        outer, self.indent = self.indent, self.indent + "  "
        shape = self.let(f"shape.broadcast {both} -> {rank}")
        wide = [
            self.let(
                f"stablehlo.dynamic_broadcast_in_dim {value}, {shape}, "
                f"dims = {list(range(len(result)))} : "
                f"{signature([tensor(old), rank], tensor(result))}"
            )
            for value, old in zip(operands, sizes, strict=True)
        ]
        value = self.binary(op, wide[0], wide[1], result)
        self.put(f"shape.assuming_yield {value} : {tensor(result)}")
        self.indent = outer
        self.put("}")
        self.ops -= 1
        return name

    def dim(self, value: str, sizes: Sizes, index: int) -> str:
        return self.let(f"tensor.dim {value}, %c{index} : {tensor(sizes)}")

    def reshape(self, value: str, old: Sizes, new: Sizes, parts: Sequence[str]) -> str:
        types = signature([tensor(old), f"tensor<{len(new)}xindex>"], tensor(new))
        shape = self.let(f"tensor.from_elements {', '.join(parts)} : tensor<{len(new)}xindex>")
        return self.let(f"stablehlo.dynamic_reshape {value}, {shape} : {types}")

    def keep_dims(self, op: str, value: str, init: str) -> str:
        """Reduce the last of three dimensions to one."""
        wide: Sizes = (B, S, W)
        total = self.reduce(op, value, init, wide)
        parts = [self.dim(value, wide, 0), self.dim(value, wide, 1), "%c1"]
        return self.reshape(total, (B, S), (B, S, "1"), parts)

    def layer(self, x: str) -> str:
        wide, thin = (B, S, W), (B, S, "1")
        zero = self.constant("0.000000e+00", "tensor<f32>")
        mean = self.keep_dims("add", x, zero)
        centred = self.guarded("subtract", (x, mean), (wide, thin))
        square = self.guarded("multiply", (centred, centred), (wide, wide))
        scale = self.unary("rsqrt", self.keep_dims("add", square, zero), thin)
        normed = self.guarded("multiply", (centred, scale), (wide, thin))
        rows = self.let(f"arith.muli {self.dim(x, wide, 0)}, {self.dim(x, wide, 1)} : index")
        flat: Sizes = ("?", W)
        merged = self.reshape(normed, wide, flat, [rows, "%c16"])
        product = self.dot(merged, "%out", "contracting_dims = [1] x [0]", (flat, (W, W), flat))
        sizes = [self.dim(x, wide, 0), self.dim(x, wide, 1), "%c16"]
        split = self.reshape(product, flat, wide, sizes)
        peak = self.keep_dims("maximum", split, zero)
        shifted = self.guarded("subtract", (split, peak), (wide, thin))
        powers = self.unary("exponential", shifted, wide)
        total = self.keep_dims("add", powers, zero)
        weights = self.guarded("divide", (powers, total), (wide, thin))
        types = signature([tensor(wide), tensor(wide)], tensor((B, S, str(2 * WIDTH))))
        joined = self.let(f"stablehlo.concatenate {weights}, {x}, dim = 2 : {types}")
        limits = self.let(
            "tensor.from_elements "
            f"{self.dim(x, wide, 0)}, {self.dim(x, wide, 1)}, %c16 : tensor<3xindex>"
        )
        types = signature([tensor((B, S, str(2 * WIDTH))), *["tensor<3xindex>"] * 3], tensor(wide))
        half = self.let(f"stablehlo.real_dynamic_slice {joined}, %zeros, {limits}, %ones : {types}")
        return self.guarded("add", (half, x), (wide, wide))


def torch_decoder(ops: int) -> str:
    """A program of about `ops` operations in the form of torch-mlir's output."""
    body = Torch()
    for value in (0, 1, 2, WIDTH):
        body.put(f"%c{value} = arith.constant {value} : index")
    body.put("%zeros = arith.constant dense<0> : tensor<3xindex>")
    body.put("%ones = arith.constant dense<1> : tensor<3xindex>")
    value = "%x"
    while body.ops < ops:
        value = body.layer(value)
    arguments = [f"%{name}: {MODEL[name]}" for name in ("x", "out")]
    lines = [
        "module {",
        f"  func.func @main({', '.join(arguments)}) -> {MODEL['x']} {{",
        *body.lines,
        f"    return {value} : {MODEL['x']}",
        "  }",
        "}",
    ]
    return "\n".join(lines) + "\n"
