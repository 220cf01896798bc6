"""Random programs through every pass: a bounded part of what `make fuzz` does without end."""

import os
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest
from fuzz.dynamized import examine_dynamized
from fuzz.generate import argument_sizes, generate
from fuzz.harness import COMPOSITE, OUT_PARAMETERS, Tally, examine, pass_names
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

EXAMPLES = int(os.environ.get("DISC_SHAPE_FUZZ_EXAMPLES", "60"))
SEEDS = range(7, 7 + EXAMPLES)


def failures_of(random: Random, steps: int, names: list[str], tally: Tally) -> list[str]:
    """What goes wrong with one program, as text that holds the program."""
    program = generate(random, steps)
    sizes = [argument_sizes(program, binding) for binding in program.bindings]
    return [
        f"{failure.kind} after {failure.pipeline}: {failure.message}\n{program.text}"
        for failure in examine(program.text, sizes, tally, names=names)
    ]


@settings(
    max_examples=EXAMPLES,
    database=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
@given(st.randoms(use_true_random=False), st.integers(1, 10))
def test_composite(random: Random, steps: int) -> None:
    """Same values, true claims, guards kept, the same text the second time; Hypothesis shrinks."""
    found = failures_of(random, steps, [COMPOSITE], Tally())
    assert not found, found[0]


@pytest.mark.parametrize(
    "name", [OUT_PARAMETERS, *(name for name in pass_names() if name != COMPOSITE)]
)
def test_single_pass(name: str) -> None:
    tally = Tally()
    seeds = SEEDS[: max(20, EXAMPLES // 3)]
    for seed in seeds:
        found = failures_of(Random(seed), 8, [name], tally)
        assert not found, f"seed {seed}: {found[0]}"
    assert tally.runs > len(seeds)


def test_static_programs_made_dynamic() -> None:
    tally = Tally()
    for seed in range(EXAMPLES):
        found = examine_dynamized(seed, 8, tally)
        assert not found, f"seed {seed}: {found[0].kind}: {found[0].message}"
    assert tally.runs > 4 * tally.programs


def test_programs_are_valid_and_mostly_legal() -> None:
    """The generator is worth something only if its programs run."""
    tally = Tally()
    for seed in SEEDS:
        failures_of(Random(seed), 10, ["strip-shape-constraints"], tally)
    assert tally.invalid.total() == 0, tally.invalid.most_common(3)
    assert tally.runs > 4 * tally.programs
    assert tally.guarded + tally.refused > 0
    assert len(tally.operations) > 50


GENERATE = """
import hashlib
from random import Random
from fuzz.generate import generate
texts = (generate(Random(seed), 12).text for seed in range(200))
print(hashlib.sha256("".join(texts).encode()).hexdigest())
"""


def test_a_seed_makes_one_program() -> None:
    """In every process, whatever order its sets have."""
    path = str(Path(__file__).parents[1])
    found: set[bytes] = set()
    for hashes in ("0", "1", "2"):
        environment = {**os.environ, "PYTHONHASHSEED": hashes, "PYTHONPATH": path}
        command = [sys.executable, "-c", GENERATE]
        found.add(subprocess.run(command, env=environment, capture_output=True, check=True).stdout)
    assert len(found) == 1
