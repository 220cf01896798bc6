"""What can be compiled: modules of Relax and Relay are lowered, in any form in which they come."""

from __future__ import annotations

import re

import numpy as np
import pytest
from fuzz.harness import parse

import disc_shape
from disc_shape.engines.programs import is_tvm_module

RELAX = """
relax.func @forward(%x: !relax.tensor<[@b, @s], f32>, %y: !relax.tensor<[@s], f32>)
    attributes {tir_var_upper_bound = {s = 8 : i64}} {
  %0 = relax.add %x, %y
    : (!relax.tensor<[@b, @s], f32>, !relax.tensor<[@s], f32>) -> !relax.infer
  relax.return %0 : !relax.infer
}
"""
RELAY = """
relay.func @forward[@b : dim, @s : dim](%x: !relay.tensor<[@b, @s], f32>,
    %y: !relay.tensor<[@s], f32>) {
  %0 = relay.call_op "add"(%x, %y)
    : (!relay.tensor<[@b, @s], f32>, !relay.tensor<[@s], f32>) -> !relay.hole
  relay.return %0 : !relay.hole
}
"""
OBJECT = """
relax.func @main(%x: !relax.object) -> !relax.object {
  relax.return %x : !relax.object
}
"""


@pytest.mark.parametrize("engine", ["reference", "native"])
@pytest.mark.parametrize("text", [RELAX, RELAY])
def test_modules_of_other_languages(text: str, engine: str) -> None:
    from_text = disc_shape.compile(text, engine=engine)
    module = parse(text)
    written = str(module)
    from_module = disc_shape.compile(module, engine=engine)
    assert str(module) == written
    for sizes in ((0, 0), (1, 1), (3, 5)):
        x, y = np.ones(sizes, np.float32), np.arange(sizes[1], dtype=np.float32)
        for compiled in (from_text, from_module):
            (found,) = compiled.run(x, y)
            assert np.array_equal(found, x + y)
    with pytest.raises(disc_shape.GuardError):
        from_text(np.ones((2, 3), np.float32), np.ones(4, np.float32))


def test_promises_are_checked() -> None:
    compiled = disc_shape.compile(RELAX, engine="native")
    with pytest.raises(disc_shape.GuardError, match=re.escape("@s is not in [0, 8]")):
        compiled(np.ones((2, 9), np.float32), np.ones(9, np.float32))


def test_what_does_not_lower_is_one_line() -> None:
    with pytest.raises(disc_shape.ProgramError) as caught:
        disc_shape.compile(OBJECT, engine="reference")
    assert re.fullmatch(r"[^\n]*:2:1: error: relax.func: [^\n]* \[RLX-\d+\]", str(caught.value))


def test_modules_of_tvm_are_told_by_their_class() -> None:
    module = type("IRModule", (), {"__module__": "tvm.ir.module"})
    assert is_tvm_module(type("Derived", (module,), {})())
    assert not is_tvm_module(type("IRModule", (), {"__module__": "other"})())
    assert not is_tvm_module(RELAX)
