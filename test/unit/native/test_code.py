"""Machine code in memory: mapped by us, and loaded by LLVM, with the same results."""

from __future__ import annotations

import ctypes
import math
import mmap
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from types import MethodType
from typing import cast

import numpy as np
import pytest

pytest.importorskip("llvmlite")

from native_objects import INTEGER, PROGRAM, program

import disc_shape
from disc_shape.engines.errors import EngineError
from disc_shape.native import code as loading
from disc_shape.native import elf
from disc_shape.native.code import (
    Code,
    MissingFunctionError,
    address_outside,
    can_map_code,
)
from disc_shape.native.compilation import compile_text
from disc_shape.native.image import JUMP, Image
from disc_shape.native.kernel_info import KernelInfo
from disc_shape.native.machine import binding, host

MAPS = Path("/proc/self/maps")
needs_maps = pytest.mark.skipif(not can_map_code(), reason="code is mapped by LLVM")


def results(code: Code) -> list[float]:
    """What the functions of `PROGRAM` return."""
    call = ctypes.CFUNCTYPE(INTEGER, INTEGER, INTEGER)(code.address("call"))
    chosen = ctypes.CFUNCTYPE(ctypes.c_double, ctypes.c_double, INTEGER)(code.address("chosen"))
    power = ctypes.CFUNCTYPE(ctypes.c_double, ctypes.c_double)(code.address("power"))
    count = ctypes.CFUNCTYPE(INTEGER)(code.address("count"))
    pick = ctypes.CFUNCTYPE(ctypes.c_double, INTEGER)(code.address("pick"))
    called: list[float] = [call(5, 0), call(5, 1), power(1.5), count(), count()]
    called += [chosen(1.5, which) for which in range(2)]
    return [*called, *(pick(place) for place in range(4))]


def test_both_loaders_give_the_same_results() -> None:
    expected = [1006, 1010, math.exp(1.5), 42, 44, 2.0, math.exp(1.5), 1.5, 2.5, 3.5, 4.5]
    assert results(Code.load(program())) == expected
    assert results(Code.load_by_llvm(program())) == expected


def test_data_is_not_shared() -> None:
    one, other = Code.load(program()), Code.load(program())
    assert results(one)[4] == 44
    assert results(other)[4] == 44
    assert results(one)[4] == 48


@pytest.mark.parametrize("load", [Code.load, Code.load_by_llvm], ids=["image", "LLVM"])
def test_a_function_that_is_not_there(load: Callable[[bytes], Code]) -> None:
    with pytest.raises(KeyError, match="calls"):
        load(program()).address("calls")
    with pytest.raises(KeyError, match="call"):
        load(compile_text("").object).address("call")


def spans() -> list[tuple[int, int, str]]:
    """Where the memory of this process begins and ends, and what may be done with it."""
    found: list[tuple[int, int, str]] = []
    for line in MAPS.read_text().splitlines():
        span, allowed, *_ = line.split()
        start, end = span.split("-")
        found.append((int(start, 16), int(end, 16), allowed))
    return found


def allowed_at(address: int) -> str:
    """What may be done with the memory at an address."""
    return next(allowed for start, end, allowed in spans() if start <= address < end)


@needs_maps
def test_no_memory_is_both_written_and_executed() -> None:
    def both() -> int:
        return sum("w" in allowed and "x" in allowed for _, _, allowed in spans())

    before = both()
    code = Code.load(program())
    assert both() == before
    assert allowed_at(code.address("call")) == "r-xp"
    image = cast("Image", cast("MethodType", code.find).__self__)
    assert [allowed_at(image.start + place * mmap.PAGESIZE) for place in range(3)] == [
        "r-xp",
        "r--p",
        "rw-p",
    ]


@needs_maps
def test_memory_is_unmapped_with_the_program() -> None:
    results(Code.load(program()))
    before = len(spans())
    for _ in range(1000):
        Code.load(program())
    assert len(spans()) < before + 50  # The allocator may have taken a span of its own.
    kept = [Code.load(program()) for _ in range(100)]
    assert len(spans()) >= before + 100
    assert results(kept[99])[0] == 1006


def refused(data: bytes, text: str = "", shared: Sequence[bytes] = ()) -> Code:
    """Stands for LLVM's loader."""
    raise RuntimeError(f"LLVM was asked to load {len(data)} bytes{text}, {len(shared)} objects")


def compiled_as(reloc: str, codemodel: str) -> bytes:
    """The object file of `PROGRAM` by another model of code."""
    target = binding().Target.from_triple(host().triple)
    machine = target.create_target_machine(
        cpu="", features="", opt=3, reloc=reloc, codemodel=codemodel, jit=False
    )
    return machine.emit_object(binding().parse_assembly(PROGRAM))


@needs_maps
def test_code_of_the_large_model_is_mapped(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its addresses are words, as in programs that earlier releases saved."""
    expected = results(Code.load(program()))
    large = compiled_as("static", "large")
    assert {one.kind for one in elf.read_object(large).relocations} == {elf.R_X86_64_64}
    monkeypatch.setattr(Code, "load_by_llvm", staticmethod(refused))
    assert results(Code.load(large)) == expected


@needs_maps
def test_kernels_read_constants_by_their_distance() -> None:
    """A register for each address would be one less for numbers, of which AVX2 has 16."""
    x = "tensor<?xf32>"
    body = f"%0 = stablehlo.exponential %x : {x} return %0 : {x}"
    compiled = disc_shape.compile(f"func.func @main(%x: {x}) -> {x} {{ {body} }}", engine="native")
    found = elf.read_object(compile_text(compiled.text).object)
    assert elf.R_X86_64_64 not in {one.kind for one in found.relocations}


@needs_maps
def test_an_address_of_another_kind_is_left_to_llvm(monkeypatch: pytest.MonkeyPatch) -> None:
    """Code of the small model that must lie in the first 2 GiB has addresses of 32 bits."""
    static = compiled_as("static", "small")
    with pytest.raises(elf.UnknownObject, match=r"^relocation of type 11$"):
        elf.read_object(static)
    monkeypatch.setattr(Code, "load_by_llvm", staticmethod(refused))
    with pytest.raises(RuntimeError, match="LLVM was asked"):
        Code.load(static)


@needs_maps
def test_functions_may_be_farther_away_than_a_distance_says() -> None:
    """Their addresses lie behind the code, in stubs that are called or in words that are read."""
    found = elf.read_object(program())
    kinds = {one.kind for one in found.relocations if one.symbol.section == elf.UNDEFINED}
    assert elf.R_X86_64_PLT32 in kinds
    assert kinds.intersection(elf.OF_SLOTS)
    places = {"exp": 1 << 62, "rint": 1 << 61, "defined_by_the_test": 1 << 60}
    image = Image(found, places.__getitem__)
    code = ctypes.string_at(image.start, mmap.PAGESIZE)
    for address in places.values():
        assert code.count(JUMP + elf.WORD.pack(address)) == 1


@needs_maps
def test_a_distance_of_more_than_2_gib_is_refused() -> None:
    found = elf.read_object(program())
    (first, *_) = (one for one in found.relocations if one.kind == elf.R_X86_64_PC32)
    for addend in (1 << 31, -(1 << 32)):
        changed = found._replace(relocations=[first._replace(addend=addend)])
        with pytest.raises(EngineError, match=r"damaged: byte \d+ refers to one that is -?\d+ "):
            Image(changed, lambda _: 1)


@needs_maps
def test_a_missing_function_is_refused() -> None:
    """LLVM's loader would let code call address 0."""
    with pytest.raises(MissingFunctionError, match=r"^no library .* has the function 'exq'$"):
        Code.load(program().replace(b"\0exp\0", b"\0exq\0"))


@needs_maps
def test_the_interpreter_runs_what_calls_a_missing_function(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    x = "tensor<?xf64>"
    text = f"func.func @main(%x: {x}) -> {x} {{ %0 = stablehlo.tanh %x : {x} return %0 : {x} }}"
    monkeypatch.setattr(loading, "LIBRARIES", ())
    compiled = disc_shape.compile(text, engine="native")
    (kernel,) = compiled.kernels
    assert "interpreter" in str(kernel)
    assert cast("KernelInfo", kernel).reason.startswith(
        "no library of this system has the function"
    )
    for size in (0, 1, 5):
        given = np.linspace(-1, 1, size)
        np.testing.assert_array_equal(compiled.run(given)[0], np.tanh(given))


def test_other_machines_leave_all_objects_to_llvm(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loading, "can_map_code", lambda: False)
    monkeypatch.setattr(Code, "load_by_llvm", staticmethod(refused))
    with pytest.raises(RuntimeError, match="LLVM was asked"):
        Code.load(program())


@needs_maps
def test_memory_that_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    data = program()
    found = elf.read_object(data)
    number = next(number for number, one in found.sections.items() if not one.content)
    huge = {**found.sections, number: found.sections[number]._replace(size=1 << 60)}

    def read_object(_: bytes) -> elf.Object:
        return found._replace(sections=huge)

    monkeypatch.setattr(loading, "read_object", read_object)
    with pytest.raises(EngineError, match=r"^native: there is no memory for \d+ bytes of code$"):
        Code.load(data)


@pytest.mark.parametrize("name", ["no_function_has_this_name", "", "_handle", "__init__"])
def test_a_function_that_no_library_has(name: str) -> None:
    with pytest.raises(MissingFunctionError, match=re.escape(f"'{name}'")):
        address_outside(name)


@needs_maps
def test_functions_of_libraries() -> None:
    for name in ("exp", "pow", "memset", "aligned_alloc", "free"):
        assert "x" in allowed_at(address_outside(name))
