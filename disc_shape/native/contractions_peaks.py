"""
The peak of a function after sums and copies of windows have got memory of their own.

`plan-memory` notes the peak of a function before products are known, so what they allocate is added
afterwards. Each such buffer lives around the calls of one product alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field

from xdsl.dialects import arith, memref
from xdsl.dialects.builtin import DYNAMIC_INDEX, ModuleOp, StringAttr
from xdsl.dialects.func import FuncOp
from xdsl.ir import Operation, OpResult, SSAValue

from disc_shape.dialects.disc_shape.encoding import value_symbols
from disc_shape.interpreters.peaks import claim_of
from disc_shape.loops.allocation import PEAK
from disc_shape.lowering.types import buffer_of, width_of
from disc_shape.lowering.writer import constant_of
from disc_shape.memory.plan import call
from disc_shape.symbolic import Expr, const, minimum, sym

Allocations = Mapping[FuncOp, AbstractSet[Operation]]
"""The allocations of functions."""


def allocations(module: ModuleOp) -> Allocations:
    """The allocations of each function of a module."""
    return {
        function: {op for op in function.body.walk() if isinstance(op, memref.AllocOp)}
        for function in module.ops
        if isinstance(function, FuncOp)
    }


def count_new_allocations(module: ModuleOp, planned: Allocations) -> None:
    """
    Add to the peaks of functions what is allocated beside the `planned` allocations. A peak that
    symbols do not tell is no longer claimed.

        func.func @main(...) attributes {disc_shape.peak = "== 64*ceildiv(4*S0, 64)"}
    =>
        func.func @main(...) attributes {disc_shape.peak = "== 64*ceildiv(4*S0, 64) + 4*S0*S1"}
    """
    for function, new in allocations(module).items():
        known = planned.get(function, frozenset())
        if not claim_of(function) or new <= known:
            continue
        text = Peak.of(function, known).text()
        if text is None:
            del function.attributes[PEAK]
        else:
            function.attributes[PEAK] = StringAttr(text)


def bytes_of(alloc: memref.AllocOp) -> Expr | None:
    """
    The bytes of an allocation over symbols, in a branch or loop the most; None where these do not
    tell.
    """
    bounds = not isinstance(alloc.parent_op(), FuncOp)
    type_ = buffer_of(alloc.memref)
    width = width_of(type_.element_type)
    if width is None:
        return None
    given = iter(alloc.dynamic_sizes)
    found = const(width)
    for size in type_.get_shape():
        factor = expression_of(next(given), bounds) if size == DYNAMIC_INDEX else const(size)
        if factor is None:
            return None
        found *= factor
    return found


def expression_of(size: SSAValue, bounds: bool = False) -> Expr | None:
    """
    A size over symbols that buffers carry: one that is read, a product or a minimum of such. Where
    a bound will do, a minimum with something else is at most what is known.
    """
    op = size.op if isinstance(size, OpResult) else None
    if isinstance(op, arith.MuliOp | arith.MinSIOp):
        found = [expression_of(one, bounds) for one in op.operands]
        known = [one for one in found if one is not None]
        if len(known) == 2:
            return known[0] * known[1] if isinstance(op, arith.MuliOp) else minimum(*known)
        return known[0] if bounds and known and isinstance(op, arith.MinSIOp) else None
    number = constant_of(size)
    if number is not None:
        return const(number)
    if not isinstance(op, memref.DimOp):
        return None
    source, axis = op.source, constant_of(op.index)
    while value_symbols(source) is None and isinstance(source, OpResult):
        if not isinstance(source.op, memref.CastOp):
            return None
        source = source.op.source
    name = (value_symbols(source) or ())[axis] if axis is not None else None
    return None if name is None else sym(name)


@dataclass
class Peak:
    """What a function has allocated whenever it has allocated more beside its plan."""

    claimed: str
    """The peak of the plan."""
    exact: bool
    """Whether each run allocates exactly as much."""
    moments: list[list[memref.AllocOp]] = field(default_factory=list["list[memref.AllocOp]"])
    """What is allocated beside the plan."""

    @staticmethod
    def of(function: FuncOp, planned: AbstractSet[Operation]) -> Peak:
        """
        Follow a function. Of planned allocations, all are taken to be alive always: machine code
        has its arena from the caller, as long as it runs.
        """
        claim = claim_of(function)
        assert claim is not None
        sign, claimed = claim
        found = Peak(claimed, sign == "==" and len(planned) <= 1)
        alive: list[memref.AllocOp] = []
        for op in function.body.walk():
            if isinstance(op, memref.AllocOp):
                alive.append(op)
                if op not in planned:
                    found.moments.append([one for one in alive if one not in planned])
                    found.exact &= op.parent is function.body.block
                    found.exact &= all(one in alive for one in planned)
            elif isinstance(op, memref.DeallocOp):
                alive = [one for one in alive if one is not op.memref.owner]
        return found

    def text(self) -> str | None:
        """The peak with all allocations; None where symbols do not tell it."""
        beside: dict[Expr, None] = {}
        for allocs in self.moments:
            sizes = [bytes_of(alloc) for alloc in allocs]
            known = [size for size in sizes if size is not None]
            if len(known) < len(sizes):
                return None
            beside[sum(known, const(0))] = None
        parts = [call("max", list(map(str, beside)))]
        if self.claimed != "0":
            parts.insert(0, self.claimed)
        return f"{'==' if self.exact else '<='} {' + '.join(parts)}"
