"""Symbols, their sizes, and operations that bind them to values that are not dimensions."""

from collections.abc import Callable, Sequence
from typing import TypeAlias, cast

from xdsl.dialects.builtin import (
    ArrayAttr,
    DenseArrayBase,
    FlatSymbolRefAttrConstr,
    IndexType,
    IntegerAttr,
    IntegerType,
    ModuleOp,
    StringAttr,
    SymbolNameConstraint,
    SymbolRefAttr,
    UnitAttr,
    i64,
)
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.irdl import (
    IRDLOperation,
    ParsePropInAttrDict,
    base,
    irdl_op_definition,
    operand_def,
    opt_prop_def,
    prop_def,
    result_def,
    traits_def,
)
from xdsl.traits import HasParent, MemoryWriteEffect, Pure, SymbolOpInterface
from xdsl.utils.exceptions import VerifyException

from disc_shape.dialects.disc_shape.directives import SymbolFacts
from disc_shape.dialects.disc_shape.encoding import reference
from disc_shape.lazy import load

Interval: TypeAlias = tuple[int, int | None]
"""A closed interval of sizes; None is an end without bound."""

I64Attr: TypeAlias = IntegerAttr[IntegerType]


def integer(value: int) -> I64Attr:
    """`value : i64`."""
    return IntegerAttr(value, i64)


def interval_list(intervals: Sequence[Interval]) -> ArrayAttr[Attribute]:
    """The attribute that holds intervals: `[[1, 64], [128, unit]]`."""
    return ArrayAttr(
        [
            ArrayAttr([integer(low), UnitAttr() if high is None else integer(high)])
            for low, high in intervals
        ]
    )


def read_intervals(attr: Attribute) -> tuple[Interval, ...]:
    """The intervals that the attribute holds; VerifyException when it holds something else."""
    if not isinstance(attr, ArrayAttr):
        raise VerifyException("ranges must be a list of intervals")
    return tuple(_interval(entry) for entry in cast("ArrayAttr[Attribute]", attr).data)


def _interval(attr: Attribute) -> Interval:
    ends = cast("ArrayAttr[Attribute]", attr).data if isinstance(attr, ArrayAttr) else ()
    match ends:
        case (IntegerAttr() as low, IntegerAttr() as high):
            return low.value.data, high.value.data
        case (IntegerAttr() as low, UnitAttr()):
            return low.value.data, None
        case _:
            raise VerifyException(f"an interval is a lower and an upper end, got {attr}")


@irdl_op_definition
class SymbolDimOp(IRDLOperation):
    """A symbol: one number per activation of the function whose types name it.

    Its properties hold in every legal run (guarded and assumed facts are predicates of the graph).

    * `value`: the size itself, of a constant symbol.
    * `ranges`: closed intervals that hold the size; the upper end of the last may be `?`.
    * `non_zero`, `not_one`: two sizes it never has.
    * `likely_values`: sizes to specialise for; they promise nothing.
    * `named`: the name came from outside and stays.
    * `symbolic_shape_graph`: the function that holds the predicates over this symbol.

    Constraints:
    (c1) intervals are not empty, not negative, in order, and do not touch.
    (c2) `value` is not negative, lies in `ranges`, and is not excluded by `non_zero` or `not_one`.
    (c3) likely values are distinct, and each is possible.
    (c4) of the symbol that ends the module: the constraints of the whole module hold.

    Example:
    ```mlir
    disc_shape.SymbolDim @S0 {ranges = [[1, 64], [128, ?]], likely_values = [8, 16],
                              symbolic_shape_graph = @shape_constraint_graph}

    func.func @shape_constraint_graph() {
      func.return
    }
    ```
    """

    name = "disc_shape.SymbolDim"

    sym_name = prop_def(SymbolNameConstraint())
    named = opt_prop_def(UnitAttr)
    value = opt_prop_def(IntegerAttr.constr(base(IntegerType)))
    non_zero = opt_prop_def(UnitAttr)
    not_one = opt_prop_def(UnitAttr)
    ranges = opt_prop_def(ArrayAttr)
    likely_values = opt_prop_def(DenseArrayBase.constr(i64))
    symbolic_shape_graph = opt_prop_def(FlatSymbolRefAttrConstr)

    assembly_format = (
        "$sym_name custom<SymbolFacts>($named, $value, $non_zero, $not_one, $ranges,"
        " $likely_values, $symbolic_shape_graph) attr-dict-with-keyword"
    )
    custom_directives = (SymbolFacts,)

    traits = traits_def(SymbolOpInterface(), HasParent(ModuleOp))

    def __init__(
        self,
        name: str,
        *,
        value: int | None = None,
        intervals: Sequence[Interval] = (),
        non_zero: bool = False,
        not_one: bool = False,
        likely_values: Sequence[int] = (),
        named: bool = False,
        graph: str | None = None,
    ) -> None:
        properties: dict[str, Attribute | None] = {
            "sym_name": StringAttr(name),
            "named": UnitAttr() if named else None,
            "value": None if value is None else integer(value),
            "non_zero": UnitAttr() if non_zero else None,
            "not_one": UnitAttr() if not_one else None,
            "ranges": interval_list(intervals) if intervals else None,
            "likely_values": DenseArrayBase.from_list(i64, likely_values)
            if likely_values
            else None,
            "symbolic_shape_graph": None if graph is None else reference(graph),
        }
        present = {key: attr for key, attr in properties.items() if attr is not None}
        # The parts are in order: nothing is left for the builder of xDSL to do.
        Operation.__init__(self, properties=present)

    @property
    def symbol(self) -> str:
        """The name, without `@`."""
        return self.sym_name.data

    @property
    def size(self) -> int | None:
        """The size itself, when it is known."""
        value = self.properties.get("value")
        return value.value.data if value is not None and isinstance(value, IntegerAttr) else None

    @property
    def graph(self) -> str | None:
        """The name of the function that holds the predicates."""
        attr = self.symbolic_shape_graph
        return None if attr is None else attr.root_reference.data

    @property
    def likely(self) -> tuple[int, ...]:
        """The sizes to specialise for."""
        values = self.likely_values
        return () if values is None else tuple(values.iter_values())

    @property
    def intervals(self) -> tuple[Interval, ...]:
        """The sizes that `value`, `ranges`, `non_zero` and `not_one` together allow, in order."""
        if self.size is not None:
            return ((self.size, self.size),)
        intervals = ((0, None),) if self.ranges is None else read_intervals(self.ranges)
        if self.non_zero is not None:
            intervals = _without(intervals, 0)
        return _without(intervals, 1) if self.not_one is not None else intervals

    def allows(self, size: int) -> bool:
        """Whether `ranges`, `non_zero` and `not_one` allow this size."""
        if (size == 0 and self.non_zero is not None) or (size == 1 and self.not_one is not None):
            return False
        if self.ranges is None:
            return size >= 0
        intervals = read_intervals(self.ranges)
        return any(low <= size and (high is None or size <= high) for low, high in intervals)

    def verify_(self) -> None:
        """Check the numbered constraints."""
        self._verify_ranges()
        self._verify_values()
        module = self.parent_op()
        if isinstance(module, ModuleOp) and self.next_op is None:
            verify = load("disc_shape.dialects.disc_shape.verification:verify_shape_constraints")
            cast("Callable[[ModuleOp], None]", verify)(module)

    def _verify_values(self) -> None:
        """(c2), (c3)."""
        size, likely = self.size, self.likely
        if size is not None and not self.allows(size):
            raise VerifyException(
                f"value {size} of symbol '@{self.symbol}' contradicts its other properties"
            )
        if len(set(likely)) != len(likely):
            raise VerifyException(f"a likely value of symbol '@{self.symbol}' is listed twice")
        for value in likely:
            if not self.allows(value) or size not in (None, value):
                raise VerifyException(
                    f"likely value {value} of symbol '@{self.symbol}' is impossible"
                )

    def _verify_ranges(self) -> None:
        """(c1)."""
        if self.ranges is None:
            return
        before: int | None = -2
        for low, high in read_intervals(self.ranges):
            shown = f"[{low}, {'?' if high is None else high}]"
            if low < 0 or (high is not None and high < low):
                raise VerifyException(f"range {shown} of symbol '@{self.symbol}' holds no size")
            if before is None or low <= before + 1:
                raise VerifyException(
                    f"range {shown} of symbol '@{self.symbol}' does not lie beyond the one before"
                )
            before = high
        if before == -2:
            raise VerifyException(f"symbol '@{self.symbol}' has an empty list of ranges")


def _without(intervals: Sequence[Interval], size: int) -> tuple[Interval, ...]:
    """The intervals with one size taken out."""
    left: list[Interval] = []
    for low, high in intervals:
        if size < low or (high is not None and size > high):
            left.append((low, high))
            continue
        if low < size:
            left.append((low, size - 1))
        if high is None or size < high:
            left.append((size + 1, high))
    return tuple(left)


@irdl_op_definition
class DimOp(IRDLOperation):
    """The size that a symbol denotes, as an operand of the graph's predicates.

    Constraints:
    (c1) the symbol exists.
    (c2) the operation is in a constraint graph.

    Example:
    ```mlir
    func.func @shape_constraint_graph() {
      %0 = disc_shape.dim @S0
      %1 = disc_shape.dim @S1
      disc_shape.tie_predicate_lt %0, %1
      func.return
    }
    disc_shape.SymbolDim @S0
    disc_shape.SymbolDim @S1
    ```
    """

    name = "disc_shape.dim"

    ref = prop_def(FlatSymbolRefAttrConstr, prop_name="name")
    result = result_def(IndexType())

    irdl_options = (ParsePropInAttrDict(),)
    assembly_format = "$name attr-dict"

    traits = traits_def(Pure())

    def __init__(self, symbol: str | SymbolRefAttr) -> None:
        ref = reference(symbol) if isinstance(symbol, str) else symbol
        Operation.__init__(self, properties={"name": ref}, result_types=(IndexType(),))

    @property
    def symbol(self) -> str:
        """The name of the symbol, without `@`."""
        return self.ref.root_reference.data


@irdl_op_definition
class BindDimOp(IRDLOperation):
    """Ties a symbol to an index value: the value is that size, for sizes that no dimension has.

    It is in the function that computes the value.

    Constraints:
    (c1) the symbol exists.

    Example:
    ```mlir
    disc_shape.bind_dim %n to @k

    disc_shape.SymbolDim @k
    ```
    """

    name = "disc_shape.bind_dim"

    size = operand_def(IndexType())
    ref = prop_def(FlatSymbolRefAttrConstr, prop_name="name")

    irdl_options = (ParsePropInAttrDict(),)
    assembly_format = "$size `to` $name attr-dict"

    traits = traits_def(MemoryWriteEffect())

    def __init__(self, size: SSAValue | Operation, symbol: str | SymbolRefAttr) -> None:
        ref = reference(symbol) if isinstance(symbol, str) else symbol
        super().__init__(operands=[size], properties={"name": ref})

    @property
    def symbol(self) -> str:
        """The name of the symbol, without `@`."""
        return self.ref.root_reference.data
