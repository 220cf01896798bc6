"""The dominance check, against a brute-force definition and where text cannot express the case."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from xdsl.dialects import test
from xdsl.dialects.builtin import ModuleOp, i32
from xdsl.ir import Block, Region

from disc_shape.analysis.dominance import DominatorTree, can_reach, verify_dominance
from disc_shape.errors import OperationError


def brute_force(successors: list[list[int]]) -> dict[int, int]:
    """Immediate dominators of what block 0 reaches: b's dominators cut b off when removed."""

    def reach(without: int) -> set[int]:
        seen: set[int] = set()
        work = [0] if without != 0 else []
        while work:
            block = work.pop()
            if block not in seen:
                seen.add(block)
                work += [s for s in successors[block] if s != without]
        return seen

    reached = reach(-1)
    dominators = {b: {d for d in reached if d != b and b not in reach(d)} for b in reached}
    return {
        b: next(d for d in ds if len(dominators[d]) == len(ds) - 1)
        for b, ds in dominators.items()
        if ds
    }


@given(
    st.integers(2, 7).flatmap(
        lambda n: st.lists(
            st.lists(st.integers(1, n - 1), max_size=3, unique=True),
            min_size=n,
            max_size=n,
        )
    )
)
def test_dominator_tree(successors: list[list[int]]) -> None:
    blocks = [Block() for _ in successors]
    for block, following in zip(blocks, successors, strict=True):
        block.add_op(test.TestTermOp(successors=[blocks[s] for s in following]))
    tree = DominatorTree.of(Region(blocks)).children
    found = {
        blocks.index(child): blocks.index(b) for b, children in tree.items() for child in children
    }
    assert found == brute_force(successors)


def test_sibling_regions_do_not_share_values() -> None:
    inner = test.TestOp(result_types=[i32])
    outer = test.TestOp(
        regions=[Region(Block([inner])), Region(Block([test.TestOp(operands=[inner.results[0]])]))]
    )
    with pytest.raises(OperationError, match=r"operand 0 of 'test\.op'"):
        verify_dominance(test.TestOp(regions=[Region(Block([outer]))]))


def test_operations_directly_in_a_module_may_refer_forward() -> None:
    later = test.TestOp(result_types=[i32])
    verify_dominance(ModuleOp([test.TestOp(operands=[later.results[0]]), later]))


def test_deep_chains_are_checked() -> None:
    def check(n: int) -> None:
        ops = [test.TestOp(result_types=[i32])]
        for _ in range(n):
            ops.append(
                test.TestOp(operands=[ops[-1].results[0], ops[0].results[0]], result_types=[i32])
            )
        verify_dominance(test.TestOp(regions=[Region(Block(ops))]))

    check(20000)


@given(
    st.integers(1, 6).flatmap(
        lambda n: st.lists(
            st.lists(st.integers(0, n - 1), max_size=3, unique=True),
            min_size=n,
            max_size=n,
        )
    )
)
def test_reachability_and_reverse_postorder(successors: list[list[int]]) -> None:
    blocks = [Block() for _ in successors]
    for block, following in zip(blocks, successors, strict=True):
        block.add_op(test.TestTermOp(successors=[blocks[s] for s in following if s]))
    tree = DominatorTree.of(Region(blocks))
    assert set(tree.order) == {b for b in blocks if b is blocks[0] or can_reach(blocks[0], b)}
    for place, block in enumerate(tree.order):
        assert tree.parent[block] in tree.order[: max(place, 1)]
        for other in tree.order:
            cut = other is not block and dominated_by(blocks[0], other, block)
            assert tree.dominates(block, other) == (other is block or cut)


def dominated_by(entry: Block, goal: Block, cut: Block) -> bool:
    """Whether each path from the entry to `goal` runs through `cut`."""
    seen, work = {cut}, [entry]
    while work:
        block = work.pop()
        if block not in seen:
            seen.add(block)
            work.extend(block.last_op.successors if block.last_op else ())
    return goal not in seen


def test_a_region_without_blocks_has_an_empty_tree() -> None:
    assert DominatorTree.of(Region()).order == []
