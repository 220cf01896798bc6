"""The signature of a program, from its types and its constraint graph."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet

import numpy as np
from xdsl.dialects.builtin import DYNAMIC_INDEX, MemRefType, ModuleOp
from xdsl.ir import Attribute, SSAValue

from disc_shape.analysis.call_graph import entry_function
from disc_shape.constraints.free_symbols import free_symbols, without_free_symbols
from disc_shape.constraints.reader import SavedConstraints, saved_constraints
from disc_shape.dialects.disc_shape import get_symbols
from disc_shape.dialects.disc_shape.encoding import value_symbols
from disc_shape.dialects.shape import SizeType
from disc_shape.engines.signature import Range, Signature, TensorSpec
from disc_shape.engines.steps import condition_of
from disc_shape.errors import OperationError
from disc_shape.interpreters.free_symbols import in_ranges
from disc_shape.interpreters.values import dtype_of, sizes_of
from disc_shape.program import Program
from disc_shape.relations.value_types import as_tensor
from disc_shape.symbolic import Cond, Status
from disc_shape.symbolic.comparisons import simplify_comparisons
from disc_shape.symbolic.conditions import conjuncts

ANY_SIZE = ((0, None),)
"""The ranges of a symbol of which nothing is known."""


def signature_of(program: Program) -> Signature:
    """The signature of the entry function of an optimized program."""
    function = entry_function(program.module)
    arguments = tuple(
        spec_of(type_, argument.name_hint or f"arg{index}", argument)
        for index, (type_, argument) in enumerate(
            zip(function.function_type.inputs, function.body.blocks[0].args, strict=True)
        )
    )
    results = tuple(spec_of(type_, "") for type_ in function.function_type.outputs)
    named = {size for one in arguments for size in one.sizes if isinstance(size, str)}
    saved = saved_constraints(program.module)
    promises = tuple(promises_over(saved, named))
    conditions = tuple(dict.fromkeys([*conditions_of(program.module, saved, named), *promises]))
    ranges = tuple(
        Range(name, tuple(op.intervals))
        for name, op in saved.symbols.items()
        if name in named and tuple(op.intervals) != ANY_SIZE
    )
    return Signature(
        function.sym_name.data,
        arguments,
        results,
        tuple(map(condition_of, conditions)),
        tuple(map(condition_of, promises)),
        ranges,
    )


def conditions_of(
    module: ModuleOp, saved: SavedConstraints, named: AbstractSet[str]
) -> Iterator[Cond]:
    """
    The facts of a module over the symbols in `named`; those over symbols that no value carries
    become facts over these where an equation says what they are.
    """
    free = free_symbols(module, saved.symbols)
    facts = [fact.condition for fact in saved.facts]
    for name in sorted(free):
        if tuple(saved.symbols[name].intervals) != ANY_SIZE:
            facts.extend(in_ranges(saved.symbols[name]))
    return over(named, without_free_symbols(facts, free))


def promises_over(saved: SavedConstraints, named: AbstractSet[str]) -> Iterator[Cond]:
    """The promises of a module, like `conditions_of`, whatever carries their other symbols."""
    promises = [fact.condition for fact in saved.facts if fact.status is Status.ASSUMED]
    others = {symbol.name for fact in promises for symbol in fact.symbols}.difference(named)
    return over(named, without_free_symbols(promises, others))


def over(named: AbstractSet[str], conditions: Iterable[Cond | None]) -> Iterator[Cond]:
    """The conditions over named symbols alone, each part by itself."""
    for condition in conditions:
        for piece in () if condition is None else conjuncts(condition):
            if piece.symbols and {symbol.name for symbol in piece.symbols} <= named:
                yield simplify_comparisons(piece)


def spec_of(type_: Attribute, name: str, value: SSAValue | None = None) -> TensorSpec:
    """The array that a value of some type is; sizes of a buffer are those of the `value`."""
    try:
        dtype = dtype_of(type_)
    except OperationError:
        dtype = None
    tensor = as_tensor(type_)
    if tensor is None:
        is_plain = sizes_of(type_) == () or type_.name == SizeType.name
    else:
        is_plain = "quant" not in tensor.element_type.name
    if dtype is None or not is_plain:
        sizes = () if dtype is None or value is None else sizes_of_buffer(value)
        return TensorSpec(np.dtype(object) if dtype is None else dtype, sizes, name, str(type_))
    if tensor is None:
        return TensorSpec(dtype, (), name, is_number=True)
    return TensorSpec(dtype, named_sizes(tensor.get_shape(), get_symbols(type_)), name)


def sizes_of_buffer(value: SSAValue) -> tuple[int | str | None, ...]:
    """For each dimension of a buffer its size, the name of its symbol, or None."""
    type_ = value.type
    shape = type_.get_shape() if isinstance(type_, MemRefType) else ()
    return named_sizes(shape, value_symbols(value))


def named_sizes(
    shape: Sequence[int], symbols: Sequence[str | None] | None
) -> tuple[int | str | None, ...]:
    """Sizes of a type, of which symbols name those that are open."""
    names = symbols or (None,) * len(shape)
    return tuple(
        symbol if size == DYNAMIC_INDEX else size for size, symbol in zip(shape, names, strict=True)
    )
