"""
Relax programs as trees of expressions with names: what TVM and other tools write.

`tree` are plain objects, `check` finds what is wrong with names and nesting, `build` makes the
module of the dialect `relax`. `tvm` reads modules of TVM: `from_tvm` is its whole interface.
"""

from disc_shape.frontends.relax.tvm import from_tvm

__all__ = ("from_tvm",)
