"""Which buffers that loops carry can share memory."""

from itertools import permutations

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
    assert carried_share(TEXT.replace("YIELDED", yielded)) == shared


def carried_share(text: str) -> bool:
    """Whether two buffers that the outermost loop carries may share memory."""
    module = disc_shape.parse(text).module
    function, loop = (
        next(op for op in module.walk() if isinstance(op, kind)) for kind in (FuncOp, scf.WhileOp)
    )
    assert isinstance(function, FuncOp)
    assert isinstance(loop, scf.WhileOp)
    origins = Origins(function)
    block: Block = loop.after_region.block
    inside, after = (
        any(origins.may_share(*pair) for pair in permutations(values, 2))
        for values in (block.args, loop.res)
    )
    assert inside == after
    return inside


BRANCHES = f"""
func.func @f(%a: memref<?xf32>, %b: memref<?xf32>, %c: memref<?xf32>, %n: index, %p: i1) {{
  %r:3 = scf.while (%x = %a, %y = %b, %z = %c)
      : ({PAIR}, memref<?xf32>) -> ({PAIR}, memref<?xf32>) {{
    scf.condition(%p) %x, %y, %z : {PAIR}, memref<?xf32>
  }} do {{
  ^bb0(%x: memref<?xf32>, %y: memref<?xf32>, %z: memref<?xf32>):
    %outside = memref.alloc(%n) : memref<?xf32>
    %chosen:2 = scf.if %p -> ({PAIR}) {{
      %0 = memref.alloc(%n) : memref<?xf32>
      %1 = memref.alloc(%n) : memref<?xf32>
      %view = memref.cast %0 : memref<?xf32> to memref<?xf32>
      scf.yield THEN : {PAIR}
    }} else {{
      %0 = memref.alloc(%n) : memref<?xf32>
      %1 = memref.alloc(%n) : memref<?xf32>
      scf.yield ELSE : {PAIR}
    }}
    scf.yield YIELDED : {PAIR}, memref<?xf32>
  }}
  func.return
}}
"""


@pytest.mark.parametrize(
    ("yielded", "then", "otherwise", "shared"),
    [
        ("%chosen#0, %chosen#1, %x", "%0, %1", "%1, %0", False),
        ("%y, %chosen#0, %chosen#1", "%0, %1", "%0, %1", False),
        ("%chosen#0, %outside, %x", "%0, %x", "%1, %x", False),
        ("%chosen#0, %chosen#1, %x", "%0, %0", "%1, %0", True),
        ("%chosen#0, %chosen#1, %x", "%0, %view", "%1, %0", True),
        ("%chosen#0, %chosen#1, %x", "%0, %1", "%1, %x", True),
        ("%chosen#0, %chosen#0, %x", "%0, %1", "%1, %0", True),
        ("%chosen#0, %outside, %x", "%0, %1", "%outside, %0", True),
    ],
)
def test_branches_allocate_what_a_loop_carries(
    yielded: str, then: str, otherwise: str, *, shared: bool
) -> None:
    """What each branch allocates and yields once is new; no more is known of other buffers."""
    text = BRANCHES.replace("YIELDED", yielded).replace("THEN", then).replace("ELSE", otherwise)
    assert carried_share(text) == shared
