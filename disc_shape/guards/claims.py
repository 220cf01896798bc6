"""
Checks of what symbols claim of values inside of a program.

The symbols of arguments are checked when a program is called. A symbol of another value claims that
its size is that of each value with the symbol, and lies in the ranges of the symbol. Where what the
operations, the guards and the arguments imply does not prove it, the program is to check it.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from xdsl.builder import Builder
from xdsl.dialects import arith, tensor
from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    ArrayAttr,
    DictionaryAttr,
    IntegerAttr,
    ModuleOp,
)
from xdsl.dialects.func import FuncOp, ReturnOp
from xdsl.ir import BlockArgument, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from disc_shape.analysis.module import ShapeAnalysis
from disc_shape.constraints.builder import copied_symbols
from disc_shape.constraints.graph import write_constraints
from disc_shape.constraints.reader import SavedConstraints, saved_constraints
from disc_shape.constraints.types import refresh_signature, set_type
from disc_shape.dialects.disc_shape import DIMS, GRAPH, get_symbols, strip, with_symbols
from disc_shape.dialects.disc_shape.encoding import (
    forget_symbols,
    note_symbols,
    reference,
    result_symbols,
    value_symbols,
)
from disc_shape.dialects.disc_shape.symbols import BindDimOp, SymbolDimOp
from disc_shape.errors import OperationError
from disc_shape.guards.inner_checks import NO_VALUE, Carrier, InnerChecks, carriers
from disc_shape.interpreters.free_symbols import in_ranges
from disc_shape.relations.value_types import as_tensor
from disc_shape.symbolic import Cond, Expr, Status, compare, const, sym
from disc_shape.traversal import values_of

RANGES = ("ranges", "value", "non_zero", "not_one")
"""The properties of a symbol that say which sizes it has."""


@dataclass(frozen=True)
class Claim:
    """What a carrier of a symbol claims, and nothing proves."""

    carrier: Carrier
    number: int | None = None
    """The size that the symbol has; None for the size of the first carrier of the symbol."""


def check_claims(module: ModuleOp, entry: FuncOp) -> None:
    """
    Insert checks of what symbols of values claim, other than of arguments of `entry`.

        %0 = stablehlo.dynamic_iota %s, dim = 0 : (tensor<1xi32>) -> tensor<?xi32, [@k]>
        disc_shape.SymbolDim @k {ranges = [[2, 4]]}
    =>
        %0 = stablehlo.dynamic_iota %s, dim = 0 : (tensor<1xi32>) -> tensor<?xi32, [@k]>
        stablehlo.custom_call @shape_assertion(...) "expected k >= 2, where k is dimension 0 of ..."

    Raises `OperationError` for one that cannot be checked.
    """
    functions = functions_of(module)
    for function in functions:
        bind_returned(function)
    if not any(is_inner(one, entry) for function in functions for one in carriers(function)):
        return
    saved = saved_constraints(module)
    claims, ranges = unproved(module, entry, saved)
    if not claims and not ranges:
        return
    symbols = copied_symbols(module, saved)
    promises: list[tuple[Cond, bool]] = []
    for name in ranges:
        promises.extend((one, True) for one in in_ranges(saved.symbols[name]))
        release(saved.symbols[name])
        symbols.by_name[name].value = None
    for claim in claims:
        name, new = claim.carrier.name, symbols.keep(symbols.fresh())
        rename(claim.carrier, new)
        size = sym(name) if claim.number is None else const(claim.number)
        promises.append((compare("==", sym(new), size), claim.carrier.depth == 1))
    for function in functions:
        refresh_signature(function)
    checks = InnerChecks(module, as_assertions=True)
    for promise, always in promises:
        if checks.insert(promise):
            symbols.add_fact(promise, Status.GUARDED)
        elif always:  # What is claimed in one branch of the size in another is not used.
            raise OperationError(f"promise {promise} cannot be checked: {NO_VALUE}")
    write_constraints(module, symbols)


def is_inner(carrier: Carrier, entry: FuncOp) -> bool:
    """Whether a carrier is no argument of the function that is called."""
    value = carrier.value
    return not isinstance(value, BlockArgument) or value.block is not entry.body.blocks[0]


def unproved(
    module: ModuleOp, entry: FuncOp, saved: SavedConstraints
) -> tuple[list[Claim], list[str]]:
    """The claims of inner values that nothing proves, and the symbols whose ranges nothing does."""
    sizes = InnerSizes(module, entry)
    claims: list[Claim] = []
    ranges: dict[str, None] = {}
    for function in sizes.functions:
        first: dict[str, Expr] = {}
        for carrier in carriers(function):
            symbol = saved.symbols.get(carrier.name)
            number = None if symbol is None else symbol.size
            size = sizes.of(function, carrier)
            known = first.setdefault(carrier.name, size) if number is None else const(number)
            if not is_inner(carrier, entry):
                continue
            if known is not size and not sizes.prove(function, compare("==", size, known)):
                claims.append(Claim(carrier, number))
            elif symbol is not None and number is None:
                mapping: dict[Expr, Expr] = {sym(carrier.name): size}
                conditions = [one.substitute(mapping) for one in in_ranges(symbol)]
                if not all(sizes.prove(function, one) for one in conditions):
                    ranges[carrier.name] = None
    return claims, list(ranges)


class InnerSizes:
    """The sizes in a program whose values, other than arguments of `entry`, have no symbols."""

    def __init__(self, module: ModuleOp, entry: FuncOp) -> None:
        self.functions = functions_of(module)
        self._values: dict[SSAValue, SSAValue] = {}
        copy = module.clone(self._values)
        copies = functions_of(copy)
        for function, copied in zip(self.functions, copies, strict=True):
            keep = () if function is not entry else copied.body.blocks[0].args
            forget_inner(copied, keep)
        analysis = ShapeAnalysis(copy)
        states = {one.function: one.shapes.state for one in analysis.functions}
        pairs = zip(self.functions, copies, strict=True)
        self._states = {one: states[copied] for one, copied in pairs if copied in states}

    def of(self, function: FuncOp, carrier: Carrier) -> Expr:
        """The size that a carrier of a symbol has."""
        state, value = self._states[function], self._values[carrier.value]
        if carrier.binding is None:
            return state.raw_dims(value)[carrier.axis]
        known = state.integer(value)
        return state.fresh_element(value, 0) if known is None else known

    def prove(self, function: FuncOp, condition: Cond) -> bool:
        """Whether operations, guards and arguments imply a condition."""
        return self._states[function].prover.proves(condition)


def functions_of(module: ModuleOp) -> list[FuncOp]:
    """The functions that compute something."""
    return [
        op
        for op in module.ops
        if isinstance(op, FuncOp) and op.body.blocks and op.sym_name.data != GRAPH
    ]


def forget_inner(function: FuncOp, keep: Collection[SSAValue]) -> None:
    """Remove symbols from the values in a function but some."""
    for op in list(function.walk()):
        if isinstance(op, BindDimOp):
            Rewriter.erase_op(op)
            continue
        for value in values_of(op):
            if value not in keep and value_symbols(value) is not None:
                forget_symbols(value)
                set_type(value, strip(value.type))
    refresh_signature(function)


def rename(carrier: Carrier, name: str) -> None:
    """Give the dimension or number that a carrier is another symbol."""
    if carrier.binding is not None:
        carrier.binding.ref = reference(name)
        return
    value = carrier.value
    names = list(value_symbols(value) or ())
    names[carrier.axis] = name
    type_ = as_tensor(value.type)
    if type_ is not None and get_symbols(type_) is not None:
        set_type(value, with_symbols(type_, tuple(names)))
    else:
        note_symbols(value, names)


def release(symbol: SymbolDimOp) -> None:
    """Let a symbol have any size."""
    for name in RANGES:
        symbol.properties.pop(name, None)


def bind_returned(function: FuncOp) -> None:
    """
    Bind the symbols that attributes give to the sizes of results where these are computed.

        func.func @main(...) -> (tensor<?xf32> {disc_shape.dims = [@k]}) {
          return %0 : tensor<?xf32>
    =>
        func.func @main(...) -> tensor<?xf32> {
          %1 = tensor.dim %0, %c0 : tensor<?xf32>
          disc_shape.bind_dim %1 to @k
          return %0 : tensor<?xf32>
    """
    lasts = [one.last_op for one in function.body.blocks if isinstance(one.last_op, ReturnOp)]
    if function.res_attrs is None or len(lasts) != 1:
        return
    last = lasts[0]
    build = Builder(InsertPoint.before(last))
    for names, value in zip(result_symbols(function), last.operands, strict=True):
        type_ = as_tensor(value.type)
        if names is None or type_ is None:
            continue
        for axis, name in enumerate(names):
            if name is not None and type_.get_shape()[axis] == DYNAMIC_INDEX:
                place = build.insert(arith.ConstantOp(IntegerAttr.from_index_int_value(axis)))
                size = build.insert(tensor.DimOp(value, place))
                build.insert(BindDimOp(size, name))
    rows = [dict(one.data) for one in function.res_attrs]
    for row in rows:
        row.pop(DIMS, None)
    function.res_attrs = ArrayAttr(map(DictionaryAttr, rows)) if any(rows) else None
