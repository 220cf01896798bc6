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


XDSL_SCALAR = "xDSL's verifier takes scalars only, where MLIR takes tensors too"
UNDEFINED = "beyond the range of the result it has no value"
OTHERS_TALK = "somebody else must answer"
FOLLOWS = "checked by the tests of its dialect; no family yet"
OWN = "we write it ourselves: it is in the output of passes, not in their input"

UNCOVERED: dict[str, str] = {
    "arith.addui_extended": XDSL_SCALAR,
    "arith.cmpf": XDSL_SCALAR,
    "arith.fptosi": UNDEFINED,
    "arith.fptoui": UNDEFINED,
    "hlo.infeed": OTHERS_TALK,
    "hlo.outfeed": OTHERS_TALK,
    "hlo.recv": OTHERS_TALK,
    "hlo.send": OTHERS_TALK,
    "disc_shape.bind_dim": OWN,
    "disc_shape.tie_shape": OWN,
    "disc_shape.linearize": OWN,
    "disc_shape.delinearize": OWN,
} | dict.fromkeys(
    (
        "arith.index_castui chlo.constant chlo.dynamic_reshape chlo.minimum_broadcast_shapes"
        " chlo.ragged_dot chlo.scan hlo.add_dependency hlo.async_done hlo.async_start"
        " hlo.async_update hlo.bitcast hlo.broadcast hlo.copy hlo.cross-replica-sum hlo.domain"
        " hlo.dot hlo.fusion hlo.minimum_broadcast_shapes hlo.mulhi hlo.ragged_dot hlo.scan"
        " hlo.stochastic_convert hlo.topk hlo.trace hlo.xla.rng_get_and_update_state"
        " index.bool.constant index.sizeof math.fpowi math.ipowi math.sincos scf.parallel"
        " shape.any shape.concat shape.const_shape shape.const_size shape.const_witness"
        " shape.debug_print shape.meet shape.reduce shape.split_at shape.value_as_shape"
        " shape.value_of shape.with_shape tensor.empty tensor.gather tensor.reshape"
        " tensor.scatter torch.bind_symbolic_shape torch.symbolic_int"
    ).split(),
    FOLLOWS,
)
"""Operations that no random program holds, and why."""
