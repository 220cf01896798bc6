"""Verification of symbols in types and of the constraint graph of a module.

xDSL verifies one operation at a time; this looks at the module as a whole, with one symbol table.

(c1) every symbol that an encoding, `disc_shape.dims`, `disc_shape.dim` or `disc_shape.bind_dim`
     names exists and is a symbolic dimension.
(c2) an encoding has one entry per dimension, each a symbol or `unit`.
(c3) a static dimension names a constant symbol of that value, or `unit`.
(c4) a constraint graph is a public function without arguments, results and control flow: it is
     never called. It holds `disc_shape.dim`, index constants and predicates.
(c5) predicates and `disc_shape.dim` are in a constraint graph only.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NoReturn, TypeAlias, cast

from xdsl.dialects.arith import ConstantOp
from xdsl.dialects.builtin import (
    ArrayAttr,
    FunctionType,
    IndexType,
    MemRefType,
    ModuleOp,
    NoneAttr,
    SymbolRefAttr,
    TensorType,
    TupleType,
    UnitAttr,
)
from xdsl.dialects.func import FuncOp, ReturnOp
from xdsl.ir import Attribute, Operation, Region
from xdsl.utils.symbol_table import SymbolTable

from disc_shape.class_table import Kind
from disc_shape.dialects.disc_shape.encoding import ARGUMENT_DIMS, DIMS, OLD_DIMS, dictionary_entry
from disc_shape.dialects.disc_shape.legacy import SymbolicDimOp, TieProductEqualOp
from disc_shape.dialects.disc_shape.predicates import PredicateOp
from disc_shape.dialects.disc_shape.symbols import BindDimOp, DimOp, SymbolDimOp
from disc_shape.errors import OperationError
from disc_shape.traversal import listed, operations, type_of

GRAPH = "shape_constraint_graph"
"""The default name of a constraint graph."""

Shape: TypeAlias = tuple[int, ...]

_IS_MODULE = Kind(ModuleOp)
_IS_SYMBOL = Kind(SymbolDimOp, SymbolicDimOp)
_IS_SPECIAL = Kind(FuncOp, DimOp, BindDimOp, PredicateOp)
_IS_FUNCTION = Kind(FuncOp)
_NAMES_SYMBOL = Kind(DimOp, BindDimOp)
_IS_IN_GRAPH = Kind(DimOp, PredicateOp)


def verify_shape_constraints(module: ModuleOp) -> None:
    """Raise an OperationError at the first operation that breaks one of (c1) to (c5)."""
    ConstraintVerifier(module).verify()


class ConstraintVerifier:
    """One walk over a module; a nested module has a table and a walk of its own."""

    def __init__(self, module: ModuleOp) -> None:
        self.module = module
        self.table = SymbolTable(module) if module.body.blocks else None
        self.graphs: set[Operation] = set()
        self.sizes: dict[str, int | None] = {}
        self.right: dict[int, Attribute] = {}
        """The types that are in order, by address: a program has few, at many values."""

    def verify(self) -> None:
        """Check all constraints; raises `OperationError` at the first that is violated."""
        if self.table is None:
            return
        self.find_symbols()
        right = self.right
        for op in walk(self.module):
            for result in op.results:
                type_ = type_of(result)
                if id(type_) not in right:
                    self.verify_type(type_, op)
                    right[id(type_)] = type_
            if op.regions or op.attributes or _IS_SPECIAL[op.__class__]:
                self.verify_op(op)
        for graph in self.graphs:
            verify_graph(graph)

    def find_symbols(self) -> None:
        """The symbols, the functions they name as their graph, and the one of the usual name."""
        known: set[str] = set()
        for op in listed(self.module.body.block):
            if not _IS_SYMBOL[op.__class__] or not isinstance(op, SymbolDimOp | SymbolicDimOp):
                continue
            self.sizes[op.symbol] = op.size
            if isinstance(op, SymbolDimOp) and (name := op.graph) is not None and name not in known:
                graph = self.lookup(name)
                if not isinstance(graph, FuncOp):
                    what = "does not exist" if graph is None else f"is a '{graph.name}'"
                    fail(
                        f"constraint graph '@{name}' of symbol '@{op.symbol}' {what}",
                        op,
                    )
                self.graphs.add(graph)
                known.add(name)
        usual = self.lookup(GRAPH)
        if isinstance(usual, FuncOp):
            self.graphs.add(usual)

    def lookup(self, name: str) -> Operation | None:
        """The operation of the module with a symbol name."""
        return None if self.table is None else self.table.lookup(name)

    def verify_op(self, op: Operation) -> None:
        """(c1) to (c3) and (c5) for one operation, the types of its results aside."""
        if _IS_MODULE[type(op)] and isinstance(op, ModuleOp):
            verify_shape_constraints(op)
        for region in op.regions:
            for block in region.blocks:
                for argument in block.args:
                    self.verify_type(argument.type, op)
        if _IS_SPECIAL[type(op)]:
            self.verify_special(op)
        if op.attributes:
            self.verify_attributes(op)

    def verify_special(self, op: Operation) -> None:
        """(c1) to (c3) for a function, (c1) and (c5) for an operation of this dialect."""
        cls = type(op)
        if _IS_FUNCTION[cls] and isinstance(op, FuncOp):
            self.verify_signature(op)
        elif _NAMES_SYMBOL[cls] and isinstance(op, DimOp | BindDimOp):
            self.symbol(op.symbol, op)
        if _IS_IN_GRAPH[cls] and op.parent_op() not in self.graphs:
            fail(f"'{op.name}' is outside of a constraint graph", op)

    def verify_type(self, type_: Attribute, op: Operation) -> None:
        """(c1) to (c3) for a type."""
        if type(type_) is TensorType:
            if type(type_.encoding) is NoneAttr or self.is_right(type_):
                return
            if is_symbol_list(type_.encoding):
                self.verify_list(type_.encoding, type_.get_shape(), str(type_), op)
        elif isinstance(type_, FunctionType):
            for part in (*type_.inputs, *type_.outputs):
                self.verify_type(part, op)
        elif isinstance(type_, TupleType):
            for part in type_.types:
                self.verify_type(part, op)

    def is_right(self, tensor: TensorType[Attribute]) -> bool:
        """Whether a type is in order: a quick look that nearly every type passes."""
        encoding = tensor.encoding
        if not isinstance(encoding, ArrayAttr):
            return False
        entries = cast("ArrayAttr[Attribute]", encoding).data
        sizes = tensor.shape.data
        if len(entries) != len(sizes):
            return False
        known = self.sizes
        for entry, size in zip(entries, sizes, strict=True):
            if not isinstance(entry, SymbolRefAttr) or entry.nested_references.data:
                return False
            name = entry.root_reference.data
            if name not in known or (size.data >= 0 and known[name] != size.data):
                return False
        return True

    def verify_list(self, attr: Attribute, shape: Shape, what: str, op: Operation) -> None:
        """(c1) to (c3) for a list of symbols that belongs to a shape."""
        if not isinstance(attr, ArrayAttr):
            fail(f"{what} needs a list of symbols, got {attr}", op)
        entries = cast("ArrayAttr[Attribute]", attr).data
        if len(entries) != len(shape):
            fail(f"{what} has rank {len(shape)}, but {len(entries)} symbols", op)
        for axis, (entry, size) in enumerate(zip(entries, shape, strict=True)):
            if isinstance(entry, UnitAttr):
                continue
            if not isinstance(entry, SymbolRefAttr) or entry.nested_references.data:
                fail(f"dimension {axis} of {what} needs a symbol or 'unit', got {entry}", op)
            name = entry.root_reference.data
            symbol = self.symbol(name, op)
            if size >= 0 and symbol.size != size:
                value = "no value" if symbol.size is None else f"value {symbol.size}"
                fail(f"dimension {axis} of {what} is {size}, but symbol '@{name}' has {value}", op)

    def symbol(self, name: str, op: Operation) -> SymbolDimOp | SymbolicDimOp:
        """The symbol of that name."""
        symbol = self.lookup(name)
        if isinstance(symbol, SymbolDimOp | SymbolicDimOp):
            return symbol
        if symbol is None:
            fail(f"symbol '@{name}' of '{op.name}' does not exist", op)
        fail(f"'@{name}' of '{op.name}' is a '{symbol.name}', not a symbolic dimension", op)

    def verify_signature(self, op: FuncOp) -> None:
        """The types of a function's signature, and the lists on its arguments and results."""
        function_type = op.function_type
        self.verify_type(function_type, op)
        for dictionaries, types in (
            (op.arg_attrs, function_type.inputs.data),
            (op.res_attrs, function_type.outputs.data),
        ):
            if dictionaries is None:
                continue
            for dictionary, type_ in zip(dictionaries.data, types, strict=False):
                for key in (DIMS, OLD_DIMS):
                    attr = dictionary_entry(dictionary, key)
                    if attr is not None:
                        self.verify_list(attr, shape_of(type_, op), f"'{key}' of {type_}", op)

    def verify_attributes(self, op: Operation) -> None:
        """The discardable attributes that carry lists."""
        for key in (DIMS, OLD_DIMS):
            attr = op.attributes.get(key)
            if attr is not None:
                self.verify_results(attr, key, op)
        attr = op.attributes.get(ARGUMENT_DIMS)
        if attr is not None:
            regions = entries_of(attr, ARGUMENT_DIMS, op)
            for region, lists in zip(op.regions, regions, strict=False):
                self.verify_arguments(region, lists, op)

    def verify_results(self, attr: Attribute, key: str, op: Operation) -> None:
        """One list for the only result, or one for each."""
        types = op.result_types
        lists = entries_of(attr, key, op)
        nested = any(isinstance(entry, ArrayAttr) for entry in lists)
        if len(types) == 1 and not nested:
            lists = (attr,)
        if len(lists) != len(types):
            fail(f"'{key}' has {len(lists)} lists for the {len(types)} results of '{op.name}'", op)
        self.verify_lists(lists, types, key, op)

    def verify_arguments(self, region: Region, attr: Attribute, op: Operation) -> None:
        """One list for each argument of the first block."""
        if isinstance(attr, UnitAttr):
            return
        block = region.first_block
        types = () if block is None else tuple(block.arg_types)
        lists = entries_of(attr, ARGUMENT_DIMS, op)
        if len(lists) != len(types):
            fail(f"'{ARGUMENT_DIMS}' has {len(lists)} lists for {len(types)} arguments", op)
        self.verify_lists(lists, types, ARGUMENT_DIMS, op)

    def verify_lists(
        self, lists: Sequence[Attribute], types: Sequence[Attribute], key: str, op: Operation
    ) -> None:
        """Check each list of symbols against its type; `unit` stands for no list."""
        for entry, type_ in zip(lists, types, strict=True):
            if not isinstance(entry, UnitAttr):
                self.verify_list(entry, shape_of(type_, op), f"'{key}' of {type_}", op)


def verify_graph(graph: Operation) -> None:
    """(c4): a constraint graph is public and has operations that state facts, nothing else."""
    assert isinstance(graph, FuncOp)
    name = graph.sym_name.data
    if graph.sym_visibility is not None and graph.sym_visibility.data != "public":
        fail(f"constraint graph '@{name}' must be public", graph)
    if graph.function_type.outputs.data:
        fail(f"constraint graph '@{name}' must have no results", graph)
    if graph.function_type.inputs.data:
        fail(f"constraint graph '@{name}' must have no arguments", graph)
    if len(graph.body.blocks) != 1:
        fail(
            f"constraint graph '@{name}' must have one block, got {len(graph.body.blocks)}",
            graph,
        )
    for op in listed(graph.body.block):
        if not is_graph_op(op):
            fail(f"'{op.name}' does not belong into constraint graph '@{name}'", op)


def is_graph_op(op: Operation) -> bool:
    """Whether an operation may be in a graph: one of this dialect's, an index constant, or another
    dialect's predicate."""
    if _IS_IN_GRAPH[op.__class__]:
        return True
    match op:
        case DimOp() | PredicateOp() | TieProductEqualOp() | ReturnOp():
            return True
        case ConstantOp():
            return isinstance(op.result.type, IndexType)
        case BindDimOp():
            return False
        case _:
            sizes = all(isinstance(operand.type, IndexType) for operand in op.operands)
            return sizes and not op.regions and not op.results and not op.successors


def is_symbol_list(attr: Attribute) -> bool:
    """Whether an encoding is ours: a list with a symbol in it, or of `unit` alone."""
    if not isinstance(attr, ArrayAttr):
        return False
    entries = cast("ArrayAttr[Attribute]", attr).data
    if any(isinstance(entry, SymbolRefAttr) for entry in entries):
        return True
    return all(isinstance(entry, UnitAttr) for entry in entries)


def shape_of(type_: Attribute, op: Operation) -> Shape:
    """The sizes of a ranked tensor or buffer."""
    if isinstance(type_, TensorType | MemRefType):
        return cast("TensorType[Attribute] | MemRefType[Attribute]", type_).get_shape()
    fail(f"{type_} has no dimensions to name", op)


def entries_of(attr: Attribute, key: str, op: Operation) -> tuple[Attribute, ...]:
    """The entries of a list."""
    if isinstance(attr, ArrayAttr):
        return cast("ArrayAttr[Attribute]", attr).data
    fail(f"'{key}' needs a list, got {attr}", op)


def walk(module: ModuleOp) -> list[Operation]:
    """Every operation below a module, those of nested modules left out. Depth costs no stack."""
    return operations(module.body, enters=lambda op: not _IS_MODULE[type(op)])


def fail(message: str, op: Operation) -> NoReturn:
    """Raise an error at an operation."""
    raise OperationError(message, op)
