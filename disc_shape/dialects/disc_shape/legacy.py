"""IR that the older C++ system wrote: read as it is, and turned into ours by `convert_legacy`.

"disc_shape.SymbolicDim"() {sym_name = "S0", value = ..., knownNonSizeZero = true, ...}
"disc_shape.tie_product_equal"(%0, %1, %2) {operand_segment_sizes = array<i32: 1, 2>}
kDiscSymbolicDimAttr = [@S0, @C10]   on any operation, about its only result
"""

from collections.abc import Iterable, Iterator
from typing import TypeGuard, cast

from xdsl.dialects.arith import ConstantOp
from xdsl.dialects.builtin import (
    ArrayAttr,
    DenseArrayBase,
    DenseIntOrFPElementsAttr,
    DictionaryAttr,
    IndexType,
    IntegerAttr,
    IntegerType,
    ModuleOp,
    SymbolNameConstraint,
)
from xdsl.dialects.func import FuncOp, ReturnOp
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.irdl import (
    AnyAttr,
    IRDLOperation,
    ParsePropInAttrDict,
    base,
    irdl_op_definition,
    opt_prop_def,
    prop_def,
    traits_def,
    var_operand_def,
)
from xdsl.rewriter import InsertPoint, Rewriter
from xdsl.traits import MemoryWriteEffect, SymbolOpInterface
from xdsl.utils.exceptions import VerifyException

from disc_shape.class_table import Kind
from disc_shape.dialects.disc_shape.encoding import DIMS, OLD_DIMS, get_symbols, symbols_of
from disc_shape.dialects.disc_shape.predicates import (
    PredicateOp,
    TiePredicateEqOp,
    TiePredicateGroupMulEqOp,
    TiePredicateMulEqOp,
)
from disc_shape.dialects.disc_shape.symbols import DimOp, SymbolDimOp
from disc_shape.errors import OperationError
from disc_shape.traversal import Census, listed, operations

OLD_GRAPH = "shape_constraint_graph"
OLD_SEGMENTS = "operand_segment_sizes"

FLAG = IntegerAttr.constr(IntegerType(1))


def is_set(flag: IntegerAttr | None) -> bool:
    """Whether an optional boolean attribute is there and true."""
    return flag is not None and flag.value.data != 0


@irdl_op_definition
class SymbolicDimOp(IRDLOperation):
    """A symbol as the C++ system writes it; a negative value means that the size is unknown.

    Constraints:
    (c1) it is not both known to be minus one and known to be no size of that kind.

    Example:
    ```mlir
    "disc_shape.SymbolicDim"() <{sym_name = "S0", value = -9223372036854775808 : i64}> : () -> ()
    ```
    """

    name = "disc_shape.SymbolicDim"

    sym_name = prop_def(SymbolNameConstraint())
    value = opt_prop_def(IntegerAttr.constr(base(IntegerType)))
    known_non_negative = opt_prop_def(FLAG, prop_name="knownNonNegative")
    known_negative_one = opt_prop_def(FLAG, prop_name="knownNegativeOne")
    known_non_size_one = opt_prop_def(FLAG, prop_name="knownNonSizeOne")
    known_non_size_zero = opt_prop_def(FLAG, prop_name="knownNonSizeZero")

    irdl_options = (ParsePropInAttrDict(),)
    traits = traits_def(SymbolOpInterface())

    @property
    def symbol(self) -> str:
        """The name, without `@`."""
        return self.sym_name.data

    @property
    def size(self) -> int | None:
        """The size itself, when it is known."""
        value = -1 if self.value is None else self.value.value.data
        return value if value >= 0 else None

    @property
    def is_minus_one(self) -> bool:
        """Whether the symbol denotes the -1 of a reshape's target instead of a size."""
        return is_set(self.known_negative_one)

    def verify_(self) -> None:
        """Check the numbered constraints."""
        if not self.is_minus_one:
            return
        if self.size is not None or is_set(self.known_non_negative):
            raise VerifyException(
                f"symbol '@{self.symbol}' is known to be -1 and known not to be negative"
            )


@irdl_op_definition
class TieProductEqualOp(IRDLOperation):
    """Two groups of sizes with equal products, as the C++ system writes it.

    Constraints:
    (c1) the segment sizes give the number of operands of both groups.

    Example:
    ```mlir
    "disc_shape.tie_product_equal"(%0, %1, %2) <{operand_segment_sizes = array<i32: 1, 2>}>
        : (index, index, index) -> ()
    ```
    """

    name = "disc_shape.tie_product_equal"

    factors = var_operand_def(IndexType())
    segments = opt_prop_def(AnyAttr(), prop_name="operandSegmentSizes")
    old_segments = opt_prop_def(AnyAttr(), prop_name=OLD_SEGMENTS)

    irdl_options = (ParsePropInAttrDict(),)
    traits = traits_def(MemoryWriteEffect())

    @property
    def groups(self) -> tuple[tuple[SSAValue, ...], tuple[SSAValue, ...]]:
        """The two groups; VerifyException when the segment sizes do not fit."""
        sizes = read_segments(self.segments if self.old_segments is None else self.old_segments)
        factors = tuple(self.factors)
        if len(sizes) != 2 or min(sizes) < 0 or sum(sizes) != len(factors):
            raise VerifyException(
                f"'{self.name}' has segment sizes {list(sizes)} for {len(factors)} operands"
            )
        return factors[: sizes[0]], factors[sizes[0] :]

    def verify_(self) -> None:
        """Check the numbered constraints."""
        _ = self.groups


def read_segments(attr: Attribute | None) -> tuple[int, ...]:
    """Segment sizes in either of the forms MLIR has printed them."""
    if isinstance(attr, DenseArrayBase):
        return tuple(int(value) for value in attr.get_values())
    if isinstance(attr, DenseIntOrFPElementsAttr):
        return tuple(int(value) for value in attr.get_values())
    return ()


def is_legacy(module: ModuleOp) -> bool:
    """Whether a module defines symbols or equal products as the C++ system writes them."""
    return any(isinstance(op, SymbolicDimOp | TieProductEqualOp) for op in module.walk())


_IS_PART = Kind(SymbolicDimOp, TieProductEqualOp, DimOp)
_IS_LEGACY = Kind(SymbolicDimOp, TieProductEqualOp)
_IS_FUNCTION = Kind(FuncOp)


def convert_legacy(module: ModuleOp, census: Census | None = None) -> bool:
    """
    Convert the operations and attributes of the C++ system; whether there was any. A `census` of
    the module may say that only signatures can have some.
    """
    if census is not None and not census.has(_IS_LEGACY):
        functions = [op for op in listed(module.body.block) if _IS_FUNCTION[type(op)]]
        are_all = len(functions) == census.count(_IS_FUNCTION)
        if are_all and census.attributes.isdisjoint((OLD_DIMS, OLD_SEGMENTS)):
            return any([isinstance(op, FuncOp) and rename_signature_dims(op) for op in functions])
    symbols: list[SymbolicDimOp] = []
    products: list[TieProductEqualOp] = []
    dims: list[DimOp] = []
    others: list[Operation] = []
    renamed = False
    for op in (module, *operations(*module.regions)):
        if not _IS_PART[type(op)]:
            if OLD_DIMS in op.attributes or OLD_SEGMENTS in op.attributes:
                others.append(op)
        elif isinstance(op, SymbolicDimOp):
            symbols.append(op)
        elif isinstance(op, TieProductEqualOp):
            products.append(op)
        elif isinstance(op, DimOp):
            dims.append(op)
        if _IS_FUNCTION[type(op)] and isinstance(op, FuncOp):
            renamed |= rename_signature_dims(op)
    graph = next((op for op in module.ops if is_graph(op)), None)
    minus_one = {op.symbol for op in symbols if op.is_minus_one}
    if minus_one:
        check_minus_one(module, minus_one)
    for dim in dims:
        if dim.symbol in minus_one:
            Rewriter.replace_op(dim, ConstantOp.from_int_and_width(-1, IndexType()))
    for product in products:
        convert_product(product)
    equal: dict[tuple[str, str], None] = {}
    for op in others:
        op.attributes.pop(OLD_SEGMENTS, None)
        if (names := op.attributes.pop(OLD_DIMS, None)) is not None:
            equal.update(dict.fromkeys(convert_dims(op, names)))
    if equal:
        graph = graph or make_graph(module)
        add_equalities(graph, equal)
    for symbol in symbols:
        convert_symbol(symbol, module, None if graph is None else OLD_GRAPH)
    if symbols and graph is not None:
        graph.properties.pop("sym_visibility", None)
    return bool(symbols or products or others or renamed)


def is_graph(op: Operation) -> TypeGuard[FuncOp]:
    """Whether this is the function in which the C++ system keeps its facts."""
    return isinstance(op, FuncOp) and op.sym_name.data == OLD_GRAPH


def convert_dims(op: Operation, names: Attribute) -> Iterator[tuple[str, str]]:
    """Keep the list of an operation where its type has none.

    Two lists for one result imply that their symbols are equal, if the operation always runs.
    """
    encoded = get_symbols(op.results[0].type) if len(op.results) == 1 else None
    if encoded is None or not isinstance(op.parent_op(), FuncOp):
        op.attributes[DIMS] = names
        return
    for one, other in zip(encoded, symbols_of(names) or (), strict=False):
        if one is not None and other is not None and one != other:
            yield one, other


def rename_signature_dims(function: FuncOp) -> bool:
    """Give the lists on arguments and results our name; whether there are any."""
    renamed = False
    for key in ("arg_attrs", "res_attrs"):
        dictionaries = function.properties.get(key)
        if not isinstance(dictionaries, ArrayAttr):
            continue
        old = cast("ArrayAttr[DictionaryAttr]", dictionaries).data
        if any(OLD_DIMS in one.data for one in old):
            new = [
                {DIMS if name == OLD_DIMS else name: attr for name, attr in one.data.items()}
                for one in old
            ]
            function.properties[key] = ArrayAttr(map(DictionaryAttr, new))
            renamed = True
    return renamed


def make_graph(module: ModuleOp) -> FuncOp:
    """An empty constraint graph, last in the module."""
    graph = FuncOp(OLD_GRAPH, ([], []), Region(Block([ReturnOp()])))
    Rewriter.insert_op(graph, InsertPoint.at_end(module.body.block))
    return graph


def add_equalities(graph: FuncOp, equal: Iterable[tuple[str, str]]) -> None:
    """State that these symbols are equal."""
    last = graph.body.block.last_op
    if last is None:
        return
    for one, other in equal:
        dims = DimOp(one), DimOp(other)
        Rewriter.insert_op((*dims, TiePredicateEqOp(*dims)), InsertPoint.before(last))


def convert_symbol(old: SymbolicDimOp, module: ModuleOp, graph: str | None) -> None:
    """Write one symbol our way, last in the module. One that is -1 is no size and goes."""
    module_block = module.body.block
    size = old.size
    not_one, non_zero = is_set(old.known_non_size_one), is_set(old.known_non_size_zero)
    if (size == 1 and not_one) or (size == 0 and non_zero):
        raise OperationError(f"symbol '@{old.symbol}' is {size} and known not to be {size}", old)
    if not old.is_minus_one:
        new = SymbolDimOp(
            old.symbol,
            value=size,
            non_zero=non_zero and size is None,
            not_one=not_one and size is None,
            graph=graph,
        )
        Rewriter.insert_op(new, InsertPoint.at_end(module_block))
    Rewriter.erase_op(old)


def convert_product(old: TieProductEqualOp) -> None:
    """Write one equality of products with the predicate that fits it."""
    lhs, rhs = old.groups
    if len(lhs) > len(rhs):
        lhs, rhs = rhs, lhs
    new_ops: list[Operation] = []
    if not lhs or not rhs:
        one = ConstantOp.from_int_and_width(1, IndexType())
        new_ops.append(one)
        lhs, rhs = lhs or (one.result,), rhs or (one.result,)
    predicate: PredicateOp
    if len(rhs) == 1:
        predicate = TiePredicateEqOp(lhs[0], rhs[0])
    elif len(lhs) == 1:
        predicate = TiePredicateMulEqOp(lhs[0], rhs)
    else:
        predicate = TiePredicateGroupMulEqOp(lhs, rhs)
    Rewriter.replace_op(old, [*new_ops, predicate], [])


def check_minus_one(module: ModuleOp, names: set[str]) -> None:
    """A dimension is never -1: no type may name such a symbol."""
    for op in (module, *operations(*module.regions)):
        lists = [symbols_of(op.attributes.get(OLD_DIMS)), *map(get_symbols, types_of(op))]
        for symbols in lists:
            for axis, name in enumerate(symbols or ()):
                if name in names:
                    raise OperationError(
                        f"dimension {axis} is named '@{name}', which is known to be -1", op
                    )


def types_of(op: Operation) -> Iterable[Attribute]:
    """The types of the results of an operation and of the arguments of its blocks."""
    yield from op.result_types
    for region in op.regions:
        for block in region.blocks:
            yield from block.arg_types
