"""The tiles of products, which are compiled once in a process, and object files that are linked."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from xdsl.dialects.builtin import f32

pytest.importorskip("llvmlite")

import disc_shape
from disc_shape.archives import Parts, archive
from disc_shape.engines.compiled import Compiled
from disc_shape.engines.errors import EngineError
from disc_shape.native import compilation, tiles_shared
from disc_shape.native.code import Code, MissingFunctionError, can_map_code
from disc_shape.native.compilation import MachineCode, compile_text
from disc_shape.native.elf import UNDEFINED, linked, read_object
from disc_shape.native.machine import this_machine
from disc_shape.native.tiles_shared import shared_tiles

LOADERS = [
    pytest.param(
        Code.load, id="image", marks=pytest.mark.skipif(not can_map_code(), reason="LLVM maps it")
    ),
    pytest.param(Code.load_by_llvm, id="LLVM"),
]
FIRST = """
@scale = internal constant [2 x i64] [i64 3, i64 5]
declare i64 @second(i64, i64) nounwind
define i64 @first(i64 %x, i64 %which) nounwind {
  %p = getelementptr [2 x i64], ptr @scale, i64 0, i64 %which
  %f = load i64, ptr %p
  %y = mul i64 %x, %f
  %more = icmp slt i64 %y, 1000
  br i1 %more, label %again, label %done
again:
  %z = call i64 @second(i64 %y, i64 %which)
  ret i64 %z
done:
  ret i64 %y
}
"""
SECOND = """
@offset = internal constant [2 x i64] [i64 1, i64 100]
declare i64 @first(i64, i64) nounwind
define i64 @second(i64 %x, i64 %which) nounwind {
  %p = getelementptr [2 x i64], ptr @offset, i64 0, i64 %which
  %f = load i64, ptr %p
  %y = add i64 %x, %f
  %z = call i64 @first(i64 %y, i64 %which)
  ret i64 %z
}
"""


def expected(x: int, which: int) -> int:
    """What `first` returns."""
    x *= (3, 5)[which]
    return x if x >= 1000 else expected(x + (1, 100)[which], which)


def objects() -> list[bytes]:
    """Object files that call each other, with sections of the same numbers."""
    return [compilation.machine_code(text).object for text in (FIRST, SECOND)]


@pytest.mark.parametrize("load", LOADERS)
def test_objects_call_each_other(load: Callable[..., Code]) -> None:
    for one, other in (objects(), objects()[::-1]):
        code = load(one, shared=[other])
        kind = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_int64, ctypes.c_int64)
        first, second = (kind(code.address(name)) for name in ("first", "second"))
        for which in range(2):
            assert first(7, which) == expected(7, which)
            assert second(7, which) == expected(7 + (1, 100)[which], which)


COPY = """
define void @NAME(ptr noalias %from, ptr noalias %to, i64 %n) {
  %any = icmp sgt i64 %n, 0
  br i1 %any, label %body, label %done
body:
  %i = phi i64 [ 0, %0 ], [ %next, %body ]
  %p = getelementptr float, ptr %from, i64 %i
  %x = load float, ptr %p
  %y = fadd float %x, %x
  %q = getelementptr float, ptr %to, i64 %i
  store float %y, ptr %q
  %next = add nuw nsw i64 %i, 1
  %more = icmp slt i64 %next, %n
  br i1 %more, label %body, label %done
done:
  ret void
}
"""


def test_what_is_written_as_it_is_to_run_keeps_its_loops() -> None:
    one, other = COPY.replace("NAME", "optimized"), COPY.replace("NAME", "written")
    both = compilation.machine_code(one, other)
    optimized, written = both.text.split("define void @written(")
    assert "fadd <" in optimized
    assert "fadd <" not in written
    assert written.count("fadd float") == 1
    kind = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64)
    code = Code.load(both.object)
    given = np.arange(37, dtype=np.float32)
    for name in ("optimized", "written"):
        found = np.full(38, -1, np.float32)
        kind(code.address(name))(given.ctypes.data, found.ctypes.data, 37)
        assert np.array_equal(found, np.append(2 * given, np.float32(-1)))


def test_nothing_of_linked_objects_is_outside() -> None:
    one, other = map(read_object, objects())
    assert {entry.symbol.section for entry in one.relocations} >= {UNDEFINED}
    found = linked([one, other])
    assert UNDEFINED not in {entry.symbol.section for entry in found.relocations}
    assert len(found.sections) == len(one.sections) + len(other.sections)
    assert {*found.functions} == {"first", "second"}


def test_a_function_of_neither_object_is_missing() -> None:
    with pytest.raises(MissingFunctionError, match="'second'"):
        Code.load(objects()[0], shared=[compile_text("").object])


def test_a_function_that_two_objects_define_is_refused() -> None:
    one = read_object(objects()[0])
    with pytest.raises(EngineError, match="damaged: function 'first' is defined twice"):
        linked([one, one])


def product(kind: str, operation: str) -> str:
    """A program that multiplies matrices, and computes something of the product."""
    type_ = f"tensor<?x?x{kind}>"
    return f"""
    func.func @main(%x: {type_}, %w: {type_}) -> {type_} {{
      %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0]
        : ({type_}, {type_}) -> {type_}
      %1 = stablehlo.{operation} %0 : {type_}
      return %1 : {type_}
    }}"""


def run(compiled: Compiled, kind: type[np.floating]) -> None:
    """Compare products with numpy's."""
    random = np.random.default_rng(0)
    for rows, inner, columns in ((0, 3, 2), (1, 1, 1), (3, 0, 4), (5, 7, 33), (70, 130, 90)):
        lhs = random.standard_normal((rows, inner)).astype(kind)
        rhs = random.standard_normal((inner, columns)).astype(kind)
        (found,) = compiled.run(lhs, rhs)
        np.testing.assert_allclose(found.astype(kind), -(lhs @ rhs), rtol=1e-4, atol=1e-4)


def test_tiles_are_compiled_once(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []

    def counted(text: str, written: str) -> MachineCode:
        made.append(written)
        return compilation.machine_code(text, written)

    monkeypatch.setattr(tiles_shared, "machine_code", counted)
    shared_tiles.cache_clear()
    for kind, dtype in (("f32", np.float32), ("f64", np.float64), ("f32", np.float32)):
        run(disc_shape.compile(product(kind, "negate"), engine="native"), dtype)
    disc_shape.compile(product("f32", "tanh"), engine="native")
    names = [f'@"program_tiles_{kind}"(' for kind in ("f32", "f64")]
    assert [[name in text for name in names] for text in made] == [[True, False], [False, True]]


def test_programs_without_products_have_no_tiles() -> None:
    type_ = "tensor<?xf32>"
    text = f"func.func @main(%x: {type_}) -> {type_} {{ return %x : {type_} }}"
    shared_tiles.cache_clear()
    disc_shape.compile(text, engine="native")
    assert shared_tiles.cache_info().currsize == 0


def test_tiles_are_saved_with_the_program(tmp_path: Path) -> None:
    compiled = disc_shape.compile(product("f32", "negate"), engine="native")
    compiled.save(tmp_path / "saved")
    run(disc_shape.load(tmp_path / "saved", Compiled), np.float32)
    outer = dict(Parts((tmp_path / "saved").read_bytes()))
    inner = dict(Parts(outer["binary"]))
    del inner["shared/0"]
    (tmp_path / "saved").write_bytes(archive({**outer, "binary": archive(inner)}))
    with pytest.raises(EngineError, match=r"^native: the file holds no compiled program$"):
        disc_shape.load(tmp_path / "saved")


def test_tiles_of_another_machine_are_others() -> None:
    here = this_machine()
    plain = replace(here, cpu="", features="")
    assert shared_tiles(f32, here).object is shared_tiles(f32, replace(here)).object
    assert shared_tiles(f32, plain).object != shared_tiles(f32, here).object
