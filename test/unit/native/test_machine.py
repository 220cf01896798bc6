"""Machine code from modules of the `llvm` dialect."""

from __future__ import annotations

import ctypes

import numpy as np
import pytest
from xdsl.context import Context
from xdsl.dialects.builtin import Builtin
from xdsl.dialects.llvm import LLVM
from xdsl.parser import Parser

pytest.importorskip("llvmlite")

from disc_shape.native.code import Code
from disc_shape.native.compilation import compile_module, llvm_text
from disc_shape.native.machine import host

ADD = """
llvm.func @add(%a: !llvm.ptr {llvm.noalias}, %b: !llvm.ptr {llvm.noalias}, %n: i64) {
  %c0 = llvm.mlir.constant(0 : i64) : i64
  %c1 = llvm.mlir.constant(1 : i64) : i64
  %any = llvm.icmp "slt" %c0, %n : i64
  "llvm.cond_br"(%any, %c0)[^bb1, ^bb2] <{operandSegmentSizes = array<i32: 1, 1, 0>}>
    : (i1, i64) -> ()
^bb1(%i: i64):
  %p = "llvm.getelementptr"(%a, %i)
    <{elem_type = f32, rawConstantIndices = array<i32: -2147483648>, noWrapFlags = 0 : i32}>
    : (!llvm.ptr, i64) -> !llvm.ptr
  %q = "llvm.getelementptr"(%b, %i)
    <{elem_type = f32, rawConstantIndices = array<i32: -2147483648>, noWrapFlags = 0 : i32}>
    : (!llvm.ptr, i64) -> !llvm.ptr
  %x = "llvm.load"(%p) <{ordering = 0 : i64, alignment = 4 : i64}> : (!llvm.ptr) -> f32
  %y = "llvm.load"(%q) <{ordering = 0 : i64, alignment = 4 : i64}> : (!llvm.ptr) -> f32
  %s = llvm.fadd %x, %y : f32
  "llvm.store"(%s, %p) <{ordering = 0 : i64, alignment = 4 : i64}> : (f32, !llvm.ptr) -> ()
  %j = llvm.add %i, %c1 : i64
  %more = llvm.icmp "slt" %j, %n : i64
  "llvm.cond_br"(%more, %j)[^bb1, ^bb2] <{operandSegmentSizes = array<i32: 1, 1, 0>}>
    : (i1, i64) -> ()
^bb2:
  llvm.return
}
"""


def add_code() -> Code:
    """A function that adds one array to another."""
    context = Context()
    context.load_dialect(Builtin)
    context.load_dialect(LLVM)
    return compile_module(Parser(context, ADD).parse_module())


def run_add(code: Code) -> None:
    function = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64)(
        code.address("add")
    )
    for size in (0, 1, 17, 100):
        a, b = np.arange(size, dtype=np.float32), np.ones(size, np.float32)
        function(a.ctypes.data, b.ctypes.data, size)
        np.testing.assert_array_equal(a, np.arange(size, dtype=np.float32) + 1)


def test_a_function_is_called_by_its_address() -> None:
    run_add(add_code())


def test_an_object_file_is_loaded_again() -> None:
    run_add(Code.load(add_code().object))


def test_the_widest_vectors_of_the_host_are_used() -> None:
    if host().vector_bytes < 64:
        pytest.skip("the host has no vectors of 512 bits")
    assert "<16 x float>" in add_code().text


def test_an_unknown_function() -> None:
    with pytest.raises(KeyError):
        add_code().address("sub")


def test_attributes_of_arguments_reach_llvm() -> None:
    context = Context()
    context.load_dialect(Builtin)
    context.load_dialect(LLVM)
    assert "ptr noalias" in llvm_text(Parser(context, ADD).parse_module())
