"""`relay-infer-types` on long modules of Relay, beside reading and printing them.

    python benchmarks/relay.py [--sizes 1000,10000]

The module is one function: calls of a polymorphic function and of operators, of which only the
argument has a type. Each relation is run once, so that the time is linear; `growth` is the time for
a size over the time for the size before, by the ratio of the sizes: 1 is linear.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import cast

sys.path.insert(0, str(Path(__file__).resolve().parent))

from relax import loaded, printed, timed
from xdsl.parser import Parser

from disc_shape.relay.inference import infer_types

X = "!relay.tensor<[@n, 4], f32>"
PLUS = """
relay.func @plus[@s : shape, @b : base](%p: !relay.tensor<@s, @b>, %q: !relay.tensor<@s, @b>) {
  %0 = relay.call_op "add"(%p, %q) : (!relay.tensor<@s, @b>, !relay.tensor<@s, @b>) -> !relay.hole
  relay.return %0 : !relay.hole
}
"""


def program(count: int) -> str:
    """A module of so many calls without types."""
    lines: list[str] = []
    value, kind = "%x", X
    for index in range(count // 2):
        lines += [
            f"%a{index} = relay.call @plus({value}, %x) : ({kind}, {X}) -> !relay.hole",
            f'%b{index} = relay.call_op "tanh"(%a{index}) : (!relay.hole) -> !relay.hole',
        ]
        value, kind = f"%b{index}", "!relay.hole"
    body = "\n".join(lines)
    return (
        f"{PLUS}relay.func @main[@n : dim](%x: {X}) {{\n{body}\nrelay.return {value} : {kind}\n}}"
    )


def main(argv: Sequence[str]) -> int:
    """Print a line for each size."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", default="1000,10000")
    sizes = [int(one) for one in cast("str", parser.parse_args(argv).sizes).split(",")]
    print(
        f"{'calls':>10}{'read':>9}{'print':>9}{'infer':>9}{'us each':>9}{'growth':>8}{'rerun':>7}"
    )
    before: float | None = None
    for size in sizes:
        text, known = program(size), loaded()
        module, reading = timed(lambda: Parser(known, text).parse_module())
        solver, inferring = timed(lambda: infer_types(module))
        _, printing = timed(lambda: printed(module))
        each = inferring / size * 1e6
        growth = "" if before is None else f"{each / before:.2f}"
        before = each
        print(
            f"{size:>10}{reading:>9.2f}{printing:>9.2f}{inferring:>9.2f}{each:>9.1f}{growth:>8}"
            f"{solver.statistics.rerun:>7}"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
