"""Asynchronous operations: starting a computation and waiting for its results.

StableHLO's future holds the results of its region; MHLO's bundle holds the operands and the results
of the called function.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from xdsl.dialects.builtin import ArrayAttr, StringAttr, SymbolRefAttr, TensorType, TupleType
from xdsl.ir import Attribute, ParametrizedAttribute, TypeAttribute
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
from xdsl.parser import AttrParser
from xdsl.printer import Printer
from xdsl.traits import RecursiveMemoryEffect
from xdsl.utils.exceptions import VerifyException

from disc_shape.dialects.hlo.attributes import HloAttribute
from disc_shape.dialects.hlo.collective_groups import CollectiveOp
from disc_shape.dialects.hlo.constraints import TENSOR, VALUE, attribute
from disc_shape.dialects.hlo.op import MHLO, STABLEHLO, HloOp
from disc_shape.dialects.hlo.regions import block_of, check_region, returned
from disc_shape.dialects.hlo.shapes import check_same_values, require, values_agree
from disc_shape.dialects.hlo.slicing import DynamicSliceOp, DynamicUpdateSliceOp, SliceOp

STARTED = (CollectiveOp, SliceOp, DynamicSliceOp, DynamicUpdateSliceOp)
"""What an asynchronous operation may start: exchanges between processes, and copies."""


@dataclass(frozen=True, init=False)
class TypeList(HloAttribute, ParametrizedAttribute, TypeAttribute):
    """A type made of several types: `!stablehlo.future<tensor<4xf32>, tensor<i32>>`."""

    types: ArrayAttr[Attribute]

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        types = parser.parse_comma_separated_list(parser.Delimiter.ANGLE, parser.parse_type)
        return (ArrayAttr(types),)

    def print_parameters(self, printer: Printer) -> None:
        with printer.in_angle_brackets():
            printer.print_list(self.types.data, printer.print_attribute)


class FutureType(TypeList):
    """The results of an operation that was started.

    (c1) they are ranked tensors.
    """

    name = "future"
    PREFIXES = (STABLEHLO,)

    def verify(self) -> None:
        for type_ in self.types.data:
            if not isinstance(type_, TensorType):
                raise VerifyException(f"element of '{self.name}' is {type_}, expected a tensor")


class AsyncBundleType(TypeList):
    """What was given to a function, what it will give, and what else its device needs."""

    name = "async_bundle"
    PREFIXES = (MHLO,)


class FutureStartOp(HloOp):
    """Starts the one operation in its region and returns a future of its results.

    (c1) the region takes the operands' types, (c2) the region holds one operation, a collective one
    or a slice, whose results the region returns, (c3) the future holds the types that the region
    returns.

    Example:
    ```mlir
    %future = "stablehlo.async_start"(%operand) ({
    ^bb0(%x: tensor<?x4xf32>):
      %gathered = "stablehlo.all_gather"(%x) <{
        all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>
      }> : (tensor<?x4xf32>) -> tensor<?x8xf32>
      stablehlo.return %gathered : tensor<?x8xf32>
    }) : (tensor<?x4xf32>) -> !stablehlo.future<tensor<?x8xf32>>
    ```
    """

    name = "async_start"
    PREFIXES: ClassVar[tuple[str, ...]] = (STABLEHLO,)
    operands_ = var_operand_def(TENSOR)
    body = region_def()
    result = result_def(attribute(FutureType))
    traits = traits_def(RecursiveMemoryEffect())

    def verify_(self) -> None:
        check_region(self, "body", self.body, self.operands_.types, None)
        inner = block_of(self, "body", self.body).first_op
        given = returned(self, "body", self.body)
        only = inner is not None and inner.next_op is not None and inner.next_op.next_op is None
        require(
            only and inner is not None and tuple(inner.results) == tuple(given),
            f"body of '{self.name}' is not one operation whose results it returns",
        )
        held = parts_of(self.result.type)
        check_same_values(self, "body and future", [value.type for value in given], held)
        require(
            isinstance(inner, STARTED),
            f"body of '{self.name}' is '{'' if inner is None else inner.name}', expected a "
            "collective operation or a slice",
        )


class FutureDoneOp(HloOp):
    """Waits for a future and returns the results that it holds.

    (c1) the results have the types that the future holds.

    Example:
    ```mlir
    %result = "stablehlo.async_done"(%future) :
      (!stablehlo.future<tensor<?x8xf32>>) -> tensor<?x8xf32>
    ```
    """

    name = "async_done"
    PREFIXES: ClassVar[tuple[str, ...]] = (STABLEHLO,)
    operand = operand_def(attribute(FutureType))
    result = var_result_def(TENSOR)

    def verify_(self) -> None:
        held = parts_of(self.operand.type)
        check_same_values(self, "future and results", held, self.result.types)


class AsyncStartOp(HloOp):
    """Starts a function in a thread of execution and returns a bundle that names the call.

    (c1) the first part of the bundle holds the operands' types.

    Example:
    ```mlir
    %bundle = "mhlo.async_start"(%operand) <{
      called_computation = @called, execution_thread = "main"
    }> : (tensor<4xf32>) -> !mhlo.async_bundle<tuple<tensor<4xf32>>, tensor<4xf32>, tensor<i32>>

    func.func private @called(tensor<4xf32>) -> tensor<4xf32> attributes {execution_thread = "main"}
    ```
    """

    name = "async_start"
    PREFIXES: ClassVar[tuple[str, ...]] = (MHLO,)
    inputs = var_operand_def(VALUE)
    called_computation = prop_def(attribute(SymbolRefAttr))
    execution_thread = prop_def(attribute(StringAttr))
    result = result_def(attribute(AsyncBundleType))

    def verify_(self) -> None:
        parts = parts_of(self.result.type)
        require(len(parts) >= 2, f"bundle of '{self.name}' has {len(parts)} parts, expected 2")
        inputs = parts[0].types.data if isinstance(parts[0], TupleType) else (parts[0],)
        check_same_values(self, "operands and bundle", self.inputs.types, inputs)


class AsyncUpdateOp(HloOp):
    """Returns a later state of a call that was started.

    (c1) the types of operand and result agree.

    Example:
    ```mlir
    %next = "mhlo.async_update"(%bundle) :
      (!mhlo.async_bundle<tuple<tensor<4xf32>>, tensor<4xf32>, tensor<i32>>)
      -> !mhlo.async_bundle<tuple<tensor<4xf32>>, tensor<4xf32>, tensor<i32>>
    ```
    """

    name = "async_update"
    PREFIXES: ClassVar[tuple[str, ...]] = (MHLO,)
    bundle = operand_def(attribute(AsyncBundleType))
    called_computation = opt_prop_def(attribute(SymbolRefAttr))
    execution_thread = opt_prop_def(attribute(StringAttr))
    result = result_def(attribute(AsyncBundleType))

    def verify_(self) -> None:
        require(
            values_agree(self.bundle.type, self.result.type),
            f"types of '{self.name}' operand and result differ: "
            f"{self.bundle.type} and {self.result.type}",
        )


class AsyncDoneOp(HloOp):
    """Waits for a call that was started and returns its results.

    (c1) the results have the types of the second part of the bundle.

    Example:
    ```mlir
    %result = "mhlo.async_done"(%bundle) :
      (!mhlo.async_bundle<tuple<tensor<4xf32>>, tensor<4xf32>, tensor<i32>>) -> tensor<4xf32>
    ```
    """

    name = "async_done"
    PREFIXES: ClassVar[tuple[str, ...]] = (MHLO,)
    bundle = operand_def(attribute(AsyncBundleType))
    called_computation = opt_prop_def(attribute(SymbolRefAttr))
    execution_thread = opt_prop_def(attribute(StringAttr))
    result = var_result_def(VALUE)

    def verify_(self) -> None:
        parts = parts_of(self.bundle.type)
        require(len(parts) >= 2, f"bundle of '{self.name}' has {len(parts)} parts, expected 2")
        given = parts[1].types.data if isinstance(parts[1], TupleType) else (parts[1],)
        check_same_values(self, "bundle and results", given, self.result.types)


def parts_of(type_: Attribute) -> Sequence[Attribute]:
    """The types that a future or a bundle is made of."""
    return type_.types.data if isinstance(type_, TypeList) else ()
