"""Semantics of operations, one module per dialect or chapter; importing it registers them all.

They repeat on purpose what relations and cards hold of the sizes and elements of results.
"""

from disc_shape.interpreters.semantics import (
    arith,
    bufferization,
    chlo,
    complex_numbers,
    control_flow,
    custom_calls,
    disc_shape,
    distribution,
    elementwise,
    iree,
    linalg,
    lmhlo,
    loops,
    memref,
    memref_views,
    movement,
    numeric,
    quantization,
    ragged,
    regions,
    shape,
    tensor,
    torch,
)

__all__ = (
    "arith",
    "bufferization",
    "chlo",
    "complex_numbers",
    "control_flow",
    "custom_calls",
    "disc_shape",
    "distribution",
    "elementwise",
    "iree",
    "linalg",
    "lmhlo",
    "loops",
    "memref",
    "memref_views",
    "movement",
    "numeric",
    "quantization",
    "ragged",
    "regions",
    "shape",
    "tensor",
    "torch",
)


def register() -> None:
    """Nothing is left to do: the modules above have registered their binders on import."""
