"""The kernels of a module of loops."""

from __future__ import annotations

from collections.abc import Mapping

from xdsl.dialects import func
from xdsl.dialects.builtin import ModuleOp, StringAttr
from xdsl.dialects.func import FuncOp

from disc_shape.class_table import nearest
from disc_shape.native.floating import LIBRARY
from disc_shape.native.kernel_info import KernelInfo
from disc_shape.native.routine import KERNEL, is_kernel


def kernels_of(module: ModuleOp, interpreted: Mapping[str, str]) -> tuple[KernelInfo, ...]:
    """The kernels of a module of loops, of which the interpreter runs some, for some reason."""
    calls: dict[str, int] = {}
    for op in module.walk():
        if isinstance(op, func.CallOp):
            name = op.callee.string_value()
            calls[name] = calls.get(name, 0) + 1
    found: list[KernelInfo] = []
    for one in module.ops:
        if isinstance(one, FuncOp) and is_kernel(one):
            name = one.sym_name.data
            source = one.attributes[KERNEL]
            what = source.data if isinstance(source, StringAttr) else "loops"
            by = "interpreter" if name in interpreted else "machine code"
            library = () if name in interpreted else library_calls(one)
            why = interpreted.get(name, "")
            found.append(KernelInfo(name, what, calls.get(name, 0), by, library, why))
    return tuple(found)


def library_calls(function: FuncOp) -> tuple[str, ...]:
    """The functions of libm that a kernel calls."""
    names = (nearest(LIBRARY, type(op)) for op in function.walk())
    return tuple(sorted({name for name in names if name is not None}))
