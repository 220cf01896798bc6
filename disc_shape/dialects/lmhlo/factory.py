"""Makes the operations on buffers from the HLO operations.

The operations are derived: each operation of MHLO that `without.WITHOUT_TWIN` does not name has a
twin, and so has each operation of CHLO alone that has no decomposition.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import ClassVar, cast

from xdsl.dialects.builtin import (
    DenseArrayBase,
    IntegerAttr,
    TensorType,
    UnrankedMemRefType,
    UnrankedTensorType,
)
from xdsl.ir import Attribute, Dialect, Operation
from xdsl.irdl import (
    AttrConstraint,
    AttrSizedOperandSegments,
    IRDLOption,
    OpDef,
    OptionalDef,
    ParsePropInAttrDict,
    RangeConstraint,
    RangeLengthConstraint,
    RangeOf,
    VariadicDef,
    VerificationContext,
    irdl_op_definition,
    operand_def,
    opt_prop_def,
    prop_def,
    region_def,
    traits_def,
    var_operand_def,
    var_result_def,
)
from xdsl.utils.exceptions import VerifyException

from disc_shape.dialects.hlo.constraints import VALUE, HloConstraint, TensorOf, attribute
from disc_shape.dialects.hlo.factory import dialect as hlo_dialect
from disc_shape.dialects.hlo.mhlo_only import FusionOp
from disc_shape.dialects.hlo.op import CHLO, MHLO, HloOp
from disc_shape.dialects.hlo.windowed import SortOp
from disc_shape.dialects.lmhlo.format import SCRATCH
from disc_shape.dialects.lmhlo.fusion import BufferFusionOp
from disc_shape.dialects.lmhlo.op import POSITIONS, BufferEffects, BufferOp, as_memref
from disc_shape.dialects.lmhlo.without import CLIENT_TWINS, WITHOUT_TWIN

PREFIX = "lmhlo"


@dataclass(frozen=True)
class Buffer(HloConstraint[Attribute]):
    """A ranked buffer; its sizes and elements are the HLO operation's to check."""

    def verify(self, attr: Attribute, constraint_context: VerificationContext) -> None:
        if as_memref(attr) is None:
            raise VerifyException(f"expected a ranked memref, got {attr}")


@dataclass(frozen=True)
class BufferOr(HloConstraint[Attribute]):
    """A ranked buffer, or a value of another type that fits a constraint of the HLO operation."""

    other: AttrConstraint

    def verify(self, attr: Attribute, constraint_context: VerificationContext) -> None:
        if as_memref(attr) is not None:
            return
        if attr.name in TENSORS:
            raise VerifyException(f"expected a ranked memref, got {attr}")
        self.other.verify(attr, constraint_context)


BUFFER = Buffer()

SPECIAL: Mapping[type[HloOp], type[BufferOp]] = {FusionOp: BufferFusionOp}
"""The bases of twins that are not verified as the HLO operation."""

WITH_SCRATCH = (FusionOp, SortOp)
"""The operations that may work in buffers of scratch, which are among those that they write."""

TENSORS = (TensorType.name, UnrankedTensorType.name, UnrankedMemRefType.name)
"""The types that buffers replace."""


def dialect() -> Dialect:
    """The dialect with all operations on buffers."""
    return Dialect(PREFIX, list(dict.fromkeys(_twins().values())), [])


def buffer_twin(op: type[Operation]) -> type[BufferOp] | None:
    """The operation on buffers for an HLO operation of any prefix, None where it has none."""
    twins = _twins()
    return next((twins[base] for base in op.__mro__ if base in twins), None)


@cache
def _twins() -> Mapping[type, type[BufferOp]]:
    """
    The operation on buffers of each abstract HLO operation that has one. An operation that both
    CHLO and MHLO define has the twin of MHLO's.
    """
    found: dict[type, type[BufferOp]] = {}
    names: dict[str, type[BufferOp]] = {}
    for prefix in (MHLO, CHLO):
        for op in hlo_dialect(prefix).operations:
            name, base = op.name.partition(".")[2], op.__mro__[1]
            if not (issubclass(op, HloOp) and issubclass(base, HloOp)):
                continue
            if name in WITHOUT_TWIN or base in found:
                continue
            if name not in names and (prefix == MHLO or name in CLIENT_TWINS):
                names[name] = _twin(base, op.get_irdl_definition())
            if name in names:
                found[base] = names[name]
    return found


def _twin(base: type[HloOp], definition: OpDef) -> type[BufferOp]:
    """The operation on buffers for one HLO operation."""
    options: tuple[IRDLOption, ...] = (AttrSizedOperandSegments(True), ParsePropInAttrDict())
    body: dict[str, object] = {
        "name": f"{PREFIX}.{base.name}",
        "__module__": __name__.rpartition(".")[0],
        "__doc__": SPECIAL[base].__doc__ if base in SPECIAL else f"`{base.name}` of buffers.",
        "__annotations__": {"HLO": ClassVar[type[HloOp]]},
        "HLO": base,
        "irdl_options": options,
        "traits": traits_def(BufferEffects()),
    }
    for name, operand in definition.operands:
        variadic = isinstance(operand, VariadicDef)
        body[name] = (var_operand_def if variadic else operand_def)(_buffers(operand.constr))
    accessors = {name: accessor for accessor, (name, _) in definition.accessor_names.items()}
    for name, property_ in definition.properties.items():
        optional = isinstance(property_, OptionalDef)
        body[accessors.get(name, name)] = (opt_prop_def if optional else prop_def)(
            _of_any_dialect(property_.constr), prop_name=name
        )
    for name, _ in definition.regions:
        body[name] = region_def()
    # With scratch among them, the operation tells which are its outs.
    body["written_" if base in WITH_SCRATCH else "outs"] = var_operand_def(BUFFER)
    if base in WITH_SCRATCH:
        body["scratch_"] = opt_prop_def(attribute(IntegerAttr), prop_name=SCRATCH)
    body["results_"] = var_result_def(BufferOr(VALUE))
    body["positions_"] = opt_prop_def(attribute(DenseArrayBase), prop_name=POSITIONS)
    twin = irdl_op_definition(type(base.__name__, (SPECIAL.get(base, BufferOp),), body))
    if "-" in base.name:
        twin.print = Operation.print
    return twin


def _buffers(constraint: object) -> AttrConstraint:
    """The constraint on buffers for values that fit `constraint` in the HLO operation."""
    if isinstance(constraint, RangeLengthConstraint):
        constraint = cast("RangeConstraint", constraint.constraint)
    if isinstance(constraint, RangeOf):
        constraint = cast("AttrConstraint", constraint.constr)
    if not isinstance(constraint, AttrConstraint):
        raise TypeError(f"'{constraint}' is no constraint of one value")
    one = cast("AttrConstraint", constraint)
    return BUFFER if isinstance(one, TensorOf) else BufferOr(_of_any_dialect(one))


def _of_any_dialect(constraint: AttrConstraint) -> AttrConstraint:
    """The same constraint; tokens and attributes stay those of the dialect that was lowered."""
    if isinstance(constraint, HloConstraint):
        return constraint.under(None)
    return constraint
