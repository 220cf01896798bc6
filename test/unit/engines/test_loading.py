"""`disc_shape.load`: programs as text, and compiled ones, by what the file holds."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from random import Random
from typing import cast

import numpy as np
import pytest

import disc_shape
from disc_shape.archives import ARCHIVE, Parts, archive
from disc_shape.frontends.assume import assume_shapes
from disc_shape.interpreters.kernels.arrays import Array
from disc_shape.native.code import can_map_code

TEXT = """
func.func @main(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %0 = stablehlo.tanh %x : tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}
"""
SORTED = """
func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = "stablehlo.sort"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %l = stablehlo.convert %a : (tensor<f32>) -> tensor<f8E4M3FN>
    %r = stablehlo.convert %b : (tensor<f32>) -> tensor<f8E4M3FN>
    %1 = stablehlo.compare LT, %l, %r : (tensor<f8E4M3FN>, tensor<f8E4M3FN>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) {dimension = 0 : i64, is_stable = true} : (tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
"""
"""The interpreter runs the kernel of this program: floats of eight bits are no scalars."""
HAS_LLVM = find_spec("llvmlite") is not None
ENGINES = ["reference", *(["native"] if HAS_LLVM else [])]
NEEDED_PACKAGES = {"iree": "iree", "xla": "jax"}
ENGINES_WITH_PEERS = [*ENGINES, *(one for one, name in NEEDED_PACKAGES.items() if find_spec(name))]
X: Array = np.linspace(-1, 1, 8, dtype=np.float32)


@cache
def saved(engine: str, folder: Path) -> bytes:
    path = folder / "saved"
    disc_shape.compile(TEXT, engine=engine).save(path)
    return path.read_bytes()


@pytest.mark.parametrize("name", ["program.mlir", "program.disc", "program"])
@pytest.mark.parametrize("engine", ENGINES)
def test_the_file_decides_not_its_name(engine: str, name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_text(TEXT)
    assert disc_shape.load(path).text == disc_shape.parse(TEXT).text
    with pytest.raises(disc_shape.ProgramError, match=r"holds a Program, expected a Compiled$"):
        disc_shape.load(path, disc_shape.Compiled)
    path.write_bytes(saved(engine, tmp_path))
    loaded = disc_shape.load(str(path), disc_shape.Compiled)
    (found,) = loaded.run(X.reshape(2, 4))
    assert found == pytest.approx(np.tanh(X).reshape(2, 4), rel=1e-6)
    assert type(disc_shape.load(path)) is disc_shape.Compiled
    with pytest.raises(disc_shape.ProgramError, match=r"holds a Compiled, expected a Program$"):
        disc_shape.load(path, disc_shape.Program)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        disc_shape.load(tmp_path / "missing.mlir")


@pytest.mark.skipif(not HAS_LLVM, reason="machine code is made by llvmlite")
def test_machine_code_is_loaded_without_its_program(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "saved").write_bytes(saved("native", tmp_path))

    def refuse(*_: object) -> None:
        raise AssertionError("a program is parsed")

    monkeypatch.setattr("disc_shape.program.parse", refuse)
    monkeypatch.setattr("disc_shape.engines.compiled.job_of", refuse)
    monkeypatch.setattr("disc_shape.native.interpreted.parse", refuse)
    loaded = disc_shape.load(tmp_path / "saved", disc_shape.Compiled)
    assert loaded.run(X.reshape(1, 8)[:, :4])[0].shape == (1, 4)
    assert loaded.memory() == 0


@pytest.mark.skipif(not HAS_LLVM, reason="machine code is made by llvmlite")
def test_kernels_of_the_interpreter_are_saved(tmp_path: Path) -> None:
    disc_shape.compile(SORTED, engine="native").save(tmp_path / "saved")
    loaded = disc_shape.load(tmp_path / "saved", disc_shape.Compiled)
    np.testing.assert_array_equal(loaded.run(X[::-1])[0], X)


RESHAPED = """
func.func @main(%x: tensor<?xf32>, %n: tensor<2xi32>) -> tensor<?x?xf32> {
  %0 = stablehlo.dynamic_reshape %x, %n : (tensor<?xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
"""
"""Its checks show the sizes and elements that they compare."""


@pytest.mark.parametrize("engine", ENGINES_WITH_PEERS)
def test_checks_are_saved(engine: str, tmp_path: Path) -> None:
    compiled = disc_shape.compile(RESHAPED, engine=engine)
    assert disc_shape.parse(compiled.program.text).text == compiled.program.text
    compiled.save(tmp_path / "saved")
    loaded = disc_shape.load(tmp_path / "saved", disc_shape.Compiled)
    x: Array = np.arange(6, dtype=np.float32)
    for sizes in ([2, 3], [1, 6], [4, 2], [-2, -3]):
        given = x, np.array(sizes, np.int32)
        found: list[object] = []
        for one in (compiled, loaded):
            try:
                found.append(cast("list[Array]", one(*given))[0].tolist())
            except disc_shape.GuardError as error:
                found.append(str(error))
        assert found[0] == found[1]
        assert isinstance(found[0], str) == (sizes[0] not in (1, 2))


@pytest.mark.parametrize("engine", ENGINES)
def test_a_damaged_file_is_refused_in_one_line(engine: str, tmp_path: Path) -> None:
    data, path, random = saved(engine, tmp_path), tmp_path / "damaged", Random(0)
    messages: list[str] = []
    for number in range(120):
        found = bytearray(data)
        if number % 2:
            del found[random.randrange(len(ARCHIVE), len(data)) :]
        else:
            found[random.randrange(len(ARCHIVE), len(data))] ^= 1 << random.randrange(8)
        path.write_bytes(found)
        try:
            disc_shape.load(path)
        except disc_shape.EngineError as error:
            messages.append(str(error))
    assert set(messages) == {f"{path} is no compiled program"}
    assert len(messages) == 120


def test_another_format_is_refused(tmp_path: Path) -> None:
    path, parts = tmp_path / "other", dict(Parts(saved("reference", tmp_path)))
    header = {**json.loads(parts["header.json"]), "version": 1}
    path.write_bytes(archive({**parts, "header.json": json.dumps(header).encode()}))
    with pytest.raises(disc_shape.EngineError, match=r"other has version 1, expected \d+$"):
        disc_shape.load(path)


def test_a_compiled_program_is_no_input_of_compile(tmp_path: Path) -> None:
    path = tmp_path / "saved.disc"
    path.write_bytes(saved("reference", tmp_path))
    with pytest.raises(disc_shape.ProgramError, match="this is a binary file"):
        disc_shape.compile(path, engine="reference")


def test_a_pipe_is_read_once() -> None:
    reading, writing = os.pipe()
    try:
        os.write(writing, TEXT.encode())
        os.close(writing)
        assert disc_shape.load(f"/dev/fd/{reading}").text == disc_shape.parse(TEXT).text
    finally:
        os.close(reading)


LOADED = """
import sys
import numpy as np
before = set(sys.modules)
import disc_shape
program = disc_shape.load(sys.argv[1])
(found,) = program(np.ones((2, 8), np.float32), np.ones((8, 3), np.float32))
assert found.shape == (2, 3), found
for sizes in ((2, 7, 3), (2, 8, 10)):
    try:
        program(np.ones(sizes[:2], np.float32), np.ones((8, sizes[2]), np.float32))
    except ValueError:
        raise
    except Exception as error:
        assert type(error).__name__ == "GuardError", error
    else:
        raise AssertionError(f"{sizes} are no legal sizes")
print(*sorted(set(sys.modules) - before))
"""
NEEDED = {"disc_shape.engines", "disc_shape.native"}


def test_a_saved_program_is_called_without_the_optimizer(tmp_path: Path) -> None:
    """Neither xDSL, but for the classes of its errors, nor the prover, nor the dialects."""
    pytest.importorskip("llvmlite")
    text = """
    func.func @main(%x: tensor<?x8xf32>, %w: tensor<8x?xf32>) -> tensor<?x?xf32> {
      %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0]
          : (tensor<?x8xf32>, tensor<8x?xf32>) -> tensor<?x?xf32>
      return %0 : tensor<?x?xf32>
    }
    """
    path = tmp_path / "layer.disc"
    program = disc_shape.parse(text)
    assume_shapes(program.module, facts="0: [m, 8]; 1: [8, n]; n % 3 == 0; n <= 4*m")
    disc_shape.compile(program, engine="native").save(path)
    found = subprocess.run(
        [sys.executable, "-c", LOADED, str(path)], capture_output=True, text=True, check=True
    )
    names = found.stdout.split()
    assert not [one for one in names if one.startswith("llvmlite")] or not can_map_code()
    assert {one for one in names if one.startswith("xdsl")} <= {
        "xdsl",
        "xdsl.utils",
        "xdsl.utils.exceptions",
    }
    ours = [one for one in names if one.startswith("disc_shape")]
    assert len(ours) <= 25
    rooms = {".".join(one.split(".")[:2]) for one in ours if one.count(".") > 1}
    assert rooms <= NEEDED
    heavy = {"ml_dtypes", "hypothesis", "importlib.metadata", "multiprocessing"}
    assert not (heavy | {"numpy.ma", "zipfile"}).intersection(names)
