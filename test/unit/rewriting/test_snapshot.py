"""The snapshots of two modules differ exactly when their texts do."""

import pytest
from xdsl.context import Context
from xdsl.dialects import get_all_dialects
from xdsl.parser import Parser

from disc_shape.dialects import register
from disc_shape.rewriting.snapshot import snapshot

TEXT = """
func.func @main(%x: tensor<?xf32>, %p: i1) -> tensor<?xf32> {
  %y = stablehlo.tanh %x : tensor<?xf32>
  %z = stablehlo.add %x, %y {note = 1 : i32} : tensor<?xf32>
  %r = scf.if %p -> (tensor<?xf32>) {
    scf.yield %y : tensor<?xf32>
  } else {
    scf.yield %z : tensor<?xf32>
  }
  func.return %r : tensor<?xf32>
}
"""
CHANGES = (
    ("stablehlo.tanh", "stablehlo.sine"),
    ("add %x, %y", "add %y, %x"),
    ("note = 1", "note = 2"),
    ("note", "other"),
    ("@main", "@other"),
    ("yield %z", "yield %x"),
    ("tensor<?xf32>", "tensor<3xf32>"),
    ("%p", "%q"),
    ("  %z =", "  %w = stablehlo.sine %x : tensor<?xf32>\n  %z ="),
    ("?", "4"),
)


def of(text: str) -> list[object]:
    ctx = Context()
    for name, factory in get_all_dialects().items():
        ctx.register_dialect(name, factory)
    register(ctx)
    return snapshot(Parser(ctx, text).parse_module())


def test_the_same_text_gives_the_same_snapshot() -> None:
    assert of(TEXT) == of(TEXT)


@pytest.mark.parametrize(("old", "new"), CHANGES)
def test_another_text_gives_another_snapshot(old: str, new: str) -> None:
    assert of(TEXT) != of(TEXT.replace(old, new))
