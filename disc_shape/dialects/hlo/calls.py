"""Calls of things outside the dialect: `custom_call`, `composite`.

StableHLO specification, sections "custom_call", "composite".
"""

from collections.abc import Set as AbstractSet

from xdsl.dialects.builtin import ArrayAttr, DictionaryAttr, IntegerAttr, StringAttr, SymbolRefAttr
from xdsl.ir import Operation
from xdsl.irdl import (
    opt_prop_def,
    prop_def,
    traits_def,
    var_operand_def,
    var_region_def,
    var_result_def,
)
from xdsl.traits import EffectInstance, MemoryEffect, MemoryEffectKind
from xdsl.utils.exceptions import VerifyException

from disc_shape.dialects.hlo.constraints import VALUE, InstanceOf, array_of, attribute
from disc_shape.dialects.hlo.directives import RegionList, Symbol
from disc_shape.dialects.hlo.enums import CustomCallApiVersionAttr, CustomCallScheduleAttr
from disc_shape.dialects.hlo.numbers import OutputOperandAlias
from disc_shape.dialects.hlo.op import HloOp


class CustomCallEffects(MemoryEffect):
    """A custom call may do anything, unless it says that it has no side effect."""

    @classmethod
    def get_effects(cls, op: Operation) -> AbstractSet[EffectInstance] | None:
        flag = op.properties.get("has_side_effect")
        if isinstance(flag, IntegerAttr) and not flag.value.data:
            return set()
        return {EffectInstance(MemoryEffectKind.READ), EffectInstance(MemoryEffectKind.WRITE)}


class CustomCallOp(HloOp):
    """Runs something that the dialect does not know, by name.

    (c1) layouts are given for all operands and results or for none of them, (c2) a layout names
    each dimension of its tensor once.
    """

    name = "custom_call"
    inputs = var_operand_def(VALUE)
    call_target_name = prop_def(attribute(StringAttr))
    has_side_effect = opt_prop_def(attribute(IntegerAttr))
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
        if (self.operand_layouts is None) != (self.result_layouts is None):
            raise VerifyException(
                f"'{self.name}' has layouts for operands or results only, expected both or none"
            )


class CompositeOp(HloOp):
    """An operation that is made of others, which its decomposition holds.

    (c1) the name says which operation it is, (c2) the decomposition is a function of its types,
    which the symbols of the module say.
    """

    name = "composite"
    inputs = var_operand_def(VALUE)
    composite_name = prop_def(attribute(StringAttr), prop_name="name")
    composite_attributes = opt_prop_def(attribute(DictionaryAttr))
    decomposition = prop_def(attribute(SymbolRefAttr))
    version = opt_prop_def(attribute(IntegerAttr))
    result = var_result_def(VALUE)
    composite_regions = var_region_def()
    assembly_format = (
        "$name $inputs custom<RegionList>($composite_regions) attr-dict `:` "
        "functional-type(operands, results)"
    )
    custom_directives = (RegionList,)
