"""The conditions on the sizes of arguments that the checks and operations of a program state.

Unlike the rest of the oracle, this module uses the analysis: it only chooses sizes for random
inputs, and a run checks them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import cast

import numpy as np
from xdsl.dialects.arith import ConstantOp, IndexCastOp
from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    IndexType,
    IntegerAttr,
    IntegerType,
    ModuleOp,
    TensorType,
    i1,
)
from xdsl.dialects.func import CallOp, FuncOp, ReturnOp
from xdsl.dialects.tensor import EmptyOp, ExtractOp
from xdsl.ir import Attribute, Block, Operation, OpResult, Region, SSAValue

from disc_shape.analysis.call_graph import Node
from disc_shape.analysis.front_end_names import front_end_names
from disc_shape.analysis.module import ShapeAnalysis
from disc_shape.dialects.disc_shape import PredicateOp, SymbolDimOp, strip
from disc_shape.errors import OperationError
from disc_shape.relations.guards import is_guard
from disc_shape.rewriting.inlining import inline_private_functions
from disc_shape.symbolic import Cond, Contradiction, Expr, Prover, compare, const, parse_cond, sym

WINDOW = 8
"""How far above the least possible size one is drawn first."""

REACH = 256
"""How many sizes above those are looked at one by one."""


@dataclass
class Requirements:
    """
    Conditions over the sizes of arguments, which are called by the names of dimensions, and over
    integers that front ends and the constraint graph name.
    """

    conditions: list[Cond] = field(default_factory=list[Cond])
    """The conditions of the graph and of the guards of the entry block, and the named integers."""
    named: set[str] = field(default_factory=set[str])
    """The names that no dimension has: `b`, which is `s//2`."""


def requirements(
    module: ModuleOp, func: FuncOp, names: Mapping[tuple[int, int], str]
) -> Requirements:
    """
    The conditions of the graph and the guards of a function on the sizes of its arguments, and the
    names of other integers in it, as far as the analysis covers them. `names` are those of
    dimensions; a dimension without a name is called by its position, `0.1`.

    Of a program with symbols only the operations that guards and named integers depend on are
    analysed, so its size does not matter. In a program without, all operations are.
    """
    block = func.body.blocks[0]
    passed = {
        value: name
        for value, name in front_end_names(module).items()
        if isinstance(value, OpResult) and value.op.parent is block
    }
    roots = [op for op in block.ops if is_guard(op)]
    part, entry, sizes = slice_of(module, block, [*roots, *(value.op for value in passed)], passed)
    found = Requirements(list(graph_conditions(module)))
    stated = {symbol.name for condition in found.conditions for symbol in condition.symbols}
    for op in module.body.block.ops:
        if isinstance(op, SymbolDimOp) and op.named is not None and op.symbol in stated:
            found.named.add(op.symbol)
    found.named.difference_update(names.values())
    if not any(isinstance(op, SymbolDimOp) for op in module.body.block.ops):
        found.conditions.extend(implied_by_operations(module, func, names))
    try:
        shapes = ShapeAnalysis(part, "main").functions[0].shapes
    except OperationError:
        # The run itself reports the error.
        return found
    renamed: dict[Expr, Expr] = {}
    for index, copy in enumerate(entry.args):
        if shapes.state.is_ranked(copy):
            for axis, size in enumerate(shapes.state.raw_dims(copy)):
                if size.constant is None:
                    renamed[size] = sym(names.get((index, axis), f"{index}.{axis}"))
    for guard in shapes.guards:
        condition = guard.condition
        if condition is not None and not guard.proved and renamed.keys() >= set(condition.symbols):
            found.conditions.append(condition.substitute(renamed))
    for value, name in passed.items():
        size = shapes.state.dims(sizes[value])[0] if value in sizes else None
        if size is not None and renamed.keys() >= set(size.symbols):
            add_named(found, name, size.substitute(renamed), set(names.values()))
    return found


def implied_by_operations(
    module: ModuleOp, func: FuncOp, names: Mapping[tuple[int, int], str]
) -> Iterator[Cond]:
    """What the operations of a function imply of the sizes of its arguments, called by `names`."""
    try:
        analysis = ShapeAnalysis(module, func.sym_name.data)
    except OperationError:
        # The run itself reports the error.
        return
    (state,) = [one.shapes.state for one in analysis.functions if one.function is func]
    prover = state.prover
    renamed: dict[Expr, Expr] = {}
    for index, argument in enumerate(func.body.blocks[0].args):
        if state.is_ranked(argument):
            for axis, size in enumerate(state.raw_dims(argument)):
                if size.constant is None:
                    renamed[size] = sym(names.get((index, axis), f"{index}.{axis}"))
    conditions = [compare("==", size, prover.canonical(size)) for size in renamed]
    conditions += [fact.statement for fact in prover.facts()]
    for condition in conditions:
        if condition.symbols and renamed.keys() >= set(condition.symbols):
            yield condition.substitute(renamed)
    for size, name in renamed.items():
        low, high = prover.bounds(size)
        yield from [] if low is None else [compare(">=", name, low)]
        yield from [] if high is None else [compare("<=", name, high)]


def add_named(found: Requirements, name: str, size: Expr, known: set[str]) -> None:
    """Record the name that a front end gives to an integer, unless it is taken."""
    if name not in known and name not in found.named:
        found.named.add(name)
        found.conditions.append(compare("==", sym(name), size))


def graph_conditions(module: ModuleOp) -> Iterator[Cond]:
    """The conditions of the constraint graph, over the names of the symbols."""
    for op in module.walk():
        if isinstance(op, PredicateOp) and None not in op.terms:
            terms: dict[Expr, Expr] = {
                sym(f"d{index}"): sym(term) if isinstance(term, str) else const(term or 0)
                for index, term in enumerate(op.terms)
            }
            yield parse_cond(op.text).substitute(terms)


def slice_of(
    module: ModuleOp, block: Block, roots: Sequence[Operation], read: Iterable[SSAValue]
) -> tuple[ModuleOp, Block, dict[SSAValue, SSAValue]]:
    """
    A module with the operations of a block that `roots` depend on, calls inlined, those roots left
    out that depend on calls that stay or on operations with regions. Beside it the block of its
    function `main`, and for each of the integers in `read` a tensor of that size.
    """
    functions = {op.sym_name.data: op for op in module.body.block.ops if isinstance(op, FuncOp)}
    wanted: set[Operation] = set()
    for root in roots:
        needed = dependencies(root)
        calls = [op for op in needed if isinstance(op, CallOp)]
        if not any(op.regions for op in needed) and called_by(calls, functions) is not None:
            wanted |= needed
    called = called_by([op for op in wanted if isinstance(op, CallOp)], functions) or {}
    entry = Block(arg_types=[strip(argument.type) for argument in block.args])
    copied: dict[SSAValue, SSAValue] = dict(zip(block.args, entry.args, strict=True))
    entry.add_ops([op.clone(copied) for op in block.ops if op in wanted])
    sizes: dict[SSAValue, SSAValue] = {}
    for value in read:
        if (copy := copied.get(value)) is not None and (ops := size_from(copy)):
            entry.add_ops(ops)
            sizes[value] = ops[-1].results[0]
    entry.add_op(ReturnOp())
    main = FuncOp("main", ([arg.type for arg in entry.args], []), Region(entry))
    part = ModuleOp([main, *(op.clone() for op in called.values())])
    inline_private_functions(part, keep_names=False)
    return part, entry, sizes


def called_by(calls: Sequence[CallOp], functions: Mapping[str, FuncOp]) -> dict[str, FuncOp] | None:
    """
    The functions that calls reach, by name; None where one of them is not inlined, is called
    `main`, or has no body.
    """
    found: dict[str, FuncOp] = {}
    work = list(calls)
    while work:
        name = work.pop().callee.string_value()
        function = functions.get(name)
        if function is None or name == "main" or not Node(function).body_if_inlinable():
            return None
        if name not in found:
            found[name] = function
            work += [op for op in function.walk() if isinstance(op, CallOp)]
    return found


def size_from(value: SSAValue) -> list[Operation]:
    """Operations that make an integer the size of a tensor."""
    ops: list[Operation] = []
    if isinstance(value.type, TensorType):
        zero = ConstantOp(IntegerAttr(0, IndexType()))
        type_ = cast("TensorType[Attribute]", value.type)
        rank = len(type_.get_shape())
        extract = ExtractOp(value, [zero.result] * rank, type_.element_type)
        ops += [zero, extract]
        value = extract.result
    if isinstance(value.type, IntegerType):
        index = IndexCastOp(value, IndexType())
        ops.append(index)
        value = index.result
    if not isinstance(value.type, IndexType):
        return []
    return [*ops, EmptyOp([value], TensorType(i1, [DYNAMIC_INDEX]))]


def dependencies(root: Operation) -> set[Operation]:
    """An operation, and all whose results it is computed from."""
    needed: set[Operation] = set()
    work = [root]
    while work:
        op = work.pop()
        if op not in needed:
            needed.add(op)
            work += [operand.op for operand in op.operands if isinstance(operand, OpResult)]
    return needed


def solve_sizes(
    names: Sequence[str], conditions: Sequence[Cond], random: np.random.Generator
) -> dict[str, int] | None:
    """Small sizes that meet conditions over their names, None when none are found."""
    prover = Prover()
    sizes: dict[str, int] = {}
    try:
        for condition in conditions:
            prover.assume(condition)
        for name in names:
            size = next(possible_sizes(prover, name, random), None)
            if size is None:
                return None
            prover.assume(compare("==", sym(name), size))
            sizes[name] = size
    except Contradiction:
        return None
    return sizes


def possible_sizes(prover: Prover, name: str, random: np.random.Generator) -> Iterator[int]:
    """Numbers that a size can be as far as a prover knows, a few small ones at random first."""
    number = prover.canonical(sym(name)).constant
    low, high = prover.bounds(sym(name))
    low = max(low or 0, 0)
    # A size of 0 is legal more often than it is wanted.
    start = low + 1 if low == 0 and high != 0 and number is None else low
    window = [int(start + step) for step in random.permutation(WINDOW)]
    others = [*range(start + WINDOW, start + WINDOW + REACH), low]
    for size in [number] if number is not None else [*window, *others]:
        if low <= size and (high is None or size <= high) and may_be(prover, name, size):
            yield size


def may_be(prover: Prover, name: str, size: int) -> bool:
    """Whether nothing that is known contradicts a size."""
    prover.push()
    try:
        prover.assume(compare("==", sym(name), size))
    except Contradiction:
        return False
    finally:
        prover.pop()
    return True
