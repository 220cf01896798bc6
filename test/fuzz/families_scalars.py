"""Families of single numbers: elements of tensors through operations that xDSL has for scalars."""

from __future__ import annotations

from fuzz.builder import Builder, Value
from fuzz.families import family
from fuzz.families_integers import any_size, small_iota
from fuzz.sizes import Const


def element_of(b: Builder, x: Value) -> str:
    """The first element of a value, which must not be empty."""
    for size in x.sizes:
        b.require_at_least(size, Const(1))
    zeros = [b.op("arith.constant 0 : index", "i") for _ in x.sizes]
    return b.op(f"tensor.extract {x.name}[{', '.join(zeros)}] : {x.type}", "e")


def vector_of(b: Builder, number: str, element: str) -> None:
    """A value of one element."""
    name = b.op(f"tensor.from_elements {number} : tensor<1x{element}>")
    b.add(name, element, [Const(1)])


@family
def scalar_floats(b: Builder) -> bool:
    """`cmpf`, `fpowi`, and the casts to integers, of numbers that an integer holds."""
    x = b.pick(lambda v: v.element == "f32")
    if x is None:
        return False
    a = element_of(b, x)
    kind = b.random.randrange(3)
    if kind == 0:
        other = b.op("arith.constant 1.5 : f32", "e")
        order = b.random.choice("oeq ogt oge olt ole one ord ueq ugt uge ult ule une uno".split())
        truth = b.op(f"arith.cmpf {order}, {a}, {other} : f32", "t")
        vector_of(b, b.op(f"arith.select {truth}, {a}, {other} : f32", "e"), "f32")
    elif kind == 1:
        exponent = b.op(f"arith.constant {b.random.choice((-1, 0, 2, 3))} : i32", "e")
        vector_of(b, b.op(f"math.fpowi {a}, {exponent} : f32, i32", "e"), "f32")
    else:
        cast = b.random.choice(("fptosi", "fptoui"))
        low, high = (b.op(f"arith.constant {n} : f32", "e") for n in ("0.0", "9.0"))
        # Not of NaN, which no integer stands for.
        number = b.op(f"arith.maxnumf {a}, {low} : f32", "e")
        number = b.op(f"arith.minnumf {number}, {high} : f32", "e")
        vector_of(b, b.op(f"arith.{cast} {number} : f32 to i32", "e"), "i32")
    return True


@family
def scalar_integers(b: Builder) -> bool:
    """Sums with their carry, powers, and elements that become sizes."""
    x = b.pick(lambda v: v.element == "i32")
    if x is None:
        return False
    a = element_of(b, x)
    kind = b.random.randrange(4)
    if kind == 0:
        name = b.name()
        b.line(f'{name}:2 = "arith.addui_extended"({a}, {a}) : (i32, i32) -> (i32, i1)')
        vector_of(b, f"{name}#0", "i32")
        vector_of(b, f"{name}#1", "i1")
    elif kind == 1:
        exponent = b.op(f"arith.constant {b.random.choice((0, 1, 2, 5))} : i32", "e")
        vector_of(b, b.op(f'"math.ipowi"({a}, {exponent}) : (i32, i32) -> i32', "e"), "i32")
    elif kind == 2:
        small_iota(b, b.op(f"arith.index_castui {a} : i32 to index", "i"))
    else:
        truth = b.op(f"arith.constant {b.random.choice(('true', 'false'))}", "t")
        width = b.op("arith.constant 64 : index", "i")
        number = any_size(b) or width
        small_iota(b, b.op(f"arith.select {truth}, {width}, {number} : index", "i"))
    return True


@family
def parallel_sum(b: Builder) -> bool:
    """`scf.parallel` that adds up its counter."""
    number = any_size(b)
    if number is None or b.depth > 2:
        return False
    zero, one = (b.op(f"arith.constant {n} : index", "i") for n in (0, 1))
    name, i, x, y, total = (b.name() for _ in range(5))
    b.line(f'{name} = "scf.parallel"({zero}, {number}, {one}, {zero})')
    b.line("  <{operandSegmentSizes = array<i32: 1, 1, 1, 1>}> ({")
    b.line(f"^bb0({i}: index):")
    b.line(f"  scf.reduce({i} : index) {{")
    b.line(f"  ^bb1({x}: index, {y}: index):")
    b.line(f"    {total} = arith.addi {x}, {y} : index")
    b.line(f"    scf.reduce.return {total} : index")
    b.line("  }")
    b.line("}) : (index, index, index, index) -> index")
    small_iota(b, name)
    return True
