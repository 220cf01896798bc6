"""Rules of loops that are broken on purpose: the lit tests or random programs notice each."""

from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

import numpy as np
import pytest
from fuzz.harness import context, parse
from random_kernels import program
from run_lines import ROOT, RunError, run_file
from xdsl.utils.exceptions import DiagnosticException, VerifyException

from disc_shape.errors import OperationError
from disc_shape.interpreters import check, run
from disc_shape.loops import conversion, elements, emission, nests, repeats, rows
from disc_shape.loops.factors import Factors
from disc_shape.loops.nodes import Node
from disc_shape.loops.scratch import Scratch
from disc_shape.loops.tracing import Tracer
from disc_shape.passes.deallocate_buffers import DeallocateBuffersPass
from disc_shape.passes.lmhlo_to_loops import LmhloToLoopsPass
from disc_shape.passes.mhlo_to_lmhlo import MhloToLmhloPass


def is_noticed(tmp_path: Path) -> bool:
    """Whether a lit test fails, or a random program computes something else."""
    try:
        for file in sorted((ROOT / "test/passes/lmhlo_to_loops").iterdir()):
            run_file(file, tmp_path)
        for seed in range(12):
            original = parse(program(Random(seed), 10))
            module = original.clone()
            MhloToLmhloPass().apply(context(), module)
            DeallocateBuffersPass().apply(context(), module)
            LmhloToLoopsPass().apply(context(), module)
            module.verify()
            arrays = [
                np.arange(1, 1 + int(np.prod(shape)), dtype=np.float32).reshape(shape)
                for shape in ((2, 3, 2), (3, 2), (2,))
            ]
            for one, other in zip(
                check(module, *arrays).results, run(original, *arrays), strict=True
            ):
                assert np.allclose(one, other, rtol=1e-4)
    except (
        AssertionError,
        DiagnosticException,
        IndexError,
        KeyError,
        OperationError,
        RunError,
        ValueError,
        VerifyException,
    ):
        return True
    return False


def always(*_: object, **__: object) -> bool:
    return True


def never(*_: object, **__: object) -> bool:
    return False


def nothing(*_: object, **__: object) -> None:
    return None


def operands(node: Node, _: object) -> Sequence[Node]:
    return node.operands


def no_loops(*_: object) -> set[object]:
    return set()


MUTANTS: dict[str, tuple[object, str, Callable[..., object]]] = {
    "what is read may be overwritten": (conversion, "may_write", always),
    "rows may be overwritten": (rows, "may_write", always),
    "all products are taken to be equal": (Factors, "same", always),
    "no products are known equal": (Factors, "same", never),
    "loops merge although their counters are used": (nests, "pinned_loops", no_loops),
    "buffers are all taken to be row-major": (nests, "is_row_major", always),
    "loops are not cut": (conversion, "cut_loops", nothing),
    "loops do not merge": (conversion, "merge_loops", nothing),
    "conditions always hold": (nests, "always", always),
    "conditions of elements always hold": (elements.ElementWriter, "decided", always),
    "what is computed once is computed for each element": (emission, "is_expensive", never),
    "what is kept in a row may be written over": (rows.Row, "is_free", always),
    "what conditions decide is kept as well": (rows, "operands_of", operands),
    "a row that is all of an array has no loop around": (emission, "has_one_row", never),
    "scratch may have any sizes": (Scratch, "fits", always),
    "kernels of other sizes are alike": (repeats.FormReader, "outside", nothing),
    "kernels that share other memory are alike": (repeats, "shared_memory", nothing),
    "loops may be split whatever the sizes": (Tracer, "_is_nest", always),
}


def test_the_rules_as_they_are(tmp_path: Path) -> None:
    assert not is_noticed(tmp_path)


@pytest.mark.parametrize("name", MUTANTS)
def test_each_change_is_noticed(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    owner, attribute, change = MUTANTS[name]
    monkeypatch.setattr(owner, attribute, change)
    assert is_noticed(tmp_path)
