"""Live ranges of buffers that kernels read."""

from fuzz.harness import parse
from xdsl.dialects import func, memref
from xdsl.ir import SSAValue

from disc_shape.lowering.fusion_peaks import LiveRanges
from disc_shape.symbolic import Expr, const

TEXT = """
func.func @f() {
  %a = memref.alloc() : memref<4xf32>
  %b = memref.alloc() : memref<4xf32>
  memref.dealloc %a : memref<4xf32>
  %c = memref.alloc() : memref<4xf32>
  "test.op"() : () -> ()
  "test.op"() : () -> ()
  %d = memref.alloc() : memref<4xf32>
  return
}
"""


def ranges() -> tuple[LiveRanges, list[SSAValue]]:
    function = next(op for op in parse(TEXT).ops if isinstance(op, func.FuncOp))
    block = function.body.block

    def sizes(_: SSAValue) -> list[Expr]:
        return [const(4)]

    def proves(_: Expr) -> bool:
        return False

    found = LiveRanges(block, sizes, proves)
    found.read({op: position for position, op in enumerate(block.ops)})
    return found, [op.memref for op in block.ops if isinstance(op, memref.AllocOp)]


def test_a_kernel_right_after_another_one_extends_what_both_read() -> None:
    found, (a, *_) = ranges()
    assert found.ends[a] == 2
    found.write(4, [a], [], [])
    assert found.ends[a] == 5
    found.write(5, [a], [], [])
    assert found.ends[a] == 6


def test_what_lives_longer_raises_the_peak_unless_as_much_is_gone() -> None:
    found, (a, b, *_) = ranges()
    assert not found.keeps_peak(1, 4, [a], [], set())
    assert found.keeps_peak(1, 4, [a], [], {b})
    assert found.keeps_peak(1, 2, [b], [], set())


def test_what_is_erased_takes_no_room() -> None:
    found, (a, b, *others) = ranges()
    found.forget([b])
    assert not found.keeps_peak(1, 4, [a], [], set())
    found.forget(others)
    assert found.keeps_peak(1, 4, [a], [], set())
