"""
Floating-point scalars: arith and math on floats as operations of the `llvm` dialect.

Floats that are their bits (`small_floats`) are computed with in f32. Functions that LLVM has no
instruction for are calls of libm, in f32 for what is narrower; a pass before this one replaces
those of f32 by arithmetic.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from xdsl.dialects import arith, llvm, math
from xdsl.dialects.builtin import (
    AnyFloat,
    Float16Type,
    Float32Type,
    Float64Type,
    f32,
    i1,
)
from xdsl.ir import Attribute, Operation, SSAValue

from disc_shape.dialects.xdsl_extras.arith import RemFOp
from disc_shape.dialects.xdsl_extras.math import IsFiniteOp, IsInfOp, IsNaNOp
from disc_shape.native.emitter import Emitter, Unsupported

Scalars = Callable[[Emitter, Sequence[SSAValue], Attribute], SSAValue]
"""Emits a function of floats of one type, which are not their bits."""

SUFFIXES: dict[type[Attribute], str] = {Float16Type: "f16", Float32Type: "f32", Float64Type: "f64"}


def suffix(type_: Attribute) -> str:
    """How intrinsics name a type of floats."""
    found = SUFFIXES.get(type(type_))
    if found is None:
        raise Unsupported(f"functions of {type_} have no form as machine code")
    return found


def binary(kind: type[Operation]) -> Scalars:
    """A function that is one operation."""
    return lambda emitter, values, _type: emitter.binary(kind, values[0], values[1])


def intrinsic(name: str) -> Scalars:
    """A function that is an intrinsic of LLVM with instructions on every target."""
    return lambda emitter, values, type_: emitter.intrinsic(
        f"llvm.{name}.{suffix(type_)}", values, type_
    )


def library(name: str) -> Scalars:
    """A function of libm."""

    def emit(emitter: Emitter, values: Sequence[SSAValue], type_: Attribute) -> SSAValue:
        if isinstance(type_, Float64Type):
            return emitter.library(name, values, type_)
        wide = [
            emitter.cast(llvm.FPExtOp, value, f32) if value.type != f32 else value
            for value in values
        ]
        found = emitter.library(f"{name}f", wide, f32)
        return found if type_ == f32 else emitter.cast(llvm.FPTruncOp, found, type_)

    return emit


def negate(emitter: Emitter, values: Sequence[SSAValue], _type: Attribute) -> SSAValue:
    """The negated number, also of zeros and NaN."""
    return emitter.insert(llvm.FNegOp(values[0]))


def reciprocal_root(emitter: Emitter, values: Sequence[SSAValue], type_: Attribute) -> SSAValue:
    """One divided by the square root; rounded once for halves."""
    value = values[0]
    wide = f32 if isinstance(type_, Float16Type) else type_
    if wide != type_:
        value = emitter.cast(llvm.FPExtOp, value, wide)
    root = emitter.intrinsic(f"llvm.sqrt.{suffix(wide)}", [value], wide)
    found = emitter.binary(llvm.FDivOp, emitter.constant(1.0, wide), root)
    return found if wide == type_ else emitter.cast(llvm.FPTruncOp, found, type_)


LIBRARY: dict[type[Operation], str] = {
    math.AcosOp: "acos",
    math.AcoshOp: "acosh",
    math.AsinOp: "asin",
    math.AsinhOp: "asinh",
    math.AtanOp: "atan",
    math.AtanhOp: "atanh",
    math.Atan2Op: "atan2",
    math.CbrtOp: "cbrt",
    math.CosOp: "cos",
    math.CoshOp: "cosh",
    math.ErfOp: "erf",
    math.Exp2Op: "exp2",
    math.ExpM1Op: "expm1",
    math.ExpOp: "exp",
    math.Log10Op: "log10",
    math.Log1pOp: "log1p",
    math.Log2Op: "log2",
    math.LogOp: "log",
    math.PowFOp: "pow",
    math.SinOp: "sin",
    math.SinhOp: "sinh",
    math.TanOp: "tan",
    math.TanhOp: "tanh",
}
"""The functions of libm."""

FLOATS: dict[type[Operation], Scalars] = {
    arith.AddfOp: binary(llvm.FAddOp),
    arith.SubfOp: binary(llvm.FSubOp),
    arith.MulfOp: binary(llvm.FMulOp),
    arith.DivfOp: binary(llvm.FDivOp),
    RemFOp: binary(llvm.FRemOp),
    arith.NegfOp: negate,
    arith.MaximumfOp: intrinsic("maximum"),
    arith.MinimumfOp: intrinsic("minimum"),
    arith.MaxnumfOp: intrinsic("maxnum"),
    arith.MinnumfOp: intrinsic("minnum"),
    math.AbsFOp: intrinsic("fabs"),
    math.CeilOp: intrinsic("ceil"),
    math.CopySignOp: intrinsic("copysign"),
    math.FloorOp: intrinsic("floor"),
    math.FmaOp: intrinsic("fma"),
    math.RoundEvenOp: intrinsic("roundeven"),
    math.RoundOp: intrinsic("round"),
    math.SqrtOp: intrinsic("sqrt"),
    math.TruncOp: intrinsic("trunc"),
    math.RsqrtOp: reciprocal_root,
    **{kind: library(name) for kind, name in LIBRARY.items()},
}
"""The functions of floats of arith and math whose operands and result have one type."""

RELATIONS = tuple(
    flag.value for flag in (llvm.FCmpPredicateFlag.from_int(index) for index in range(16))
)


def compare(emitter: Emitter, predicate: int, lhs: SSAValue, rhs: SSAValue) -> SSAValue:
    """A comparison of floats by its number in arith, which is LLVM's."""
    if predicate in (0, 15):
        return emitter.constant(predicate // 15, i1)
    return emitter.compare_floats(RELATIONS[predicate], lhs, rhs)


def classify(emitter: Emitter, kind: type[Operation], value: SSAValue) -> SSAValue:
    """Whether a number is finite, infinite or NaN."""
    if issubclass(kind, IsNaNOp):
        return emitter.compare_floats("uno", value, value)
    type_ = value.type
    assert isinstance(type_, AnyFloat)
    size = emitter.intrinsic(f"llvm.fabs.{suffix(type_)}", [value], type_)
    relation = "olt" if issubclass(kind, IsFiniteOp) else "oeq"
    return emitter.compare_floats(relation, size, emitter.constant(float("inf"), type_))


CLASSES = (IsFiniteOp, IsInfOp, IsNaNOp)
