"""A signal that arrives in machine code stops a program whose sorts the interpreter runs."""

from __future__ import annotations

import subprocess
import sys

import pytest

pytest.importorskip("llvmlite")

from disc_shape.native.interrupts import interrupts_of

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
