"""Operations of MLIR's own dialects, compiled by IREE for the CPU and run there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import iree.runtime
import numpy as np
from fuzz.harness import parse
from iree.compiler import tools
from peers.executors import Array

from disc_shape.interpreters import run

TARGET = (
    "--iree-llvmcpu-target-cpu=generic",
    "--iree-opt-level=O0",
    "--iree-input-demote-f64-to-f32=false",
)


@dataclass(frozen=True)
class Program:
    """A function without its name, and what it is run on."""

    text: str
    arrays: tuple[Array, ...]
    tolerance: float = 0.0


def function(
    arguments: Sequence[tuple[str, Array | np.int32 | int]],
    results: Sequence[str],
    *lines: str,
    tolerance: float = 0.0,
) -> Program:
    """
    A program of some lines on arguments `%0`, `%1`, ..., of which the last defines `%r` (or
    `%r:2`), which it returns.
    """
    listed = ", ".join(f"%{index}: {kind}" for index, (kind, _) in enumerate(arguments))
    outputs = ", ".join(results)
    values = ["%r"] if len(results) == 1 else [f"%r#{index}" for index in range(len(results))]
    body = "\n  ".join((*lines, f"return {', '.join(values)} : {outputs}"))
    text = f"({listed}) -> ({outputs}) {{\n  {body}\n}}\n"
    given = [np.int64(value) if isinstance(value, int) else value for _, value in arguments]
    return Program(text, tuple(np.asarray(value) for value in given), tolerance)


@cache
def compiled(text: str) -> object:
    """The functions of a module, ready to be called."""
    binary = tools.compile_str(text, target_backends=["llvm-cpu"], extra_args=list(TARGET))
    context = iree.runtime.SystemContext(config=iree.runtime.Config("local-sync"))
    context.add_vm_module(iree.runtime.VmModule.copy_buffer(context.instance, binary))
    return context.modules.module


def upstream(text: str, name: str, arrays: Sequence[Array]) -> list[Array]:
    """The results of one function of a module."""
    given = [array if array.ndim else array.item() for array in arrays]
    found = getattr(compiled(text), name)(*given)
    several = found if isinstance(found, tuple | list) else (found,)
    return [np.asarray(one.to_host() if hasattr(one, "to_host") else one) for one in several]


def agree(programs: dict[str, Program]) -> None:
    """We and IREE give the same results of every program; all are compiled as one module."""
    names = {name: f"f{index}" for index, name in enumerate(programs)}
    text = "".join(f"func.func public @{names[name]}{one.text}" for name, one in programs.items())
    differ: list[str] = []
    for name, one in programs.items():
        ours = run(parse(f"func.func @main{one.text}"), *one.arrays)
        theirs = upstream(text, names[name], one.arrays)
        assert len(ours) == len(theirs)
        differ += [
            f"{name}: {found.tolist()} and {expected.tolist()} of {list(one.arrays)}"
            for found, expected in zip(ours, theirs, strict=True)
            if not same(found, expected, one.tolerance)
        ]
    assert not differ, "\n".join(differ)


def same(found: Array, expected: Array, tolerance: float) -> bool:
    """The same sizes and numbers, NaN where the other has one, zeros of one sign."""
    if found.shape != expected.shape:
        return False
    if found.dtype.kind in "biu":
        return bool(np.array_equal(found, expected.astype(found.dtype)))
    close = np.isclose(found, expected, rtol=tolerance, atol=tolerance, equal_nan=True)
    zeros = (found == 0) & (expected == 0)
    signs = np.signbit(found) == np.signbit(expected)
    return bool(np.all(close & (signs | ~zeros)))
