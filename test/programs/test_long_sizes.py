"""
Sizes whose expressions grow threefold with each operation: blocks of a residual network that halve
a row in two ways, rounding up and down, and add the halves.
"""

import re
from pathlib import Path

import numpy as np
import pytest
from fuzz.harness import Tally, differ, examine, parse
from work import count_calls

import disc_shape
from disc_shape.interpreters import GuardError
from disc_shape.interpreters import run as interpret
from disc_shape.tools.disc_opt import run

HALVES = """
  %{name}{at} = "stablehlo.reduce_window"(%x{at}, %zero) <{{
      padding = dense<[[{padding}, {padding}]]> : tensor<1x2xi64>,
      window_dimensions = array<i64: {window}>, window_strides = array<i64: 2>}}> ({{
  ^bb0(%l: tensor<f32>, %r: tensor<f32>):
    %s = stablehlo.add %l, %r : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }}) : (tensor<?xf32>, tensor<f32>) -> tensor<?xf32>"""
SUM = """
  %s{at} = shape.shape_of %up{at} : tensor<?xf32> -> tensor<1xindex>
  %t{at} = shape.shape_of %down{at} : tensor<?xf32> -> tensor<1xindex>
  %w{at} = shape.cstr_broadcastable %s{at}, %t{at} : tensor<1xindex>, tensor<1xindex>
  %x{next} = shape.assuming %w{at} -> (tensor<?xf32>) {{
    %c = shape.broadcast %s{at}, %t{at} : tensor<1xindex>, tensor<1xindex> -> tensor<1xindex>
    %p = stablehlo.dynamic_broadcast_in_dim %up{at}, %c, dims = [0] :
        (tensor<?xf32>, tensor<1xindex>) -> tensor<?xf32>
    %q = stablehlo.dynamic_broadcast_in_dim %down{at}, %c, dims = [0] :
        (tensor<?xf32>, tensor<1xindex>) -> tensor<?xf32>
    %y = stablehlo.add %p, %q : tensor<?xf32>
    shape.assuming_yield %y : tensor<?xf32>
  }}"""


def blocks(count: int) -> str:
    """A program of so many blocks."""
    lines = ["func.func @main(%x0: tensor<?xf32>) -> tensor<?xf32> {"]
    lines.append("  %zero = stablehlo.constant dense<0.0> : tensor<f32>")
    for at in range(count):
        lines.append(HALVES.format(at=at, name="up", padding=1, window=3))
        lines.append(HALVES.format(at=at, name="down", padding=0, window=2))
        lines.append(SUM.format(at=at, next=at + 1))
    return "\n".join([*lines, f"  return %x{count} : tensor<?xf32>", "}"])


def test_work_grows_with_the_number_of_blocks(tmp_path: Path) -> None:
    """A size that has become long gets a symbol, so that those after it are short again."""

    def work(count: int) -> int:
        file = tmp_path / f"{count}.mlir"
        file.write_text(blocks(count))
        return count_calls(
            lambda: run([str(file), "-p", "shape-optimization", "-o", str(tmp_path / "out")])
        )

    work(2)  # What is loaded once is not counted below.
    assert work(12) < 3 * work(6)


def test_programs_mean_the_same() -> None:
    """All that is stated of sizes with symbols of their own is true; guards fail as before."""
    sizes, tally = [*range(10), 15, 16, 31, 32, 64, 96, 100], Tally()
    names = [
        "shape-optimization",
        "shape-optimization{keep-signature=true}",
        "shape-optimization+insert-shape-guards",
        "shape-optimization+hlo-fusion+mhlo-to-lmhlo+deallocate-buffers",
    ]
    assert not examine(blocks(4), [[[size]] for size in sizes], tally, names=names)
    assert tally.runs > 5
    assert tally.guarded > 5


def test_facts_resolve_what_has_become_long(tmp_path: Path) -> None:
    """Promises are read after the program: what stands for the size of a result is known then."""
    file, output = tmp_path / "blocks.mlir", tmp_path / "out.mlir"
    file.write_text(blocks(5))
    facts = 'assume-shapes{facts="x0: [32*h]"}'
    assert run([str(file), "-p", f"{facts},shape-optimization", "-o", str(output)]) == 0
    assert "-> tensor<?xf32, [@h]>" in output.read_text()


@pytest.mark.parametrize("engine", ["reference", "native"])
def test_checks_compute_long_sizes(engine: str) -> None:
    """What an operation demands of a long size is checked before there is a value that has it."""
    program, original = disc_shape.compile(blocks(4), engine=engine), parse(blocks(4))
    for size in (16, 32, 64, 3, 1):
        x = np.arange(size, dtype=np.float32)
        found, (expected,) = program(x), interpret(original, x)
        assert not differ(expected, np.asarray(found)[0])
    for size in (5, 7, 100):
        with pytest.raises(GuardError):
            program(np.zeros(size, np.float32))


def chosen() -> str:
    """The blocks in both branches of a choice, and once more after it."""
    lines = blocks(4).split("\n")
    body = "\n".join(lines[2:-2])

    def named(mark: str) -> str:
        return re.sub(r"%(?!x0|zero)(\w+)", rf"%{mark}\1", body)

    return f"""{lines[0].replace(")", ", %which: tensor<i1>)", 1)}
{lines[1]}
  %v = "stablehlo.if"(%which) ({{{named("a")}
    stablehlo.return %ax4 : tensor<?xf32>
  }}, {{{named("b")}
    stablehlo.return %bx4 : tensor<?xf32>
  }}) : (tensor<i1>) -> tensor<?xf32>
{named("d")}
  %e = stablehlo.add %v, %dx4 : tensor<?xf32>
  return %e : tensor<?xf32>
}}"""


def test_symbols_are_read_where_they_can_be() -> None:
    """A size in a branch that may not run has another symbol than the same size after it."""
    tally = Tally()
    names = ["shape-optimization", "shape-optimization{keep-signature=true}"]
    bindings = [[[size], []] for size in (0, 1, 3, 5, 16, 64)]
    assert not examine(chosen(), bindings, tally, names=names)
    assert tally.runs
    assert tally.guarded
    program, original = disc_shape.compile(chosen(), engine="native"), parse(chosen())
    for size in (0, 1, 3, 16, 64):
        for which in (np.array(True), np.array(False)):
            x = np.arange(size, dtype=np.float32)
            found, (expected,) = program(x, which), interpret(original, x, which)
            assert not differ(expected, np.asarray(found)[0])
    with pytest.raises(GuardError):
        program(np.zeros(5, np.float32), np.array(True))
