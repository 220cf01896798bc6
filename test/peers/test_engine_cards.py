"""Every operation with a card runs on IREE like in the interpreter, or the table says why not."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from fuzz.harness import parse
from peers.cases_cards import PROGRAMS
from peers.test_operation_semantics import CASES
from xdsl.ir import Operation

import disc_shape
from disc_shape.cards.card import CARDS
from disc_shape.exporting.engines import export_for_engine
from disc_shape.interpreters import run

BUFFERS = "a buffer: engines take tensors"
TORCH = "a type of torch-mlir, which reaches no engine"
GAPS = {
    "bufferization.to_tensor": BUFFERS,
    "builtin.unrealized_conversion_cast": "a cast between passes, which reaches no engine",
    "cf.cond_br": "control flow between blocks: IREE takes it, XLA has none",
    "cf.switch": "control flow between blocks: IREE takes it, XLA has none",
    "custom_call": "the form of a check: test_unguarded.py",
    **{
        f"linalg.{name}": "IREE knows it as a generic operation only"
        for name in "add exp log max min mul select sqrt sub".split()
    },
    "math.ipowi": "IREE has no form of it",
    "math.log10": "IREE's runtime has no form of it",
    "linalg.quantized_matmul": "no exporter writes it, and IREE has its own",
    "torch_c.from_builtin_tensor": TORCH,
    "torch_c.to_builtin_tensor": TORCH,
    "cstr_reshapable": "a form of mhlo, which reaches no engine: a witness without a form",
    "disc_shape.bind_dim": "no computation: a name of a dimension, which is dropped",
    "lmhlo.*": BUFFERS,
    "memref.*": BUFFERS,
    "rng": "each implementation draws other numbers",
    "tensor.generate": "IREE has no form of it",
}
"""Operations with a card that no case runs on IREE, and why."""


def names_of_cards() -> set[str]:
    """The operations with cards, those of HLO by their names alone."""
    CARDS.families.load_all()
    found = {one.name for one in CARDS if issubclass(one, Operation) and hasattr(one, "name")}
    return {re.sub(r"^(lmhlo|memref)\..*", r"\1.*", name) for name in found}


def compared() -> set[str]:
    """
    The operations that a case of this file or of `test_engine_operations` is about, and those of
    MLIR that other files compare with IREE, as they are.
    """
    found = {name for one in PROGRAMS.values() for name in one.operations}
    for case in CASES.values():
        found.update(re.findall(r"\bstablehlo\.(\w+)", case.text))
    files = ("test_mlir_semantics.py", "test_mlir_tensors.py")
    text = "\n".join(Path(__file__).with_name(file).read_text() for file in files)
    words = {*re.findall(r"\w+", text)}
    for name in names_of_cards() - GAPS.keys():
        dialect, _, mnemonic = name.rpartition(".")
        if dialect in ("arith", "linalg", "math") and mnemonic.partition("_extended")[0] in words:
            found.add(name)
    return found


def test_every_operation_with_a_card_is_compared_or_has_a_reason() -> None:
    assert names_of_cards() - compared() == GAPS.keys()


@pytest.mark.parametrize("engine", ["iree", "xla"])
def test_buffers_are_refused_in_one_line(engine: str) -> None:
    text = """
    func.func @main(%x: tensor<?xf32>) -> index {
      %c0 = arith.constant 0 : index
      %n = tensor.dim %x, %c0 : tensor<?xf32>
      %m = memref.alloc(%n) : memref<?xf32>
      %k = memref.dim %m, %c0 : memref<?xf32>
      return %k : index
    }
    """
    with pytest.raises(disc_shape.EngineError, match=r"'memref\.alloc' has no form") as info:
        disc_shape.compile(text, engine=engine)
    assert "\n" not in str(info.value)


@pytest.mark.parametrize("name", PROGRAMS)
def test_operation(name: str) -> None:
    one = PROGRAMS[name]
    module = parse(one.text)
    compiled = disc_shape.compile(one.text, engine="iree")
    for call in one.calls:
        expected = run(module, *call)
        for place, (ours, theirs) in enumerate(zip(compiled.run(*call), expected, strict=True)):
            assert (ours.shape, ours.dtype) == (theirs.shape, theirs.dtype)
            np.testing.assert_allclose(ours, theirs, rtol=1e-5, atol=1e-6, err_msg=str(place))


def test_mlir_verifies_what_is_converted() -> None:
    texts: list[str] = []
    for one in PROGRAMS.values():
        program = disc_shape.parse(one.text).optimize()
        export_for_engine(program.module, "mlir")
        texts.append(program.text)
    tool = Path(sys.executable).with_name("iree-opt")
    found = subprocess.run(
        [tool, "--split-input-file", "-"], input="\n// -----\n".join(texts), text=True,
        capture_output=True, check=False, timeout=60,
    )  # fmt: skip
    assert found.returncode == 0, found.stderr[:2000]
