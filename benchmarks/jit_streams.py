"""Functions of JAX at a stream of sizes: compiled once for all of them, beside `jax.jit` itself.

    python benchmarks/jit_streams.py --stream 50 --write

Both begin with the Python function: ours exports it with named sizes, optimizes it and compiles it
once by IREE; `jax.jit` traces and compiles it for each new size. Processor time of everything,
compilers in processes of their own included. Each size is called once. It needs IREE and JAX.
"""

from __future__ import annotations

import argparse
import resource
import time
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from typing import Protocol, cast

import numpy as np

import disc_shape
from disc_shape.interpreters.kernels.arrays import Array

PAGE = Path(__file__).resolve().parents[1] / "docs" / "engines.md"
BEGIN, END = "<!-- jit: begin -->\n", "<!-- jit: end -->\n"
RANDOM = np.random.default_rng(0)


class Tensor(Protocol):
    """An array of JAX, or what stands for one while a function is traced."""

    @property
    def shape(self) -> tuple[int, ...]:
        """Its sizes."""
        ...

    def __matmul__(self, other: Tensor) -> Tensor: ...


Function = Callable[..., object]
Sizes = Callable[[int], Sequence[Array]]


def floats(*shape: int) -> Array:
    """Random numbers."""
    return cast("Array", RANDOM.normal(size=shape).astype(np.float32))


def functions() -> dict[str, tuple[Function, Sequence[str], Sizes]]:
    """Functions of JAX, the names of their sizes, and arguments for the number of a call."""
    jax, jnp = import_module("jax"), import_module("jax.numpy")

    def mlp(x: Tensor, first: Tensor, second: Tensor) -> object:
        return jax.nn.gelu(x @ first) @ second

    def attention(x: Tensor, weights: Tensor) -> object:
        q, k, v = jnp.split(x @ weights, 3, -1)
        scores = jnp.einsum("bqd,bkd->bqk", q, k) / 8
        causal = jnp.tril(jnp.ones((x.shape[1], x.shape[1]), bool))
        return jax.nn.softmax(jnp.where(causal, scores, -1e9)) @ v

    def convolution(x: Tensor, kernel: Tensor) -> object:
        layout = "NHWC", "HWIO", "NHWC"
        y = jax.lax.conv_general_dilated(x, kernel, (1, 1), "SAME", dimension_numbers=layout)
        return jax.nn.relu(y).mean((1, 2))

    return {
        "mlp": (
            mlp,
            ("b, 64", "64, 256", "256, 64"),
            lambda n: (floats(n + 1, 64), floats(64, 256), floats(256, 64)),
        ),
        "attention": (
            attention,
            ("b, s, 64", "64, 192"),
            lambda n: (floats(1 + n % 5, 8 + n, 64), floats(64, 192)),
        ),
        "convolution": (
            convolution,
            ("b, h, w, 8", "3, 3, 8, 16"),
            lambda n: (floats(1 + n % 3, 8 + n, 10 + n, 8), floats(3, 3, 8, 16)),
        ),
    }


def spent() -> float:
    """Processor time of this process and of those that have ended."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


def measure(
    function: Function, specs: Sequence[str], sizes: Sizes, count: int
) -> tuple[float, float]:
    """Processor time of ours and of `jax.jit`."""
    jax = import_module("jax")
    calls = [sizes(number) for number in range(count)]
    start = spent()
    run = disc_shape.compile(disc_shape.from_jax(function, *specs), engine="iree")
    found = [np.asarray(run(*arguments)) for arguments in calls]
    ours = spent() - start
    start = spent()
    jitted = jax.jit(function)
    expected = [np.asarray(jitted(*arguments)) for arguments in calls]
    theirs = spent() - start
    for one, other in zip(found, expected, strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-3, atol=1e-3)
    return ours, theirs


def main() -> None:
    """Measure, print the table, and write it into the page."""
    parser = argparse.ArgumentParser(description="Functions of JAX at a stream of sizes.")
    parser.add_argument("--stream", type=int, default=50, help="how many sizes a stream has")
    parser.add_argument("--write", action="store_true", help=f"write {PAGE.name}")
    given = parser.parse_args()
    lines = [
        f"| function | ours, {given.stream} sizes, s | `jax.jit`, s | ours / `jax.jit` |",
        "|---|--:|--:|--:|",
    ]
    for name, (function, specs, sizes) in functions().items():
        ours, theirs = measure(function, specs, sizes, given.stream)
        lines.append(f"| {name} | {ours:.1f} | {theirs:.1f} | {ours / theirs:.2f} |")
    text = "\n".join([*lines, ""])
    print(text)
    if given.write:
        before, _, rest = PAGE.read_text().partition(BEGIN)
        PAGE.write_text(before + BEGIN + text + END + rest.partition(END)[2])


if __name__ == "__main__":
    main()
