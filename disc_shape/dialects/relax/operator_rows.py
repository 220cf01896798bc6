"""
The operators of Relax by name: operands and attributes with their defaults.

A row is `name: operands; attributes`. An operand is a tensor, or by its mark a tuple of tensors
(`*`), a shape (`:shape`), a scalar (`:prim`), a tensor or a scalar
(`:number`), any value (`:any`) or a list of them (`...`); one
with `?` may be left out. `!` before the name marks effects. What an operator means is in
`disc_shape.relax.operators`. A line that begins with blanks continues the one before.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass
from functools import cache
from typing import Literal, TypeAlias, cast

Kind: TypeAlias = Literal["tensor", "tuple", "shape", "prim", "number", "any", "list"]
Elements: TypeAlias = Literal[
    "floats", "tested", "exact", "rounded", "numbers", "compared", "bits", "booleans"
]
Value: TypeAlias = "int | float | bool | str | tuple[Value, ...] | None"
"""The value of an attribute."""

ROWS = """
abs acos acosh asin asinh atan atanh bitwise_not ceil cos cosh erf exp floor isfinite isinf
  isnan: x
log logical_not negative round rsqrt sigmoid sign sin sinh sqrt square tan tanh trunc: x
nn.relu nn.silu nn.gelu nn.gelu_tanh nn.selu: data
add atan2 bitwise_and bitwise_or bitwise_xor divide equal floor_divide floor_mod greater:
  x1:number, x2:number
greater_equal left_shift less less_equal log_add_exp logical_and logical_or logical_xor:
  x1:number, x2:number
maximum minimum mod multiply not_equal power right_shift subtract: x1:number, x2:number
outer: x1, x2
max mean median min prod std sum variance: x; axis=None, keepdims=False
argmax argmin: x; axis=None, keepdims=False
arange: start:prim, end:prim, step:prim; dtype=None
argsort: data; axis=-1, descending=False, dtype='int32'
!assert_op: condition, format_args...; format=''
!print: vals...; format=''
astype: x; dtype
broadcast_to: x, shape:shape
reshape: x, shape:shape
bucketize: input_tensor, boundaries; out_int32=False, right=False
clip: x, min:prim, max:prim
collapse_sum_like: data, collapse_target
collapse_sum_to: data, shape:shape
concat: tensors*; axis=0
cumprod cumsum: data; axis=None, dtype=None, exclusive=False
quantize: data, scale, zero_point; axis=-1, out_dtype='int8'
dequantize: data, scale, zero_point; axis=-1, out_dtype='float32'
dynamic_strided_slice: x, begin, end, strides
einsum: operands*; subscripts
ewise_fma: x1, x2, x3
expand_dims: x; axis
eye: n:prim, m:prim, k:prim; dtype='float32'
eye_like: x, k:prim?; dtype=None
flatten nn.batch_flatten: x
flip: data; axis
full: shape:shape, fill_value; dtype=None
full_like: x, fill_value; dtype=None
gather_elements: data, indices; axis=0
gather_nd: data, indices; batch_dims=0
index_tensor: data, indices*
meshgrid: tensors*; indexing='ij'
one_hot: indices, on_value:prim, off_value:prim; depth, axis=-1
ones zeros: shape:shape; dtype
ones_like zeros_like: x; dtype=None
permute_dims: x; axes=None
repeat: data; repeats, axis=None
scatter_elements: data, indices, updates; axis=0, reduction='update'
scatter_nd: data, indices, updates; reduction='update'
shape_of: input
shape_to_tensor: input:shape
size tensor_to_shape: input
slice_scatter: input, src, start:prim, end:prim, step:prim; axis=0
sort: data; axis=-1, descending=False
split: x; indices_or_sections, axis=0
squeeze: x; axis=None
stack: tensors*; axis=0
strided_slice: x, axes:any, begin:any, end:any, strides:any?; assume_inbound=False
take: x, indices:any; axis=None, mode='fast'
tile: data; repeats
topk: data; k=1, axis=-1, ret_type='both', largest=True, dtype='int32'
tril triu: x, k:prim?
unique: x, sorted:prim, return_index:prim, return_inverse:prim, return_counts:prim, axis:prim?
nonzero: x
where: condition, x1, x2
wrap_param: data; dtype='float32'
to_vdevice: data:any; device
hint_on_device: data; device
matmul: x1, x2; out_dtype=None
nn.softmax nn.log_softmax: data; axis=-1
nn.dropout: data; rate=0.5
nn.leakyrelu: data; alpha=0.01
nn.softplus: data; beta=1.0, threshold=20.0
nn.prelu: data, alpha; axis=1
nn.layer_norm: data, gamma, beta; axes, epsilon=1e-05, center=True, scale=True
nn.instance_norm: data, gamma, beta; channel_axis, axes, epsilon=1e-05, center=True, scale=True
nn.group_norm: data, gamma, beta; num_groups, channel_axis, axes, epsilon=1e-05, center=True,
  scale=True
nn.rms_norm: data, weight; axes=-1, epsilon=1e-05
nn.batch_norm: data, gamma, beta, moving_mean, moving_var; axis, epsilon=1e-05, center=True,
  scale=True, momentum=0.1, training=True
nn.cross_entropy_with_logits: predictions, labels
nn.nll_loss: predictions, targets, weights?; reduction='mean', ignore_index=-100
nn.pad: data; pad_width, pad_mode='constant', pad_value=0.0
nn.pixel_shuffle: data; upscale_factor
nn.attention: query, key, value; scale=None, causal_mask=None, window_size=None
nn.attention_bias: query, key, value, bias; scale=None, causal_mask=None, window_size=None
nn.conv1d: data, weight; strides=1, padding=0, dilation=1, groups=1, data_layout='NCW',
  kernel_layout='OIW', out_layout=None, out_dtype=None
nn.conv2d: data, weight; strides=(1, 1), padding=(0, 0), dilation=(1, 1), groups=1,
  data_layout='NCHW', kernel_layout='OIHW', out_layout=None, out_dtype=None
nn.conv3d: data, weight; strides=(1, 1, 1), padding=(0, 0, 0), dilation=(1, 1, 1), groups=1,
  data_layout='NCDHW', kernel_layout='OIDHW', out_layout=None, out_dtype=None
nn.conv1d_transpose: data, weight; strides=1, padding=0, output_padding=0, dilation=1, groups=1,
  data_layout='NCW', kernel_layout='IOW', out_layout=None, out_dtype=None
nn.conv2d_transpose: data, weight; strides=(1, 1), padding=(0, 0), output_padding=(0, 0),
  dilation=(1, 1), groups=1, data_layout='NCHW', kernel_layout='IOHW', out_layout=None,
  out_dtype=None
nn.conv3d_transpose: data, weight; strides=(1, 1, 1), padding=(0, 0, 0),
  output_padding=(0, 0, 0), dilation=(1, 1, 1), groups=1, data_layout='NCDHW',
  kernel_layout='IODHW', out_layout=None, out_dtype=None
nn.max_pool1d nn.avg_pool1d: data; pool_size=(1,), strides=(1,), padding=(0, 0), dilation=(1,),
  ceil_mode=False, count_include_pad=False, layout='NCW', out_layout=None
nn.max_pool2d nn.avg_pool2d: data; pool_size=(1, 1), strides=(1, 1), padding=(0, 0),
  dilation=(1, 1), ceil_mode=False, count_include_pad=False, layout='NCHW', out_layout=None
nn.max_pool3d nn.avg_pool3d: data; pool_size=(1, 1, 1), strides=(1, 1, 1), padding=(0, 0, 0),
  dilation=(1, 1, 1), ceil_mode=False, count_include_pad=False, layout='NCDHW', out_layout=None
nn.adaptive_avg_pool1d: data; output_size=None, layout='NCW', out_layout=None
nn.adaptive_avg_pool2d: data; output_size=None, layout='NCHW', out_layout=None
nn.adaptive_avg_pool3d: data; output_size=None, layout='NCDHW', out_layout=None
image.resize2d: data, size:shape; roi=None, layout='NCHW', method='linear',
  coordinate_transformation_mode='half_pixel', rounding_method='round', cubic_alpha=-0.75,
  cubic_exclude=0, extrapolation_value=0.0, out_dtype=None
image.resize3d: data, size:shape; roi=None, layout='NCDHW', method='linear',
  coordinate_transformation_mode='half_pixel', rounding_method='', cubic_alpha=-0.75,
  cubic_exclude=0, extrapolation_value=0.0, out_dtype=None
image.affine_grid: data, size:shape; align_corners=True
image.grid_sample: data, grid; method='bilinear', layout='NCHW', padding_mode='zeros',
  align_corners=False
hamming_window: window_size:prim, periodic:prim, alpha:prim, beta:prim; dtype
index_put: data, indices*, values; accumulate=False
layout_transform: x; index_map, pad_value=None
multinomial_from_uniform: prob, uniform_sample, sample_indices; dtype='int64'
nn.attention_var_len: query, key, value, seqstart_q, seqstart_k, max_seqlen_q, max_seqlen_k;
  scale=None, causal_mask=None, window_size=None
reverse_sequence: data, seq_lengths; seq_axis=1, batch_axis=0
vision.all_class_non_max_suppression: boxes, scores, max_output_boxes_per_class:any,
  iou_threshold:any, score_threshold:any; output_format='onnx'
vision.get_valid_counts: data; score_threshold=0, id_index=0, score_index=1
vision.multibox_transform_loc: cls_pred, loc_pred, anchor; clip=False, threshold=0.0,
  variances=(1.0, 1.0, 1.0, 1.0), keep_background=True, apply_softmax=True
vision.non_max_suppression: data, valid_count, indices; max_output_size=-1, iou_threshold=0.5,
  force_suppress=False, top_k=-1, coord_start=2, score_index=1, id_index=0, return_indices=True,
  invalid_to_bottom=False, soft_nms_sigma=0.0, score_threshold=0.0
vision.roi_align: data, rois; pooled_size, spatial_scale, sample_ratio=-1, aligned=False,
  layout='NCHW', mode='avg'
vision.roi_pool: data, rois; pooled_size, spatial_scale, layout='NCHW'
"""


COUNTERPARTS = """
floats: exp=stablehlo.exponential sqrt=stablehlo.sqrt rsqrt=stablehlo.rsqrt tanh=stablehlo.tanh
  sigmoid=stablehlo.logistic log=stablehlo.log sin=stablehlo.sine cos=stablehlo.cosine tan=chlo.tan
  sinh=chlo.sinh cosh=chlo.cosh asin=chlo.asin acos=chlo.acos atan=chlo.atan asinh=chlo.asinh
  acosh=chlo.acosh atanh=chlo.atanh erf=chlo.erf
tested: isfinite=stablehlo.is_finite isinf=chlo.is_inf
exact: logical_not=stablehlo.not bitwise_not=stablehlo.not
rounded: floor=stablehlo.floor ceil=stablehlo.ceil round=stablehlo.round_nearest_even
numbers: abs=stablehlo.abs negative=stablehlo.negate sign=stablehlo.sign
  add=add subtract=subtract multiply=multiply divide=divide power=power maximum=maximum
  minimum=minimum atan2=atan2 mod=remainder
compared: equal=EQ not_equal=NE less=LT less_equal=LE greater=GT greater_equal=GE
bits: bitwise_and=and bitwise_or=or bitwise_xor=xor left_shift=shift_left
  right_shift=shift_right_arithmetic
booleans: logical_and=and logical_or=or logical_xor=xor
"""
"""
The operations of HLO that do the same on elements, by the elements of the operator: `tested` are
floats that give booleans, `exact` are no floats. Integers are rounded already. For two operands,
which broadcast, a name is that of CHLO without `broadcast_`, or the direction of a comparison.
"""


@dataclass(frozen=True, slots=True)
class Counterpart:
    """An operation of HLO that does the same as an operator on each element."""

    name: str
    elements: Elements


@dataclass(frozen=True, slots=True)
class OperandRow:
    """One operand: its name, what it may be, and whether it may be left out."""

    name: str
    kind: Kind = "tensor"
    optional: bool = False


@dataclass(frozen=True, slots=True)
class OperatorRow:
    """One operator."""

    name: str
    operands: tuple[OperandRow, ...]
    defaults: dict[str, Value]
    """The attributes that may be left out."""
    required: tuple[str, ...]
    pure: bool

    @property
    def attributes(self) -> tuple[str, ...]:
        """The names of all attributes."""
        return (*self.required, *self.defaults)

    def takes(self, count: int) -> bool:
        """Whether there may be this many operands."""
        listed = any(one.kind == "list" for one in self.operands)
        least = sum(not one.optional and one.kind != "list" for one in self.operands)
        return least <= count and (listed or count <= len(self.operands))


def operand_row(text: str) -> OperandRow:
    """One operand of a row."""
    optional = text.endswith("?")
    name, _, kind = text.removesuffix("?").partition(":")
    if name.endswith("..."):
        return OperandRow(name.removesuffix("..."), "list", optional)
    if name.endswith("*"):
        return OperandRow(name.removesuffix("*"), "tuple", optional)
    return OperandRow(name, cast("Kind", kind or "tensor"), optional)


def rows_of(line: str) -> list[OperatorRow]:
    """The operators of a line."""
    names, _, rest = line.partition(": ")
    operands, _, attributes = rest.partition(";")
    call = ast.parse(f"f({attributes})", mode="eval").body
    assert isinstance(call, ast.Call)
    required = [one.id for one in call.args if isinstance(one, ast.Name)]
    defaults = {str(one.arg): cast("Value", ast.literal_eval(one.value)) for one in call.keywords}
    listed = tuple(operand_row(one.strip()) for one in operands.split(","))
    return [
        OperatorRow(name.lstrip("!"), listed, defaults, tuple(required), name[0] != "!")
        for name in names.split()
    ]


@cache
def counterparts() -> dict[str, Counterpart]:
    """The operations of HLO by the operators that they are the counterparts of."""
    return {
        name: Counterpart(other, cast("Elements", elements))
        for elements, _, entries in (line.partition(": ") for line in lines(COUNTERPARTS))
        for name, _, other in (entry.partition("=") for entry in entries.split())
    }


def lines(text: str) -> list[str]:
    """The lines of a table, each with those that continue it."""
    return text.replace("\n  ", " ").strip().splitlines()


@cache
def operator_rows() -> dict[str, OperatorRow]:
    """All rows, by the operator's name."""
    return {row.name: row for line in lines(ROWS) for row in rows_of(line)}
