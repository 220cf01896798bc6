"""Files of saved programs that are refused: by other machines, of other formats, damaged."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("llvmlite")

import disc_shape
from disc_shape.archives import Parts, archive
from disc_shape.engines.compiled import Compiled
from disc_shape.native import processors
from disc_shape.native.code import can_map_code
from disc_shape.native.compilation import compile_text
from disc_shape.native.machine import binding, compiling_for, host, this_machine
from disc_shape.native.processors import CompiledFor, name_of, processor
from disc_shape.native.saved import FORMAT

ON_LINUX = pytest.mark.skipif(not can_map_code(), reason="code is mapped by LLVM")
DOUBLED = """
func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.add %x, %x : tensor<?xf32>
  return %0 : tensor<?xf32>
}
"""
X = np.arange(7, dtype=np.float32)


@cache
def compiled() -> Compiled:
    return disc_shape.compile(DOUBLED, engine="native")


def changed(path: Path, part: str, change: Callable[[bytes], bytes] | None) -> None:
    """Change a part of what the engine has written into a file, or leave it out."""

    outer = dict(Parts(path.read_bytes()))
    inner = dict(Parts(outer["binary"]))
    content = inner.pop(part)
    if change is not None:
        inner[part] = change(content)
    path.write_bytes(archive({**outer, "binary": archive(inner)}))


def with_header(path: Path, **fields: object) -> None:
    """Change fields of the header that the engine has written."""
    changed(path, "header.json", lambda data: json.dumps({**json.loads(data), **fields}).encode())


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A saved program."""
    compiled().save(tmp_path / "saved")
    return tmp_path / "saved"


def message_of(path: Path) -> str:
    """Why a file is refused."""
    with pytest.raises(disc_shape.EngineError) as error:
        disc_shape.load(path)
    assert "\n" not in str(error.value)
    return str(error.value)


def test_another_machine_is_refused(path: Path) -> None:
    with_header(path, target=["a cpu", "0" * 16, "x86_64\nmodel name: A processor"])
    cpu = host().cpu
    assert message_of(path) == (
        f"native: the program was compiled for 'a cpu' with other features than this machine,"
        f" '{cpu}', has"
    )


def test_without_llvm_another_machine_is_refused_by_names(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = compiled_for(path)
    with_header(path, target=[target.cpu, target.features, "x86_64\nmodel name: A processor"])
    assert disc_shape.load(path, Compiled).run(*(X,))  # LLVM knows.
    monkeypatch.setattr(processors, "processor", lambda: "x86_64\nmodel name: Another one")
    for name in ("llvmlite", "llvmlite.binding"):
        monkeypatch.setitem(sys.modules, name, None)
    binding.cache_clear()
    this_machine.cache_clear()
    assert message_of(path) == (
        f"native: the program was compiled for '{target.cpu}' (A processor); whether this machine"
        " (Another one) has its features only LLVM knows: llvmlite is not installed: pip install"
        " 'disc-shape[native]'"
    )


def compiled_for(path: Path) -> CompiledFor:
    """For which machine a saved program was compiled."""
    inner = Parts(Parts(path.read_bytes())["binary"])
    return CompiledFor(*json.loads(inner["header.json"])["target"])


def test_what_the_system_says_decides_only_where_it_says_something(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = compiled_for(path)
    assert target == CompiledFor.host()
    monkeypatch.setattr(processors, "DESCRIPTION", Path("/no/such/file"))
    assert processor() == ""
    assert disc_shape.load(path, Compiled).run(*(X,))
    with_header(path, target=[target.cpu, "0" * 16, ""])
    assert "with other features than this machine" in message_of(path)


def test_code_for_fewer_features_says_so(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is not what the system says of this machine that it was compiled for."""
    with compiling_for(replace(this_machine(), cpu="x86-64-v3", features="+avx2")):
        target = CompiledFor.host()
    assert target.cpu == "x86-64-v3"
    assert target.features != CompiledFor.host().features
    assert target.processor == ""
    with_header(path, target=list(target))
    assert "was compiled for 'x86-64-v3' with other features" in message_of(path)


CPUINFO = """processor\t: 0
vendor_id\t: GenuineIntel
cpu family\t: 6
model\t\t: 143
model name\t: A processor: fast
stepping\t: 8
cpu MHz\t\t: 2000.0
flags\t\t: sse2 avx fma

processor\t: 1
vendor_id\t: AnotherOne
"""


def test_the_description_of_a_processor(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "cpuinfo"
    monkeypatch.setattr(processors, "DESCRIPTION", path)

    def described(old: str = "", new: str = "") -> str:
        path.write_text(CPUINFO.replace(old, new))
        return processor()

    first = described()
    assert first.split("\n")[1:] == [
        "vendor_id: GenuineIntel",
        "cpu family: 6",
        "model: 143",
        "model name: A processor: fast",
        "stepping: 8",
        "flags: avx fma sse2",
    ]
    assert name_of(first) == "A processor: fast"
    assert name_of("") == "unknown"
    for same in (("2000", "900"), ("sse2 avx", "avx sse2"), ("AnotherOne", "GenuineIntel")):
        assert described(*same) == first
    for other in (
        (" fma", ""),
        ("143", "144"),
        ("fast", "faster"),
        (": 8", ": 9"),
    ):
        assert described(*other) not in ("", first)
    assert described("flags", "Features") == ""


@pytest.mark.parametrize("number", [FORMAT - 1, FORMAT + 1])
def test_another_format_is_refused(path: Path, number: int) -> None:
    with_header(path, format=number, target="of a form that this version does not know")
    assert message_of(path) == f"native: the file has format {number}, expected {FORMAT}"


WRONG: dict[str, dict[str, object]] = {
    "no format": {"format": None},
    "half a target": {"target": ["a cpu"]},
    "words": {"words": "many"},
    "a place": {"arguments": [{"word": 1}]},
    "a type of elements": {"outs": [{"word": 1, "dtype": "f31", "rank": 1}]},
    "a result": {"results": [True]},
    "kernels": {"kernels": [{}]},
    "a constant": {"constants": [{"dtype": "float32", "sizes": [1]}]},
}


@pytest.mark.parametrize("name", WRONG)
def test_a_header_of_another_form_is_refused(path: Path, name: str) -> None:
    with_header(path, **WRONG[name])
    assert re.match(
        r"native: the file (has format None|holds no compiled program)", message_of(path)
    )


@pytest.mark.parametrize("part", ["header.json", "object"])
def test_a_missing_part_is_refused(path: Path, part: str) -> None:
    changed(path, part, None)
    assert message_of(path) == "native: the file holds no compiled program"


def test_an_object_without_the_functions_of_a_program_is_refused(path: Path) -> None:
    found = compile_text("define i64 @other() nounwind { ret i64 0 }").object
    changed(path, "object", lambda _: found)
    assert message_of(path) == "native: the file holds no compiled program"


@ON_LINUX
@pytest.mark.parametrize("size", [0, 10, 64, 1000])
def test_a_part_of_an_object_is_refused(path: Path, size: int) -> None:
    changed(path, "object", lambda data: data[:size])
    expected = rf"native: the object file is damaged: .* ends at byte \d+, the file has {size}"
    assert re.fullmatch(expected, message_of(path))
