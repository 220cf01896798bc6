"""Which operations random programs are to hold."""

from __future__ import annotations

from collections.abc import Iterator

from xdsl.dialects import arith, bufferization, cf, linalg, memref, scf, tensor

from disc_shape.dialects import factories
from disc_shape.interpreters import check
from disc_shape.interpreters.core import BINDERS

OTHERS = (arith.Arith, cf.Cf, scf.Scf, tensor.Tensor)
"""Dialects of xDSL that the interpreter knows, beside those that are ours."""

BUFFERS = frozenset(("lmhlo", "memref", "linalg", "bufferization"))
"""Dialects of programs on buffers, which random programs become by lowering."""

ON_BUFFERS = (bufferization.Bufferization, linalg.Linalg, memref.MemRef)
"""Dialects of xDSL among these."""


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


def with_semantics_on_buffers() -> set[str]:
    """The operations on buffers that the interpreter can run."""
    assert check
    names = [
        op.name
        for name, factory in factories().items()
        if name in BUFFERS
        for op in factory().operations
    ]
    names += [op.name for dialect in ON_BUFFERS for op in dialect.operations]
    return {name for name in names if has_semantics(name)}


def why_not_on_buffers(name: str) -> str | None:
    """Why no random program has this operation on buffers; None where one should."""
    dialect, _, short = name.partition(".")
    if dialect in NOT_LOWERED_TO:
        return NOT_LOWERED_TO[dialect]
    if f"hlo.{short}" in UNCOVERED:
        return UNCOVERED[f"hlo.{short}"]
    return NOT_LOWERED_TO.get(name)


def _names() -> Iterator[str]:
    for name, factory in factories().items():
        if name not in BUFFERS:
            yield from (op.name for op in factory().operations)
    for dialect in OTHERS:
        yield from (op.name for op in dialect.operations)


OTHER_PROCESS = "another process must answer"

UNCOVERED: dict[str, str] = dict.fromkeys(
    ("hlo.infeed", "hlo.outfeed", "hlo.recv", "hlo.send"), OTHER_PROCESS
)
for _name in ("util.assume.int", "util.optimization_barrier", "flow.tensor.tie_shape"):
    UNCOVERED[_name] = "only programs that are exported for IREE hold it"
UNCOVERED["hlo.collective_reduce"] = "it has no form on buffers; test_collectives runs it"
"""Operations that no random program holds, and why."""

BY_HAND = "no lowering writes it; each is run on all small shapes, or by itself"

NOT_LOWERED_TO: dict[str, str] = {
    "linalg": BY_HAND,
    "bufferization": BY_HAND,
    **dict.fromkeys(
        (
            "memref.alloca",
            "memref.view",
        ),
        BY_HAND,
    ),
    "lmhlo.get_dimension_size": "the lowering writes the size itself",
    "lmhlo.slice": "the lowering shows a part of the buffer",
    "memref.global": "it is data, which `memref.get_global` reads",
    "lmhlo.sparse_dot": "its metadata has no public specification",
}
"""Operations, or whole dialects, that random programs on buffers do not hold, and why."""
