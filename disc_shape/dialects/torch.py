"""
What torch-mlir says about dynamic sizes: two operations, and the casts between its tensors and
builtin ones.

`torch.symbolic_int` declares a size by name with its range, `torch.bind_symbolic_shape` says what
the sizes of a tensor are in terms of such names. They stand in programs that torch-mlir imported
from `torch.export`, on its own tensors or, where those have been converted, on builtin ones. Of the
rest of the dialect nothing is read; `import-shape-facts` takes the facts out and the operations
away.
"""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import (
    AffineMapAttr,
    ArrayAttr,
    IntAttr,
    IntegerAttr,
    NoneAttr,
    StringAttr,
    TensorType,
    i64,
)
from xdsl.ir import Attribute, Dialect, Operation, ParametrizedAttribute, SSAValue, TypeAttribute
from xdsl.ir.affine import AffineExpr, AffineMap
from xdsl.irdl import (
    AnyAttr,
    IRDLOperation,
    base,
    irdl_attr_definition,
    irdl_op_definition,
    operand_def,
    param_def,
    prop_def,
    result_def,
    traits_def,
    var_operand_def,
)
from xdsl.irdl.declarative_assembly_format import (
    AttributeVariable,
    CustomDirective,
    ParsingState,
    PrintingState,
    irdl_custom_directive,
)
from xdsl.parser import AttrParser, Parser
from xdsl.printer import Printer
from xdsl.traits import MemoryWriteEffect, Pure
from xdsl.utils.exceptions import VerifyException

from disc_shape.dialects.xdsl_extras.affine import parse_semi_affine_map

UNBOUNDED = 2**63 - 2
"""Upper ends from here on stand for no bound: PyTorch's infinity, as 64 bits hold it."""


@irdl_attr_definition
class IntType(ParametrizedAttribute, TypeAttribute):
    """A Python integer: `!torch.int`."""

    name = "torch.int"


class TorchTensorType(ParametrizedAttribute, TypeAttribute):
    """A tensor of torch-mlir: `<[?,4],f32>`, `<*,f32>` when the rank is unknown, or nothing."""

    # Subclasses define the parameters: those that they inherit would not be compared.
    sizes: ArrayAttr[IntAttr] | NoneAttr
    """The sizes, -1 for `?`."""
    dtype: Attribute

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        if parser.parse_optional_punctuation("<") is None:
            return NoneAttr(), NoneAttr()
        sizes: Attribute = NoneAttr()
        if parser.parse_optional_punctuation("*") is None:
            sizes = ArrayAttr(
                parser.parse_comma_separated_list(
                    parser.Delimiter.SQUARE,
                    lambda: IntAttr(
                        -1 if parser.parse_optional_punctuation("?") else parser.parse_integer()
                    ),
                )
            )
        parser.parse_punctuation(",")
        dtype: Attribute = NoneAttr()
        if parser.parse_optional_keyword("unk") is None:
            dtype = parser.parse_type()
        parser.parse_punctuation(">")
        return sizes, dtype

    def print_parameters(self, printer: Printer) -> None:
        if isinstance(self.sizes, NoneAttr) and isinstance(self.dtype, NoneAttr):
            return
        printer.print_string("<")
        if isinstance(self.sizes, NoneAttr):
            printer.print_string("*")
        else:
            sizes = ["?" if size.data < 0 else str(size.data) for size in self.sizes]
            printer.print_string(f"[{','.join(sizes)}]")
        printer.print_string(",")
        if isinstance(self.dtype, NoneAttr):
            printer.print_string("unk")
        else:
            printer.print_attribute(self.dtype)
        printer.print_string(">")

    @property
    def rank(self) -> int | None:
        """The number of dimensions, None when unknown."""
        return None if isinstance(self.sizes, NoneAttr) else len(self.sizes)


@irdl_attr_definition
class VTensorType(TorchTensorType):
    """A tensor that is a value: `!torch.vtensor<[?,4],f32>`."""

    name = "torch.vtensor"

    sizes: ArrayAttr[IntAttr] | NoneAttr = param_def()
    dtype: Attribute = param_def()


@irdl_attr_definition
class NonValueTensorType(TorchTensorType):
    """A tensor that may be written to: `!torch.tensor<[?,4],f32>`."""

    name = "torch.tensor"

    sizes: ArrayAttr[IntAttr] | NoneAttr = param_def()
    dtype: Attribute = param_def()


TENSOR = base(VTensorType) | base(NonValueTensorType) | base(TensorType)


@irdl_op_definition
class SymbolicIntOp(IRDLOperation):
    """Declares a named size with its range, which PyTorch's exporter promises.

    Constraints:
    (c1) the range is not empty.

    Example:
    ```mlir
    %0 = torch.symbolic_int "s0" {min_val = 2, max_val = 64} : !torch.int
    ```
    """

    name = "torch.symbolic_int"

    symbol_name = prop_def(StringAttr)
    min_val = prop_def(IntegerAttr.constr(i64))
    max_val = prop_def(IntegerAttr.constr(i64))
    result = result_def(IntType())

    assembly_format = (
        "$symbol_name ` ` `{` `min_val` `=` $min_val `,` `max_val` `=` $max_val `}` attr-dict"
        " `:` type($result)"
    )
    traits = traits_def(Pure())

    def __init__(self, name: str, low: int, high: int) -> None:
        super().__init__(
            properties={
                "symbol_name": StringAttr(name),
                "min_val": IntegerAttr(low, i64),
                "max_val": IntegerAttr(high, i64),
            },
            result_types=[IntType()],
        )

    @property
    def symbol(self) -> str:
        """The name."""
        return self.symbol_name.data

    @property
    def interval(self) -> tuple[int, int | None]:
        """The range as it is written, None for an upper end that stands for no bound."""
        high = self.max_val.value.data
        return self.min_val.value.data, None if high >= UNBOUNDED else high

    def verify_(self) -> None:
        low, high = self.min_val.value.data, self.max_val.value.data
        if low > high:
            raise VerifyException(f"range [{low}, {high}] of symbol '{self.symbol}' holds no size")


@irdl_custom_directive
class ShapeExpressions(CustomDirective):
    """`affine_map<()[s0, s1] -> (s0 * s1, 640)>`, an alias of one, printed in place."""

    map: AttributeVariable

    def parse(self, parser: Parser, state: ParsingState) -> None:
        if parser.parse_optional_keyword("affine_map") is None:
            self.map.set(state, parser.parse_attribute())
            return
        with parser.in_angle_brackets():
            self.map.set(state, AffineMapAttr(parse_semi_affine_map(parser)))

    def print(self, printer: Printer, state: PrintingState, op: IRDLOperation) -> None:
        state.print_whitespace(printer)
        attribute = self.map.get(op)
        if attribute is not None:
            printer.print_attribute(attribute)


@irdl_op_definition
class BindSymbolicShapeOp(IRDLOperation):
    """States the sizes of a tensor: for each dimension an expression over symbols.

    Constraints:
    (c1) the map has no dimensions, and as many symbols as there are symbol operands.
    (c2) the map gives one expression for each dimension of the tensor.
    (c3) symbol operands are results of `torch.symbolic_int`.

    Example:
    ```mlir
    %0 = torch.symbolic_int "s0" {min_val = 2, max_val = 64} : !torch.int
    %1 = torch.symbolic_int "s1" {min_val = 2, max_val = 64} : !torch.int
    torch.bind_symbolic_shape %x, [%0, %1], affine_map<()[s0, s1] -> (s0, (s1 * 2))> :
      tensor<?x?xf32>
    ```
    """

    name = "torch.bind_symbolic_shape"

    operand = operand_def(TENSOR)
    shape_symbols = var_operand_def(IntType())
    shape_expressions = prop_def(AffineMapAttr)

    custom_directives = (ShapeExpressions,)
    assembly_format = (
        "$operand `,` `[` $shape_symbols `]` `,` custom<ShapeExpressions>($shape_expressions)"
        " attr-dict `:` type($operand)"
    )
    traits = traits_def(MemoryWriteEffect())

    def __init__(
        self,
        operand: SSAValue | Operation,
        symbols: Sequence[SSAValue | Operation],
        expressions: Sequence[AffineExpr],
    ) -> None:
        map = AffineMapAttr(AffineMap(0, len(symbols), tuple(expressions)))
        super().__init__(operands=[operand, symbols], properties={"shape_expressions": map})

    @property
    def map(self) -> AffineMap:
        """The expressions."""
        return self.shape_expressions.data

    def verify_(self) -> None:
        map, count = self.map, len(self.shape_symbols)
        if map.num_dims or map.num_symbols != count:
            raise VerifyException(
                f"the map has {map.num_dims} dimensions and {map.num_symbols} symbols, "
                f"expected 0 and {count}"
            )
        rank = rank_of(self.operand.type)
        if rank is not None and rank != len(map.results):
            raise VerifyException(f"the map has {len(map.results)} results, the rank is {rank}")
        for symbol in self.shape_symbols:
            if not isinstance(symbol.owner, SymbolicIntOp):
                raise VerifyException("a symbol comes from no 'torch.symbolic_int'")


def rank_of(type: Attribute) -> int | None:
    """The number of dimensions of a tensor, torch-mlir's or builtin; None when unknown."""
    if isinstance(type, TorchTensorType):
        return type.rank
    return type.get_num_dims() if isinstance(type, TensorType) else None


class TensorCastOp(IRDLOperation):
    """One tensor under another type."""

    operand = operand_def(AnyAttr())
    result = result_def(AnyAttr())

    assembly_format = "$operand attr-dict `:` type($operand) `->` type($result)"
    traits = traits_def(Pure())

    def __init__(self, operand: SSAValue | Operation, type: Attribute) -> None:
        super().__init__(operands=[operand], result_types=[type])


@irdl_op_definition
class ToBuiltinTensorOp(TensorCastOp):
    """Converts a tensor of torch-mlir to a builtin one.

    Example:
    ```mlir
    %1 = torch_c.to_builtin_tensor %0 : !torch.vtensor<[?,4],f32> -> tensor<?x4xf32>
    ```
    """

    name = "torch_c.to_builtin_tensor"


@irdl_op_definition
class FromBuiltinTensorOp(TensorCastOp):
    """Converts a builtin tensor to one of torch-mlir.

    Example:
    ```mlir
    %1 = torch_c.from_builtin_tensor %0 : tensor<?x4xf32> -> !torch.vtensor<[?,4],f32>
    ```
    """

    name = "torch_c.from_builtin_tensor"


Torch = Dialect(
    "torch", [SymbolicIntOp, BindSymbolicShapeOp], [IntType, VTensorType, NonValueTensorType]
)
TorchConversion = Dialect("torch_c", [ToBuiltinTensorOp, FromBuiltinTensorOp], [])
