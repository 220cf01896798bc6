"""Programs whose kernels threads share: the results of one thread, to the bit, at every size."""

from __future__ import annotations

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import cast

import numpy as np
import pytest

pytest.importorskip("llvmlite")

from random_kernels import program
from recorded import MODELS, NAMES, bindings

import disc_shape
from disc_shape.engines.compiled import Compiled
from disc_shape.engines.errors import EngineError
from disc_shape.interpreters.kernels.arrays import Array
from disc_shape.native import engine, pool
from disc_shape.native.call_state import DISTRIBUTE

LAYER = """
func.func @main(%x: tensor<?x?xf32>, %w: tensor<?x?xf32>) -> (tensor<?x?xf32>, tensor<?x?xf32>) {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0]
      : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %1 = stablehlo.tanh %0 : tensor<?x?xf32>
  %2 = stablehlo.exponential %x : tensor<?x?xf32>
  %3 = stablehlo.add %2, %x : tensor<?x?xf32>
  return %1, %3 : tensor<?x?xf32>, tensor<?x?xf32>
}
"""
PARTS = 5
"""More than threads, so that some parts wait until a thread is free."""


@pytest.fixture(autouse=True)
def four_processors(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three threads besides the caller's, on any machine, which split whatever there is."""
    whole = engine.pipeline

    def pipeline(target: engine.Host, *, checked: bool = False, threads: int = 1) -> str:
        found = whole(target, checked=checked, threads=threads)
        return found.replace(f"parts={threads}", f"parts={threads} elements=1")

    monkeypatch.setattr(engine, "pipeline", pipeline)
    monkeypatch.setattr(pool, "processors", lambda: 4)


def both(source: object) -> tuple[Compiled, Compiled]:
    """A program for one thread, and for several."""
    one = disc_shape.compile(source, engine="native")
    return one, disc_shape.compile(source, engine="native", threads=PARTS)


def results(run: Compiled, inputs: list[Array]) -> tuple[Array, ...]:
    """What a program computes."""
    return cast("tuple[Array, ...]", run(*inputs))


def assert_same(one: Compiled, several: Compiled, inputs: list[Array]) -> None:
    """Both give the same bits."""
    pairs = zip(results(one, inputs), results(several, inputs), strict=True)
    for expected, found in pairs:
        assert found.dtype == expected.dtype
        assert found.tobytes() == expected.tobytes(), [array.shape for array in inputs]


def layer_inputs(rng: np.random.Generator) -> list[Array]:
    """Arrays for `LAYER`."""
    rows, inner, columns = rng.integers(0, 70, 3)
    return [
        rng.standard_normal(sizes).astype(np.float32) for sizes in ((rows, inner), (inner, columns))
    ]


@pytest.mark.parametrize("name", NAMES)
def test_recorded_programs(name: str) -> None:
    one, several = both(str(MODELS / f"{name}.mlir"))
    assert DISTRIBUTE in several.text
    assert DISTRIBUTE not in one.text
    for inputs, _ in bindings(name):
        assert_same(one, several, inputs)


@pytest.mark.parametrize("seed", range(12))
def test_random_programs(seed: int) -> None:
    text = program(Random(seed), 12)
    one, several = both(text)
    rng = np.random.default_rng(seed)
    for sizes in ((0, 1, 2), (1, 1, 1), (3, 2, 5), (67, 3, 9), (1, 130, 7)):
        shapes = (sizes, sizes[1:], sizes[2:])
        assert_same(one, several, [rng.standard_normal(one).astype(np.float32) for one in shapes])


def test_many_calls() -> None:
    """Threads that come late find nothing to do, and no part runs twice."""
    one, several = both(LAYER)
    rng = np.random.default_rng(0)
    for _ in range(2000):
        assert_same(one, several, layer_inputs(rng))


def test_several_threads_call_at_once() -> None:
    """One of them has the others' help; each has its own results."""
    one, several = both(LAYER)

    def calls(seed: int) -> None:
        rng = np.random.default_rng(seed)
        for _ in range(300):
            assert_same(one, several, layer_inputs(rng))

    with ThreadPoolExecutor(4) as threads:
        list(threads.map(calls, range(4)))


def test_the_caller_is_alone_where_there_is_one_processor(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*given: object) -> None:
        pytest.fail(f"a thread is started: {given}")

    monkeypatch.setattr(pool, "processors", lambda: 1)
    monkeypatch.setattr(pool.Pool, "_start", fail)
    one, several = both(LAYER)
    assert_same(one, several, layer_inputs(np.random.default_rng(1)))


def test_without_further_threads_the_caller_is_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """The system may have none; the pool is tried again by the next program."""

    def fail(*_: object) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(pool, "POOL", pool.Pool())
    with monkeypatch.context() as without:
        without.setattr(pool.Thread, "start", fail)
        one, several = both(LAYER)
        assert_same(one, several, layer_inputs(np.random.default_rng(5)))
    again = disc_shape.compile(LAYER, engine="native", threads=PARTS)
    assert_same(one, again, layer_inputs(np.random.default_rng(6)))


def test_a_saved_program_has_its_threads(tmp_path: Path) -> None:
    one, several = both(LAYER)
    several.save(tmp_path / "layer.disc")
    assert_same(
        one,
        cast("Compiled", disc_shape.load(tmp_path / "layer.disc")),
        layer_inputs(np.random.default_rng(2)),
    )


WINDOW = """
func.func @main(%x: tensor<?x8x?x?xf32>, %w: tensor<8x8x3x3xf32>) -> tensor<?x8x?x?xf32> {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1],
      window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64}
      : (tensor<?x8x?x?xf32>, tensor<8x8x3x3xf32>) -> tensor<?x8x?x?xf32>
  return %0 : tensor<?x8x?x?xf32>
}
"""


def test_copies_of_windows_are_there_for_each_part() -> None:
    """Also where there are fewer images than parts, and none."""
    one, several = both(WINDOW)
    rng = np.random.default_rng(4)
    for sizes in ((0, 8, 5, 5), (1, 8, 40, 40), (3, 8, 1, 300), (7, 8, 9, 17), (2, 8, 0, 4)):
        inputs: list[Array] = [
            rng.standard_normal(given).astype(np.float32) for given in (sizes, (8, 8, 3, 3))
        ]
        assert_same(one, several, inputs)
    sizes = {name: 20 for name in one.signature.arguments[0].sizes if isinstance(name, str)}
    scratch = one.memory(**sizes)
    assert scratch > 0
    assert PARTS * scratch <= several.memory(**sizes) <= (PARTS + 1) * scratch


def test_indices_are_tested_in_one_thread() -> None:
    """Kernels that may stop a run are not split; products are."""
    one = disc_shape.compile(LAYER, engine="native")
    several = disc_shape.compile(LAYER, engine="native", threads=PARTS, checked=True)
    assert several.text.count(f"call void @{DISTRIBUTE}(") == 1
    assert both(LAYER)[1].text.count(f"call void @{DISTRIBUTE}(") == 2
    assert_same(one, several, layer_inputs(np.random.default_rng(3)))


@pytest.mark.parametrize("count", [0, -2])
def test_there_is_at_least_one_thread(count: int) -> None:
    with pytest.raises(EngineError) as raised:
        disc_shape.compile(LAYER, engine="native", threads=count)
    message = f"option 'threads' of engine 'native' is {count}, expected at least 1"
    assert str(raised.value) == message


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system does not fork")
def test_a_forked_process_runs_alone() -> None:
    """And a process ends while threads wait."""
    code = f"""
import os
import numpy as np
import disc_shape
from disc_shape.native import pool
pool.processors = lambda: 4
text = '''{LAYER}'''
run = disc_shape.compile(text, engine="native", threads=4)
x = np.ones((300, 300), np.float32)
expected = run(x, x)[0]
child = os.fork()
same = np.array_equal(run(x, x)[0], expected)
if not child:
    again = disc_shape.compile(text, engine="native", threads=4)
    os._exit(0 if same and np.array_equal(again(x, x)[0], expected) else 1)
assert same and os.waitpid(child, 0)[1] == 0
"""
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=300
    )
    assert done.returncode == 0, done.stderr
