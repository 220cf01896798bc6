"""Programs of all kinds, broken ones too, read and printed by xDSL and by us: no difference.

`make fuzz` reads many more broken programs than `make test-all`.
"""

import os
import re
from pathlib import Path
from random import Random

import pytest
from fuzz.generate import generate
from reading import PAIRS, differences

from disc_shape.tools.disc_opt import SEPARATOR

ROOT = Path(__file__).resolve().parents[2]
MUTANTS = int(os.environ.get("DISC_SHAPE_FUZZ_EXAMPLES", "400"))
FIRST = int(os.environ.get("DISC_SHAPE_FUZZ_FIRST", "0"))
LIT = sorted(path for path in (ROOT / "test").rglob("*.mlir") if "Output" not in path.parts)
TOKENS = re.compile(r"\s+|[%@#!^]?[\w$.-]+|\"[^\"\n]*\"|->|.", re.DOTALL)
PIECES = (
    *"%0 %arg0 %c#0 %1:2 @main #loc !t ^bb0 ? 0 -1 1 1.0 0x1F , : = -> ( ) { } [ ] < > ' é".split(),
    *'tensor<?xf32> tensor< i32 index loc(#loc1) loc(unknown) "stablehlo.add" " //c'.split(),
    *"return stablehlo.add dense<1> dense< {a} <{a=1}> array<i64: unit 1e400 attributes".split(),
    "\n",
    "// comment\n",
    "\n  %9 = stablehlo.add %0, %0 : tensor<4xf32>\n",
)


@pytest.mark.parametrize("pair", PAIRS)
@pytest.mark.parametrize("path", LIT, ids=lambda path: str(path.relative_to(ROOT / "test")))
def test_lit_files_and_models(path: Path, pair: str) -> None:
    for chunk in path.read_text(encoding="utf-8", errors="replace").split(SEPARATOR):
        assert not differences(chunk, pair)


@pytest.mark.parametrize("pair", PAIRS)
def test_random_programs(pair: str) -> None:
    for seed in range(40):
        text = generate(Random(seed), 12).text
        assert not differences(text, pair), text


def mutant(random: Random, seeds: list[list[str]]) -> str:
    """A program with a few tokens replaced, moved, copied or removed."""
    tokens = [*random.choice(seeds)]
    for _ in range(random.choice((1, 1, 1, 2, 4))):
        at, source = random.randrange(len(tokens)), random.randrange(len(tokens))
        new = tokens[source : source + random.choice((0, 0, 1, 1, 3, 20))]
        if random.random() < 0.5:
            new = [random.choice(PIECES)]
        tokens[at : at + random.choice((0, 1, 1, 2, 10))] = new
    return "".join(tokens)


def seeds() -> list[list[str]]:
    """Programs of some lines each, as tokens."""
    chunks = [chunk for path in LIT for chunk in path.read_text().split(SEPARATOR)]
    programs = (
        "\n".join(line for line in chunk.splitlines() if "//" not in line) for chunk in chunks
    )
    return [TOKENS.findall(text) for text in programs if 100 < len(text) < 4000]


def test_mutants() -> None:
    random, programs = Random(FIRST), seeds()
    assert len(programs) > 500
    for _ in range(MUTANTS):
        text = mutant(random, programs)
        pair = random.choice(list(PAIRS))
        found = differences(text, pair)
        assert not found, f"{found}\n{text}"
