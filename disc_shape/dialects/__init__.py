"""The dialects of disc_shape, by name, and the call that puts them on a context.

Importing this module imports none of them. `stablehlo`, `chlo`, `torch` and the overlays of xDSL's
own dialects are registered here but not offered to plain `xdsl-opt`: other packages own those
names, and a name defined twice breaks every xDSL tool.
"""

from collections.abc import Callable
from functools import partial
from typing import cast

from xdsl.context import Context
from xdsl.ir import Dialect

from disc_shape.lazy import load

DIALECTS: dict[str, str] = {
    "disc_shape": "disc_shape.dialects.disc_shape:DiscShape",
    "mhlo": "disc_shape.dialects.mhlo:MHLO",
    "lmhlo": "disc_shape.dialects.lmhlo.dialect:LMHLO",
    "stablehlo": "disc_shape.dialects.stablehlo:StableHLO",
    "chlo": "disc_shape.dialects.chlo:CHLO",
    "shape": "disc_shape.dialects.shape:Shape",
    "sdy": "disc_shape.dialects.sdy:Sdy",
    "quant": "disc_shape.dialects.quant:Quant",
    "relax": "disc_shape.dialects.relax:Relax",
    "relay": "disc_shape.dialects.relay:Relay",
    "arith": "disc_shape.dialects.xdsl_extras.arith:Arith",
    "math": "disc_shape.dialects.xdsl_extras.math:Math",
    "memref": "disc_shape.dialects.xdsl_extras.memref:MemRef",
    "scf": "disc_shape.dialects.xdsl_extras.scf:Scf",
    "tensor": "disc_shape.dialects.xdsl_extras.tensor:Tensor",
    "torch": "disc_shape.dialects.torch:Torch",
    "torch_c": "disc_shape.dialects.torch:TorchConversion",
    "util": "disc_shape.dialects.iree:Util",
    "flow": "disc_shape.dialects.iree:Flow",
}
"""Dialect name -> "module:OBJECT"."""


COMPLETE = frozenset(
    "arith builtin cf chlo complex disc_shape index lmhlo math memref mhlo scf shape stablehlo"
    " tensor ub".split()
)
"""
The dialects that have all of their operations here: another name with their prefix is a mistake. Of
the others, among them most of xDSL's, some operations are not known.
"""


def load_dialect(target: str) -> Dialect:
    """The dialect object that an entry of the table names."""
    dialect = load(target)
    if not isinstance(dialect, Dialect):
        raise TypeError(f"{target} is not a dialect")
    return dialect


def factories() -> dict[str, Callable[[], Dialect]]:
    """A factory for each dialect of the table."""
    return {name: partial(load_dialect, target) for name, target in DIALECTS.items()}


def register(ctx: Context) -> None:
    """Register every dialect on `ctx`, in place of any of the same name that is there already."""
    tables = vars(ctx)
    registered = cast("dict[str, Callable[[], Dialect]]", tables["_registered_dialects"])
    loaded = cast("dict[str, Dialect]", tables["_loaded_dialects"])
    for name, factory in factories().items():
        if (old := loaded.pop(name, None)) is not None:
            _unload(ctx, old)
        registered[name] = factory


def _unload(ctx: Context, dialect: Dialect) -> None:
    """Forget the operations, attributes and types that `dialect` put on `ctx`."""
    tables = vars(ctx)
    for table, classes in (
        ("_loaded_ops", dialect.operations),
        ("_loaded_attrs", dialect.attributes),
        ("_loaded_types", dialect.attributes),
    ):
        known = cast("dict[str, object]", tables[table])
        for cls in classes:
            known.pop(cls.name, None)
