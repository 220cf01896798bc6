"""
Functions of floats as straight lines of arithmetic.

Each function of f32 is a formula without branches, calls and tables, so that loops over it
vectorise. Those that networks use most are computed in f32, since vectors have twice as many lanes
then; sines and cosines reduce their argument in f64. Others are computed in f64 to some 1e-9 of the
result and rounded once: what is left of the error is the rounding, subnormal results and overflow
come out of it. f16 and bf16 are computed as f32, and rounded from there. Functions of f64 stay:
they are calls of the mathematical library.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from xdsl.dialects import arith, func, math
from xdsl.dialects.builtin import AnyFloat, FloatAttr, f32, f64
from xdsl.ir import Block, Operation, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter
from xdsl.transforms.dead_code_elimination import region_dce

from disc_shape import statistics
from disc_shape.expansions import circular, exponential, single
from disc_shape.expansions.numbers import Number, Scope
from disc_shape.linalg_conversion.writer import ScalarWriter
from disc_shape.locations import inherit

Unary = Callable[[Number], Number]
Binary = Callable[[Number, Number], Number]

UNARY: Mapping[type[Operation], Unary] = {
    math.AcosOp: circular.arc_cosine,
    math.AcoshOp: exponential.area_cosine,
    math.AsinOp: circular.arc_sine,
    math.AsinhOp: exponential.area_sine,
    math.AtanOp: circular.arc_tangent,
    math.AtanhOp: exponential.area_tangent,
    math.CbrtOp: exponential.cube_root,
    math.CoshOp: exponential.hyperbolic_cosine,
    math.Exp2Op: exponential.power_of_two,
    math.Log10Op: exponential.decimal_logarithm,
    math.Log2Op: exponential.binary_logarithm,
    math.SinhOp: exponential.hyperbolic_sine,
    math.TanOp: circular.tangent,
}
"""Functions that are computed in f64."""

BINARY: Mapping[type[Operation], Binary] = {
    math.Atan2Op: circular.arc_tangent_2,
    math.PowFOp: exponential.power,
}
"""Functions of two numbers that are computed in f64."""

NARROW: Mapping[type[Operation], Unary] = {
    math.CosOp: circular.cosine,
    math.ErfOp: single.error_function,
    math.ExpM1Op: single.exponential_minus_one,
    math.ExpOp: single.exponential,
    math.Log1pOp: single.logarithm_plus_one,
    math.LogOp: single.logarithm,
    math.RsqrtOp: lambda x: 1.0 / x.root(),
    math.SinOp: circular.sine,
    math.TanhOp: single.hyperbolic_tangent,
}
"""Functions that are computed in f32."""


class Expansion:
    """
    The expansion of the functions in one function: of all with a formula, or `only` some.
    `is_negative` tells exponentials of numbers that are at most zero.
    """

    def __init__(
        self,
        entry: Block,
        has_fma: bool,
        has_ldexp: bool = False,
        only: Sequence[type[Operation]] | None = None,
        is_negative: Callable[[math.ExpOp], bool] | None = None,
    ) -> None:
        self.writer = ScalarWriter(entry, InsertPoint.at_start(entry))
        self.scope = Scope(self.writer, has_fma, has_ldexp)
        self.only = None if only is None else tuple(only)
        self.is_negative = is_negative
        self.negative: set[Operation] = set()
        """The exponentials of numbers that are at most zero."""

    def run(self, function: func.FuncOp) -> None:
        """
        Replace operations where they are; constants are at the top of the function. Of what a
        logistic function was, dead code is left, which other formulas were written for.
        """
        ops = [op for op in function.body.walk() if self.only is None or isinstance(op, self.only)]
        if self.is_negative is not None:  # Before what their definitions use is replaced.
            found = [op for op in ops if isinstance(op, math.ExpOp)]
            self.negative.update(filter(self.is_negative, found))
        for op in ops:
            if isinstance(op, arith.DivfOp):  # Before the exponential in it is gone.
                self.replace(op, self.expanded)
        for op in ops:
            if op.dialect_name() == "math" and op.results[0].first_use is not None:
                self.replace(op, self.expanded)
        region_dce(function.body)
        self.writer.forget_erased()

    def replace(self, op: Operation, formula: Callable[[Operation], SSAValue | None]) -> None:
        """Replace one operation by a formula of its operands, unless it has none."""
        block = Block()
        with self.writer.at(InsertPoint.at_end(block)):
            value = formula(op)
        if value is None:
            return
        for one in list(block.ops):
            one.detach()
            inherit(one, op)
            Rewriter.insert_op(one, InsertPoint.before(op))
        value.name_hint = op.results[0].name_hint
        Rewriter.replace_op(op, [], [value])
        statistics.count(f"expand-math: {op.name}")

    def expanded(self, op: Operation) -> SSAValue | None:
        """The result of an operation as a formula; None for one that stays."""
        type_ = op.results[0].type
        if isinstance(op, math.RoundOp) and isinstance(type_, AnyFloat):
            return self.rounded(exponential.rounded_away, op.operands, type_)
        if isinstance(op, math.PowFOp) and isinstance(type_, AnyFloat):
            power = self.power_of_constant(op, type_)
            if power is not None:
                return power
        if not isinstance(type_, AnyFloat) or type_.bitwidth > 32:
            return None
        if isinstance(op, arith.DivfOp):
            inner = argument_of_logistic(op)
            return None if inner is None else self.rounded(single.logistic, [inner], f32)
        op_class = type(op)
        if op in self.negative:
            return self.rounded(single.exponential_of_negative, op.operands, f32)
        if op_class in NARROW:
            return self.rounded(NARROW[op_class], op.operands, f32)
        if op_class in UNARY:
            return self.rounded(UNARY[op_class], op.operands, f64)
        if op_class in BINARY:
            return self.rounded(BINARY[op_class], op.operands, f64)
        return None

    def power_of_constant(self, op: math.PowFOp, type_: AnyFloat) -> SSAValue | None:
        """
        A power by products; in f64 only where one of them rounds, since elsewhere libm is better.

            %1 = math.powf %0, %two : f32
        =>
            %1 = arith.mulf %0, %0 : f32
        """
        exponent = float_constant(op.rhs)
        formula = None if exponent is None else exponential.power_of_constant(exponent)
        rounds_once = exponent in (-1.0, 1.0, 2.0)
        if formula is None or (type_.bitwidth > 32 and not rounds_once):
            return None
        narrow = f32 if type_.bitwidth <= 32 else type_
        return self.rounded(formula, [op.lhs], narrow if rounds_once else f64)

    def rounded(
        self, formula: Callable[..., Number], operands: Sequence[SSAValue], inner: AnyFloat
    ) -> SSAValue:
        """A formula in another type, rounded to f32, and from there to the type of the operands."""
        numbers = [Number(self.scope, one) for one in operands]
        if numbers[0].width < f32.bitwidth:
            numbers = [one.extended(f32) for one in numbers]
        narrow = numbers[0].type
        if inner != narrow:
            numbers = [one.extended(inner) for one in numbers]
        value = formula(*numbers)
        if inner != narrow:
            value = value.truncated(narrow)
        return value.truncated(operands[0].type).value


def argument_of_logistic(op: arith.DivfOp) -> SSAValue | None:
    """
    `%x` of a logistic function, which would lose its small results, and bits of others, if the
    exponential in it were rounded:

        %0 = arith.negf %x : f32
        %1 = math.exp %0 : f32
        %2 = arith.addf %one, %1 : f32
        %3 = arith.divf %one, %2 : f32
    """
    total = op.rhs.owner
    if not is_one(op.lhs) or not isinstance(total, arith.AddfOp):
        return None
    terms = [one for one in total.operands if not is_one(one)]
    if len(terms) != 1 or not isinstance(terms[0].owner, math.ExpOp):
        return None
    inner = terms[0].owner.operand.owner
    return inner.operand if isinstance(inner, arith.NegfOp) else None


def is_one(value: SSAValue) -> bool:
    """Whether a value is the constant 1 of a float type."""
    return float_constant(value) == 1.0


def float_constant(value: SSAValue) -> float | None:
    """The number that a constant of a float type holds; None for another value."""
    owner = value.owner
    if not isinstance(owner, arith.ConstantOp) or not isinstance(owner.value, FloatAttr):
        return None
    return owner.value.value.data
