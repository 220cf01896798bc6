"""Mutated programs: whatever the input, disc-opt ends soon, with a result or with one clear line.

`make fuzz` runs many more examples than `make test`, and different ones each time.
"""

import contextlib
import io
import os
import re
import tempfile
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from work import count_calls

from disc_shape.passes import PASSES
from disc_shape.tools.disc_opt import run

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = int(os.environ.get("DISC_SHAPE_FUZZ_EXAMPLES", "0"))
PIPELINES = [
    "",
    "canonicalize,cse",
    "disc-inline,test-verify-dominance",
    "strip-shape-constraints",
    *[name for name in ("shape-optimization",) if name in PASSES],
]
CALLS = 20_000_000
"""A program of a few hundred operations that takes more calls than this hangs."""

SMALL = """
func.func @main(%x: tensor<?x?x16xf32, [@b, @s, @C16]>, %n: tensor<i32>) -> tensor<?x16xf32> {
  %c = stablehlo.constant dense<[1, 16]> : tensor<2xi32>
  %0 = stablehlo.get_dimension_size %x, dim = 1 :
    (tensor<?x?x16xf32, [@b, @s, @C16]>) -> tensor<i32>
  %1 = stablehlo.reshape %0 : (tensor<i32>) -> tensor<1xi32>
  %2 = func.call @twice(%1) : (tensor<1xi32>) -> tensor<1xi32>
  %k = stablehlo.constant dense<16> : tensor<1xi32>
  %3 = stablehlo.concatenate %2, %k, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %y = stablehlo.dynamic_reshape %x, %3 :
    (tensor<?x?x16xf32, [@b, @s, @C16]>, tensor<2xi32>) -> tensor<?x16xf32>
  %i = arith.constant 0 : index
  %d = tensor.dim %y, %i : tensor<?x16xf32>
  %z = disc_shape.tie_shape %y, %d, %d : (tensor<?x16xf32>, index, index) -> tensor<?x16xf32>
  func.return %z : tensor<?x16xf32>
}
func.func private @twice(%a: tensor<1xi32>) -> tensor<1xi32> {
  %0 = stablehlo.add %a, %a : tensor<1xi32>
  func.return %0 : tensor<1xi32>
}
func.func @shape_constraint_graph() {
  %0 = disc_shape.dim @b
  %1 = disc_shape.dim @s
  disc_shape.tie_predicate_lt %0, %1 {assumed}
  func.return
}
disc_shape.SymbolDim @b {named, ranges = [[1, 64]], symbolic_shape_graph = @shape_constraint_graph}
disc_shape.SymbolDim @s {named}
disc_shape.SymbolDim @C16 {value = 16}
"""


def seeds() -> list[str]:
    models = [
        path.with_suffix(".mlir").read_text()
        for path in sorted((ROOT / "test" / "models").glob("*.json"))
    ]
    return [SMALL, *(text for text in models if len(text) < 20_000)]


SEEDS = seeds()
TOKENS = re.compile(r"\s+|[%@#!^]?[\w$.-]+|\"[^\"\n]*\"|->|.", re.DOTALL)
PIECES = """
    %0 %arg0 @main @S0 ? 0 -1 1 9223372036854775807 18446744073709551616 tensor< > ( ) { } [ ] <
    i32 index f32 xf32 [@S0,@nope] dense< array<i64: dims=[] = , : -> unit loc(unknown) " //
    func.func func.return stablehlo.add mhlo.add disc_shape.SymbolDim affine_map< é 1e400 0xFF
    tensor<?x?x?x?x?x?x?x?x?xf32> tensor<4294967296x4294967296xf32>
""".split()


@dataclass(frozen=True)
class Edit:
    """Replace a run of tokens by another run, by a piece, or by nothing."""

    at: int
    length: int
    source: int
    copied: int
    piece: int | None

    def apply(self, tokens: list[str]) -> None:
        if not tokens:
            return
        at, source = self.at % len(tokens), self.source % len(tokens)
        new = [] if self.piece is None else [PIECES[self.piece % len(PIECES)]]
        tokens[at : at + self.length] = [*new, *tokens[source : source + self.copied]]


EDITS = st.builds(
    Edit,
    at=st.integers(0, 5000),
    length=st.sampled_from([0, 1, 1, 2, 10]),
    source=st.integers(0, 5000),
    copied=st.sampled_from([0, 0, 1, 3, 20]),
    piece=st.none() | st.integers(0, len(PIECES) - 1),
)


def check(data: bytes, pipeline: str) -> None:
    with tempfile.NamedTemporaryFile(suffix=".mlir") as file:
        file.write(data)
        file.flush()
        output, errors = io.StringIO(), io.StringIO()
        done: list[int] = []
        with contextlib.redirect_stdout(output), contextlib.redirect_stderr(errors):
            count_calls(lambda: done.append(run([file.name, "-p", pipeline])), CALLS)
    (status,) = done
    lines = errors.getvalue().splitlines()
    assert "internal error" not in errors.getvalue(), errors.getvalue()
    if status == 0:
        assert all(": warning: " in line for line in lines)
    else:
        assert status == 1
        assert output.getvalue() == ""
        lines = [line for line in lines if ": warning: " not in line]
        assert ": error: " in lines[0]
        assert len(lines[0]) < 2000
        assert all(": note: " in line for line in lines[1:])


fuzz = settings(
    max_examples=EXAMPLES or 80,
    derandomize=EXAMPLES == 0,
)


@fuzz
@given(st.sampled_from(SEEDS), st.lists(EDITS, min_size=1, max_size=4), st.sampled_from(PIPELINES))
def test_mutated_programs(seed: str, edits: list[Edit], pipeline: str) -> None:
    tokens = TOKENS.findall(seed)
    for edit in edits:
        edit.apply(tokens)
    check("".join(tokens).encode(), pipeline)


NUMBERS = ["0", "1", "2", "3", "4", "7", "8", "16", "?", "-1", "2147483647", "9223372036854775807"]
BINARY = ["add", "subtract", "multiply", "divide", "remainder", "minimum", "maximum", "power"]


@fuzz
@given(
    st.sampled_from(SEEDS),
    st.lists(st.tuples(st.integers(0, 60), st.sampled_from(NUMBERS)), max_size=3),
    st.integers(0, len(BINARY) - 1),
    st.sampled_from(PIPELINES),
)
def test_consistent_substitutions(
    seed: str, numbers: list[tuple[int, str]], turn: int, pipeline: str
) -> None:
    """Sizes, constants and operations changed everywhere at once: most results still parse."""
    text = seed
    for at, new in numbers:
        found = sorted(set(re.findall(r"(?<![\w.%@#-])-?\d+(?=[x,>\] ])|\?", text)))
        if found:
            old = re.escape(found[at % len(found)])
            text = re.sub(rf"(?<![\w.%@#-]){old}(?=[x,>\] ])|(?<=x){old}(?=x)", new, text)
    for index, name in enumerate(BINARY):
        new = BINARY[(index + turn) % len(BINARY)]
        text = re.sub(rf"stablehlo\.{name} ", f"stablehlo.@{new} ", text)
    check(text.replace("stablehlo.@", "stablehlo.").encode(), pipeline)


@fuzz
@given(st.sampled_from(SEEDS), st.integers(0, 20_000), st.binary(max_size=8))
def test_truncated_and_overwritten_bytes(seed: str, at: int, garbage: bytes) -> None:
    data = seed.encode()
    check(data[: at % len(data)] + garbage, "")


@fuzz
@given(st.binary(max_size=200) | st.text(max_size=200).map(str.encode))
def test_garbage(data: bytes) -> None:
    check(data, "canonicalize")


@pytest.mark.parametrize("pipeline", PIPELINES)
@pytest.mark.parametrize("seed", range(len(SEEDS)))
def test_the_seeds_are_programs(seed: int, pipeline: str) -> None:
    check(SEEDS[seed].encode(), pipeline)
