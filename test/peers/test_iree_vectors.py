"""Programs for which IREE refuses vectors that it has chosen itself, as on some machines."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest

pytest.importorskip("iree.compiler")

import disc_shape
from disc_shape.engines import iree
from disc_shape.engines.errors import EngineError

TEXT = (
    "func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {\n"
    "  %0 = stablehlo.add %x, %x : tensor<?xf32>\n  return %0 : tensor<?xf32>\n}\n"
)
REFUSED = f"error: One or more {iree.LARGE_VECTORS} (16384 bytes) were found:"


def refusing(monkeypatch: pytest.MonkeyPatch, *, always: bool) -> list[bool]:
    """Let the compiler refuse vectors, always or until it may take any; for each call if it may."""
    tools, *others = iree.packages()
    calls: list[bool] = []

    def compile_str(text: str, extra_args: list[str]) -> object:
        calls.append(iree.ANY_VECTORS in extra_args)
        if always or not calls[-1]:
            raise RuntimeError(REFUSED)
        return tools.compile_str(text, extra_args=extra_args)

    found = SimpleNamespace(compile_str=compile_str), *others
    monkeypatch.setattr(iree, "packages", lambda: found)
    return calls


def test_a_program_is_compiled_again_with_these_vectors(monkeypatch: pytest.MonkeyPatch) -> None:
    calls = refusing(monkeypatch, always=False)
    program = disc_shape.compile(TEXT, engine="iree", versions="none")
    assert calls == [False, True]
    for size in (0, 1, 5):
        x = np.arange(size, dtype=np.float32)
        np.testing.assert_array_equal(program.run(x)[0], x + x)


def test_a_program_is_not_compiled_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    calls = refusing(monkeypatch, always=True)
    with pytest.raises(EngineError, match=r"^iree: One or more operations with large vector"):
        disc_shape.compile(TEXT, engine="iree", versions="none")
    assert calls == [False, True]
