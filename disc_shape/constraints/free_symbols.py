"""
The free symbols of a module, those that no value carries, and facts without them.

A free symbol denotes some number that makes its facts true: `@s == 2*@half` states that `@s` is
even.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import cast

from xdsl.dialects.builtin import ArrayAttr, ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute

from disc_shape.dialects.disc_shape.encoding import DIMS, get_symbols, symbols_of, value_symbols
from disc_shape.dialects.disc_shape.symbols import BindDimOp
from disc_shape.symbolic import Comparison, Cond, Expr, Symbol, compare, conj
from disc_shape.symbolic.terms import linear, parts
from disc_shape.traversal import values_of


def without_free_symbols(conditions: Sequence[Cond], free: Collection[str]) -> list[Cond | None]:
    """
    For each condition one over other symbols, so that together they hold exactly where numbers for
    the free symbols exist; None for a condition with a free symbol that no equation determines.

        s == 2*half, half >= 3, half <= k    =>    s % 2 == 0, s // 2 >= 3
    """
    found = list(conditions)
    work = True
    while work:
        work = False
        for index, condition in enumerate(found):
            solved = solution(condition, free)
            if solved is not None:
                symbol, value, exists = solved
                found = [one.substitute({symbol: value}) for one in found]
                found[index] = exists
                work = True
                break
    return [None if any(symbol.name in free for symbol in one.symbols) else one for one in found]


def solution(condition: Cond, free: Collection[str]) -> tuple[Symbol, Expr, Cond] | None:
    """
    The free symbol that an equation determines, what it is, and the condition under which there is
    such a number of 0 or more; None where an equation determines none.
    """
    if not isinstance(condition, Comparison) or condition.op != "==":
        return None
    difference = condition.lhs - condition.rhs
    unknown = [symbol for symbol in difference.symbols if symbol.name in free]
    constant, terms = parts(difference)
    factors = dict(terms)
    if len(unknown) != 1 or unknown[0] not in factors:
        return None
    factor = factors.pop(unknown[0])
    sign = -1 if factor > 0 else 1
    rest = linear(sign * constant, [(term, sign * scale) for term, scale in factors.items()])
    if unknown[0] in rest.symbols:
        return None
    whole = compare("==", rest % abs(factor), 0)
    return unknown[0], rest // abs(factor), conj([whole, compare(">=", rest, 0)])


def free_symbols(module: ModuleOp, names: Iterable[str]) -> frozenset[str]:
    """Those of the symbols with these names that no value of a module carries."""
    return frozenset(names).difference(carried_symbols(module))


def carried_symbols(module: ModuleOp) -> Iterator[str]:
    """The symbols that types, attributes and `bind_dim` of a module give to values."""
    for op in module.walk():
        if isinstance(op, BindDimOp):
            yield op.symbol
        if isinstance(op, FuncOp):
            for type_ in (*op.function_type.inputs, *op.function_type.outputs):
                yield from named(get_symbols(type_))
            for attributes in op.res_attrs or ():
                names = attributes.data.get(DIMS)
                if isinstance(names, ArrayAttr):
                    yield from named(symbols_of(cast("ArrayAttr[Attribute]", names)))
        for value in values_of(op):
            yield from named(value_symbols(value))


def named(symbols: Sequence[str | None] | None) -> Iterator[str]:
    """The symbols in a list in which some sizes have none."""
    return (name for name in symbols or () if name is not None)
