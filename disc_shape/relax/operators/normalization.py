"""Normalizations and losses: compositions of other operators."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import i64

from disc_shape.dialects.relax.dims import dim_text
from disc_shape.relax.operators.errors import NoForm, OperatorError
from disc_shape.relax.operators.indexing import want_equal
from disc_shape.relax.operators.movement import groups_of
from disc_shape.relax.operators.program import ONE, want_equal_elements
from disc_shape.relax.operators.reduction import combined, mean_of, variance_of, without
from disc_shape.relax.operators.rows import (
    Axes,
    Axis,
    Call,
    Floats,
    Indices,
    Same,
    Target,
    Tensor,
    builds,
)
from disc_shape.symbolic import const


def steadied(value: Tensor, epsilon: float) -> Tensor:
    """1 / sqrt(x + epsilon)."""
    return (value + epsilon).apply("rsqrt")


def normalized(value: Tensor, axes: Sequence[int], epsilon: float) -> Tensor:
    """A value with mean 0 and variance 1 along axes."""
    apart = value - mean_of(value, axes)
    return apart * steadied(variance_of(value, axes), epsilon)


def parameters(call: Call, *names: str, rank: int = 1) -> list[Tensor]:
    """The operands after the first one, by name, which are of one rank and of its elements."""
    found = [call.same(index) for index in range(1, len(names) + 1)]
    for one, name in zip(found, names, strict=True):
        one.want_rank(rank, name)
    return found


def shifted(value: Tensor, axes: Sequence[int], shift: Sequence[Tensor], call: Call) -> Tensor:
    """A value times gamma plus beta, which have the sizes of some axes."""
    gamma, beta = shift
    if call.attributes["scale"]:
        value = value * gamma.broadcast(value.sizes, axes)
    if call.attributes["center"]:
        value = value + beta.broadcast(value.sizes, axes)
    return value


@builds("nn.layer_norm")
def layer_norm(x: Floats, *, axes: Axes, epsilon: float, call: Call) -> Tensor:
    """Normalized along axes."""
    shift = parameters(call, "gamma", "beta", rank=len(axes))
    return shifted(normalized(x, axes, epsilon), axes, shift, call)


@builds("nn.instance_norm")
def instance_norm(
    x: Floats, *, axes: Axes, channel_axis: Axis, epsilon: float, call: Call
) -> Tensor:
    """Normalized along axes, and shifted by channel."""
    shift = parameters(call, "gamma", "beta")
    return shifted(normalized(x, axes, epsilon), [channel_axis], shift, call)


@builds("nn.rms_norm")
def rms_norm(x: Floats, weight: Same, *, axes: Axes, epsilon: float) -> Tensor:
    """x / sqrt(mean(x * x)) * weight."""
    weight.want_rank(len(axes), "the weight")
    found = x * steadied(mean_of(x * x, axes), epsilon)
    return found * weight.broadcast(x.sizes, axes)


@builds("nn.group_norm")
def group_norm(
    x: Floats, *, channel_axis: Axis, axes: Axes, num_groups: int, epsilon: float, call: Call
) -> Tensor:
    """Normalized along axes and groups of channels."""
    if channel_axis in axes:
        raise OperatorError(f"axis {channel_axis} is that of the channels")
    shift = parameters(call, "gamma", "beta")
    groups, after = const(num_groups), channel_axis + 1
    inner = groups_of(x, x.sizes[channel_axis], num_groups)
    wide = x.reshape([*x.sizes[:channel_axis], groups, inner, *x.sizes[after:]])
    moved = [axis + (axis > channel_axis) for axis in axes]
    found = normalized(wide, sorted([*moved, after]), epsilon)
    return shifted(found.reshape(x.sizes), [channel_axis], shift, call)


@builds("nn.batch_norm")
def batch_norm(
    x: Floats, *, axis: Axis, epsilon: float, momentum: float, training: bool, call: Call
) -> Sequence[Tensor]:
    """Normalized along all axes but one; with the running mean and variance."""
    *shift, means, spreads = parameters(call, "gamma", "beta", "the mean", "the variance")
    if training:
        axes = [one for one in range(x.rank) if one != axis]
        own = [without(measure(x, axes), axes) for measure in (mean_of, variance_of)]
        found = normalized(x, axes, epsilon)
        means, spreads = (
            (old * (1 - momentum)).apply("add", new * momentum)
            for old, new in zip((means, spreads), own, strict=True)
        )
    else:
        away = x - means.broadcast(x.sizes, [axis])
        found = away * steadied(spreads, epsilon).broadcast(x.sizes, [axis])
    return shifted(found, [axis], shift, call), means, spreads


@builds("nn.cross_entropy_with_logits")
def cross_entropy(predictions: Tensor, labels: Same) -> Tensor:
    """Minus the sum of predictions times labels, over the first size for matrices."""
    rank = predictions.rank
    labels.want_rank(rank)
    total = -combined(predictions.apply("multiply", labels), range(rank), "sum")
    return total if rank < 2 else total / total.scalar(predictions.sizes[0])


@builds("nn.nll_loss")
def negative_log_likelihood(
    predictions: Floats,
    targets: Indices,
    weights: Tensor | None,
    *,
    reduction: str,
    ignore_index: int,
) -> Tensor:
    """
    Minus the prediction of each target's class times the weight of that class, as it is, summed, or
    over the sum of the weights. Classes are along axis 1, or 0 for one sample. A target that is
    ignored, or is no class, has weight 0.
    """
    if reduction not in ("none", "mean", "sum"):
        raise OperatorError(f"the reduction is '{reduction}', expected none, mean or sum")
    predictions.want_least_rank(1)
    sizes, at = predictions.sizes, min(predictions.rank - 1, 1)
    want_equal([*sizes[:at], *sizes[at + 1 :]], targets, "the samples and operand 1")
    parts, weight = -predictions, predictions.filled(1)
    if weights is not None:
        want_equal_elements(predictions, weights)
        want_equal([sizes[at]], weights, "the classes and operand 2")
        weight = weights.broadcast(sizes, [at])
        parts = parts * weight
    target, none = targets.convert(i64).spread(sizes, at), predictions.filled(0)
    chosen = target.compare("EQ", predictions.program.iota(sizes, at, i64))
    chosen = chosen.apply("and", target.compare("NE", ignore_index))
    axes = [at] if reduction == "none" else range(len(sizes))
    found = combined(chosen.where(parts, none), axes, "sum")
    if reduction != "mean":
        return found
    return found / combined(chosen.where(weight, none), axes, "sum")


@builds("collapse_sum_like", "collapse_sum_to")
def collapse_sum(x: Tensor, target: Target) -> Tensor:
    """Summed where a broadcast to the operand's shape has repeated elements."""
    more, differ = x.rank - len(target), x.program.differ
    if more < 0:
        raise OperatorError(f"rank {x.rank} is collapsed to rank {len(target)}")
    axes = list(range(more))
    for at, (size, wanted) in enumerate(zip(x.sizes[more:], target, strict=True), more):
        if differ(wanted, ONE) and differ(size, wanted):
            raise OperatorError(
                f"size {dim_text(size)} of dimension {at} is collapsed to {dim_text(wanted)}"
            )
        if wanted is ONE and size is not ONE:
            axes.append(at)
        elif not x.program.equal(size, wanted):
            text = f"whether dimension {at} is summed is not known"
            raise NoForm(text, x.tensor_type(target))
    return (combined(x, axes, "sum") if axes else x).reshape(target)
