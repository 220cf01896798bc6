"""`relax-infer` on long modules of Relax, beside reading and printing them.

    python benchmarks/relax.py [--sizes 10000,50000]

The module is one function: linear layers with activations over two symbols, residual sums and
reductions. An operator is typed once for the same dimensions, so that the time is linear.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Sequence
from io import StringIO
from pathlib import Path
from typing import TypeVar, cast

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from xdsl.context import Context
from xdsl.dialects import get_all_dialects
from xdsl.dialects.builtin import ModuleOp
from xdsl.parser import Parser
from xdsl.printer import Printer

from disc_shape.dialects import register
from disc_shape.passes.relax_infer import RelaxInferPass

T = TypeVar("T")
X, W = "!relax.tensor<[@n, @m], f32>", "!relax.tensor<[@m, @m], f32>"


def program(count: int) -> str:
    """A module of about so many operators without types."""
    lines: list[str] = []
    value, kind = "%x", X
    for index in range(count // 4):
        lines += [
            f"%a{index} = relax.matmul {value}, %w : ({kind}, {W}) -> !relax.infer",
            f"%b{index} = relax.nn.relu %a{index} : (!relax.infer) -> !relax.infer",
            f"%c{index} = relax.add %b{index}, {value} : (!relax.infer, {kind}) -> !relax.infer",
            f"%d{index} = relax.sum %c{index} {{axis = [1 : i64], keepdims = true}}"
            " : (!relax.infer) -> !relax.infer",
        ]
        value, kind = f"%c{index}", "!relax.infer"
    body = "\n".join(lines)
    return f"relax.func @main(%x: {X}, %w: {W}) {{\n{body}\nrelax.return {value} : {kind}\n}}"


def loaded() -> Context:
    """A context with all dialects."""
    found = Context()
    for name, factory in get_all_dialects().items():
        found.register_dialect(name, factory)
    register(found)
    return found


def timed(work: Callable[[], T]) -> tuple[T, float]:
    """The result of some work, and the seconds of processor time that it took."""
    start = time.process_time()
    result = work()
    return result, time.process_time() - start


def printed(module: ModuleOp) -> str:
    """A module as text."""
    output = StringIO()
    Printer(stream=output).print_op(module)
    return output.getvalue()


def main(argv: Sequence[str]) -> int:
    """Print a line for each size."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", default="1000,10000,50000")
    sizes = [int(one) for one in cast("str", parser.parse_args(argv).sizes).split(",")]
    print(f"{'operators':>10}{'read':>9}{'print':>9}{'infer':>9}{'ratio':>8}{'us each':>9}")
    for size in sizes:
        text, known = program(size), loaded()
        module, reading = timed(lambda: Parser(known, text).parse_module())
        _, inferring = timed(lambda: RelaxInferPass().apply(known, module))
        _, printing = timed(lambda: printed(module))
        ratio = inferring / (reading + printing)
        each = inferring / size * 1e6
        print(
            f"{size:>10}{reading:>9.2f}{printing:>9.2f}{inferring:>9.2f}{ratio:>8.2f}{each:>9.1f}"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
