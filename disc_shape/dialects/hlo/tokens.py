"""Tokens, tuples, and transfers to and from what is outside the program.

StableHLO specification, sections of the same names. `add_dependency` is MHLO's.
"""

from collections.abc import Sequence
from typing import ClassVar

from xdsl.dialects.builtin import ArrayAttr, IntegerAttr, StringAttr, TensorType, TupleType
from xdsl.ir import Attribute, OpResult, SSAValue
from xdsl.irdl import (
    operand_def,
    opt_prop_def,
    prop_def,
    result_def,
    var_operand_def,
    var_result_def,
)

from disc_shape.dialects.hlo.attributes import int_of
from disc_shape.dialects.hlo.collective_groups import check_source_target_pairs
from disc_shape.dialects.hlo.constraints import (
    ANY_TENSOR,
    FLAG,
    INT32,
    TABLE,
    TENSOR_OR_TOKEN,
    VALUE,
    attribute,
)
from disc_shape.dialects.hlo.mesh import ChannelHandle
from disc_shape.dialects.hlo.narrow import as_elements
from disc_shape.dialects.hlo.op import MHLO, HloOp, PureHloOp
from disc_shape.dialects.hlo.shapes import (
    check_count,
    check_same_values,
    check_static,
    require,
    values_agree,
)
from disc_shape.dialects.hlo.token_format import Index32, TokenList, TupleTypes
from disc_shape.dialects.hlo.types import TokenType

TOKEN = attribute(TokenType)
TUPLE = attribute(TupleType)
CHANNEL = attribute(ChannelHandle)
TEXT = attribute(StringAttr)

DEVICE_TO_DEVICE, DEVICE_TO_HOST, HOST_TO_DEVICE = 1, 2, 3
"""The types of channels."""


class AfterAllOp(PureHloOp):
    """Joins tokens: operations that use the result run after all that produced the operands.

    Example:
    ```mlir
    %result = stablehlo.after_all %token0, %token1 : !stablehlo.token
    ```
    """

    name = "after_all"
    inputs = var_operand_def(TOKEN)
    result = result_def(TOKEN)
    assembly_format = (
        "$inputs attr-dict `:` custom<TokenList>(ref($inputs), type($inputs), type($result))"
    )
    custom_directives = (TokenList,)


class CreateTokenOp(PureHloOp):
    """Creates a token that orders its users after no other operation.

    Example:
    ```mlir
    %result = stablehlo.create_token : !stablehlo.token
    ```
    """

    name = "create_token"
    output = result_def(TOKEN)
    assembly_format = "attr-dict `:` type(results)"


class AddDependencyOp(PureHloOp):
    """Returns its operand, ordered after the operation that produced the token.

    (c1) the types of operand and result agree.

    Example:
    ```mlir
    %result = mhlo.add_dependency %operand, %token :
      (tensor<?x4xf32>, !mhlo.token) -> tensor<?x4xf32>
    ```
    """

    name = "add_dependency"
    PREFIXES: ClassVar[tuple[str, ...]] = (MHLO,)
    operand = operand_def(TENSOR_OR_TOKEN)
    token = operand_def(TOKEN)
    output = result_def(TENSOR_OR_TOKEN)
    assembly_format = "operands attr-dict `:` functional-type(operands, results)"

    def verify_(self) -> None:
        check_same_values(self, "operand and result", (self.operand.type,), (self.output.type,))


class TupleOp(PureHloOp):
    """Groups several values into a tuple.

    (c1) the elements of the result have the operands' types.

    Example:
    ```mlir
    %result = stablehlo.tuple %x, %y : tuple<tensor<?x4xf32>, tensor<i32>>
    ```
    """

    name = "tuple"
    val = var_operand_def(VALUE)
    result = result_def(TUPLE)
    assembly_format = "$val attr-dict `:` custom<TupleTypes>(type($val), type($result))"
    custom_directives = (TupleTypes,)

    def verify_(self) -> None:
        check_same_values(self, "operands and result", self.val.types, members(self.result.type))


def members(type_: Attribute) -> Sequence[Attribute]:
    """The types of a tuple's elements."""
    return type_.types.data if isinstance(type_, TupleType) else ()


class GetTupleElementOp(PureHloOp):
    """Extracts one element of a tuple.

    (c1) the index is in range, (c2) the result has the type of that element.

    Example:
    ```mlir
    %result = stablehlo.get_tuple_element %operand[1] :
      (tuple<tensor<?x4xf32>, tensor<i32>>) -> tensor<i32>
    ```
    """

    name = "get_tuple_element"
    operand = operand_def(TUPLE)
    index = prop_def(INT32)
    result = result_def(VALUE)
    assembly_format = (
        "$operand `[` custom<Index32>($index) `]` attr-dict `:` functional-type(operands, results)"
    )
    custom_directives = (Index32,)

    def verify_(self) -> None:
        types, index = members(self.operand.type), int_of(self.index)
        require(
            0 <= index < len(types),
            f"index {index} of '{self.name}' is out of range: the tuple has {len(types)} elements",
        )
        require(
            values_agree(types[index], self.result.type),
            f"types of '{self.name}' element {index} and result differ: "
            f"{types[index]} and {self.result.type}",
        )


def tuple_element(op: GetTupleElementOp) -> SSAValue | None:
    """The value in its place of the tuple that `op` reads; None where others made that tuple."""
    whole: SSAValue | None = op.operand
    if isinstance(whole, OpResult) and isinstance(whole.op, GetTupleElementOp):
        whole = tuple_element(whole.op)
    made = whole.op if isinstance(whole, OpResult) else None
    return made.val[int_of(op.index)] if isinstance(made, TupleOp) else None


class TransferOp(HloOp):
    """An operation that moves tensors into or out of the program, in the order of its tokens."""

    def check_received(self, received: Sequence[SSAValue]) -> None:
        """Tensors come first, whose sizes only their types give, the token last."""
        results = [value.type for value in received]
        require(len(results) > 0, f"'{self.name}' has 0 results, expected at least 1")
        require(
            isinstance(results[-1], TokenType),
            f"last result of '{self.name}' is {results[-1]}, expected a token",
        )
        for index, type_ in enumerate(results[:-1]):
            require(
                not isinstance(type_, TokenType),
                f"result {index} of '{self.name}' is {type_}, expected a tensor",
            )
            if isinstance(type_, TensorType):
                check_static(self, received[index])

    def check_channel(
        self, channel: ChannelHandle, host: IntegerAttr | None, host_type: int
    ) -> None:
        """A channel's type fits what is at its ends; 0 is any type."""
        expected = host_type if host is not None and host.value.data else DEVICE_TO_DEVICE
        require(
            channel.type in (0, expected),
            f"channel type of '{self.name}' is {channel.type}, expected {expected}",
        )


class InfeedOp(TransferOp):
    """Reads tensors from the program's infeed queue.

    (c1) there is a result, (c2) all results but the last one are tensors, (c3) the last result is a
    token. A layout, when there is one, lists for each tensor its dimensions from minor to major.

    Example:
    ```mlir
    %result, %done = "stablehlo.infeed"(%token) <{infeed_config = ""}> :
      (!stablehlo.token) -> (tensor<3x4xf32>, !stablehlo.token)
    ```
    """

    name = "infeed"
    token = operand_def(TOKEN)
    infeed_config = opt_prop_def(TEXT)
    layout = opt_prop_def(attribute(ArrayAttr))
    result = var_result_def(VALUE)

    def verify_(self) -> None:
        self.check_received(self.result)
        if self.layout is not None:
            check_count(self, "layouts", len(self.layout.data), len(self.result) - 1)
            for index, layout in enumerate(self.layout.data):
                elements = as_elements(layout)
                require(
                    elements is not None and all(isinstance(one, IntegerAttr) for one in elements),
                    f"layout {index} of '{self.name}' is {layout}, expected an array of integers",
                )


class OutfeedOp(TransferOp):
    """Writes tensors to the program's outfeed queue.

    Example:
    ```mlir
    %done = "stablehlo.outfeed"(%input, %token) <{outfeed_config = ""}> :
      (tensor<?x4xf32>, !stablehlo.token) -> !stablehlo.token
    ```
    """

    name = "outfeed"
    inputs = var_operand_def(ANY_TENSOR)
    token = operand_def(TOKEN)
    outfeed_config = opt_prop_def(TEXT)
    result = result_def(TOKEN)


class SendOp(TransferOp):
    """Sends tensors over a channel to another device or to the host.

    (c1) to (c4) pairs of source and target as in `collective_permute`, (c5) the channel leads to
    the host, or to a device.

    Example:
    ```mlir
    %done = "stablehlo.send"(%input, %token) <{
      channel_handle = #stablehlo.channel_handle<handle = 5, type = 2>, is_host_transfer = true
    }> : (tensor<?x4xf32>, !stablehlo.token) -> !stablehlo.token
    ```
    """

    name = "send"
    inputs = var_operand_def(ANY_TENSOR)
    token = operand_def(TOKEN)
    channel_handle = prop_def(CHANNEL)
    is_host_transfer = opt_prop_def(FLAG)
    source_target_pairs = opt_prop_def(TABLE)
    result = result_def(TOKEN)

    def verify_(self) -> None:
        self.check_channel(self.channel_handle, self.is_host_transfer, DEVICE_TO_HOST)
        if self.source_target_pairs is not None:
            check_source_target_pairs(self, self.source_target_pairs)


class RecvOp(TransferOp):
    """Receives tensors over a channel from another device or from the host.

    (c1) to (c4) pairs of source and target as in `collective_permute`, (c5) the channel comes from
    the host, or from a device, (c6) there is a result, (c7) all results but the last one are
    tensors, (c8) the last result is a token.

    Example:
    ```mlir
    %result, %done = "stablehlo.recv"(%token) <{
      channel_handle = #stablehlo.channel_handle<handle = 5, type = 3>, is_host_transfer = true
    }> : (!stablehlo.token) -> (tensor<3x4xf32>, !stablehlo.token)
    ```
    """

    name = "recv"
    token = operand_def(TOKEN)
    channel_handle = prop_def(CHANNEL)
    is_host_transfer = opt_prop_def(FLAG)
    source_target_pairs = opt_prop_def(TABLE)
    result = var_result_def(VALUE)

    def verify_(self) -> None:
        self.check_received(self.result)
        self.check_channel(self.channel_handle, self.is_host_transfer, HOST_TO_DEVICE)
        if self.source_target_pairs is not None:
            check_source_target_pairs(self, self.source_target_pairs)
