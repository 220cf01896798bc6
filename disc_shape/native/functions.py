"""Functions of floats, divisions and extremes as the loops of a target compute them best."""

from __future__ import annotations

from xdsl.dialects import func
from xdsl.dialects.builtin import ModuleOp

from disc_shape.expansions.functions import Expansion
from disc_shape.native.maxima import compare_integers
from disc_shape.native.next_rows import fetch_next_rows
from disc_shape.native.quotients import multiply_by_reciprocals
from disc_shape.native.signs import is_at_most_zero


def expand_functions(
    module: ModuleOp,
    has_fma: bool,
    has_ldexp: bool = False,
    *,
    reciprocals: bool = False,
    keys: bool = False,
    maxima: int = 0,
    lanes: int = 0,
    divided: int = 0,
    ahead: int = 1,
) -> None:
    """
    Replace the functions of floats of at most 32 bits in every function of a module; with
    `reciprocals` also divisions by numbers that are the same in all iterations of a loop, with
    `keys` maxima and minima over all iterations, those of rows in blocks of so many `maxima`; with
    `lanes` also loops over rows that several loops read, so that they run in blocks of so many
    elements, and fetch the row that is so many rows `ahead`. Of such a block, so many elements are
    still `divided`.
    """
    for function in module.walk():
        if isinstance(function, func.FuncOp) and function.body.blocks:
            entry = function.body.blocks[0]
            expansion = Expansion(entry, has_fma, has_ldexp, is_negative=is_at_most_zero)
            expansion.run(function)
            if lanes:
                fetch_next_rows(function, expansion.scope, lanes, ahead)
            if reciprocals:  # After that: the blocks are what it finds to be short.
                multiply_by_reciprocals(function, expansion.scope, lanes, divided)
            if keys:
                compare_integers(function, expansion.scope, maxima)
