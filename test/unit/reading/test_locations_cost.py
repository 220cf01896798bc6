"""What it costs to keep locations that are not printed, counted in calls of functions."""

from __future__ import annotations

import sys
from collections.abc import Callable
from io import StringIO

from xdsl.dialects.builtin import NameLoc, UnknownLoc

from disc_shape.locations import source_lines
from disc_shape.program import context_of_everything
from disc_shape.tools.constants import LargeConstantPrinter
from disc_shape.tools.source import SourceMap, SourceParser

OPERATIONS = 600
SHARED = 10
"""How many operations have one location; JAX writes about as many for a line of Python."""

LIMIT = 1.04


def program(located: bool) -> str:
    """A chain of operations; with locations, some in a row have one, which names another one."""
    lines = [
        f"    %{number + 1} = stablehlo.{'add' if number % 2 else 'multiply'} %{number}, %{number}"
        f" : tensor<?x4xf32>" + f" loc(#loc{2 * (number // SHARED) + 1})" * located
        for number in range(OPERATIONS)
    ]
    definitions = [
        line
        for number in range(0, 2 * OPERATIONS // SHARED, 2)
        for line in (
            f'#loc{number} = loc("net.py":{number + 1}:4 to :9)',
            f'#loc{number + 1} = loc("jit(f)/{number}"(#loc{number}))',
        )
    ]
    return "\n".join(
        [
            "module {",
            "  func.func @main(%0: tensor<?x4xf32>) -> tensor<?x4xf32> {",
            *lines,
            f"    func.return %{OPERATIONS} : tensor<?x4xf32>",
            "  }",
            "}",
            *(definitions if located else ()),
            "",
        ]
    )


def calls(action: Callable[[], object]) -> int:
    """How many functions, of Python and built in, an action calls."""
    count = 0

    def profile(_frame: object, event: str, _argument: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(profile)
    try:
        action()
    finally:
        sys.setprofile(None)
    return count


def test_locations_cost_little_where_they_are_not_printed() -> None:
    context = context_of_everything()

    def read_and_print(text: str) -> str:
        stream = StringIO()
        module = SourceParser(context, SourceMap("file", text)).parse_module()
        LargeConstantPrinter(stream).print_op(module)
        return stream.getvalue()

    plain, located = program(located=False), program(located=True)
    assert read_and_print(plain) == read_and_print(located)
    without = calls(lambda: read_and_print(plain))
    assert without < calls(lambda: read_and_print(located)) <= LIMIT * without


def test_locations_are_kept() -> None:
    text = program(located=True)
    module = SourceParser(context_of_everything(), SourceMap("file", text)).parse_module()
    found = [op.location for op in module.walk() if op.name.startswith("stablehlo.")]
    assert all(isinstance(location, NameLoc) for location in found)
    assert not any(isinstance(location, UnknownLoc) for location in found)
    lines = [next(source_lines(location)).line for location in found]
    assert lines == [2 * (number // SHARED) + 1 for number in range(OPERATIONS)]
