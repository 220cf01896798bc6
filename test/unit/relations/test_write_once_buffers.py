"""What buffers of integers hold, and what operations that read them say, against runs."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest
from exhaustive.related import Relate
from xdsl.ir import BlockArgument, Operation

from disc_shape.relations import RelationState
from disc_shape.relations.state import Content
from disc_shape.symbolic import compare

Compute = Callable[..., list[Content]]

START = """
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %s = memref.alloc() : memref<2xindex>
    %t = memref.alloc() : memref<2xindex>
"""

STORES = """
    memref.store %a, %s[%c0] : memref<2xindex>
    memref.store %b, %s[%c1] : memref<2xindex>
"""

LOAD = """
    %r = memref.load %s[%c1] : memref<2xindex>
    return %r : index
"""

COPY = '"memref.copy"(%s, %t) : (memref<2xindex>, memref<2xindex>) -> ()\n'

SWAP = LOAD.replace("%s", "%t")

ELSEWHERE = """
    %v = memref.reinterpret_cast %s to offset: [1], sizes: [1], strides: [1] :
        memref<2xindex> to memref<1xindex, strided<[1], offset: 1>>
"""


@pytest.mark.parametrize(
    "lines",
    [
        STORES + LOAD,
        STORES + COPY + SWAP,
        STORES
        + """lmhlo.add ins(%s, %s : memref<2xindex>, memref<2xindex>) outs(%t : memref<2xindex>)
        """
        + SWAP,
    ],
)
def test_write_once_buffers_are_known(compute: Compute, lines: str) -> None:
    (content,) = compute("%a: index, %b: index", START + lines, "index", values=(0, 1, 2))
    assert content is not None


@pytest.mark.parametrize(
    "lines",
    [
        # Written twice: by stores and a copy, by two copies, by a copy and an operation.
        STORES + COPY + STORES.replace("%s", "%t") + SWAP,
        STORES + "memref.store %a, %t[%c0] : memref<2xindex>\n" + COPY + SWAP,
        STORES + COPY + COPY + SWAP,
        STORES
        + COPY
        + """lmhlo.add ins(%s, %s : memref<2xindex>, memref<2xindex>) outs(%t : memref<2xindex>)
        """
        + SWAP,
        # One place, or one that no constant gives.
        STORES.replace("%c0", "%c1") + LOAD,
        STORES.replace("%c0", "%a") + LOAD,
        STORES.replace("%c0", "%d").replace(
            "memref.store %a", "%d = arith.muli %c0, %c1 : index\nmemref.store %a"
        )
        + LOAD,
        # Of elements that lie elsewhere.
        STORES
        + ELSEWHERE
        + """%w = memref.alloc() : memref<1xindex>
        "memref.copy"(%v, %w) : (memref<1xindex, strided<[1], offset: 1>>, memref<1xindex>) -> ()
        %r = memref.load %w[%c0] : memref<1xindex>
        return %r : index""",
        STORES
        + ELSEWHERE
        + """memref.store %a, %v[%c0] : memref<1xindex, strided<[1], offset: 1>>"""
        + LOAD,
        # By what is not followed.
        STORES
        + """lmhlo.popcnt ins(%s : memref<2xindex>) outs(%t : memref<2xindex>)
        """
        + SWAP,
    ],
)
def test_other_buffers_are_not(compute: Compute, lines: str) -> None:
    (content,) = compute("%a: index, %b: index", START + lines, "index", values=(0, 1))
    assert content is None


@pytest.mark.parametrize("index", [-1, 2])
def test_a_store_outside(contents_of: Compute, index: int) -> None:
    lines = f"%d = arith.constant {index} : index\n" + STORES.replace("%c0", "%d") + LOAD
    assert contents_of("%a: index, %b: index", START + lines, "index") == [None]


def test_what_a_buffer_holds_now_ties_sizes(relate: Relate) -> None:
    """The end of a slice is unknown, but it lies inside of its operand."""
    r = relate(
        "%0: memref<?xf32>, %s: memref<1xindex>, %l: memref<1xindex>, %o: memref<?xf32>",
        """%t = memref.alloc() : memref<1xindex>
        %c0 = arith.constant 0 : index
        %c1 = arith.constant 1 : index
        memref.store %c1, %t[%c0] : memref<1xindex>
        lmhlo.real_dynamic_slice ins(%0, %s, %l, %t :
            memref<?xf32>, memref<1xindex>, memref<1xindex>, memref<1xindex>)
            outs(%o : memref<?xf32>)
        return""",
    )
    (whole,), (part,) = r.arg(0), r.arg(3)
    assert r.proves(compare("<=", part, whole))
    assert not r.proves(compare("==", part, whole))


def test_numbers_and_sizes_are_read_from_values_of_the_program(relate: Relate) -> None:
    """The counterpart of an operation on buffers is erased, and is no anchor of a symbol."""
    r = relate(
        "%a: index, %b: index, %x: memref<?xf32>, %y: memref<?xf32>",
        START
        + "%p = arith.addi %a, %c1 : index\n%q = arith.addi %b, %c1 : index\n"
        + STORES.replace("%a", "%p").replace("%b", "%q")
        + """lmhlo.divide ins(%s, %s : memref<2xindex>, memref<2xindex>) outs(%t : memref<2xindex>)
        lmhlo.add ins(%x, %x : memref<?xf32>, memref<?xf32>) outs(%y : memref<?xf32>)
        return""",
    )
    values = {*r.func.body.block.args, *(v for op in r.func.walk() for v in op.results)}
    assert {anchor.value for anchor in r.state.anchors.values()} <= values
    assert all(item in r.state.anchors for item in (*r.arg(2), *r.number(0).symbols))
    for size in (*r.arg(2), *r.arg(3), r.number(0), r.number(1)):
        assert isinstance(r.state.anchors[size].value, BlockArgument)


def test_operations_on_buffers_that_take_no_tensors(relate: Relate) -> None:
    r = relate(
        "%0: memref<?x4xf32>, %1: !mhlo.token",
        """%2 = lmhlo.outfeed ins(%0, %1 : memref<?x4xf32>, !mhlo.token)
            {outfeed_config = "y", result_positions = array<i64: 0>} -> !mhlo.token
        return""",
    )
    assert len(r.arg(0)) == 2


BROADCAST = """lmhlo.dynamic_broadcast_in_dim ins(%0, %s : memref<f32>, memref<2xindex>)
    outs(%o : memref<?x?xf32>) {broadcast_dimensions = array<i64>}
"""


def test_sizes_that_a_write_once_buffer_holds(relate: Relate) -> None:
    r = relate(
        "%0: memref<f32>, %o: memref<?x?xf32>, %x: tensor<?xf32>",
        START
        + "%a = tensor.dim %x, %c0 : tensor<?xf32>\n%b = arith.addi %a, %c1 : index\n"
        + STORES
        + BROADCAST
        + "return",
    )
    (size,) = r.arg(2)
    assert r.arg(1) == (size, size + 1)


def test_what_may_have_changed_is_another_number_for_each_reader_only(
    relate: Relate, propagate: Callable[[Sequence[Operation], RelationState], None]
) -> None:
    r = relate(
        "%0: memref<f32>, %s: memref<2xindex>, %o: memref<?x?xf32>",
        BROADCAST + "return",
    )
    before = r.state.fresh()
    propagate(list(r.func.body.block.ops), r.state)
    after = r.state.fresh()
    assert int((after.name or "")[1:]) == int((before.name or "")[1:]) + 1
