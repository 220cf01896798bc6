"""Normalizations, attention and losses: compositions of other operators."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from xdsl.dialects.builtin import i64
from xdsl.ir import SSAValue

from disc_shape.dialects.relax.dims import dim_text
from disc_shape.dialects.relax.operator_rows import Value
from disc_shape.relax.operators.activations import scaled
from disc_shape.relax.operators.creation import apart
from disc_shape.relax.operators.errors import OperatorError
from disc_shape.relax.operators.movement import ONE
from disc_shape.relax.operators.program import Program
from disc_shape.relax.operators.reduction import combined, kept, mean_of, variance_of, without
from disc_shape.relax.operators.rows import Call, builds, unranked
from disc_shape.symbolic import Expr, const
from disc_shape.typesystem.types import ShapeType, TupleType, Type


def steadied(program: Program, value: SSAValue, epsilon: float) -> SSAValue:
    """1 / sqrt(x + epsilon)."""
    number = program.constant(epsilon, program.element(value))
    return program.unary("stablehlo.rsqrt", program.binary("add", value, number))


def normalized(program: Program, value: SSAValue, axes: Sequence[int], epsilon: float) -> SSAValue:
    """A value with mean 0 and variance 1 along axes."""
    apart = program.binary("subtract", value, mean_of(program, value, axes))
    spread = steadied(program, variance_of(program, value, axes), epsilon)
    return program.binary("multiply", apart, spread)


def shifted(
    call: Call, value: SSAValue, axes: Sequence[int], gamma: SSAValue, beta: SSAValue
) -> SSAValue:
    """A value times gamma plus beta, which have the sizes of some axes."""
    program, sizes = call.program, call.program.dims(value)
    for what, one in (("gamma", gamma), ("beta", beta)):
        program.want_rank(one, len(axes), what)
    if call.flag("scale"):
        value = program.binary("multiply", value, program.broadcast(gamma, sizes, axes))
    if call.flag("center"):
        value = program.binary("add", value, program.broadcast(beta, sizes, axes))
    return value


@builds("nn.layer_norm", "nn.instance_norm")
def layer_norm(call: Call) -> SSAValue:
    """Normalized along axes."""
    program, value = call.program, call.tensor(0)
    program.want_floats(value, "operand 0")
    axes = program.axes(call.integers("axes") or [], program.rank(value))
    own = axes
    if "channel_axis" in call.attributes:
        own = [program.axis(call.integer("channel_axis"), program.rank(value))]
    found = normalized(program, value, axes, call.real("epsilon"))
    return shifted(call, found, own, call.tensor(1), call.tensor(2))


@builds("nn.rms_norm")
def rms_norm(call: Call) -> SSAValue:
    """x / sqrt(mean(x * x)) * weight."""
    program, value = call.program, call.tensor(0)
    program.want_floats(value, "operand 0")
    axes = program.axes(call.integers("axes") or [], program.rank(value))
    squares = mean_of(program, program.binary("multiply", value, value), axes)
    found = program.binary("multiply", value, steadied(program, squares, call.real("epsilon")))
    weight = program.broadcast(call.tensor(1), program.dims(value), axes)
    return program.binary("multiply", found, weight)


@builds("nn.group_norm")
def group_norm(call: Call) -> SSAValue:
    """Normalized along axes and groups of channels."""
    program, value = call.program, call.tensor(0)
    program.want_floats(value, "operand 0")
    sizes, rank = program.dims(value), program.rank(value)
    channel = program.axis(call.integer("channel_axis"), rank)
    axes = program.axes(call.integers("axes") or [], rank)
    groups = const(call.integer("num_groups"))
    if groups.constant == 0:
        raise OperatorError("0 groups")
    inner = sizes[channel] // groups
    wide = program.reshape(value, [*sizes[:channel], groups, inner, *sizes[channel + 1 :]])
    moved = [axis + (axis > channel) for axis in axes if axis != channel]
    found = normalized(program, wide, sorted([*moved, channel + 1]), call.real("epsilon"))
    flat = program.reshape(found, sizes)
    return shifted(call, flat, [channel], call.tensor(1), call.tensor(2))


@builds("nn.batch_norm")
def batch_norm(call: Call) -> Sequence[SSAValue]:
    """Normalized along all axes but one; with the running mean and variance."""
    program, value = call.program, call.tensor(0)
    program.want_floats(value, "operand 0")
    rank = program.rank(value)
    channel = program.axis(call.integer("axis"), rank)
    axes = [axis for axis in range(rank) if axis != channel]
    means, spreads = call.tensor(3), call.tensor(4)
    sizes, epsilon = program.dims(value), call.real("epsilon")
    if call.flag("training"):
        own = without(program, mean_of(program, value, axes), axes)
        other = without(program, variance_of(program, value, axes), axes)
        found = normalized(program, value, axes, epsilon)
        means, spreads = (
            blended(program, old, new, call.real("momentum"))
            for old, new in ((means, own), (spreads, other))
        )
    else:
        apart = program.binary("subtract", value, program.broadcast(means, sizes, [channel]))
        spread = program.broadcast(steadied(program, spreads, epsilon), sizes, [channel])
        found = program.binary("multiply", apart, spread)
    result = shifted(call, found, [channel], call.tensor(1), call.tensor(2))
    return result, means, spreads


def blended(program: Program, old: SSAValue, new: SSAValue, part: float) -> SSAValue:
    """(1 - part) * old + part * new."""
    kept_part, added = scaled(program, old, 1 - part), scaled(program, new, part)
    return program.add("stablehlo.add", [kept_part, added], program.rank(old))


@unranked("nn.batch_norm")
def batch_of_unknown(operands: Sequence[Type], attributes: Mapping[str, Value]) -> Type:
    """The type of the operand, and vectors."""
    return TupleType((operands[0], operands[3], operands[4]))


@builds("nn.attention", "nn.attention_bias")
def attention(call: Call) -> SSAValue:
    """softmax(query * key * scale + bias) * value, of (batch, sequence, head, features)."""
    program = call.program
    operands = [call.tensor(index) for index in range(len(call.operands))]
    program.want_equal_elements(operands)
    for index, one in enumerate(operands):
        program.want_rank(one, 4, f"operand {index}")
    program.want_floats(operands[0], "operand 0")
    query, key, value = (program.transpose(one, [0, 2, 1, 3]) for one in operands[:3])
    both = ([0, 1], [0, 1])
    scores = program.dot(query, key, ([3], [3]), both)
    if call.attributes["scale"] is None:
        scores = program.binary("multiply", scores, root_of(program, scores, program.dims(key)[3]))
    else:
        scores = scaled(program, scores, call.real("scale"))
    if len(operands) > 3:
        scores = program.binary("add", scores, operands[3])
    if call.attributes["causal_mask"] is not None:
        scores = masked(call, scores)
    most = kept(program, combined(program, scores, [3], "max"), scores, [3])
    raised = program.unary("stablehlo.exponential", program.binary("subtract", scores, most))
    total = kept(program, combined(program, raised, [3], "sum"), raised, [3])
    found = program.dot(program.binary("divide", raised, total), value, ([3], [2]), both)
    return program.transpose(found, [0, 2, 1, 3])


def root_of(program: Program, like: SSAValue, size: Expr) -> SSAValue:
    """1 / sqrt(size), of the elements of a value."""
    return program.unary("stablehlo.rsqrt", program.size(size, program.element(like)))


def masked(call: Call, scores: SSAValue) -> SSAValue:
    """Minus infinity where a key comes after the query."""
    program = call.program
    sizes = program.dims(scores)
    late = call.word("causal_mask") == "BottomRight"
    limit = program.size(sizes[3] - sizes[2] if late else const(0), i64)
    inside = program.compare("LE", apart(program, sizes), limit)
    nothing = program.full(float("-inf"), sizes, program.element(scores))
    return program.where(inside, scores, nothing)


@builds("nn.cross_entropy_with_logits")
def cross_entropy(call: Call) -> SSAValue:
    """Minus the sum of predictions times labels, over the first size for matrices."""
    program, predictions, labels = call.program, call.tensor(0), call.tensor(1)
    program.want_equal_elements([predictions, labels])
    rank = program.rank(predictions)
    program.want_rank(labels, rank, "operand 1")
    both = program.add("stablehlo.multiply", [predictions, labels], rank)
    total = program.unary("stablehlo.negate", combined(program, both, list(range(rank)), "sum"))
    if rank < 2:
        return total
    count = program.size(program.dims(predictions)[0], program.element(predictions))
    return program.binary("divide", total, count)


@builds("collapse_sum_like", "collapse_sum_to")
def collapse_sum(call: Call) -> SSAValue:
    """Summed where a broadcast to the operand's shape has repeated elements."""
    program, value = call.program, call.tensor(0)
    like = call.operands[1]
    target = call.sizes(1) if isinstance(like, ShapeType) else program.dims(call.tensor(1))
    sizes = program.dims(value)
    more = len(sizes) - len(target)
    if more < 0:
        raise OperatorError(f"rank {len(sizes)} is collapsed to rank {len(target)}")
    axes = list(range(more))
    for at, (size, wanted) in enumerate(zip(sizes[more:], target, strict=True)):
        if program.differ(wanted, ONE) and program.differ(size, wanted):
            raise OperatorError(
                f"size {dim_text(size)} of dimension {more + at} is collapsed to {dim_text(wanted)}"
            )
        if wanted is ONE and size is not ONE:
            axes.append(more + at)
    return program.reshape(combined(program, value, axes, "sum") if axes else value, target)
