"""Kernels like one before have its loops: the text is that of kernels converted one by one."""

from collections.abc import Hashable
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest
from fuzz.harness import apply, context, parse
from random_kernels import program

from disc_shape.dialects.lmhlo.op import BufferOp
from disc_shape.loops import convert
from disc_shape.loops.conversion import Conversion

CASES = Path(__file__).resolve().parents[2] / "passes/lmhlo_to_loops"
BUFFERS = "mhlo-to-lmhlo,deallocate-buffers,plan-memory"


def none_alike(*_: object) -> Hashable:
    """A key that no other kernel has."""
    return object()


def after(pipeline: str, source: str) -> str:
    """What passes make of a program."""
    module = parse(source)
    apply(pipeline, module, context())
    return str(module)


def texts(source: str, monkeypatch: pytest.MonkeyPatch) -> tuple[str, str]:
    """A program with loops: copied ones, and those of each kernel."""
    copied = after("lmhlo-to-loops", source)
    with monkeypatch.context() as patch:
        patch.setattr(convert, "likeness", none_alike)
        return copied, after("lmhlo-to-loops", source)


def repeated(source: str) -> str:
    """Each operation on buffers of a program twice, one after the other."""
    module = parse(source)
    for op in list(module.walk()):
        if isinstance(op, BufferOp) and not op.results and op.parent is not None:
            op.parent.insert_op_after(op.clone(), op)
    return str(module)


@pytest.mark.parametrize("file", sorted(CASES.glob("*.mlir")), ids=lambda file: file.stem)
def test_cases_have_the_loops_of_each_kernel(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for case in file.read_text().split("// -----"):
        copied, one_by_one = texts(repeated(case), monkeypatch)
        assert copied == one_by_one


@pytest.mark.parametrize("seed", range(8))
def test_random_programs_have_the_loops_of_each_kernel(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = after(BUFFERS, program(Random(seed), 12))
    copied, one_by_one = texts(source, monkeypatch)
    assert copied == one_by_one


def test_a_chain_of_equal_kernels_is_converted_once(monkeypatch: pytest.MonkeyPatch) -> None:
    converted: list[Conversion] = []
    run = Conversion.run

    def counted(self: Conversion) -> None:
        converted.append(self)
        run(self)

    monkeypatch.setattr(Conversion, "run", counted)
    names = [f"%x{number}" for number in range(9)]
    arguments = ", ".join(f"{name}: memref<8xf32>" for name in names)
    kernels = [
        f"lmhlo.exponential ins({one} : memref<8xf32>) outs({other} : memref<8xf32>)"
        for one, other in pairwise(names)
    ]
    body = "\n".join(kernels)
    text = after("lmhlo-to-loops", f"func.func @main({arguments}) {{\n{body}\nfunc.return\n}}")
    assert len(converted) == 1
    assert text.count("math.exp") == len(kernels)
