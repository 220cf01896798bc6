"""
Errors and speed of native functions of f32, beside numpy's: the table of `docs/native_functions.md`
(`--write`).

Each function is expanded, converted and compiled in a loop over an array, and called on bit
patterns at equal distances over all floats. References are numpy's functions of float64.
"""

from __future__ import annotations

import argparse
import ctypes
import math
from collections.abc import Callable, Mapping
from pathlib import Path
from time import perf_counter

import numpy as np
import numpy.typing as npt
from xdsl.dialects import llvm
from xdsl.dialects.builtin import ModuleOp, StringAttr
from xdsl.dialects.func import FuncOp

import disc_shape
from disc_shape.native.code import Code
from disc_shape.native.compilation import compile_module
from disc_shape.native.conversion import convert_function
from disc_shape.native.functions import expand_functions
from disc_shape.native.module import outside_functions
from disc_shape.native.routine import KERNEL, NO_ALIAS, Callee, Tables

PAGE = Path(__file__).resolve().parents[1] / "docs" / "native_functions.md"
SAMPLE = 1 << 22
Floats = npt.NDArray[np.floating]
Reference = Callable[..., Floats]


def reciprocal_root(x: Floats) -> Floats:
    """`1 / sqrt(x)`."""
    return 1 / np.sqrt(x)


def logistic(x: Floats) -> Floats:
    """`1 / (1 + exp(-x))`."""
    return 1 / (1 + np.exp(-x))


ONE: Mapping[str, Reference] = {
    "exp": np.exp,
    "expm1": np.expm1,
    "exp2": np.exp2,
    "log": np.log,
    "log1p": np.log1p,
    "log2": np.log2,
    "log10": np.log10,
    "logistic": logistic,
    "tanh": np.tanh,
    "sinh": np.sinh,
    "cosh": np.cosh,
    "asinh": np.arcsinh,
    "acosh": np.arccosh,
    "atanh": np.arctanh,
    "sin": np.sin,
    "cos": np.cos,
    "tan": np.tan,
    "asin": np.arcsin,
    "acos": np.arccos,
    "atan": np.arctan,
    "cbrt": np.cbrt,
    "rsqrt": reciprocal_root,
    "erf": np.vectorize(math.erf, otypes=[float]),
}
TWO: Mapping[str, Reference] = {"atan2": np.arctan2, "powf": np.power}
"""Functions as the `math` dialect names them, and what they are."""

HEAD = """\
# Measured: functions in native code

`make bench` writes this page. `expand-math` writes functions of f32 as formulas; here are their
largest errors in units in the last place over {sample} floats, bit patterns at equal distances
over all of them (of functions of two numbers as many pairs at random), and nanoseconds for an
element of an array of {ordinary} numbers from -3 to 3, on one core. Errors are against numpy's
functions of float64, those of numpy's functions of float32 are beside ours. A NaN, an infinity or
the sign of a zero that differs would be an infinite error.

| function | error | numpy's | ns | numpy's | speed over numpy |
|---|---|---|---|---|---|
"""


class Loaded:
    """A function in a loop over arrays, as machine code."""

    def __init__(self, name: str, arguments: int) -> None:
        module = disc_shape.parse(loop_text(name, arguments)).module
        expand_functions(module, has_fma=True)
        function = module.body.block.first_op
        assert isinstance(function, FuncOp)
        function.attributes[KERNEL] = StringAttr("loops")
        tables = Tables()
        types = function.function_type.inputs.data
        tables.callees["loop"] = Callee("loop", types, (), is_kernel=True)
        converted = convert_function(function, tables)
        converted.properties["linkage"] = llvm.LinkageAttr("external")
        self.code: Code = compile_module(ModuleOp([*outside_functions(tables), converted]))
        parts = [ctypes.c_void_p, ctypes.c_int64] * (arguments + 1)
        self.address = ctypes.CFUNCTYPE(None, *parts)(self.code.address("loop"))

    def __call__(self, *arrays: Floats, out: Floats | None = None) -> Floats:
        """The function of each element."""
        result = np.empty_like(arrays[0]) if out is None else out
        words: list[int] = []
        for one in (*arrays, result):
            words += [one.ctypes.data, len(one)]
        self.address(*words)
        return result


def loop_text(name: str, arguments: int) -> str:
    """A loop that applies a function."""
    names = [f"%a{number}" for number in range(arguments)]
    taken = ", ".join(f"{one}: memref<?xf32> {{{NO_ALIAS}}}" for one in names)
    loads = "\n".join(
        f"%x{number} = memref.load {one}[%i] : memref<?xf32>" for number, one in enumerate(names)
    )
    operands = ", ".join(f"%x{number}" for number in range(arguments))
    body = f"%r = math.{name} {operands} : f32"
    if name == "logistic":
        body = """%m = arith.negf %x0 : f32
        %e = math.exp %m : f32
        %s = arith.addf %one, %e : f32
        %r = arith.divf %one, %s : f32"""
    return f"""
    func.func @loop({taken}, %out: memref<?xf32> {{{NO_ALIAS}}}) {{
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %one = arith.constant 1.0 : f32
      %n = memref.dim %out, %c0 : memref<?xf32>
      scf.for %i = %c0 to %n step %c1 {{
        {loads}
        {body}
        memref.store %r, %out[%i] : memref<?xf32>
      }}
      func.return
    }}
    """


def units(found: Floats, exact: Floats) -> Floats:
    """Errors in units in the last place of f32 of results in float64."""
    with np.errstate(all="ignore"):
        nearest = exact.astype(np.float32)
        unit = np.exp2(np.floor(np.log2(np.clip(np.abs(exact), 2.0**-126, 2.0**127))) - 23)
        error = np.abs(found.astype(np.float64) - exact) / unit
    same = (found == nearest) | (np.isnan(found) & np.isnan(nearest))
    special = ~np.isfinite(found) | ~np.isfinite(nearest)
    error = np.where(special, np.where(same, 0.0, np.inf), error)
    zero = (found == 0) & (exact == 0) & (np.signbit(found) != np.signbit(exact))
    return np.where(zero, np.inf, error)


def arguments_of(name: str, count: int) -> list[Floats]:
    """Arguments over the whole range."""
    if name in ONE:
        step = (1 << 32) // count
        bits = np.arange(count, dtype=np.uint64) * step + step // 3
        return [bits.astype(np.uint32).view(np.float32)]
    random = np.random.default_rng(0)
    bits = random.integers(0, 1 << 32, (2, count), np.uint64).astype(np.uint32)
    x, y = bits.view(np.float32)
    half = count // 2
    if name == "powf":  # Of most pairs of floats a power is 0 or infinite.
        x[:half] = np.abs(x[:half])
        y[:half] = random.uniform(-2, 2, half).astype(np.float32)
    return [x, y]


def largest_errors(name: str, loaded: Loaded, count: int) -> tuple[float, float]:
    """Ours and numpy's."""
    reference = ONE.get(name) or TWO[name]
    arrays = arguments_of(name, count)
    with np.errstate(all="ignore"):
        exact = reference(*(one.astype(np.float64) for one in arrays))
        theirs = reference(*arrays).astype(np.float32)
    return float(units(loaded(*arrays), exact).max()), float(units(theirs, exact).max())


def seconds(call: Callable[[], object]) -> float:
    """The best of nine."""
    best = math.inf
    for _ in range(9):
        start = perf_counter()
        call()
        best = min(best, perf_counter() - start)
    return best


def row(name: str, count: int) -> str:
    """The line of a function."""
    arity = 1 if name in ONE else 2
    loaded = Loaded(name, arity)
    ours, theirs = largest_errors(name, loaded, count)
    ordinary = np.linspace(-3, 3, 1 << 20, dtype=np.float32)
    arrays = [ordinary, ordinary[::-1].copy()][:arity]
    out, reference = np.empty_like(ordinary), ONE.get(name) or TWO[name]
    with np.errstate(all="ignore"):
        mine = seconds(lambda: loaded(*arrays, out=out)) / len(out) * 1e9
        other = seconds(lambda: reference(*arrays)) / len(out) * 1e9
    beside = f"{theirs:.2f} | {mine:.2f} | {other:.2f} | {other / mine:.1f}"
    if name == "erf":
        beside = f"- | {mine:.2f} | - | -"
    return f"| `{name}` | {ours:.2f} | {beside} |"


def main() -> None:
    """Print the page, or write it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help=f"write {PAGE.name}")
    parser.add_argument("--sample", type=int, default=SAMPLE, help="floats for each function")
    options = parser.parse_args()
    head = HEAD.format(sample=options.sample, ordinary=1 << 20)
    text = head + "\n".join(row(name, options.sample) for name in (*ONE, *TWO)) + "\n"
    if options.write:
        PAGE.write_text(text, encoding="utf-8")
    else:
        print(text)


if __name__ == "__main__":
    main()
