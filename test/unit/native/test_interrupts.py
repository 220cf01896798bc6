"""A signal that arrives in machine code stops a program whose sorts the interpreter runs."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("llvmlite")

import disc_shape
from disc_shape.native.engine import executable_of
from disc_shape.native.executable import NativeExecutable
from disc_shape.native.interrupts import interrupts_of

RETURNED = """
func.func @main(%x: memref<?xf32>) -> memref<?xf32> {
  %c0 = arith.constant 0 : index
  %n = memref.dim %x, %c0 : memref<?xf32>
  %0 = memref.alloc(%n) : memref<?xf32>
  memref.copy %x, %0 : memref<?xf32> to memref<?xf32>
  return %0 : memref<?xf32>
}
"""

PROGRAM = """
import os, signal, threading, time
import numpy as np
import disc_shape
from disc_shape.native.engine import executable_of

text = '''
func.func @main(%x: memref<i32>, %y: memref<4xf32>, %begun: memref<i32> {disc_shape.out = 0 : i64},
    %out: memref<4xf32> {disc_shape.out = 1 : i64}) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  func.call @kernel_0(%y, %out) : (memref<4xf32>, memref<4xf32>) -> ()
  scf.while () : () -> () {
    %0 = memref.load %x[] : memref<i32>
    %1 = arith.cmpi eq, %0, %zero : i32
    memref.store %one, %begun[] : memref<i32>
    scf.condition(%1)
  } do {
    scf.yield
  }
  func.call @kernel_0(%y, %out) : (memref<4xf32>, memref<4xf32>) -> ()
  return
}
func.func private @kernel_0(%0: memref<4xf32>, %1: memref<4xf32>)
    attributes {disc_shape.kernel = "lmhlo.sort"} {
  lmhlo.sort ins(%0 : memref<4xf32>) outs(%1 : memref<4xf32>)
    {dimension = 0 : i64, is_stable = true} ({
    ^bb0(%2: tensor<f32>, %3: tensor<f32>):
      %4 = stablehlo.compare LT, %2, %3 : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %4 : tensor<i1>
    })
  return
}
'''
program = executable_of(disc_shape.parse(text).module, {})
x, begun = np.zeros((), np.int32), np.zeros((), np.int32)
y, out = np.array([3, 1, 4, 2], np.float32), np.zeros(4, np.float32)

class Late(BaseException):
    pass

def late(*_):
    raise Late

def interrupt():
    while not begun:
        time.sleep(0.001)
    os.kill(os.getpid(), signal.SIGINT)
    x[()] = 1

signal.signal(signal.SIGINT, signal.default_int_handler)  # It is ignored in jobs of a shell.
for expected in (KeyboardInterrupt, Late):
    x[()] = begun[()] = 0
    threading.Thread(target=interrupt).start()
    try:
        program.run_into([x, y], [begun, out])
    except expected:
        print("stopped")
    signal.signal(signal.SIGINT, late)
program.run_into([x, y], [begun, out])
print(out.tolist())
"""


@pytest.mark.skipif(sys.platform == "win32", reason="has no such signals")
def test_an_interrupt_in_machine_code_stops_the_run() -> None:
    """The handler is run where the second sort begins, which no line of the callback can catch."""
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True, timeout=120
    )
    assert done.stdout == "stopped\nstopped\n[1.0, 2.0, 3.0, 4.0]\n"
    assert done.stderr == ""


def held() -> int:
    """The bytes that this process holds, by its own account."""
    words = Path("/proc/self/statm").read_text().split()
    return int(words[1]) * 4096


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="no account of memory")
def test_an_interrupt_after_machine_code_leaves_no_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    program, x = executable_of(disc_shape.parse(RETURNED).module, {}), np.ones(10**6, np.float32)
    np.testing.assert_array_equal(program.run([x])[0], x)
    run = program.status

    def interrupted(address: int) -> int:
        raise KeyboardInterrupt(run(address))

    monkeypatch.setattr(program, "status", interrupted)
    before = held()
    for _ in range(40):
        with pytest.raises(KeyboardInterrupt):
            program.run([x])
    assert held() - before < 10 * x.nbytes


def test_what_others_report_is_passed_on(monkeypatch: pytest.MonkeyPatch) -> None:
    class Broken:
        def __del__(self) -> None:
            raise ValueError

    reported: list[object] = []

    def hook(found: sys.UnraisableHookArgs) -> None:
        reported.append(found.exc_type)

    monkeypatch.setattr(sys, "unraisablehook", hook)
    kept: list[BaseException] = []
    with interrupts_of(print, kept.append):
        Broken()
    assert (reported, kept) == ([ValueError], [])
    assert sys.unraisablehook is hook


def test_an_interrupt_where_an_object_is_dropped_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Python would show it and go on, as it does with all errors there."""

    def generated() -> Iterator[int]:
        try:
            yield 1
        finally:
            raise KeyboardInterrupt

    reported: list[object] = []

    def hook(found: sys.UnraisableHookArgs) -> None:
        reported.append(found.exc_type)

    monkeypatch.setattr(sys, "unraisablehook", hook)
    kept: list[BaseException] = []
    with interrupts_of(print, kept.append):
        next(generated())
    assert (reported, list(map(type, kept))) == ([], [KeyboardInterrupt])
    with interrupts_of(print, kept.append):
        thread = threading.Thread(target=lambda: next(generated()))
        thread.start()
        thread.join()
    assert (reported, len(kept)) == ([KeyboardInterrupt], 1)


SORTED = """
func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = "stablehlo.sort"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %l = stablehlo.convert %a : (tensor<f32>) -> tensor<f8E8M0FNU>
    %r = stablehlo.convert %b : (tensor<f32>) -> tensor<f8E8M0FNU>
    %1 = stablehlo.compare LT, %l, %r : (tensor<f8E8M0FNU>, tensor<f8E8M0FNU>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) {dimension = 0 : i64, is_stable = true} : (tensor<?xf32>) -> tensor<?xf32>
  %c0 = arith.constant 0 : index
  %least = tensor.extract %0[%c0] : tensor<?xf32>
  %zero = arith.constant 0.0 : f32
  %ok = arith.cmpf oge, %least, %zero : f32
  cf.assert %ok, "the least element is negative"
  return %0 : tensor<?xf32>
}
"""
"""The interpreter sorts: keys of eight bits have no form as machine code."""


@pytest.mark.parametrize("is_saved", [False, True], ids=["compiled", "saved"])
def test_an_interrupt_where_a_callback_ends_stops_the_run(
    is_saved: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """
    The callback has left its results, so nothing but the error says that it was interrupted; a
    check that fails later in the run does not hide it.
    """
    program = disc_shape.compile(SORTED, engine="native")
    if is_saved:
        program.save(tmp_path / "saved")
        program = disc_shape.load(tmp_path / "saved", disc_shape.Compiled)
    x = np.array([3, 1, 2], np.float32)
    called_back = NativeExecutable.called_back

    def interrupted(self: NativeExecutable, state: int, number: int, address: int) -> None:
        called_back(self, state, number, address)
        raise KeyboardInterrupt

    monkeypatch.setattr(NativeExecutable, "called_back", interrupted)
    for given in (x, -x):
        with pytest.raises(KeyboardInterrupt):
            program.run(given)
    monkeypatch.undo()
    assert program.run(x)[0].tolist() == [1, 2, 3]
    with pytest.raises(disc_shape.GuardError, match="the least element is negative"):
        program.run(-x)
