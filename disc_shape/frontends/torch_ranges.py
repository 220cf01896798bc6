"""The ranges of the sizes of a program of `torch.export`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, cast

from disc_shape.frontends.torch_slices import Interval

SUPPOSED = 2
"""The least size that PyTorch traces a program for, unless a `Dim` states another one."""


def ranges_of(program: object) -> Mapping[object, Interval]:
    """
    The ranges of sizes, by symbols, as far as PyTorch's own program keeps to them.

    A program is traced as if sizes that `Dim.AUTO` or `Dim.DYNAMIC` leaves open were at least 2,
    but `exported.module()` does not refuse a size of 1, such as the batch and the length of one
    step of a language model. So these are at least 1 here. A range that a `Dim` states stays.
    """
    ranges = cast("Mapping[object, Interval]", getattr(program, "range_constraints", {}))
    open_symbols = {*symbols_of_arguments(program)} - {*stated_symbols(program)}
    return {
        symbol: cast("Any", type(interval))(lower=1, upper=interval.upper)
        if interval.lower == SUPPOSED and str(symbol) in open_symbols
        else interval
        for symbol, interval in ranges.items()
    }


def values_of_arguments(program: object) -> Iterator[Any]:
    """What the arguments of a program were traced with."""
    for node in getattr(getattr(program, "graph", None), "nodes", ()):
        if node.op == "placeholder":
            yield node.meta.get("val")


def symbols_of_arguments(program: object) -> Iterator[str]:
    """The symbols that are sizes of arguments."""
    for value in values_of_arguments(program):
        for size in getattr(value, "shape", ()):
            yield str(size)


def stated_symbols(program: object) -> Iterator[str]:
    """The symbols for which a `Dim` states a range without 1."""
    for value in values_of_arguments(program):
        environment = getattr(getattr(value, "fake_mode", None), "shape_env", None)
        for tracked in getattr(environment, "tracked_fakes", None) or ():
            constraints = getattr(tracked.symbolic_context, "constraint_sizes", None) or ()
            for size, constraint in zip(tracked.fake.shape, constraints, strict=False):
                interval = getattr(constraint, "vr", None)
                expression = getattr(getattr(size, "node", None), "expr", None)
                if interval is None or expression is None or len(expression.free_symbols) != 1:
                    continue
                (symbol,) = expression.free_symbols
                if expression.subs(symbol, 1) < interval.lower:
                    yield str(symbol)
        if environment is not None:
            return
