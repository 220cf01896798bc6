"""What is known of the kernels of a compiled program."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from xdsl.dialects import func
from xdsl.dialects.builtin import ModuleOp, StringAttr
from xdsl.dialects.func import FuncOp

from disc_shape.class_table import nearest
from disc_shape.native.floating import LIBRARY
from disc_shape.native.routine import KERNEL, is_kernel


@dataclass(frozen=True)
class KernelInfo:
    """A kernel of a compiled program."""

    name: str
    source: str
    """`loops`, `tiles` for products, `epilogue` for what they call, or the operation that it is."""
    calls: int
    """How many calls of it the program has."""
    by: str
    """`machine code`, or `interpreter`."""
    library: tuple[str, ...] = ()
    """The functions of libm that it calls for each element."""
    reason: str = ""
    """Why it is not machine code, in one line."""

    @staticmethod
    def of(saved: Mapping[str, object]) -> KernelInfo:
        """A kernel from what `dataclasses.asdict` gives."""
        library = cast("Sequence[str]", saved["library"])
        calls = saved["calls"]
        assert isinstance(calls, int)
        return KernelInfo(
            str(saved["name"]),
            str(saved["source"]),
            calls,
            str(saved["by"]),
            tuple(library),
            str(saved["reason"]),
        )

    def __str__(self) -> str:
        more = f", calls {', '.join(self.library)}" if self.library else ""
        why = f" ({self.reason})" if self.reason else ""
        return f"{self.name}: {self.source}, {self.by}, {self.calls} calls{more}{why}"


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
