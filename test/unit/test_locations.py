"""Locations: which lines they name, how they are fused, and what operations without one get."""

from __future__ import annotations

from typing import cast

import pytest
from xdsl.context import Context
from xdsl.dialects.builtin import (
    ArrayAttr,
    CallSiteLoc,
    FusedLoc,
    LocationAttr,
    ModuleOp,
    UnknownLoc,
)
from xdsl.ir import Operation
from xdsl.parser import Parser

import disc_shape
from disc_shape.locations import (
    MAX_FUSED,
    fill_locations,
    fused,
    locate_at_call,
    source_line,
    source_lines,
    source_name,
)


def parsed(text: str) -> ModuleOp:
    return disc_shape.parse(text).module


def location(text: str) -> LocationAttr:
    found = Parser(Context(), f"loc({text})").parse_optional_location()
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("unknown", []),
        ('"only a name"', []),
        ('"a.py":3:4', ["a.py:3:4"]),
        ('"f"("a.py":3:4)', ["a.py:3:4 in 'f'"]),
        ('callsite("f"("a.py":3:4) at "g"("b.py":5:6))', ["a.py:3:4 in 'f'", "b.py:5:6 in 'g'"]),
        ('"jit/add"(callsite("f"("a.py":3:4) at "b.py":5:6))', ["a.py:3:4 in 'f'", "b.py:5:6"]),
        ('fused["x", "f"("a.py":1:2), "a.py":3:4]', ["a.py:1:2 in 'f'"]),
    ],
)
def test_source_lines(text: str, lines: list[str]) -> None:
    assert list(map(str, source_lines(location(text)))) == lines


def test_fused_drops_unknown_and_equal_locations() -> None:
    one, two = location('"a.py":1:1'), location('"a.py":2:1')
    assert fused([]) == UnknownLoc()
    assert fused([UnknownLoc(), one, one]) == one
    both = fused([one, two])
    assert both == location('fused["a.py":1:1, "a.py":2:1]')
    assert fused([both, two, one]) == both
    many = fused(location(f'"a.py":{line}:1') for line in range(1, 50))
    assert many == fused(location(f'"a.py":{line}:1') for line in range(1, MAX_FUSED + 1))


def test_locations_around_many_calls_are_not_hashed() -> None:
    """A hash of one goes through all of its calls as often as they are reached."""
    one, two = location('"a.py":1:1'), location('"a.py":2:1')
    deep = one
    for _ in range(100):
        deep = CallSiteLoc(deep, deep)
    both = fused([deep, two, deep])
    assert isinstance(both, FusedLoc)
    assert [part is deep for part in cast("ArrayAttr[LocationAttr]", both.locations)] == [
        True,
        False,
    ]
    op = parsed("func.func private @f()").body.ops.first
    assert op is not None
    op.location = deep
    locate_at_call([op], deep)
    assert isinstance(op.location, CallSiteLoc)
    assert op.location.callee is deep


def test_locate_at_call_keeps_locations_where_the_call_has_none() -> None:
    module = parsed('func.func @f() {\n  func.return loc("a.py":1:1)\n}')
    before = [op.location for op in module.walk()]
    locate_at_call(module.walk(), UnknownLoc())
    assert [op.location for op in module.walk()] == before
    locate_at_call(module.walk(), location('"b.py":2:2'))
    assert [str(source_line(op)) for op in module.walk()] == ["b.py:2:2", "b.py:2:2", "a.py:1:1"]


PROGRAM = """
func.func @f(%x: tensor<?xf32> loc("rows"), %y: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %unused = arith.constant 1 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %0 = tensor.empty(%n) : tensor<?xf32>
  %1 = stablehlo.add %0, %y : tensor<?xf32> loc("a.py":7:1)
  %2 = stablehlo.add %0, %1 : tensor<?xf32> loc("a.py":8:1)
  func.return %2 : tensor<?xf32>
}
"""


def lines_of(module: ModuleOp) -> dict[str, str]:
    ops: list[Operation] = [op for op in module.walk() if op.results]
    return {op.results[0].name_hint or op.name: str(source_line(op)) for op in ops}


def test_fill_locations_at_the_first_user() -> None:
    module = parsed(PROGRAM)
    fill_locations(module.regions[0])
    lines = lines_of(module)
    assert lines.pop("stablehlo.add") == "a.py:8:1"
    assert lines.pop("unused") == "None"
    assert set(lines.values()) == {"a.py:7:1"}
    again = [op.location for op in module.walk()]
    fill_locations(module.regions[0])
    assert [op.location for op in module.walk()] == again


def test_fill_locations_leaves_programs_without_locations() -> None:
    module = parsed(PROGRAM.replace(' loc("a.py":7:1)', "").replace(' loc("a.py":8:1)', ""))
    fill_locations(module.regions[0])
    assert {str(source_line(op)) for op in module.walk()} == {"None"}


def test_source_name_prefers_the_location_of_an_argument() -> None:
    function = parsed(PROGRAM).body.block.first_op
    assert function is not None
    assert [source_name(value) for value in function.regions[0].block.args] == ["rows", "y"]


DEFINITIONS = (
    '#loc1 = loc("a.py":1:2)',
    "#loc2 = loc(callsite(#loc1 at #loc3))",
    '#loc3 = loc("a\\22b.py":1:2)',
    "// between",
    '#loc4 = loc("f"(#loc2)) // after',
    '#loc5 = loc(fused["c.py":1:2, #loc3])',
)


@pytest.mark.parametrize("ahead", range(len(DEFINITIONS) + 1))
@pytest.mark.parametrize("between", ["\n", "\n\n", "  \n"])
def test_definitions_may_stand_anywhere(ahead: int, between: str) -> None:
    uses = [f"func.func private @f{number}() loc(#loc{number})" for number in range(1, 6)]
    text = between.join([*DEFINITIONS[:ahead], *uses, *reversed(DEFINITIONS[ahead:])])
    found = [str(op.location) for op in parsed(text + "\n").body.block.ops]
    first, third = 'loc("a.py":1:2)', 'loc("a\\22b.py":1:2)'
    inner = f"callsite({first[4:-1]} at {third[4:-1]})"
    expected = [first, f"loc({inner})", third, f'loc("f"({inner}))']
    assert found == [*expected, f'loc(fused["c.py":1:2, {third[4:-1]}])']


def test_a_location_that_is_defined_twice_is_refused() -> None:
    definitions = '#loc1 = loc("a")\n#loc2 = loc("b")\n#loc1 = loc("c")\n'
    with pytest.raises(disc_shape.ProgramError, match=r"4:7: error: re-declaration .*#loc1"):
        parsed("func.func private @f() loc(#loc2)\n" + definitions)
