"""MLIR's dialect `shape`: shape computation, and constraints checked when the program runs.

All operations and types of the dialect as MLIR documents it, in its printed forms.
"""

from xdsl.ir import Dialect

from disc_shape.dialects.shape.constraints import (
    AssumingAllOp,
    AssumingOp,
    AssumingYieldOp,
    ConstWitnessOp,
    CstrBroadcastableOp,
    CstrEqOp,
    CstrRequireOp,
)
from disc_shape.dialects.shape.conversions import (
    FromExtentsOp,
    FromExtentTensorOp,
    ToExtentTensorOp,
)
from disc_shape.dialects.shape.queries import DimOp, GetExtentOp, NumElementsOp, RankOp
from disc_shape.dialects.shape.shapes import (
    AnyOp,
    BroadcastOp,
    ConcatOp,
    ConstShapeOp,
    IsBroadcastableOp,
    ShapeEqOp,
    ShapeOfOp,
    SplitAtOp,
)
from disc_shape.dialects.shape.sizes import (
    AddOp,
    ConstSizeOp,
    DivOp,
    IndexToSizeOp,
    MaxOp,
    MinOp,
    MulOp,
    SizeToIndexOp,
)
from disc_shape.dialects.shape.types import ShapeType, SizeType, WitnessType

OPERATIONS = (
    AddOp,
    AnyOp,
    AssumingAllOp,
    AssumingOp,
    AssumingYieldOp,
    BroadcastOp,
    ConcatOp,
    ConstShapeOp,
    ConstSizeOp,
    ConstWitnessOp,
    CstrBroadcastableOp,
    CstrEqOp,
    CstrRequireOp,
    DimOp,
    DivOp,
    FromExtentTensorOp,
    FromExtentsOp,
    GetExtentOp,
    IndexToSizeOp,
    IsBroadcastableOp,
    MaxOp,
    MinOp,
    MulOp,
    NumElementsOp,
    RankOp,
    ShapeEqOp,
    ShapeOfOp,
    SizeToIndexOp,
    SplitAtOp,
    ToExtentTensorOp,
)

TYPES = (ShapeType, SizeType, WitnessType)

Shape = Dialect("shape", [*OPERATIONS], [*TYPES])

__all__ = [
    "OPERATIONS",
    "TYPES",
    "AddOp",
    "AnyOp",
    "AssumingAllOp",
    "AssumingOp",
    "AssumingYieldOp",
    "BroadcastOp",
    "ConcatOp",
    "ConstShapeOp",
    "ConstSizeOp",
    "ConstWitnessOp",
    "CstrBroadcastableOp",
    "CstrEqOp",
    "CstrRequireOp",
    "DimOp",
    "DivOp",
    "FromExtentTensorOp",
    "FromExtentsOp",
    "GetExtentOp",
    "IndexToSizeOp",
    "IsBroadcastableOp",
    "MaxOp",
    "MinOp",
    "MulOp",
    "NumElementsOp",
    "RankOp",
    "Shape",
    "ShapeEqOp",
    "ShapeOfOp",
    "ShapeType",
    "SizeToIndexOp",
    "SizeType",
    "SplitAtOp",
    "ToExtentTensorOp",
    "WitnessType",
]
