"""A program of LLVM whose object file has every kind of section and address."""

from __future__ import annotations

import ctypes
from functools import cache

from disc_shape.native.code import define
from disc_shape.native.compilation import compile_text

PROGRAM = """
declare double @exp(double) nounwind
declare double @rint(double) nounwind
declare i64 @defined_by_the_test(i64) nounwind

@counter = internal global i64 0
@started = internal global i64 40
@numbers = internal constant [4 x double] [double 1.5, double 2.5, double 3.5, double 4.5]
@functions = internal constant [2 x ptr] [ptr @one, ptr @two]

define internal i64 @one(i64 %x) nounwind noinline {
  %y = add i64 %x, 1
  ret i64 %y
}

define internal i64 @two(i64 %x) nounwind noinline {
  %y = mul i64 %x, 2
  ret i64 %y
}

define i64 @call(i64 %x, i64 %which) nounwind {
  %p = getelementptr [2 x ptr], ptr @functions, i64 0, i64 %which
  %f = load ptr, ptr %p
  %y = call i64 %f(i64 %x)
  %z = call i64 @defined_by_the_test(i64 %y)
  ret i64 %z
}

define double @power(double %x) nounwind {
  %y = call double @exp(double %x)
  ret double %y
}

define double @chosen(double %x, i64 %which) nounwind {
  %c = icmp eq i64 %which, 0
  %f = select i1 %c, ptr @rint, ptr @exp
  %y = call double %f(double %x)
  ret double %y
}

define i64 @count() nounwind {
  %c = load volatile i64, ptr @counter
  %d = add i64 %c, 1
  store volatile i64 %d, ptr @counter
  %s = load volatile i64, ptr @started
  %t = add i64 %s, 1
  store volatile i64 %t, ptr @started
  %r = add i64 %d, %t
  ret i64 %r
}

define double @pick(i64 %i) nounwind {
  %p = getelementptr [4 x double], ptr @numbers, i64 0, i64 %i
  %x = load double, ptr %p
  ret double %x
}
"""
"""
`call` needs a function `defined_by_the_test`. Nothing is unwound, as in all functions of ours, so
there are no tables for that.
"""

INTEGER = ctypes.c_int64


def add_thousand(number: int) -> int:
    """What `call` calls."""
    return number + 1000


GIVEN = ctypes.CFUNCTYPE(INTEGER, INTEGER)(add_thousand)


@cache
def program() -> bytes:
    """The object file of `PROGRAM`, whose function is defined from then on."""
    address = ctypes.cast(GIVEN, ctypes.c_void_p).value
    assert address is not None
    define("defined_by_the_test", address)
    return compile_text(PROGRAM).object
