"""Upstream's MLIR reads what we print, and its passes keep our constraints true.

`iree-opt`, which pip installs, holds today's upstream dialects (`shape`, `tensor`, `arith`, `math`,
`memref`, `scf`, `cf`, ...) and upstream's passes. Operations of other dialects are unknown to it
and pass through. A missing peer is a failure, not a skip.
"""

import io
import json
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import numpy as np
import pytest
from fuzz.harness import context, parse
from xdsl.dialects.builtin import ModuleOp

from disc_shape.interpreters import check
from disc_shape.tools import disc_opt

TESTS = Path(__file__).resolve().parents[1]
MODELS = TESTS / "models"
PEER = Path(sys.executable).with_name("iree-opt")
SPLIT = "\n// -----\n"
BUFFERS = "shape-optimization{keep-tie-shape=true},mhlo-to-lmhlo,deallocate-buffers"
NOT_VALID_THERE = {
    "xdsl_extras/alignment.mlir": "upstream prints alignments in a clause that only it reads",
    "xdsl_extras/symbols.mlir": "it has symbols, whose short forms only we read",
    "xdsl_extras/scf.mlir": "it has symbols, whose short forms only we read",
    "xdsl_extras/quoted.mlir": "a dialect with operations that upstream's copy does not know",
}
"""Files with programs that upstream refuses, and why."""


def peer(text: str, *args: str) -> subprocess.CompletedProcess[str]:
    """Upstream's parser, verifier and printer on programs that `SPLIT` keeps apart."""
    command = [str(PEER), "--allow-unregistered-dialect", "--split-input-file", *args, "-"]
    return subprocess.run(command, input=text, capture_output=True, text=True, check=False)


def accepted(text: str, *args: str) -> str:
    """What upstream prints of programs, all of which it accepts."""
    done = peer(text, *args)
    assert done.returncode == 0, done.stderr
    return done.stdout


def ours(text: str, tmp_path: Path, *args: str) -> str:
    """What `disc-opt` prints of programs."""
    file = tmp_path / "program.mlir"
    file.write_text(text)
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        options = ["--allow-unregistered-dialect", "--split-input-file"]
        status = disc_opt.run([str(file), *options, *args])
    assert status == 0, err.getvalue()
    return out.getvalue()


def round_trip_tests() -> list[Path]:
    """The files that hold operations of upstream's dialects, valid ones."""
    found: list[Path] = []
    for folder in ("shape", "xdsl_extras"):
        found += sorted((TESTS / "dialects" / folder).glob("*.mlir"))
    return [file for file in found if not file.name.startswith("invalid")]


def key(file: Path) -> str:
    return f"{file.parent.name}/{file.name}"


FILES = pytest.mark.parametrize(
    "file", [file for file in round_trip_tests() if key(file) not in NOT_VALID_THERE], ids=key
)
MODEL_NAMES = pytest.mark.parametrize("name", sorted(path.stem for path in MODELS.glob("*.json")))


GENERIC = "--mlir-print-op-generic"


@FILES
def test_upstream_reads_what_we_print(file: Path, tmp_path: Path) -> None:
    text = file.read_text()
    generic = accepted(ours(text, tmp_path, "--print-op-generic"), GENERIC)
    # Some short forms upstream prints and cannot read: `shape.reduce(%0, )`, empty libraries.
    if peer(accepted(generic)).returncode == 0:
        assert accepted(ours(text, tmp_path), GENERIC) == generic


@FILES
def test_we_read_what_upstream_prints(file: Path, tmp_path: Path) -> None:
    printed = ours(file.read_text(), tmp_path, "--print-op-generic")
    for text in (accepted(printed, GENERIC), accepted(printed)):
        if (meant := peer(text, GENERIC)).returncode == 0:
            again = ours(text, tmp_path, "--print-op-generic")
            assert accepted(again, GENERIC) == meant.stdout


@pytest.mark.parametrize("name", ["shape/invalid.mlir", "xdsl_extras/invalid.mlir"])
def test_upstream_refuses_what_we_refuse(name: str) -> None:
    for program in (TESTS / "dialects" / name).read_text().split(SPLIT):
        if (reason := stricter(program)) is None:
            assert peer(program).returncode != 0, program
        else:
            assert peer(program).returncode == 0, f"not stricter any more: {reason}"


STRICTER = {
    "sizes of 'shape.const_shape' must be a list": "it prints as another program",
    "result of 'shape.concat' holds 4 sizes, but there are 3": "no run has such a result",
    "result of 'shape.to_extent_tensor' holds 3 sizes, but there are 2": "no run has one",
    "'shape.cstr_eq' needs at least 1 shapes": "its documentation asks for one",
}
"""Part of our message -> why we refuse what upstream accepts."""


def stricter(program: str) -> str | None:
    """Why only we refuse a program."""
    return next((reason for part, reason in STRICTER.items() if part in program), None)


def outputs_hold(module: ModuleOp, name: str) -> None:
    """Every recorded output is computed, and every claim is true."""
    table = json.loads((MODELS / f"{name}.json").read_text())
    with np.load(MODELS / f"{name}.npz") as arrays:
        for binding in table["bindings"]:
            report = check(module, *(arrays[key] for key in binding["inputs"]))
            assert report.claims
            for found, key in zip(report.results, binding["outputs"], strict=True):
                tolerance = table["tolerance"]
                close = np.isclose(found, arrays[key], **tolerance, equal_nan=True)
                assert close.all(), f"{binding['dims']}: {np.argwhere(~close)[:3]}"


@MODEL_NAMES
@pytest.mark.parametrize("pipeline", ["shape-optimization", BUFFERS], ids=["tensors", "buffers"])
def test_upstream_passes_keep_constraints(name: str, pipeline: str, tmp_path: Path) -> None:
    """What upstream's canonicalization and CSE leave still runs, and claims the truth."""
    text = (MODELS / f"{name}.mlir").read_text()
    printed = ours(text, tmp_path, "-p", pipeline, "--print-op-generic")
    passed = accepted(printed, "--canonicalize", "--cse", GENERIC)
    outputs_hold(parse(passed, context()), name)
