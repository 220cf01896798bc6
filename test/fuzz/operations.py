"""Which operations random programs are to hold."""

from __future__ import annotations

from collections.abc import Iterator

from xdsl.dialects import arith, cf, scf, tensor

from disc_shape.dialects import factories
from disc_shape.interpreters import check
from disc_shape.interpreters.core import BINDERS

OTHERS = (arith.Arith, cf.Cf, scf.Scf, tensor.Tensor)
"""Dialects of xDSL that the interpreter knows, beside those that are ours."""

BUFFERS = frozenset(("lmhlo", "memref", "linalg", "bufferization"))
"""Dialects of programs on buffers, which are made by lowering and tested there."""


def plain(name: str) -> str:
    """The name of an operation, the same for those that StableHLO and MHLO both have."""
    prefix, _, rest = name.partition(".")
    return f"hlo.{rest}" if prefix in ("stablehlo", "mhlo") else name


def has_semantics(name: str) -> bool:
    prefix, _, rest = name.partition(".")
    names = [name, f"{prefix}.*"]
    if prefix in ("stablehlo", "mhlo", "chlo"):
        names = [name, f"hlo.{rest}"]
    return any(one in BINDERS for one in names)


def with_semantics() -> set[str]:
    """The operations on tensors and scalars that the interpreter can run."""
    assert check  # Importing it registers what operations do.
    return {plain(name) for name in _names() if has_semantics(name)}


def _names() -> Iterator[str]:
    for name, factory in factories().items():
        if name not in BUFFERS:
            yield from (op.name for op in factory().operations)
    for dialect in OTHERS:
        yield from (op.name for op in dialect.operations)


OTHERS_TALK = "somebody else must answer"

UNCOVERED: dict[str, str] = {
    **dict.fromkeys(("hlo.infeed", "hlo.outfeed", "hlo.recv", "hlo.send"), OTHERS_TALK),
    "arith.convertf": "from one float of 16 bits to another, of which programs have one kind",
}
"""Operations that no random program holds, and why."""
