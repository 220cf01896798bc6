"""Calls of functions outside the dialect: `custom_call`, `composite`.

StableHLO specification, sections "custom_call", "composite".
"""

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from re import fullmatch
from typing import cast

from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    ArrayAttr,
    BytesAttr,
    DenseIntOrFPElementsAttr,
    DictionaryAttr,
    IntegerAttr,
    StringAttr,
    SymbolRefAttr,
    TensorType,
    TupleType,
    UnrankedTensorType,
    i32,
    i64,
)
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute, Operation
from xdsl.irdl import (
    opt_prop_def,
    prop_def,
    traits_def,
    var_operand_def,
    var_region_def,
    var_result_def,
)
from xdsl.traits import EffectInstance, MemoryEffect, MemoryEffectKind, SymbolTable
from xdsl.utils.exceptions import VerifyException

from disc_shape.dialects.hlo.aliases import check_aliases, check_buffers
from disc_shape.dialects.hlo.attributes import holds_integers, ints
from disc_shape.dialects.hlo.called_targets import check_target
from disc_shape.dialects.hlo.constraints import FLAG, INT32, VALUE, InstanceOf, array_of, attribute
from disc_shape.dialects.hlo.directives import RegionList, Symbol
from disc_shape.dialects.hlo.enums import CustomCallApiVersionAttr, CustomCallScheduleAttr
from disc_shape.dialects.hlo.narrow import as_tensor
from disc_shape.dialects.hlo.numbers import OutputOperandAlias
from disc_shape.dialects.hlo.op import HloOp
from disc_shape.dialects.hlo.shapes import check_count, check_same_values, rank, require

SHAPE_OPERANDS = "indices_of_shape_operands"
"""The attribute by which a custom call names the operands that hold the shapes of its results."""

DESTINATIONS = "disc_shape.destinations"
"""The attribute by which a custom call lists the operands that it writes: they are its results."""

APPROX_TOP_K = "ApproxTopK"
"""The target that selects elements that are about the first ones in an order."""

API_VERSIONS = 5
"""How many calling conventions there are, numbered from 0."""

TYPED_FFI = 4
"""The one whose configuration is a dictionary."""


ANY_EFFECT = frozenset(
    {EffectInstance(MemoryEffectKind.READ), EffectInstance(MemoryEffectKind.WRITE)}
)


class CustomCallEffects(MemoryEffect):
    """A custom call may do anything, unless it says that it has no side effect."""

    @classmethod
    def get_effects(cls, op: Operation) -> AbstractSet[EffectInstance] | None:
        flag = op.properties.get("has_side_effect")
        if isinstance(flag, IntegerAttr) and not flag.value.data:
            return frozenset()
        return ANY_EFFECT


class CustomCallOp(HloOp):
    """Calls a function outside the program by its name.

    (c1) layouts are given for operands and results or for neither, (c2) there is a layout for each,
    (c3) a layout names each dimension once; an alias names an operand and a result of one type,
    StableHLO's results that are buffers have one; the configuration is a dictionary for
    API_VERSION_TYPED_FFI and a string for the others; `indices_of_shape_operands`, of StableHLO's
    passes, names an operand that is a list of sizes for each result, or each member of a tuple.
    Calls of `stablehlo.dynamic_reduce_window`, `dynamic_rng_bit_generator`, `dynamic_top_k` and
    `dynamic_approx_top_k` have the operands, results and computations of these.

    Example:
    ```mlir
    %result = stablehlo.custom_call @foo(%x) {backend_config = "bar"} :
      (tensor<?x4xf32>) -> tensor<?x4xf32>
    ```
    """

    name = "custom_call"
    inputs = var_operand_def(VALUE)
    call_target_name = prop_def(attribute(StringAttr))
    has_side_effect = opt_prop_def(FLAG)
    backend_config = opt_prop_def()
    api_version = opt_prop_def(
        InstanceOf((IntegerAttr, CustomCallApiVersionAttr), "a version of the calling convention")
    )
    called_computations = opt_prop_def(array_of(SymbolRefAttr))
    custom_call_schedule = opt_prop_def(attribute(CustomCallScheduleAttr))
    operand_layouts = opt_prop_def(attribute(ArrayAttr))
    result_layouts = opt_prop_def(attribute(ArrayAttr))
    output_operand_aliases = opt_prop_def(array_of(OutputOperandAlias))
    result = var_result_def(VALUE)
    traits = traits_def(CustomCallEffects())
    assembly_format = (
        "custom<Symbol>($call_target_name) `(` $inputs `)` attr-dict `:` "
        "functional-type(operands, results)"
    )
    custom_directives = (Symbol,)

    @property
    def target(self) -> str:
        """The name of what is called."""
        return self.call_target_name.data

    def verify_(self) -> None:
        version = self.api_version
        if isinstance(version, IntegerAttr) and version.type != i32:
            raise VerifyException(f"api_version of '{self.name}' is {version}, expected i32")
        if isinstance(version, IntegerAttr) and not 0 <= version.value.data < API_VERSIONS:
            raise VerifyException(
                f"api_version of '{self.name}' is {version.value.data}, expected 0 to "
                f"{API_VERSIONS - 1}"
            )
        if (self.operand_layouts is None) != (self.result_layouts is None):
            raise VerifyException(
                f"'{self.name}' has layouts for operands or results only, expected both or none"
            )
        if self.operand_layouts is not None and self.result_layouts is not None:
            results = list(self.result_types)
            if len(results) == 1 and isinstance(results[0], TupleType):
                results = list(results[0].types.data)
            check_layouts(self, "operand_layouts", self.operand_layouts.data, self.operand_types)
            check_layouts(self, "result_layouts", self.result_layouts.data, results)
        aliases = self.output_operand_aliases
        check_aliases(self, () if aliases is None else aliases.data)
        if self.name.startswith("stablehlo."):
            check_buffers(self, () if aliases is None else aliases.data)
        if self.backend_config is not None:
            self._check_config(self.backend_config)
        if (indices := self.attributes.get(SHAPE_OPERANDS)) is not None:
            check_shape_operands(self, indices)
        called = self.called_computations
        check_target(self, self.target, () if called is None else called.data)

    def _check_config(self, config: Attribute) -> None:
        version = self.api_version
        if isinstance(version, CustomCallApiVersionAttr):
            typed = version.data == "API_VERSION_TYPED_FFI"
        else:
            typed = version is not None and version.value.data == TYPED_FFI
        require(
            isinstance(config, DictionaryAttr if typed else StringAttr | BytesAttr),
            f"backend_config of '{self.name}' is {config}, expected a "
            f"{'dictionary' if typed else 'string'}, as its api_version asks",
        )


def approximate_selection(op: CustomCallOp) -> tuple[int, int] | None:
    """
    How many elements a call of `ApproxTopK` selects along which dimension; None for other calls,
    and where the number is not known.
    """
    config = op.attributes.get("mhlo.backend_config", op.backend_config)
    operand = as_tensor(op.operand_types[0]) if op.inputs else None
    if op.target != APPROX_TOP_K or not isinstance(config, DictionaryAttr) or operand is None:
        return None
    given = [config.data.get(name) for name in ("top_k", "reduction_dim", "aggregate_to_topk")]
    numbers = [one.value.data for one in given if isinstance(one, IntegerAttr)]
    if len(numbers) != len(given):
        return None
    count, axis, is_whole = numbers
    return (count, axis) if is_whole and 0 <= axis < operand.get_num_dims() else None


def check_shape_operands(op: HloOp, indices: Attribute) -> None:
    """`indices_of_shape_operands` is a list of operands that are lists of sizes of the results."""
    what = f"{SHAPE_OPERANDS} of '{op.name}'"
    type_ = dense_type(indices)
    listed = type_ is None or (type_.element_type == i64 and type_.get_num_dims() == 1)
    require(listed and holds_integers(indices), f"{what} are {indices}, expected a list of i64")
    results = [part for type_ in op.result_types for part in members(type_)]
    found = ints(indices)
    require(
        len(found) == len(results),
        f"{what} are {list(found)}, expected one for each of {len(results)} results",
    )
    for index, result in zip(found, results, strict=True):
        require(
            0 <= index < len(op.operands),
            f"{what} hold {index}, expected 0 to {len(op.operands) - 1}",
        )
        sizes, tensor = as_tensor(op.operand_types[index]), as_tensor(result)
        if sizes is not None and tensor is not None:
            wanted = tensor.get_num_dims()
            require(
                sizes.get_shape() in ((wanted,), (DYNAMIC_INDEX,)),
                f"operand {index} of '{op.name}' is {sizes}, expected {wanted} sizes of {tensor}",
            )


def dense_type(attr: Attribute) -> TensorType[Attribute] | None:
    """The type of dense elements."""
    if not isinstance(attr, DenseIntOrFPElementsAttr):
        return None
    return as_tensor(cast("Attribute", attr.type))


def members(type_: Attribute) -> list[Attribute]:
    """The types in nested tuples, or the one type."""
    if not isinstance(type_, TupleType):
        return [type_]
    return [part for member in type_.types.data for part in members(member)]


def check_layouts(
    op: HloOp, what: str, layouts: Sequence[Attribute], types: Sequence[Attribute]
) -> None:
    """There is a layout for each type, naming each dimension of a tensor once."""
    check_count(op, what, len(layouts), len(types))
    for index, (layout, type_) in enumerate(zip(layouts, types, strict=True)):
        if not holds_integers(layout):
            raise VerifyException(f"{what} {index} of '{op.name}' is {layout}, expected integers")
        found = ints(layout)
        if isinstance(type_, UnrankedTensorType):
            continue
        tensor = as_tensor(type_)
        expected = [] if tensor is None else list(range(rank(tensor)))
        if sorted(found) != expected:
            raise VerifyException(
                f"{what} {index} of '{op.name}' is {list(found)}, expected each of {expected} once"
            )


class CompositeOp(HloOp):
    """Names a group of operations, which its decomposition, a function, holds.

    (c1) the name has a namespace: `namespace.name`, (c2) the decomposition is a function, (c3) the
    decomposition takes the operands' types, (c4) the decomposition returns the results' types.

    Example:
    ```mlir
    %result = stablehlo.composite "my.double" %operand {decomposition = @double} :
      (tensor<?x4xf32>) -> tensor<?x4xf32>

    func.func private @double(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
      %sum = stablehlo.add %x, %x : tensor<?x4xf32>
      func.return %sum : tensor<?x4xf32>
    }
    ```
    """

    name = "composite"
    inputs = var_operand_def(VALUE)
    composite_name = prop_def(attribute(StringAttr), prop_name="name")
    composite_attributes = opt_prop_def(attribute(DictionaryAttr))
    decomposition = prop_def(attribute(SymbolRefAttr))
    version = opt_prop_def(INT32)
    result = var_result_def(VALUE)
    composite_regions = var_region_def()
    assembly_format = (
        "$name $inputs custom<RegionList>($composite_regions) attr-dict `:` "
        "functional-type(operands, results)"
    )
    custom_directives = (RegionList,)

    def verify_(self) -> None:
        name = self.composite_name.data
        if not fullmatch(r"[a-zA-Z]\w*(\.[\w$]+)+", name):
            raise VerifyException(
                f"name of '{self.name}' is \"{name}\", expected namespace.operation"
            )
        try:
            function = SymbolTable.lookup_symbol(self, self.decomposition)
        except ValueError:
            return  # not in a module yet
        symbol = self.decomposition.string_value()
        if not isinstance(function, FuncOp):
            raise VerifyException(f"decomposition '@{symbol}' of '{self.name}' is not a function")
        type_ = function.function_type
        what = f"operands and arguments of '@{symbol}'"
        check_same_values(self, what, self.inputs.types, type_.inputs.data)
        what = f"results and results of '@{symbol}'"
        check_same_values(self, what, self.result_types, type_.outputs.data)
