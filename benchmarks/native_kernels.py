"""
Single kernels as machine code beside numpy, XLA and IREE.

Ours and numpy run in a process each, as a program of a user does, and take turns, so that neither
finds its operands in the cache. In one process they would share an allocator: what a compiler has
allocated and freed stays with the process, and numpy would find the memory of its results there,
while in a process of its own it gets new pages from the system for every large result. What it
takes with an allocator that keeps all memory is measured beside.
"""

from __future__ import annotations

import ctypes
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Self

import numpy as np

import disc_shape

Floats = np.ndarray[tuple[int, ...], np.dtype[np.float32]]
PROGRAMS = Path(__file__).resolve().parent / "native_programs"
ROUNDS = 9
OTHERS = ("xla", "iree")
"""The engines that are measured beside, where they are installed."""
HEAD = (
    "| kernel | ours | numpy | numpy, memory kept | copy | XLA | IREE | ours / numpy | goal |\n"
    "|---|--:|--:|--:|--:|--:|--:|--:|--:|\n"
)
MMAP_THRESHOLD, TRIM_THRESHOLD, NEVER = -3, -1, (1 << 31) - 1
"""Parameters of `mallopt`, and sizes that are not reached."""


@dataclass(frozen=True)
class Case:
    """One program that is measured."""

    name: str
    file: str
    sizes: Sequence[tuple[int, ...]]
    """Those of the arguments."""
    numpy: Callable[..., object]
    goal: float
    """How long it may take, by numpy's time."""
    operands: Sequence[tuple[int, ...]] | None = None
    """The sizes of numpy's operands, where they are others."""

    def arrays(self, ours: bool = True) -> list[Floats]:
        """The arguments, or numpy's operands: random numbers."""
        random = np.random.default_rng(0)
        sizes = self.sizes if ours or self.operands is None else self.operands
        return [random.normal(size=one).astype(np.float32) for one in sizes]


def exp_of_sum(a: Floats, b: Floats) -> Floats:
    """As one writes it in numpy."""
    return np.exp(np.minimum(a + b, 0))


def softmax(x: Floats) -> Floats:
    """As one writes it in numpy."""
    powers = np.exp(x - x.max(1, keepdims=True))
    return powers / powers.sum(1, keepdims=True)


def layer_norm(x: Floats, scale: Floats, shift: Floats) -> Floats:
    """As one writes it in numpy."""
    rest = x - x.mean(1, keepdims=True)
    return rest / np.sqrt((rest * rest).mean(1, keepdims=True) + 1e-5) * scale + shift


CASES = (
    Case("exp(min(a + b, 0)), 10^7", "elementwise", [(10**7,)] * 2, exp_of_sum, 0.35),
    Case("softmax 4096 x 1024", "softmax", [(4096, 1024)], softmax, 0.15),
    Case(
        "layer normalization 4096 x 768", "layer_norm", [(4096, 768), (768,), (768,)],
        layer_norm, 0.2,
    ),
    *(
        Case(f"matrix product {size}", "product", [(size, size)] * 2, np.matmul, 1.0)
        for size in (512, 1024, 2048)
    ),
    Case(
        "convolution 3 x 3, 8 x 56 x 56 x 64", "convolution", [(8, 56, 56, 64), (3, 3, 64, 64)],
        np.matmul, 0.8, [(8 * 56 * 56, 3 * 3 * 64), (3 * 3 * 64, 64)],
    ),
)  # fmt: skip
"""The programs. Of the convolution, numpy computes the product alone, of patches that are there."""


class Contender:
    """A process that computes once each time it is told to."""

    def __init__(self, *args: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, __file__, *args],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1,
        )  # fmt: skip

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.communicate()

    def run(self) -> float:
        """The milliseconds of one call."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write("\n")
        return float(self.process.stdout.readline())


def kept_memory() -> None:
    """Let the system's allocator keep all memory that is freed, where it is that of glibc."""
    set_parameter = getattr(ctypes.CDLL(None), "mallopt", None)
    if set_parameter is not None:
        set_parameter(MMAP_THRESHOLD, NEVER)
        set_parameter(TRIM_THRESHOLD, NEVER)


def computation(kind: str, case: Case, saved: str) -> Callable[[], object]:
    """What a process computes."""
    if kind == "ours":
        program, arrays = disc_shape.load(Path(saved)), case.arrays()
        return lambda: program.run(*arrays)
    if kind == "copy":
        array = case.arrays()[0]
        target = np.zeros_like(array)
        return lambda: np.copyto(target, array)
    if kind == "numpy, memory kept":
        kept_memory()
    operands = case.arrays(ours=False)
    return lambda: case.numpy(*operands)


def contend(kind: str, name: str, saved: str) -> None:
    """Compute once for each line of the input, and print milliseconds of processor time."""
    call = computation(kind, next(one for one in CASES if one.name == name), saved)
    for _ in sys.stdin:
        start = time.thread_time()
        call()
        print((time.thread_time() - start) * 1e3, flush=True)


def times(case: Case, saved: Path) -> list[tuple[float, float]]:
    """Milliseconds of each contender, best and median; each round has all of them."""
    kinds = "ours", "numpy", "numpy, memory kept", "copy"
    with ExitStack() as stack:
        contenders = [stack.enter_context(Contender(kind, case.name, str(saved))) for kind in kinds]
        rounds = [[one.run() for one in contenders] for _ in range(ROUNDS + 1)][1:]
    return [(min(one), statistics.median(one)) for one in zip(*rounds, strict=True)]


def kernel_row(case: Case, others: Sequence[str]) -> str:
    """The row of a table, with the other engines that are measured."""
    text = (PROGRAMS / f"{case.file}.mlir").read_text()
    with TemporaryDirectory() as folder:
        saved = Path(folder) / "program"
        disc_shape.compile(text, engine="native").save(saved)
        ours, numpy, kept, copy = times(case, saved)
    beside: list[str] = []
    for engine in OTHERS:
        if engine not in others:
            beside.append("-")
            continue
        compiled, arrays = disc_shape.compile(text, engine=engine), case.arrays()
        compiled.run(*arrays)
        best = min(wall(lambda: compiled.run(*arrays)) for _ in range(ROUNDS))
        beside.append(f"{best * 1e3:.2f}")
    ratio = ours[0] / numpy[0]
    shown = " | ".join(f"{best:.2f} / {median:.2f}" for best, median in (ours, numpy, kept))
    times_shown = " | ".join([shown, f"{copy[0]:.2f}", *beside])
    return f"| {case.name} | {times_shown} | {ratio:.2f} | {case.goal:.2f} |\n"


def wall(call: Callable[[], object]) -> float:
    """Seconds of a call by the clock: XLA and IREE compute in threads of their own, on one core."""
    start = time.perf_counter()
    call()
    return time.perf_counter() - start


def kernel_table(others: Sequence[str]) -> str:
    """All kernels."""
    return HEAD + "".join(kernel_row(case, others) for case in CASES)


if __name__ == "__main__":
    contend(*sys.argv[1:])
