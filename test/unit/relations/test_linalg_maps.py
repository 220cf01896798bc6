"""The largest value of an index of an indexing map, against all iterations of its loops."""

from __future__ import annotations

from itertools import product

import pytest
from xdsl.ir.affine import AffineExpr

from disc_shape.relations import RelationState
from disc_shape.relations.linalg import last_index

D0, D1, S0 = AffineExpr.dimension(0), AffineExpr.dimension(1), AffineExpr.symbol(0)


@pytest.mark.parametrize(
    "index",
    [D0, D1, D0 + D1, D0 * 2, D0 * 2 + D1, D0 + D0, D0 + 3, D1 * 0, AffineExpr.constant(0)],
    ids=str,
)
def test_last_index(index: AffineExpr) -> None:
    state = RelationState()
    loops = [state.fresh(1), state.fresh(1)]
    last = last_index(index, loops)
    assert last is not None
    for sizes in product(range(1, 4), repeat=2):
        env = {loop.name or "": size for loop, size in zip(loops, sizes, strict=True)}
        points = product(*map(range, sizes))
        assert last.evaluate(env) == max(index.eval(point, ()) for point in points)


@pytest.mark.parametrize(
    "index",
    [
        S0,
        S0 + D0,
        D0 + S0,
        D0 // 2,
        D0 % 2,
        AffineExpr.constant(-1),
        D0 * -1,
        D0 + -1,
    ],
    ids=str,
)
def test_no_last_index(index: AffineExpr) -> None:
    state = RelationState()
    assert last_index(index, [state.fresh(1), state.fresh(1)]) is None


@pytest.mark.parametrize("index", [D0, D0 + D1, D1 * 2, D1 + D0], ids=str)
def test_no_last_index_of_loops_of_unknown_size(index: AffineExpr) -> None:
    state = RelationState()
    known = last_index(index, [state.fresh(1), None])
    assert (known is None) == (index != D0)
