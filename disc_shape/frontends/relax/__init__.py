"""
Relax programs as trees of expressions with names: what TVM and other tools write.

`tree` are plain objects; `build` makes the module of the dialect `relax`, and finds what is wrong
with names or not in normal form. `tvm` reads modules of TVM: `from_tvm` is its whole interface.
"""

from disc_shape.frontends.relax.tvm import from_tvm

__all__ = ("from_tvm",)
