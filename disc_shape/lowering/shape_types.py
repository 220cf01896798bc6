"""
The types at run time of values of the shape dialect.

In a legal run no size or shape is an error. So a size is an index, a shape an extent tensor, and a
witness, whose check is an assertion, the constant true.
"""

from __future__ import annotations

from xdsl.dialects.builtin import DYNAMIC_INDEX, FunctionType, IndexType, ModuleOp, TensorType, i1
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute, SSAValue
from xdsl.rewriter import Rewriter

from disc_shape.dialects.shape.types import ShapeType, SizeType, WitnessType

INDEX = IndexType()
EXTENTS = TensorType(INDEX, (DYNAMIC_INDEX,))


def plain(type_: Attribute) -> Attribute:
    """The type of a value at run time."""
    if isinstance(type_, SizeType):
        return INDEX
    if isinstance(type_, ShapeType):
        return EXTENTS
    return i1 if isinstance(type_, WitnessType) else type_


def use_plain_types(module: ModuleOp) -> None:
    """
    Give sizes, shapes and witnesses their types at run time.

        %n = shape.num_elements %s : !shape.shape -> !shape.size
    =>
        %n = shape.num_elements %s : tensor<?xindex> -> index
    """
    for op in list(module.walk()):
        values: list[SSAValue] = [*op.results]
        for region in op.regions:
            for block in region.blocks:
                values += block.args
        for value in values:
            if (type_ := plain(value.type)) != value.type:
                Rewriter.replace_value_with_new_type(value, type_)
        if isinstance(op, FuncOp):
            given = op.function_type
            op.properties["function_type"] = FunctionType.from_lists(
                [plain(one) for one in given.inputs], [plain(one) for one in given.outputs]
            )
