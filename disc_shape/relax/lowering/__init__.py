"""Programs of Relax as programs of HLO; `convert_module` is the whole interface."""

from disc_shape.relax.lowering.module import convert_module

__all__ = ["convert_module"]
