"""Which buffers that loops carry can share memory."""

import pytest
from xdsl.dialects import scf
from xdsl.dialects.func import FuncOp
from xdsl.ir import Block

import disc_shape
from disc_shape.lowering.origins import Origins

PAIR = "memref<?xf32>, memref<?xf32>"
TEXT = f"""
func.func @f(%a: memref<?xf32>, %b: memref<?xf32>, %c: memref<?xf32>, %n: index, %p: i1) {{
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %r:3 = scf.while (%x = %a, %y = %b, %z = %c)
      : ({PAIR}, memref<?xf32>) -> ({PAIR}, memref<?xf32>) {{
    scf.condition(%p) %x, %y, %z : {PAIR}, memref<?xf32>
  }} do {{
  ^bb0(%x: memref<?xf32>, %y: memref<?xf32>, %z: memref<?xf32>):
    %first:2 = scf.for %i = %zero to %n step %one iter_args(%u = %x, %v = %y) -> ({PAIR}) {{
      scf.yield %v, %u : {PAIR}
    }}
    %second:2 = scf.for %i = %zero to %n step %one iter_args(%u = %first#1, %v = %z) -> ({PAIR}) {{
      scf.yield %v, %u : {PAIR}
    }}
    scf.yield YIELDED : {PAIR}, memref<?xf32>
  }}
  func.return
}}
"""


@pytest.mark.parametrize(
    ("yielded", "shared"),
    [
        ("%first#0, %second#0, %second#1", False),
        ("%second#1, %first#0, %second#0", False),
        ("%first#0, %first#1, %second#1", True),
        ("%first#1, %second#0, %second#1", True),
        ("%first#0, %second#0, %second#0", True),
        ("%first#0, %second#0, %x", True),
    ],
)
def test_a_loop_starts_with_results_of_another_one(yielded: str, *, shared: bool) -> None:
    """The buffers of the outer loop are apart if each is yielded once, by either of the loops."""
    module = disc_shape.parse(TEXT.replace("YIELDED", yielded)).module
    function, loop = (
        next(op for op in module.walk() if isinstance(op, kind)) for kind in (FuncOp, scf.WhileOp)
    )
    assert isinstance(function, FuncOp)
    assert isinstance(loop, scf.WhileOp)
    origins = Origins(function)
    block: Block = loop.after_region.block
    for values in (block.args, loop.res):
        pairs = [(one, other) for one in values for other in values if one is not other]
        assert any(origins.may_share(*pair) for pair in pairs) == shared
