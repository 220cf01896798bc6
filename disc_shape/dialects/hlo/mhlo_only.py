"""Operations of MHLO that StableHLO does not have."""

from typing import ClassVar

from xdsl.dialects.builtin import StringAttr
from xdsl.irdl import (
    operand_def,
    opt_prop_def,
    prop_def,
    region_def,
    result_def,
    traits_def,
    var_operand_def,
    var_result_def,
)
from xdsl.traits import RecursiveMemoryEffect

from disc_shape.dialects.hlo.aliases import check_aliases
from disc_shape.dialects.hlo.attributes import HloEnum, int_of
from disc_shape.dialects.hlo.constraints import (
    FLAG,
    FLOAT,
    INT32,
    INT64,
    INTEGER,
    SIZES,
    TENSOR,
    VALUE,
    array_of,
    attribute,
    tensor_of,
)
from disc_shape.dialects.hlo.directives import Int
from disc_shape.dialects.hlo.narrow import integer_width
from disc_shape.dialects.hlo.numbers import OutputOperandAlias
from disc_shape.dialects.hlo.op import CHLO, MHLO, HloOp, PureHloOp
from disc_shape.dialects.hlo.optional_format import OptionalFlag
from disc_shape.dialects.hlo.regions import check_region
from disc_shape.dialects.hlo.shapes import (
    check_count,
    check_same_element,
    check_same_shape,
    check_same_sizes,
    check_same_values,
    dims,
    element_type,
    rank,
    require,
)
from disc_shape.dialects.hlo.type_formats import CommonType


class CopyOp(PureHloOp):
    """Copies a tensor.

    (c1) the types of operand and result agree.

    Example:
    ```mlir
    %result = mhlo.copy %operand : tensor<?x4xf32>
    ```
    """

    name = "copy"
    PREFIXES: ClassVar[tuple[str, ...]] = (MHLO,)
    operand = operand_def(VALUE)
    cross_program_prefetch_index = opt_prop_def(INT32)
    result = result_def(VALUE)
    assembly_format = "$operand attr-dict `:` custom<CommonType>(type(operands), type(results))"
    custom_directives = (CommonType,)

    def verify_(self) -> None:
        check_same_values(self, "operand and result", self.operand_types, self.result_types)


class BitcastOp(PureHloOp):
    """Reinterprets the memory of a tensor as another type.

    Example:
    ```mlir
    %result = mhlo.bitcast %operand : (tensor<?x4xf32>) -> tensor<?x2x2xi32>
    ```
    """

    name = "bitcast"
    PREFIXES: ClassVar[tuple[str, ...]] = (MHLO,)
    operand = operand_def(TENSOR)
    result = result_def(TENSOR)
    assembly_format = "operands attr-dict `:` functional-type(operands, results)"


class DomainKindAttr(HloEnum):
    """The property in which the sides of a domain differ."""

    name = "kind"
    PREFIXES = (MHLO,)
    CASES = ("sharding",)


class DomainOp(PureHloOp):
    """Marks the border between parts of a program that differ in a property, such as their
    sharding.

    (c1) the types of operand and result agree.

    Example:
    ```mlir
    %result = "mhlo.domain"(%operand) <{
      entry_metadata = "a", exit_metadata = "b", kind = #mhlo<kind sharding>
    }> : (tensor<?x4xf32>) -> tensor<?x4xf32>
    ```
    """

    name = "domain"
    PREFIXES: ClassVar[tuple[str, ...]] = (MHLO,)
    operand = operand_def(VALUE)
    kind = prop_def(attribute(DomainKindAttr))
    entry_metadata = prop_def(attribute(StringAttr))
    exit_metadata = prop_def(attribute(StringAttr))
    result = result_def(VALUE)

    def verify_(self) -> None:
        check_same_values(self, "operand and result", self.operand_types, self.result_types)


class FusionKindAttr(HloEnum):
    """The kind of kernel that a fusion becomes."""

    name = "fusion_kind"
    PREFIXES = (MHLO,)
    CASES = ("kLoop", "kInput", "kOutput", "kCustom")


class FusionOp(HloOp):
    """Groups operations that are to be compiled to one kernel.

    (c1) the computation takes the operands' types, (c2) the computation returns the results' types,
    (c3) an alias names an operand and a result of one type.

    Example:
    ```mlir
    %result = "mhlo.fusion"(%operand) <{fusion_kind = #mhlo<fusion_kind kLoop>}> ({
    ^bb0(%x: tensor<?x4xf32>):
      %sum = mhlo.add %x, %x : tensor<?x4xf32>
      mhlo.return %sum : tensor<?x4xf32>
    }) : (tensor<?x4xf32>) -> tensor<?x4xf32>
    ```
    """

    name = "fusion"
    PREFIXES: ClassVar[tuple[str, ...]] = (MHLO,)
    inputs = var_operand_def(VALUE)
    fusion_kind = opt_prop_def(attribute(FusionKindAttr))
    output_operand_aliases = opt_prop_def(array_of(OutputOperandAlias))
    fused_computation = region_def()
    results_ = var_result_def(VALUE)
    traits = traits_def(RecursiveMemoryEffect())

    def verify_(self) -> None:
        check_region(
            self,
            "fused_computation",
            self.fused_computation,
            self.operand_types,
            self.result_types,
        )
        if self.output_operand_aliases is not None:
            check_aliases(self, self.output_operand_aliases.data)


class MinimumBroadcastShapesOp(PureHloOp):
    """Merges dimensions of shapes into the shapes of least rank that broadcast as the operands do.

    (c1) there are at least two shapes, (c2) there is a result for each, (c3) shapes have rank 1.

    Example:
    ```mlir
    %result0, %result1 = mhlo.minimum_broadcast_shapes %lhs, %rhs :
      tensor<?xindex>, tensor<?xindex> -> tensor<?xindex>, tensor<?xindex>
    ```
    """

    name = "minimum_broadcast_shapes"
    PREFIXES: ClassVar[tuple[str, ...]] = (MHLO, CHLO)
    shapes = var_operand_def(SIZES)
    results_ = var_result_def(SIZES)
    assembly_format = "$shapes attr-dict `:` type($shapes) `->` type($results_)"

    def verify_(self) -> None:
        require(
            len(self.shapes) >= 2,
            f"'{self.name}' has {len(self.shapes)} shapes, expected at least 2",
        )
        check_count(self, "results", len(self.results_), len(self.shapes))
        for what, types in (("shape", self.shapes.types), ("result", self.results_.types)):
            for index, type_ in enumerate(types):
                require(
                    rank(type_) == 1,
                    f"{what} {index} of '{self.name}' has rank {rank(type_)}, expected 1",
                )


class StochasticConvertOp(PureHloOp):
    """Converts each element to another type, rounded up or down at random.

    (c1) all shapes agree, (c2) the random numbers have as many bits as the operand's elements.

    Example:
    ```mlir
    %result = "mhlo.stochastic_convert"(%operand, %random) :
      (tensor<?x4xf32>, tensor<?x4xui32>) -> tensor<?x4xi8>
    ```
    """

    name = "stochastic_convert"
    PREFIXES: ClassVar[tuple[str, ...]] = (MHLO,)
    operand = operand_def(tensor_of(FLOAT))
    random = operand_def(tensor_of(INTEGER))
    result = result_def(TENSOR)

    def verify_(self) -> None:
        types = (self.operand.type, self.random.type, self.result.type)
        check_same_shape(self, "operands and result", *types)
        element, random = element_type(self.operand), element_type(self.random)
        width = getattr(element, "bitwidth", None)
        found = integer_width(random)
        require(
            width == found,
            f"random numbers of '{self.name}' have {found} bits, expected {width}",
        )


class TopKOp(PureHloOp):
    """Finds the `k` largest or smallest elements along the last dimension, and their indices.

    (c1) the operand has a dimension, (c2) k is positive, and at most the last size, (c3) values and
    indices have k as their last size and the operand's others, (c4) the values have the operand's
    element type.

    Example:
    ```mlir
    %values, %indices = mhlo.topk(%operand, k = 2) :
      tensor<?x4xf32> -> (tensor<?x2xf32>, tensor<?x2xi32>)
    ```
    """

    name = "topk"
    PREFIXES: ClassVar[tuple[str, ...]] = (MHLO,)
    operand = operand_def(TENSOR)
    k = prop_def(INT64)
    largest = opt_prop_def(FLAG)
    values = result_def(TENSOR)
    indices = result_def(tensor_of(INTEGER))
    assembly_format = (
        "`` `(` $operand `,` `k` `=` custom<Int>($k) custom<OptionalFlag>($largest) `)` attr-dict "
        "`:` type($operand) `->` `(` type($values) `,` type($indices) `)`"
    )
    custom_directives = (Int, OptionalFlag)

    def verify_(self) -> None:
        check_top_k(self, int_of(self.k))


def check_top_k(op: PureHloOp, count: int) -> None:
    """The constraints of `topk` and `top_k`."""
    (operand,), (values, indices) = op.operands, op.results
    sizes = dims(operand)
    require(len(sizes) > 0, f"operand of '{op.name}' has rank 0, expected at least 1")
    require(count >= 0, f"k of '{op.name}' is {count}, expected 0 or more")
    last = sizes[-1]
    require(
        last is None or count <= last,
        f"k of '{op.name}' is {count}, beyond the last size {last} of the operand",
    )
    expected = (*sizes[:-1], count)
    check_same_sizes(op, "operand and values", expected, dims(values))
    check_same_sizes(op, "operand and indices", expected, dims(indices))
    check_same_element(op, "operand and values", operand.type, values.type)


class TraceOp(HloOp):
    """Writes its operand to a trace, under a name.

    Example:
    ```mlir
    mhlo.trace %operand, "name" : tensor<?x4xf32>
    ```
    """

    name = "trace"
    PREFIXES: ClassVar[tuple[str, ...]] = (MHLO,)
    operand = operand_def(TENSOR)
    tag = prop_def(attribute(StringAttr))
    assembly_format = "$operand `,` $tag attr-dict `:` type($operand)"
