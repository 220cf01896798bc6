"""Machines for which code is generated in tests, whatever the machine of the tests is."""

from __future__ import annotations

from dataclasses import replace

from disc_shape.native.compilation import llvm_text, optimized_text
from disc_shape.native.engine import pipeline
from disc_shape.native.machine import Host, compiling_for, this_machine
from disc_shape.native.module import convert_module
from disc_shape.program import Program


def machine(triple: str, cpu: str, features: str) -> Host:
    """A machine."""
    return replace(this_machine(), triple=triple, cpu=cpu, features=features)


AVX512 = machine("x86_64-unknown-linux-gnu", "x86-64-v4", "+avx512f,+avx512dq,+avx2,+fma")
ZEN = replace(AVX512, cpu="znver4")
AVX2 = machine("x86_64-unknown-linux-gnu", "x86-64-v3", "+avx2,+fma,-avx512f")
NEON = machine("aarch64-unknown-linux-gnu", "neoverse-n1", "+neon")
TARGETS = {"avx512": AVX512, "avx2": AVX2, "neon": NEON}


def code_for(target: Host, program: Program) -> str:
    """LLVM's IR of a program after optimization for a machine."""
    with compiling_for(target):
        loops = program.lower(pipeline(target)).module
        return optimized_text(llvm_text(convert_module(loops).module))
