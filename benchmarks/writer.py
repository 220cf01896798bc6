"""What both program generators share: sizes, types, and the text of one function body."""

from collections.abc import Sequence
from dataclasses import dataclass, field

WIDTH, HEADS, CHUNK = 16, 2, 4
HEAD = WIDTH // HEADS

B, S, W, H, D = "?", "?", str(WIDTH), str(HEADS), str(HEAD)
Sizes = tuple[str, ...]


def tensor(sizes: Sequence[str], element: str = "f32") -> str:
    return f"tensor<{''.join(f'{size}x' for size in sizes)}{element}>"


def signature(inputs: Sequence[str], output: str) -> str:
    return f"({', '.join(inputs)}) -> {output}"


MODEL = {"x": tensor((B, S, W)), "qkv": tensor((W, str(3 * WIDTH))), "out": tensor((W, W))}
"""The arguments of the model and their types."""


@dataclass
class Writer:
    """The text of one function body; `ops` counts operations as if calls were inlined."""

    indent: str = "    "
    lines: list[str] = field(default_factory=list[str])
    ops: int = 0
    values: int = 0

    def put(self, text: str, inlined: int = 1) -> None:
        self.lines.append(self.indent + text)
        self.ops += inlined

    def let(self, text: str, inlined: int = 1) -> str:
        name = f"%{self.values}"
        self.values += 1
        self.put(f"{name} = {text}", inlined)
        return name

    def constant(self, literal: str, type_: str) -> str:
        return self.let(f"stablehlo.constant dense<{literal}> : {type_}")

    def unary(self, op: str, value: str, sizes: Sizes) -> str:
        return self.let(f"stablehlo.{op} {value} : {tensor(sizes)}")

    def binary(self, op: str, lhs: str, rhs: str, sizes: Sizes) -> str:
        return self.let(f"stablehlo.{op} {lhs}, {rhs} : {tensor(sizes)}")

    def transpose(self, value: str, sizes: Sizes, dims: Sequence[int]) -> str:
        result = tensor([sizes[dim] for dim in dims])
        text = f"stablehlo.transpose {value}, dims = {list(dims)}"
        return self.let(f"{text} : {signature([tensor(sizes)], result)}")

    def dot(self, lhs: str, rhs: str, dims: str, types: tuple[Sizes, Sizes, Sizes]) -> str:
        inputs, result = [tensor(types[0]), tensor(types[1])], tensor(types[2])
        return self.let(f"stablehlo.dot_general {lhs}, {rhs}, {dims} : {signature(inputs, result)}")

    def reduce(self, op: str, value: str, init: str, sizes: Sizes) -> str:
        """Reduce the last dimension away."""
        text = f"stablehlo.reduce({value} init: {init}) applies stablehlo.{op}"
        type_ = signature([tensor(sizes), "tensor<f32>"], tensor(sizes[:-1]))
        return self.let(f"{text} across dimensions = [{len(sizes) - 1}] : {type_}")


def static(sizes: Sequence[str]) -> list[str]:
    """The sizes of a type: values are not static."""
    return [size if size.isdigit() else "?" for size in sizes]
