"""Calls of external and primitive functions as custom calls of HLO."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import DenseArrayBase, IntegerAttr, StringAttr, i1, i64
from xdsl.ir import SSAValue

from disc_shape.dialects.hlo.calls import DESTINATIONS, CustomCallOp
from disc_shape.dialects.hlo.factory import final
from disc_shape.dialects.hlo.op import STABLEHLO
from disc_shape.dialects.relax import calls
from disc_shape.dialects.relax.function_ops import PrimFuncOp
from disc_shape.dialects.relax.types import type_of
from disc_shape.relax.lowering.matching import Sizes, substituted
from disc_shape.relax.lowering.operator_calls import OperatorLowering
from disc_shape.relax.lowering.values import element_named, tensor_types
from disc_shape.relax.operators.errors import OperatorError
from disc_shape.relax.operators.rows import Operand
from disc_shape.typesystem.types import PrimType, ShapeType, TensorType, TupleType, Type


class ExternalCallLowering(OperatorLowering):
    """Lowers calls of functions outside the module."""

    def named_call(self, op: calls.NamedCall, type_: Type, sizes: Sizes) -> Operand:
        """A call by name; a destination-passing one gets new tensors for its results last."""
        if isinstance(op, calls.CallInplacePackedOp):
            raise OperatorError("a call that writes its arguments has no form in HLO", "RLX-341")
        given = self.flattened([self.values[one] for one in op.arguments])
        new = self.allocated(type_, sizes) if op.DPS else []
        places = range(len(given), len(given) + len(new))
        pure = not isinstance(op, calls.CallPackedOp)
        return self.custom_call(op.symbol.data, [*given, *new], places, type_, pure=pure)

    def call_tir(
        self, op: calls.CallTirOp, primitive: PrimFuncOp, type_: Type, sizes: Sizes
    ) -> Operand:
        """A call of a primitive function, of its implementation where it has one."""
        if op.inplace_indices is not None:
            raise OperatorError("a call that writes its arguments has no form in HLO", "RLX-337")
        given = self.flattened([self.values[one] for one in op.arguments])
        new = self.allocated(type_, sizes)
        integers = None if op.integers is None else self.values[op.integers]
        numbers = list(integers.shape.exact or ()) if isinstance(integers, ShapeType) else []
        buffers, operands = [*given, *new], list[SSAValue]()
        for parameter in map(type_of, primitive.parameters):
            if isinstance(parameter, PrimType):
                if numbers:
                    element = element_named(parameter.element)
                    operands.append(self.program.size(numbers.pop(0), element).value)
            elif buffers:
                operands.append(buffers.pop(0))
        places = [at for at, one in enumerate(operands) if any(one is value for value in new)]
        implementation = primitive.implementation
        name = primitive.sym_name.data
        called = name if implementation is None else implementation.root_reference.data
        return self.custom_call(called, operands, places, type_, pure=True)

    def allocated(self, type_: Type, sizes: Sizes) -> list[SSAValue]:
        """New tensors for the results of a type (RLX-333, 338)."""
        fields = type_.fields if isinstance(type_, TupleType) else (type_,)
        return [
            self.program.full(
                0,
                [substituted(dim, sizes) for dim in field.shape.known],
                element_named(field.element),
            ).value
            for field in fields
            if isinstance(field, TensorType) and field.element is not None
        ]

    def custom_call(
        self,
        name: str,
        operands: Sequence[SSAValue],
        places: Sequence[int],
        type_: Type,
        *,
        pure: bool,
    ) -> Operand:
        """One call of HLO, which writes the operands at `places` as its results."""
        words = {
            "call_target_name": StringAttr(name),
            "has_side_effect": IntegerAttr(int(not pure), i1),
        }
        call = final(CustomCallOp, STABLEHLO).create(
            operands=operands, result_types=tensor_types(type_), properties=words
        )
        if places:
            call.attributes[DESTINATIONS] = DenseArrayBase.from_list(i64, list(places))
        return self.unflattened(type_, list(self.program.insert(call)))
