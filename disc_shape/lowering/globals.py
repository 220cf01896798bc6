"""Constants as read-only globals, one for each distinct value."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import cast

from xdsl.dialects.builtin import (
    AnyFloat,
    BytesAttr,
    DenseIntOrFPElementsAttr,
    DenseResourceAttr,
    ModuleOp,
    StringAttr,
    SymbolRefAttr,
    TensorType,
    UnitAttr,
)
from xdsl.dialects.memref import GetGlobalOp
from xdsl.ir import Attribute
from xdsl.utils.symbol_table import get_name_if_symbol

from disc_shape.dialects.xdsl_extras.memref import GlobalOp
from disc_shape.lowering.types import Buffer

PREFIX = "constant"


@dataclass
class Globals:
    """
    The constants of one module. Equal constants share a global, so that a program holds each once:

        %0 = stablehlo.constant dense<1.0> : tensor<4xf32>
    =>
        memref.global "private" constant @constant_0 : memref<4xf32> = dense<1.0>
        %0 = memref.get_global @constant_0 : memref<4xf32>
    """

    module: ModuleOp
    _ops: dict[tuple[Attribute, Buffer], GlobalOp] = field(
        default_factory=dict[tuple[Attribute, Buffer], GlobalOp]
    )
    _taken: set[str] | None = None

    def get(
        self, value: DenseIntOrFPElementsAttr | DenseResourceAttr, type_: Buffer
    ) -> GetGlobalOp:
        """An operation that gives the buffer of a constant."""
        if 0 in type_.get_shape():
            # As text it has no element, whatever its bytes were.
            held = cast("TensorType[AnyFloat]", value.type)
            value = DenseIntOrFPElementsAttr(held, BytesAttr(b""))
        op = self._ops.get((value, type_))
        if op is None:
            op = GlobalOp.create(
                properties={
                    "sym_name": StringAttr(self._fresh_name()),
                    "type": type_,
                    "initial_value": value,
                    "sym_visibility": StringAttr("private"),
                    "constant": UnitAttr(),
                }
            )
            self._ops[value, type_] = op
        return GetGlobalOp(SymbolRefAttr(op.sym_name.data), type_)

    def insert(self) -> None:
        """Put the globals that are still used at the top of the module."""
        used = {
            op.name_.root_reference.data for op in self.module.walk() if isinstance(op, GetGlobalOp)
        }
        kept = [op for op in self._ops.values() if op.sym_name.data in used]
        first = self.module.body.block.first_op
        if first is not None:
            self.module.body.block.insert_ops_before(kept, first)

    def _fresh_name(self) -> str:
        if self._taken is None:
            names = (get_name_if_symbol(op) for op in self.module.body.block.ops)
            self._taken = {name for name in names if name is not None}
        number = len(self._ops)
        while (name := f"{PREFIX}_{number}") in self._taken:
            number += 1
        self._taken.add(name)
        return name
