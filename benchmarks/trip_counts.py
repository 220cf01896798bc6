"""
Is a loop faster as machine code if the number of its iterations is a constant? The same kernels
with rows of a static and of a dynamic size, the best of many runs, in turn.

    python benchmarks/trip_counts.py
"""

from __future__ import annotations

from time import perf_counter

import numpy as np

import disc_shape

ELEMENTS = 200_000
RUNS = 100
SIZES = (4, 8, 16, 32, 64, 256)

PROGRAM = """
func.func @main(%x: TYPE, %y: TYPE) -> TYPE {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %n = tensor.dim %x, %c0 : TYPE
  %m = tensor.dim %x, %c1 : TYPE
  %s = tensor.from_elements %n, %m : tensor<2xindex>
  %0 = stablehlo.multiply %x, %y : TYPE
  %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [1]
    : (TYPE, tensor<f32>) -> tensor<?xf32>
  %2 = stablehlo.dynamic_broadcast_in_dim %1, %s, dims = [0]
    : (tensor<?xf32>, tensor<2xindex>) -> TYPE
  %3 = stablehlo.subtract %0, %2 : TYPE
  return %3 : TYPE
}
"""


def seconds(size: int) -> dict[str, float]:
    """The time of a run with dynamic and with static rows."""
    programs = {
        name: disc_shape.compile(
            disc_shape.parse(PROGRAM.replace("TYPE", f"tensor<?x{text}xf32>")), engine="native"
        )
        for name, text in (("dynamic", "?"), ("static", str(size)))
    }
    array = np.random.default_rng(0).random((ELEMENTS // size, size)).astype(np.float32)
    best = dict.fromkeys(programs, float("inf"))
    for _ in range(RUNS):
        for name, program in programs.items():
            start = perf_counter()
            program.run(array, array)
            best[name] = min(best[name], perf_counter() - start)
    return best


if __name__ == "__main__":
    print("| iterations | dynamic, us | static, us | static / dynamic |\n|---|---|---|---|")
    for number in SIZES:
        found = seconds(number)
        dynamic, static = found["dynamic"] * 1e6, found["static"] * 1e6
        print(f"| {number} | {dynamic:.0f} | {static:.0f} | {static / dynamic:.2f} |", flush=True)
