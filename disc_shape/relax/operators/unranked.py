"""What is known of an operator's result where a rank is unknown: its shape and its elements."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache

from disc_shape.dialects.relax.operator_rows import Value
from disc_shape.relax.operators.rows import FALLBACKS, element_name
from disc_shape.symbolic.shapes import Shape
from disc_shape.typesystem.types import ShapeType, TensorType, TupleType, Type, leaves

ROWS = """
like own: abs acos acosh asin asinh atan atanh bitwise_not ceil clip cos cosh erf exp flip floor
  index_put log logical_not negative nn.gelu nn.gelu_tanh nn.group_norm nn.instance_norm
  nn.layer_norm nn.leakyrelu nn.log_softmax nn.prelu nn.relu nn.rms_norm nn.selu nn.silu nn.softmax
  nn.softplus round rsqrt scatter_elements scatter_nd sigmoid sign sin sinh slice_scatter sort sqrt
  square tan tanh tril triu trunc
like i1: isfinite isinf isnan
like dtype: astype ones wrap_param zeros
like dtype/own: eye_like full_like ones_like zeros_like
like dtype/i32: argsort
like dtype/second: full
second own: collapse_sum_like collapse_sum_to gather_elements
target own: broadcast_to reshape
open any: add atan2 bitwise_and bitwise_or bitwise_xor divide floor_divide floor_mod left_shift
  log_add_exp logical_and logical_or logical_xor maximum minimum mod multiply power right_shift
  subtract
open i1: equal greater greater_equal less less_equal not_equal
open rest: where
open own: concat einsum expand_dims gather_nd index_tensor nn.pad nn.pixel_shuffle repeat squeeze
  stack strided_slice take tile
open out_dtype/own: matmul
open out_dtype/f32: dequantize quantize
layout own: nn.avg_pool1d nn.avg_pool2d nn.avg_pool3d nn.max_pool1d nn.max_pool2d nn.max_pool3d
layout out_dtype/own: nn.conv1d nn.conv1d_transpose nn.conv2d nn.conv2d_transpose nn.conv3d
  nn.conv3d_transpose
axes own: permute_dims
reduced own: max mean min prod std sum variance
reduced i64: argmax argmin
running dtype/own: cumprod cumsum
rank0 own: nn.cross_entropy_with_logits
reduction own: nn.nll_loss
rank1 own: flatten
rank2 own: nn.batch_flatten outer
rank4 own: nn.attention nn.attention_bias
like out_int32: bucketize
members 0,0: nn.dropout
members 0,3,4: nn.batch_norm
"""
"""
The shape, the elements and the operators of each row: `like` and `own` are those of the first
operand, `second` those of the second one, `target` its shape without numbers that ask for more,
`any` and `rest` the first known elements among all operands or those after the first; `dtype/own`
is an attribute, or what follows where it is left out. `members` are the types of operands.
"""


def shape_of(operands: Sequence[Type], index: int = 0) -> Shape:
    """The shape of an operand."""
    found = operands[index]
    return found.shape if isinstance(found, TensorType | ShapeType) else Shape()


def target(shape: Shape) -> Shape:
    """A target shape as far as it says sizes: 0 and -1 ask for others."""
    if shape.value is None and any(dim.constant in (0, -1) for dim in shape.known):
        return shape.mapped(lambda dim: None if dim.constant in (0, -1) else dim)
    return shape


def shape_named(word: str, operands: Sequence[Type], attributes: Mapping[str, Value]) -> Shape:
    """The shape that a word of a row says."""
    match word:
        case "like":
            return shape_of(operands)
        case "second":
            return shape_of(operands, 1)
        case "target":
            return target(shape_of(operands, 1))
        case "layout":
            layouts = (attributes.get(name) for name in ("out_layout", "data_layout", "layout"))
            return Shape.of_rank(len(str(next(filter(None, layouts)))))
        case "axes":
            axes = attributes["axes"]
            return Shape.of_rank(len(axes) if isinstance(axes, tuple) else None)
        case "reduced":
            return (
                Shape(()) if attributes["axis"] is None and not attributes["keepdims"] else Shape()
            )
        case "reduction":
            return shape_of(operands, 1) if attributes[word] == "none" else Shape(())
        case "running":
            return Shape.of_rank(1) if attributes["axis"] is None else shape_of(operands)
        case _:
            return Shape.of_rank(int(word[4:])) if word.startswith("rank") else Shape()


def elements(types: Iterable[Type]) -> str | None:
    """The first element type that is known."""
    found = (leaf.element for one in types for leaf in leaves(one) if isinstance(leaf, TensorType))
    return next(filter(None, found), None)


def element_named(
    word: str, operands: Sequence[Type], attributes: Mapping[str, Value]
) -> str | None:
    """The element type that a word of a row says."""
    match word:
        case "own":
            return elements(list(leaves(operands[0]))[:1])
        case "second":
            return elements(operands[1:2])
        case "any":
            return elements(operands)
        case "rest":
            return elements(operands[1:])
        case "out_int32":
            return "i32" if attributes[word] else "i64"
        case _ if "dtype" in word:
            name, _, otherwise = word.partition("/")
            written = element_name(attributes[name])
            return element_named(otherwise, operands, attributes) if written is None else written
        case _:
            return word or None


@cache
def rows() -> dict[str, tuple[str, str]]:
    """The words for the shape and the elements of each operator."""
    lines = (line.partition(": ") for line in ROWS.replace("\n  ", " ").strip().splitlines())
    split = ((words.split(), names.split()) for words, _, names in lines)
    return {name: (shape, element) for (shape, element), names in split for name in names}


def unranked_type(name: str, operands: Sequence[Type], attributes: Mapping[str, Value]) -> Type:
    """The type of an operator's result as far as it is known without the rank of an operand."""
    if name in FALLBACKS:
        return FALLBACKS[name](operands, attributes)
    if name not in rows():
        return TensorType()
    shape, element = rows()[name]
    if shape == "members":
        return TupleType(tuple(operands[int(index)] for index in element.split(",")))
    return TensorType(
        shape_named(shape, operands, attributes), element_named(element, operands, attributes)
    )
