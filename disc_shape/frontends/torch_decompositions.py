"""Operations of PyTorch by others, where torch-mlir has no StableHLO for sizes that are open."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from importlib import import_module
from types import ModuleType
from typing import Protocol

from disc_shape.frontends.torch_arithmetic import Arithmetic
from disc_shape.frontends.torch_bits import Bits
from disc_shape.frontends.torch_complex import Complex
from disc_shape.frontends.torch_convolutions import Convolutions
from disc_shape.frontends.torch_counting import Counting
from disc_shape.frontends.torch_extremes import Extremes
from disc_shape.frontends.torch_fourier import Fourier
from disc_shape.frontends.torch_functions import Functions
from disc_shape.frontends.torch_grouping import Grouping
from disc_shape.frontends.torch_indexing import Indexing
from disc_shape.frontends.torch_linear_algebra import Systems
from disc_shape.frontends.torch_norms import Norms
from disc_shape.frontends.torch_ordering import Ordered
from disc_shape.frontends.torch_pools import Pools
from disc_shape.frontends.torch_reductions import Reductions
from disc_shape.frontends.torch_resizing import Resizing
from disc_shape.frontends.torch_running import Running
from disc_shape.frontends.torch_sampling import Sampling
from disc_shape.frontends.torch_selection import Selection
from disc_shape.frontends.torch_slices import Interval, Slices
from disc_shape.frontends.torch_spectra import Spectra
from disc_shape.frontends.torch_tapers import Tapers
from disc_shape.frontends.torch_windows import Windows


class Tensor(Protocol):
    """A tensor of PyTorch."""

    shape: Sequence[int]
    dtype: object


def decompositions(
    torch: ModuleType, ranges: Mapping[object, Interval] | None = None
) -> dict[object, Callable[..., object]]:
    """
    The table of torch-mlir, and what it cannot lower where sizes are open: norms of groups, which
    become views with strides, variances that divide by less than the number of elements, running
    results and sorting, whose work is quadratic then, nearest neighbours, reflections, diagonals,
    and states of recurrent networks, which are made with strides. `ranges` are those of sizes.
    """
    table = import_module("torch_mlir.extras.fx_decomp_util").get_decomposition_table()
    aten = torch.ops.aten
    written, ordered, running = _Written(torch), Ordered(torch), Running(torch)
    numbers, reductions, resizing = Arithmetic(torch), Reductions(torch), Resizing(torch)
    bits = Bits(torch, numbers)
    sampling, grouping, windows = Sampling(torch), Grouping(torch), Windows(torch)
    selection = Selection(torch)
    indexing = Indexing(torch, selection)
    slices, counting = Slices(torch, ranges or {}), Counting(torch)
    compared = (aten.eq, aten.ne, aten.lt, aten.le, aten.gt, aten.ge)
    of_all = (aten.amax, aten.amin, aten.max, aten.min)
    extremes, norms, systems = Extremes(torch), Norms(torch), Systems(torch)
    shifts = (aten.bitwise_left_shift, aten.bitwise_right_shift)
    bitwise = (aten.bitwise_and, aten.bitwise_or, aten.bitwise_xor)
    linear = (aten.upsample_linear1d, aten.upsample_bilinear2d, aten.upsample_trilinear3d)
    written_out: dict[object, Callable[..., object]] = {
        **table,
        **grouping.of_libraries(),
        **{one.vec: unless(resizing.linear, table, one.vec) for one in linear},
        **{one.Scalar: partial(numbers.compare, one.Scalar) for one in compared},
        **{one.Scalar: partial(bits.bitwise, one.Tensor) for one in bitwise},
        **{one.Scalar_Tensor: partial(bits.bitwise, one.Tensor) for one in (*bitwise, *shifts)},
        **{one.Tensor: partial(bits.shift, one.Tensor) for one in shifts},
        aten.__lshift__.Tensor: partial(bits.shift, aten.bitwise_left_shift.Tensor),
        aten.__rshift__.Tensor: partial(bits.shift, aten.bitwise_right_shift.Tensor),
        **{one.Tensor: partial(numbers.compare_tensors, one.Tensor) for one in compared},
        aten.upsample_bicubic2d.vec: unless(resizing.cubic, table, aten.upsample_bicubic2d.vec),
        aten.convolution.default: unless(
            Convolutions(torch).convolution, table, aten.convolution.default
        ),
        aten.arange.default: counting.to,
        aten.arange.start: counting.between,
        aten.arange.start_step: counting.by_step,
        aten.clamp.Tensor: extremes.clamp,
        aten.clamp.default: unless(extremes.clamp_to, table, aten.clamp.default),
        aten.dist.default: norms.distance,
        aten.gcd.default: numbers.divisor,
        aten.lcm.default: numbers.multiple,
        aten.remainder.Tensor: numbers.remainder,
        aten.remainder.Scalar: numbers.remainder_by,
        aten.remainder.Scalar_Tensor: numbers.remainder_of,
        aten.fmod.Tensor: numbers.dividend_remainder,
        aten.fmod.Scalar: numbers.dividend_remainder_by,
        aten.rsub.Scalar: unless(numbers.difference_from, table, aten.rsub.Scalar),
        aten.div.Tensor_mode: unless(numbers.quotient, table, aten.div.Tensor_mode),
        aten.bitwise_right_shift.Tensor_Scalar: bits.right_shift,
        aten.bitwise_left_shift.Tensor_Scalar: bits.left_shift,
        aten.__rshift__.Scalar: bits.right_shift,
        aten.__lshift__.Scalar: bits.left_shift,
        aten.hypot.default: numbers.hypotenuse,
        aten.frexp.Tensor: numbers.mantissa,
        aten.copysign.Tensor: numbers.with_sign,
        aten.signbit.default: unless(numbers.is_negative, table, aten.signbit.default),
        aten.isclose.default: numbers.is_close,
        aten.isfinite.default: unless(numbers.is_finite, table, aten.isfinite.default),
        aten.reciprocal.default: unless(numbers.reciprocal, table, aten.reciprocal.default),
        aten.xlogy.Scalar_Self: numbers.times_logarithm,
        aten.xlogy.Scalar_Other: numbers.times_logarithm_of,
        aten.bilinear.default: numbers.bilinear,
        aten.any.default: unless(reductions.any_byte, table, aten.any.default),
        aten.any.dim: unless(reductions.any_byte, table, aten.any.dim),
        aten._is_all_true.default: torch.all,
        aten._is_any_true.default: torch.any,
        **{one.default: partial(extremes.of_bytes, one.default) for one in of_all},
        aten.max.dim: extremes.largest,
        aten.min.dim: extremes.least,
        aten.argmax.default: extremes.place_of_largest,
        aten.argmin.default: extremes.place_of_least,
        aten.mean.default: unless(reductions.mean, table, aten.mean.default),
        aten.mean.dim: unless(reductions.mean, table, aten.mean.dim),
        aten.linalg_norm.default: norms.norm,
        aten.linalg_norm.ord_str: norms.norm,
        aten.linalg_matrix_norm.default: norms.norm_of_matrices,
        aten.linalg_matrix_norm.str_ord: norms.norm_of_matrices,
        aten.adaptive_max_pool2d.default: windows.maximum,
        aten.adaptive_max_pool3d.default: windows.maximum,
        aten._adaptive_avg_pool2d.default: windows.mean,
        aten._adaptive_avg_pool3d.default: windows.mean,
        aten._upsample_bilinear2d_aa.default: windows.bilinear,
        aten._upsample_bicubic2d_aa.default: windows.bicubic,
        aten._embedding_bag.default: reductions.bags,
        aten._embedding_bag_forward_only.default: reductions.bags,
        aten.multilabel_margin_loss_forward.default: reductions.margins_of_labels,
        aten.scatter_reduce.two: reductions.scattered,
        aten.scatter.reduce: reductions.scattered_by,
        aten.scatter.value_reduce: reductions.scattered_by,
        aten.index_reduce.default: reductions.reduced_at,
        aten.index.Tensor: indexing.index,
        aten.index_put.default: indexing.index_put,
        aten.take.default: indexing.take,
        aten.put.default: indexing.put,
        aten.unfold.default: indexing.unfold,
        aten.slice.Tensor: slices.slice,
        aten.split_with_sizes.default: slices.split,
        aten.roll.default: slices.roll,
        aten.constant_pad_nd.default: unless(slices.pad, table, aten.constant_pad_nd.default),
        aten.nonzero.default: selection.nonzero,
        aten.masked_select.default: selection.masked_select,
        aten.slice_scatter.default: indexing.slice_scatter,
        aten.searchsorted.Tensor: indexing.search,
        aten.masked_scatter.default: indexing.masked_scatter,
        aten._pad_circular.default: resizing.circular,
        aten.grid_sampler_2d.default: sampling.grid,
        aten._cdist_forward.default: sampling.distances,
        aten._pdist_forward.default: sampling.distances_of_pairs,
        aten._grouped_mm.default: grouping.product,
        aten.histc.default: grouping.histogram,
        aten.empty_strided.default: written.empty,
        aten._assert_tensor_metadata.default: lambda *_, **__: None,  # Known since it is traced.
        aten.view.default: written.view,
        aten.adaptive_avg_pool1d.default: windows.mean,
        aten.adaptive_avg_pool2d.default: windows.mean,
        aten.adaptive_avg_pool3d.default: windows.mean,
        aten.diagonal.default: written.diagonal,
        aten.diagonal_scatter.default: written.diagonal_scatter,
        aten.native_group_norm.default: written.group_norm,
        aten.var.correction: written.variance,
        aten.std.correction: written.deviation,
        aten.var_mean.correction: written.variance_and_mean,
        aten.cumsum.default: running.sums,
        aten.cumprod.default: running.products,
        aten.logcumsumexp.default: running.logarithms,
        aten.cummax.default: running.maxima,
        aten.cummin.default: running.minima,
        aten.sort.default: ordered.sort,
        aten.sort.stable: ordered.stable_sort,
        aten.topk.default: ordered.top_k,
        aten.kthvalue.default: ordered.kth_value,
        aten.median.dim: ordered.median,
        aten.median.default: ordered.median_of_all,
        aten.nanmedian.default: ordered.median_of_all_numbers,
        aten.nanmedian.dim: ordered.median_of_numbers,
        aten.mode.default: ordered.mode,
        aten.quantile.scalar: ordered.quantile,
        aten.upsample_nearest1d.vec: resizing.nearest,
        aten.upsample_nearest2d.vec: resizing.nearest,
        aten.upsample_nearest3d.vec: resizing.nearest,
        aten.upsample_trilinear3d.vec: unless(
            resizing.linear, table, aten.upsample_trilinear3d.vec
        ),
        aten.reflection_pad1d.default: resizing.reflected,
        aten.reflection_pad2d.default: resizing.reflected,
        aten.reflection_pad3d.default: resizing.reflected,
    }
    numbers_of_parts = Complex(torch)
    return {
        **written_out,
        **numbers_of_parts.decompositions(written_out),
        **Fourier(torch, numbers_of_parts).decompositions(),
        **systems.decompositions(),
        **Spectra(torch, systems).decompositions(),
        **Functions(torch).decompositions(),
        **Pools(torch).decompositions(),
        **Tapers(torch).decompositions(),
    }


def unless(
    written: Callable[..., object], table: Mapping[object, Callable[..., object]], op: object
) -> Callable[..., object]:
    """A decomposition, and where it does not take the operands, that of a table."""

    def decompose(*args: object, **kwargs: object) -> object:
        found = written(*args, **kwargs)
        return table[op](*args, **kwargs) if found is NotImplemented and op in table else found

    return decompose


class _Written:
    """Operations by those that torch-mlir lowers."""

    def __init__(self, torch: ModuleType) -> None:
        self.torch = torch
        self.is_inside = False
        """Whether `view` is left to torch-mlir."""

    def group_norm(
        self,
        x: Tensor,
        weight: Tensor | None,
        bias: Tensor | None,
        batch: int,
        channels: int,
        area: int,
        groups: int,
        epsilon: float,
    ) -> tuple[object, object, object]:
        """`native_group_norm`: the groups are rows."""
        torch = self.torch
        rows = torch.reshape(x, (batch, groups, channels // groups * area))
        variance, mean = torch.var_mean(rows, dim=-1, correction=0, keepdim=True)
        scale = torch.rsqrt(variance + epsilon)
        normal = torch.reshape((rows - mean) * scale, x.shape)
        features = (1, channels, *(1 for _ in x.shape[2:]))
        if weight is not None:
            normal = normal * torch.reshape(weight, features)
        if bias is not None:
            normal = normal + torch.reshape(bias, features)
        return normal, torch.squeeze(mean, -1), torch.squeeze(scale, -1)

    def variance(
        self,
        x: Tensor,
        dim: Sequence[int] | None = None,
        *,
        correction: float | None = None,
        keepdim: bool = False,
    ) -> object:
        """`var.correction`: the sum of squares, by the number of elements less the correction."""
        torch, rank = self.torch, len(x.shape)
        axes = [axis % rank for axis in dim] if dim else list(range(rank))
        if correction == 0 or all(type(x.shape[axis]) is int for axis in axes):
            return NotImplemented
        count = 1
        for axis in axes:
            count = count * x.shape[axis]
        centered = x - torch.mean(x, axes, keepdim=True)
        total = torch.sum(centered * centered, axes, keepdim=keepdim)
        divisor = torch.full((), count, dtype=x.dtype) - (1 if correction is None else correction)
        return total / torch.clamp(divisor, min=0)

    def deviation(
        self,
        x: Tensor,
        dim: Sequence[int] | None = None,
        *,
        correction: float | None = None,
        keepdim: bool = False,
    ) -> object:
        """`std.correction`: the square root of the variance."""
        found = self.variance(x, dim, correction=correction, keepdim=keepdim)
        return found if found is NotImplemented else self.torch.sqrt(found)

    def variance_and_mean(
        self,
        x: Tensor,
        dim: Sequence[int] | None = None,
        *,
        correction: float | None = None,
        keepdim: bool = False,
    ) -> object:
        """`var_mean.correction`: the variance, and the mean."""
        found = self.variance(x, dim, correction=correction, keepdim=keepdim)
        if found is NotImplemented:
            return NotImplemented
        axes = list(dim) if dim else list(range(len(x.shape)))
        return found, self.torch.mean(x, axes, keepdim=keepdim)

    def empty(
        self, size: Sequence[int], stride: Sequence[int], *, dtype: object = None, **_: object
    ) -> object:
        """`empty_strided`: a tensor of anything; nothing else depends on how it lies in memory."""
        return self.torch.empty(size, dtype=dtype)

    def view(self, x: Tensor, size: Sequence[int]) -> object:
        """
        `view` of a tensor that is not contiguous: of its copy. PyTorch takes the view of what its
        kernel made, and the operations in the place of the kernel may lay that out otherwise.
        """
        if self.is_inside or import_module("torch._prims_common").is_contiguous_or_false(x):
            return NotImplemented
        self.is_inside = True
        try:
            copy = self.torch.clone(x, memory_format=self.torch.contiguous_format)
            return self.torch.ops.aten.view.default(copy, size)
        finally:
            self.is_inside = False

    def diagonal(self, x: Tensor, offset: int = 0, dim1: int = 0, dim2: int = 1) -> object:
        """`diagonal`: elements of rows that follow each other in one row."""
        torch, rank = self.torch, len(x.shape)
        first, second = dim1 % rank, dim2 % rank
        rows, columns = x.shape[first], x.shape[second]
        others = [axis for axis in range(rank) if axis not in (first, second)]
        kept = [x.shape[axis] for axis in others]
        row = torch.reshape(torch.permute(x, [*others, first, second]), [*kept, rows * columns])
        count, start = rows - abs(offset), -offset * columns
        if offset >= 0:
            count, start = columns - offset, offset
        if str(rows) != str(columns):  # Sizes are compared by example.
            whole = rows if offset >= 0 else columns
            count = torch.sym_min(count, whole)
        places = torch.arange(torch.sym_max(count, 0)) * (columns + 1)
        return torch.index_select(row, -1, places + start)

    def diagonal_scatter(
        self, x: Tensor, source: Tensor, offset: int = 0, dim1: int = 0, dim2: int = 1
    ) -> object:
        """`diagonal_scatter`: of each row or column the element that is on the diagonal."""
        torch, rank = self.torch, len(x.shape)
        first, second = dim1 % rank, dim2 % rank
        order = [axis for axis in range(rank) if axis not in (first, second)] + [first, second]
        matrices = torch.permute(x, order)
        rows, columns = (torch.arange(size) for size in matrices.shape[-2:])
        count = source.shape[-1]
        if type(count) is int and count == 0:
            return torch.clone(x)
        places = torch.clamp(rows if offset >= 0 else columns, max=count - 1)
        values = torch.index_select(source, -1, places)
        values = torch.unsqueeze(values, -1 if offset >= 0 else -2)
        mask = rows[:, None] + offset == columns
        found = torch.where(mask, values, matrices)
        return torch.permute(found, [order.index(axis) for axis in range(rank)])
