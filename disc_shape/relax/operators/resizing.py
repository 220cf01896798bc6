"""Images of other sizes, and pools whose windows follow from the sizes of the result."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from xdsl.dialects.builtin import f32, i1, i64
from xdsl.ir import SSAValue

from disc_shape.dialects.hlo.conv_numbers import Layout
from disc_shape.dialects.relax.literals import element_of
from disc_shape.dialects.relax.operator_rows import Value
from disc_shape.relax.operators.elementwise import element_name
from disc_shape.relax.operators.errors import NoForm, OperatorError
from disc_shape.relax.operators.movement import ONE
from disc_shape.relax.operators.program import Program
from disc_shape.relax.operators.rows import Call, builds, unranked
from disc_shape.relax.operators.windows import layout_of, repeated
from disc_shape.symbolic import Expr, const, maximum
from disc_shape.symbolic.shapes import Shape
from disc_shape.typesystem.types import ShapeType, TensorType, Type

RESIZES = ("image.resize2d", "image.resize3d")
POOLS = ("nn.adaptive_avg_pool1d", "nn.adaptive_avg_pool2d", "nn.adaptive_avg_pool3d")
ROUNDING = {
    "": "stablehlo.floor",
    "round": "stablehlo.round_nearest_even",
    "floor": "stablehlo.floor",
    "ceil": "stablehlo.ceil",
}
"""How a coordinate becomes an index; the others are rounded to halves first."""
HALVES = {
    "round_prefer_floor": ("stablehlo.ceil", -0.5),
    "round_prefer_ceil": ("stablehlo.floor", 0.5),
}


class Axis:
    """One axis of a resize: where in the operand each element of the result lies."""

    def __init__(self, call: Call, old: Expr, new: Expr) -> None:
        self.call, self.program, self.old, self.new = call, call.program, old, new

    def scaled(self, value: SSAValue, above: Expr, below: Expr) -> SSAValue:
        """value * above / below."""
        times = self.program.binary("multiply", value, self.program.size(above, f32))
        return self.program.binary("divide", times, self.program.size(below, f32))

    def plus(self, value: SSAValue, term: float) -> SSAValue:
        """value + term."""
        return self.program.binary("add", value, self.program.constant(term, f32))

    def coordinates(self) -> SSAValue:
        """The place of each element of the result."""
        index = self.program.iota([self.new], 0, f32)
        mode = self.call.word("coordinate_transformation_mode")
        match mode:
            case "half_pixel":
                return self.plus(self.scaled(self.plus(index, 0.5), self.old, self.new), -0.5)
            case "pytorch_half_pixel":
                place = self.plus(self.scaled(self.plus(index, 0.5), self.old, self.new), -0.5)
                one = self.program.compare(
                    "LE", self.program.size(self.new, f32), self.program.constant(1, f32)
                )
                return self.program.select(one, self.program.constant(0, f32), place)
            case "asymmetric":
                return self.scaled(index, self.old, self.new)
            case "align_corners":
                below = maximum(self.new - 1, ONE)
                return self.scaled(index, maximum(self.old - 1, const(0)), below)
            case _:
                raise NoForm(f"coordinates that are transformed by '{mode}' have no form in HLO")

    def inside(self, place: SSAValue) -> SSAValue:
        """A place as an index of the operand."""
        program = self.program
        index = program.convert(place, i64)
        last = program.size(maximum(self.old - 1, const(0)), i64)
        low = program.binary("maximum", index, program.constant(0, i64))
        return program.binary("minimum", low, last)

    def taps(self) -> list[tuple[SSAValue, SSAValue | None]]:
        """The indices whose elements are summed, each with its weight."""
        program, place = self.program, self.coordinates()
        match self.call.word("method"):
            case "nearest_neighbor":
                how = self.call.word("rounding_method") or ""
                if how not in (*HALVES, *ROUNDING):
                    raise NoForm(f"the rounding '{how}' has no form in HLO")
                if how in HALVES:
                    hlo, half = HALVES[how]
                    return [(self.inside(program.unary(hlo, self.plus(place, half))), None)]
                return [(self.inside(program.unary(ROUNDING[how], place)), None)]
            case "linear":
                floor = program.unary("stablehlo.floor", place)
                above = program.binary("subtract", place, floor)
                below = program.binary("subtract", program.constant(1, f32), above)
                return [
                    (self.inside(floor), below),
                    (self.inside(self.plus(floor, 1)), above),
                ]
            case "cubic":
                return self.cubic(place)
            case other:
                raise NoForm(f"the method '{other}' has no form in HLO")

    def cubic(self, place: SSAValue) -> list[tuple[SSAValue, SSAValue | None]]:
        """Four neighbours with the weights of Keys' kernel."""
        program, alpha = self.program, self.call.real("cubic_alpha")
        floor = program.unary("stablehlo.floor", place)
        above = program.binary("subtract", place, floor)
        found: list[tuple[SSAValue, SSAValue | None]] = []
        for offset in (-1, 0, 1, 2):
            apart = program.unary("stablehlo.abs", self.plus(above, -offset))
            near = (alpha + 2, -(alpha + 3), 0.0, 1.0)
            far = (alpha, -5 * alpha, 8 * alpha, -4 * alpha)
            weight = self.polynomial(apart, near if offset in (0, 1) else far)
            found.append((self.inside(self.plus(floor, offset)), weight))
        return found

    def polynomial(self, value: SSAValue, factors: Sequence[float]) -> SSAValue:
        """A polynomial, the factor of the highest power first."""
        result = self.program.full(factors[0], [self.new], f32)
        for factor in factors[1:]:
            result = self.plus(self.program.binary("multiply", result, value), factor)
        return result


@builds(*RESIZES)
def resize(call: Call) -> SSAValue:
    """An image of another size, axis by axis."""
    program, value = call.program, call.tensor(0)
    layout = image_layout(call, value)
    target = call.sizes(1)
    if len(target) != len(layout.spatial):
        raise OperatorError(f"{len(target)} sizes for {len(layout.spatial)} axes")
    name = element_name(call.attributes["out_dtype"])
    element = program.element(value) if name is None else element_of(name)
    exact = call.word("method") == "nearest_neighbor"
    value = value if exact else program.convert(value, f32)
    for axis, new in zip(layout.spatial, target, strict=True):
        value = resized(call, value, axis, new)
    return program.convert(value, element)


def image_layout(call: Call, value: SSAValue) -> Layout:
    """The layout of an image, which has its rank."""
    layout = layout_of(call.word("layout") or "", "NC")
    call.program.want_rank(value, layout.rank, "operand 0")
    return layout


def resized(call: Call, value: SSAValue, axis: int, new: Expr) -> SSAValue:
    """A value of another size along an axis."""
    program = call.program
    taps = Axis(call, program.dims(value)[axis], new).taps()
    parts: list[SSAValue] = []
    for index, weight in taps:
        taken = program.take(value, index, axis)
        if weight is not None:
            wide = program.broadcast(weight, program.dims(taken), [axis])
            taken = program.add("stablehlo.multiply", [taken, wide], program.rank(taken))
        parts.append(taken)
    total = parts[0]
    for one in parts[1:]:
        total = program.add("stablehlo.add", [total, one], program.rank(total))
    return total


@unranked(*RESIZES)
def resized_of_unknown(operands: Sequence[Type], attributes: Mapping[str, Value]) -> Type:
    """The sizes that are asked for, as far as the layout says where they are."""
    first, target = operands[0], operands[1]
    text = str(attributes["layout"])
    dims: list[Expr | None] = [None] * len(text)
    if isinstance(first, TensorType) and first.shape.rank == len(text):
        dims = list(first.shape.dims or ())
    wanted = target.shape.dims if isinstance(target, ShapeType) else None
    spatial = [text.index(letter) for letter in "DHW" if letter in text]
    for at, axis in enumerate(spatial):
        dims[axis] = wanted[at] if wanted is not None and at < len(wanted) else None
    name = element_name(attributes["out_dtype"])
    own = first.element if isinstance(first, TensorType) else None
    return TensorType(Shape(tuple(dims)), own if name is None else name)


@builds(*POOLS)
def adaptive_pool(call: Call) -> SSAValue:
    """The mean of each of a given number of windows, which cover the operand."""
    program, value = call.program, call.tensor(0)
    program.want_floats(value, "operand 0")
    layout = image_layout(call, value)
    wanted = call.integers("output_size")
    if wanted is None:
        return value
    for axis, size in zip(
        layout.spatial, repeated(wanted, len(layout.spatial), "sizes"), strict=True
    ):
        value = pooled(program, value, axis, size)
    return value


def pooled(program: Program, value: SSAValue, axis: int, count: int) -> SSAValue:
    """The means of windows from floor(i * size / count) to ceil((i + 1) * size / count)."""
    sizes = list(program.dims(value))
    size, rank = sizes[axis], len(sizes) + 1
    wide = [*sizes[:axis], const(count), *sizes[axis:]]
    spread = program.broadcast(value, wide, [at for at in range(rank) if at != axis])
    window, place = (program.iota(wide, at, i64) for at in (axis, axis + 1))
    length = program.size(size, i64)
    # place >= floor(i * size / count) and place < ceil((i + 1) * size / count), multiplied out.
    start = program.binary("multiply", window, length)
    after = program.binary("add", start, length)
    steps = program.constant(count, i64)
    following = program.binary("add", place, program.constant(1, i64))
    first = program.binary("multiply", following, steps)
    last = program.binary("multiply", place, steps)
    inside = program.add(
        "stablehlo.and",
        [program.compare("GT", first, start), program.compare("LT", last, after)],
        rank,
        i1,
    )
    element = program.element(value)
    zeros, ones = (program.full(one, wide, element) for one in (0, 1))
    total, number_of = (
        program.reduce(program.where(inside, one, zeros), [axis + 1], "add", 0)
        for one in (spread, ones)
    )
    return program.add("stablehlo.divide", [total, number_of], rank - 1)


@unranked(*POOLS)
def pooled_of_unknown(operands: Sequence[Type], attributes: Mapping[str, Value]) -> Type:
    """As many dimensions as the layout has letters; those of windows are given."""
    text, wanted = str(attributes["layout"]), attributes["output_size"]
    spatial = [at for at, letter in enumerate(text) if letter in "DHW"]
    listed = wanted if isinstance(wanted, tuple) else (wanted,) * len(spatial)
    dims: list[Expr | None] = [None] * len(text)
    for axis, size in zip(spatial, listed, strict=False):
        dims[axis] = const(size) if isinstance(size, int) else None
    first = operands[0]
    return TensorType(Shape(tuple(dims)), first.element if isinstance(first, TensorType) else None)
