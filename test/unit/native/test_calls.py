"""Calls of compiled programs: arrays of all kinds, checks, threads, memory, saved programs."""

from __future__ import annotations

import gc
import subprocess
import sys
import threading
from functools import cache
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("llvmlite")

from carried_programs import NOTHING_ALLOCATED

import disc_shape
from disc_shape.engines.compiled import Compiled
from disc_shape.interpreters.kernels.arrays import Array

SUM = """
func.func @main(%x: tensor<?x?xf32>, %b: tensor<?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c0 : tensor<?x?xf32>
  %m = tensor.dim %x, %c1 : tensor<?x?xf32>
  %s = tensor.from_elements %n, %m : tensor<2xindex>
  %0 = stablehlo.dynamic_broadcast_in_dim %b, %s, dims = [1]
    {known_nonexpanding_dimensions = array<i64: 0>}
    : (tensor<?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  %1 = stablehlo.add %x, %0 : tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}
"""
IDENTITY = """
func.func @main(%x: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  return %x, %x : tensor<?xf32>, tensor<?xf32>
}
"""
SORTED = """
func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = "stablehlo.sort"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %l = stablehlo.convert %a : (tensor<f32>) -> tensor<f8E8M0FNU>
    %r = stablehlo.convert %b : (tensor<f32>) -> tensor<f8E8M0FNU>
    %1 = stablehlo.compare LT, %l, %r : (tensor<f8E8M0FNU>, tensor<f8E8M0FNU>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) {dimension = 0 : i64, is_stable = true} : (tensor<?xf32>) -> tensor<?xf32>
  %2 = stablehlo.add %0, %x : tensor<?xf32>
  return %2 : tensor<?xf32>
}
"""
"""The interpreter sorts: powers of two as keys have no form as machine code."""
CHECKED = """
func.func @main(%x: tensor<?xf32>, %n: tensor<i32>) -> tensor<?xf32> {
  %zero = arith.constant 0 : i32
  %k = tensor.extract %n[] : tensor<i32>
  %ok = arith.cmpi sgt, %k, %zero : i32
  cf.assert %ok, "n must be positive"
  %0 = stablehlo.add %x, %x : tensor<?xf32>
  return %0 : tensor<?xf32>
}
"""
COUNTED = """
func.func @main(%n: tensor<i32>) -> tensor<?xi32> {
  %k = tensor.extract %n[] : tensor<i32>
  %i = arith.index_cast %k : i32 to index
  %s = tensor.from_elements %i : tensor<1xindex>
  %0 = stablehlo.dynamic_iota %s, dim = 0 : (tensor<1xindex>) -> tensor<?xi32>
  return %0 : tensor<?xi32>
}
"""
FACTORIAL = """
func.func @main(%n: tensor<i32>) -> tensor<i32> {
  %one = stablehlo.constant dense<1> : tensor<i32>
  %0:2 = stablehlo.while(%k = %n, %p = %one) : tensor<i32>, tensor<i32>
    cond {
      %1 = stablehlo.compare GT, %k, %one : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    } do {
      %2 = stablehlo.multiply %p, %k : tensor<i32>
      %3 = stablehlo.subtract %k, %one : tensor<i32>
      stablehlo.return %3, %2 : tensor<i32>, tensor<i32>
    }
  return %0#1 : tensor<i32>
}
"""
RECURSIVE = """
func.func @main(%x: tensor<?xf32>, %n: tensor<i32>) -> tensor<?xf32> {
  %0 = func.call @step(%x, %n) : (tensor<?xf32>, tensor<i32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
func.func private @step(%x: tensor<?xf32>, %n: tensor<i32>) -> tensor<?xf32> {
  %zero = arith.constant 0 : i32
  %k = tensor.extract %n[] : tensor<i32>
  %more = arith.cmpi sgt, %k, %zero : i32
  %0 = scf.if %more -> (tensor<?xf32>) {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %m = stablehlo.subtract %n, %one : tensor<i32>
    %y = stablehlo.add %x, %x : tensor<?xf32>
    %z = func.call @step(%y, %m) : (tensor<?xf32>, tensor<i32>) -> tensor<?xf32>
    scf.yield %z : tensor<?xf32>
  } else {
    scf.yield %x : tensor<?xf32>
  }
  return %0 : tensor<?xf32>
}
"""


ASSERTED = """
func.func @main(%x: tensor<?xf32>, %n: tensor<i32>) -> tensor<?xf32> {
  %c = stablehlo.constant dense<3> : tensor<i32>
  %m = COMPUTED
  %ok = stablehlo.compare GT, %m, %c : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%ok, %m, %c) {
    error_message = "MESSAGE", has_side_effect = true, api_version = 2 : i32
  } : (tensor<i1>, tensor<i32>, tensor<i32>) -> ()
  %0 = stablehlo.add %x, %x : tensor<?xf32>
  return %0 : tensor<?xf32>
}
"""
"""Checks that a number is greater than 3."""


@cache
def compiled(text: str) -> Compiled:
    return disc_shape.compile(text, engine="native")


def numbers(*sizes: int) -> Array:
    return np.random.default_rng(0).normal(size=sizes).astype(np.float32)


def assert_same(text: str, *arrays: Array) -> None:
    for one, other in zip(
        compiled(text).run(*arrays), disc_shape.parse(text).run(*arrays), strict=True
    ):
        np.testing.assert_array_equal(one, other)
        assert one.dtype == other.dtype


@pytest.mark.parametrize("sizes", [(0, 0), (0, 3), (3, 0), (1, 1), (1, 7), (33, 1), (5, 17)])
def test_every_size(sizes: tuple[int, int]) -> None:
    assert_same(SUM, numbers(*sizes), numbers(sizes[1]))


def test_arrays_in_any_layout() -> None:
    x, b = numbers(6, 8), numbers(4)
    assert_same(SUM, x[::2, ::-2], b)
    assert_same(SUM, numbers(4, 6).T, b)
    assert_same(SUM, np.broadcast_to(b, (3, 4)), b[::-1])
    raw = np.zeros(4 * 24 + 1, np.uint8)[1:].view(np.float32).reshape(6, 4)
    assert_same(SUM, raw, b)


def test_arrays_that_may_not_be_written_or_are_the_same() -> None:
    x = numbers(4, 4)
    x.flags.writeable = False
    assert_same(SUM, x, x[0])
    y = numbers(5)
    first, second = compiled(IDENTITY).run(y)
    assert not np.shares_memory(first, second)
    assert not np.shares_memory(first, y)


def test_arrays_that_do_not_fit() -> None:
    with pytest.raises(disc_shape.EngineError, match="argument 1 has 2 dimensions, expected 1"):
        compiled(SUM)(numbers(2, 2), numbers(2, 2))
    with pytest.raises(disc_shape.GuardError):
        compiled(SUM)(numbers(2, 3), numbers(4))


def test_an_operation_that_is_no_loops_runs_on_the_same_memory() -> None:
    program = compiled(SORTED)
    assert any("lmhlo.sort, interpreter, 1 calls" in str(one) for one in program.kernels)
    for size in (0, 1, 9):
        assert_same(SORTED, numbers(size))


SUM_OF_NUMBER = "stablehlo.add %n, %n : tensor<i32>"
SUM_IN_A_REGION = """"stablehlo.case"(%n) ({
    stablehlo.return %c : tensor<i32>
  }, {
    %two = stablehlo.add %n, %n : tensor<i32>
    stablehlo.return %two : tensor<i32>
  }) : (tensor<i32>) -> tensor<i32>"""


@pytest.mark.parametrize("is_saved", [False, True], ids=["compiled", "saved"])
@pytest.mark.parametrize(
    ("computed", "message", "shown"),
    [
        (SUM_OF_NUMBER, "expected n > 3, found n = {0}", "expected n > 3, found n = 2"),
        (SUM_OF_NUMBER, "{0} is not above (.*) {1} {9}{x}", "2 is not above (.*) 3 {9}{x}"),
        (SUM_OF_NUMBER, "n is too small", "n is too small"),
        (SUM_IN_A_REGION, "expected n > 3, found n = {0}", "expected n > 3"),
    ],
)
def test_messages_about_data_show_numbers(
    computed: str, message: str, shown: str, is_saved: bool, tmp_path: Path
) -> None:
    """The interpreter computes them again, unless a region would have to be run."""
    program = compiled(ASSERTED.replace("COMPUTED", computed).replace("MESSAGE", message))
    if is_saved:
        program.save(tmp_path / "saved")
        program = disc_shape.load(tmp_path / "saved", Compiled)
    for _ in range(2):
        with pytest.raises(disc_shape.GuardError) as error:
            program.run(numbers(3), np.array(1, np.int32))
        assert str(error.value) == shown
    if computed == SUM_OF_NUMBER:
        assert program.run(numbers(0), np.array(2, np.int32))[0].shape == (0,)


def test_a_check_of_data() -> None:
    assert_same(CHECKED, numbers(3), np.array(1, np.int32))
    with pytest.raises(disc_shape.GuardError, match=r"^n must be positive$"):
        compiled(CHECKED)(numbers(3), 0)


@pytest.mark.parametrize("size", [0, 1, 20])
def test_a_result_whose_size_is_data(size: int) -> None:
    assert_same(COUNTED, np.array(size, np.int32))


def test_a_negative_size_is_refused() -> None:
    with pytest.raises(disc_shape.GuardError):
        compiled(COUNTED)(-1)


@pytest.mark.parametrize("number", [0, 1, 5, 12])
def test_a_loop(number: int) -> None:
    assert_same(FACTORIAL, np.array(number, np.int32))


@pytest.mark.parametrize("depth", [0, 1, 6])
def test_a_function_that_calls_itself(depth: int) -> None:
    assert_same(RECURSIVE, numbers(4), np.array(depth, np.int32))


def test_two_threads_call_one_program() -> None:
    program = compiled(SORTED)
    expected = {size: program.run(numbers(size))[0] for size in range(1, 40)}
    wrong: list[int] = []

    def work(first: int) -> None:
        for size in range(first, 40, 2):
            for _ in range(5):
                if not np.array_equal(program.run(numbers(size))[0], expected[size]):
                    wrong.append(size)

    threads = [threading.Thread(target=work, args=(first,)) for first in (1, 2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def held() -> int:
    """The bytes that this process holds, by its own account."""
    gc.collect()
    words = Path("/proc/self/statm").read_text().split()
    return int(words[1]) * 4096


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="no account of memory")
def test_a_thousand_calls_leave_nothing() -> None:
    program, size, x = compiled(COUNTED), np.array(20_000, np.int32), numbers(20_000)
    failing, one = compiled(CHECKED), np.array(0, np.int32)
    for _ in range(20):
        program.run(size)
    before = held()
    for _ in range(500):
        program.run(size)
        with pytest.raises(disc_shape.GuardError):
            failing.run(x, one)
    assert held() - before < 20 * x.nbytes


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="no account of memory")
@pytest.mark.parametrize("name", ["returned", "consumed", "exchanged and changed", "nested"])
def test_loops_that_carry_memory_leave_nothing(name: str) -> None:
    program, x = compiled(NOTHING_ALLOCATED[name]), numbers(20_000)
    calls = [(x, np.array(count, np.int32)) for count in (0, 1, 4)]
    for arrays in calls:
        program.run(*arrays)
    before = held()
    for _ in range(100):
        for arrays in calls:
            program.run(*arrays)
    assert held() - before < 20 * x.nbytes


@pytest.mark.parametrize("text", [SUM, SORTED, COUNTED], ids=["sum", "sorted", "counted"])
def test_a_saved_program(text: str, tmp_path: Path) -> None:
    path = tmp_path / "saved"
    compiled(text).save(path)
    loaded = disc_shape.load(path, disc_shape.Compiled)
    arrays = {SUM: [numbers(3, 4), numbers(4)], SORTED: [numbers(7)]}
    given = arrays.get(text, [np.array(3, np.int32)])
    for one, other in zip(loaded.run(*given), compiled(text).run(*given), strict=True):
        np.testing.assert_array_equal(one, other)
    assert [str(one) for one in loaded.kernels] == [str(one) for one in compiled(text).kernels]
    assert str(loaded.signature) == str(compiled(text).signature)
    with pytest.raises(disc_shape.EngineError, match="takes"):
        loaded()


def test_the_memory_of_a_run() -> None:
    models = Path(__file__).resolve().parents[2] / "models"
    program = compiled(str(models / "jax_mha.mlir"))
    one, two, three = (program.memory(b=b, s=8) for b in (2, 4, 6))
    assert three - two == two - one > 0  # A copy of weights does not depend on the batch.
    with pytest.raises(ValueError, match="no size for symbol 's'"):
        program.memory(b=2)
    with pytest.raises(ValueError, match="no argument has a size 'batch'"):
        program.memory(batch=2, s=8)
    with pytest.raises(ValueError, match="size 's' is -1, expected at least 0"):
        program.memory(b=2, s=-1)
    with pytest.raises(disc_shape.EngineError, match="no plan of memory"):
        disc_shape.compile(SUM, engine="reference").memory()


def test_what_a_program_says_of_itself() -> None:
    program = disc_shape.compile(SUM, engine="native")
    assert str(program.signature) == "(x: float32[S0, S1], b: float32[S1]) -> (float32[S0, S1])"
    assert program.constraints == ()
    assert {"read", "optimize", "export", "lower", "convert", "llvm", "compile"} <= set(
        program.timings
    )
    assert all(seconds >= 0 for seconds in program.timings.values())
    program(numbers(2, 3), numbers(3))
    assert program.timings["calls"] == 1
    assert [str(one) for one in program.kernels] == ["kernel_0: loops, machine code, 1 calls"]
    assert "define" in program.text
    assert program.memory(S0=2, S1=3) == 0


def test_without_llvmlite_one_line_says_what_to_install() -> None:
    script = (
        "import sys; sys.modules['llvmlite'] = None; sys.modules['llvmlite.binding'] = None\n"
        "import disc_shape\n"
        "try:\n"
        "    disc_shape.compile('func.func @main() { return }', engine='native')\n"
        "except disc_shape.EngineError as error:\n"
        "    print(error)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout == "llvmlite is not installed: pip install 'disc-shape[native]'\n"


PRODUCT = """
func.func @main(%x: tensor<?x?xf32>, %w: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [0] x [0]
      : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %1 = stablehlo.tanh %0 : tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}
"""


def test_products_run_on_a_stack_of_512_kib() -> None:
    """A stack that is too small would end the process."""
    script = (
        "import threading, numpy as np, disc_shape\n"
        f"program = disc_shape.compile({PRODUCT!r}, engine='native')\n"
        "x, w = np.ones((600, 200), np.float32), np.ones((600, 300), np.float32)\n"
        "threading.stack_size(512 * 1024)\n"
        "found = []\n"
        "thread = threading.Thread(target=lambda: found.append(program(x, w)[0]))\n"
        "thread.start()\n"
        "thread.join()\n"
        "print(found[0].shape, found[0].min())\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=120
    )
    assert done.stdout == "(200, 300) 1.0\n"
