"""Rules of fusion that are broken on purpose: the lit tests or random programs notice each."""

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from fuzz.harness import context, parse
from random_kernels import program
from run_lines import ROOT, RunError, run_file
from xdsl.ir import Block
from xdsl.utils.exceptions import DiagnosticException, VerifyException

from disc_shape.errors import OperationError
from disc_shape.fusion import kernels, planner
from disc_shape.fusion.facts import Facts
from disc_shape.fusion.kernels import Kernel, Placement
from disc_shape.lowering import fusion as lowering
from disc_shape.passes.hlo_fusion import HloFusionPass
from disc_shape.passes.mhlo_to_lmhlo import MhloToLmhloPass

LIT = ("test/passes/hlo_fusion", "test/passes/mhlo_to_lmhlo/fusion.mlir")


def files() -> list[Path]:
    found = [ROOT / name for name in LIT]
    return [file for one in found for file in ([one] if one.is_file() else sorted(one.iterdir()))]


def is_noticed(tmp_path: Path) -> bool:
    """Whether a lit test fails, or a random program is no longer valid."""
    try:
        for file in files():
            run_file(file, tmp_path)
        for seed in range(30):
            module = parse(program(Random(seed), 16))
            HloFusionPass().apply(context(), module)
            MhloToLmhloPass().apply(context(), module)
            module.verify()
    except (RunError, OperationError, VerifyException, DiagnosticException, ValueError):
        return True
    return False


def always(*_: object, **__: object) -> bool:
    return True


def never(*_: object, **__: object) -> bool:
    return False


def first(kernel: Kernel) -> int:
    return min(node.position for node in kernel.views)


def all_arguments(block: Block) -> list[bool]:
    return [True] * len(block.args)


MUTANTS: dict[str, tuple[object, str, Callable[..., object] | property]] = {
    "the cycle test is dropped": (planner, "is_read_after", always),
    "all sizes are taken to be equal": (Facts, "equal", always),
    "lists of sizes are taken to be equal": (Facts, "equal_all", always),
    "numbers of elements are never known equal": (Facts, "same_count", never),
    "maps need not agree": (kernels, "agrees", always),
    "dear members are evaluated anywhere": (Placement, "is_whole", property(always)),
    "limits are ignored": (kernels, "has_room", always),
    "any axis is a row": (kernels, "_reduces_innermost", always),
    "guards are forgotten": (kernels, "_runs_along", always),
    "a kernel is at its first member": (Kernel, "last", property(first)),
    "any operand is written over": (lowering, "read_at_output", all_arguments),
}


def test_the_rules_as_they_are(tmp_path: Path) -> None:
    assert not is_noticed(tmp_path)


@pytest.mark.parametrize("name", MUTANTS)
def test_broken_rule_is_noticed(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    owner, attribute, replacement = MUTANTS[name]
    monkeypatch.setattr(owner, attribute, replacement)
    assert is_noticed(tmp_path), name
