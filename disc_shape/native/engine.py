"""The native engine: one compile for all sizes, to machine code of this machine."""

from __future__ import annotations

from dataclasses import dataclass
from time import perf_counter

import numpy as np
from xdsl.dialects.builtin import DictionaryAttr, ModuleOp
from xdsl.dialects.memref import GlobalOp

from disc_shape.analysis.call_graph import entry_function
from disc_shape.constraints.reader import saved_constraints
from disc_shape.dialects.disc_shape.encoding import value_symbols
from disc_shape.engines.errors import EngineError
from disc_shape.engines.reference import ReferenceExecutable
from disc_shape.engines.registry import Job
from disc_shape.errors import OperationError
from disc_shape.guards.divisions import unchecked_division
from disc_shape.interpreters.kernels.arrays import Array
from disc_shape.interpreters.peaks import claim_of
from disc_shape.interpreters.values import constant, dtype_of
from disc_shape.lowering.out_parameters import OUT
from disc_shape.native.code import MissingFunctionError
from disc_shape.native.compilation import compile_module
from disc_shape.native.entry import Layout, Slot
from disc_shape.native.executable import Interface, NativeExecutable, Place
from disc_shape.native.interpreted import Interpreted
from disc_shape.native.kernel_info import KernelInfo
from disc_shape.native.kernels import kernels_of
from disc_shape.native.machine import Host, host
from disc_shape.native.memrefs import kind_of
from disc_shape.native.module import Converted, convert_module
from disc_shape.native.pool_code import pool_code
from disc_shape.native.processors import CompiledFor
from disc_shape.native.saved import restored
from disc_shape.native.tiles_shared import shared_tiles
from disc_shape.program import Program
from disc_shape.symbolic import Comparison, Expr, Symbol, parse

LOWERING = "mhlo-to-lmhlo{results=out-params},deallocate-buffers,plan-memory,lmhlo-to-loops"
FOUND = "find-top-k,find-cumulative-reductions"
FUNCTIONS = "chlo-legalize-to-stablehlo{functions=true}"
SIZED = "shape-optimization{keep-tie-shape=true}"
TENSORS = f"{FUNCTIONS},{SIZED},fold-constant-operands,decompose-complex,{FOUND},hlo-fusion"
PIPELINE = f"{TENSORS},{LOWERING}"
"""From an optimized program to loops."""
ROW_BLOCK = 64
"""The elements of a block of a row: four vectors of AVX-512, eight of AVX2."""


def pipeline(target: Host, *, checked: bool = False, threads: int = 1) -> str:
    """
    The passes from an optimized program to kernels without functions that would be calls, in parts
    where there are several threads. The indices of what is computed of the sums of products are
    tested in nests of its own.
    """
    wide, on_zen = target.has("avx512f"), target.is_zen
    four = 0 if checked else target.vector_bytes  # The floats in four vectors.
    lanes = four if four <= 16 else ROW_BLOCK
    options: dict[str, bool | int] = {
        "ldexp": wide,
        "reciprocals": wide or on_zen,
        "keys": target.triple.startswith("x86_64"),
        "maxima": four,
        "lanes": lanes,
        "divided": lanes // 2 if on_zen else 0,
        "ahead": 1 if wide and on_zen else 2,
    }
    products = f"widen-contractions,convert-contractions{{epilogues={str(not checked).lower()}}}"
    kernels = "outline-kernels,interchange-reductions,tile-transposes"
    given = " ".join(f"{name}={str(one).lower()}" for name, one in options.items())
    found = f"{PIPELINE},{products},{kernels},expand-math{{{given}}}"
    return found if threads < 2 else f"{found},distribute-kernels{{parts={threads}}}"


@dataclass(frozen=True)
class NativeEngine:
    """Compiles programs to machine code."""

    checked: bool = False
    """Whether kernels test each index against the size of the buffer."""
    threads: int = 1
    """The threads that run a program, no more than there are processors."""

    def __post_init__(self) -> None:
        if self.threads < 1:
            given = f"option 'threads' of engine 'native' is {self.threads}"
            raise EngineError(f"{given}, expected at least 1")

    @property
    def takes_all_values(self) -> bool:
        """Also those that are no plain arrays, such as tokens, buffers and shapes."""
        return True

    @property
    def checks_elements(self) -> bool:
        """Programs may check each element of a tensor."""
        return True

    def compile(self, job: Job) -> NativeExecutable | InterpretedProgram:
        """
        Lower a program to loops and compile them. The interpreter runs a program of which something
        outside of kernels has no form as loops or as machine code.
        """
        target = host()
        for type_ in job.signature.others:
            return InterpretedProgram.of(job.program, f"{type_} is no array")
        division = unchecked_division(job.program.module)
        if division is not None:
            return InterpretedProgram.of(
                job.program, f"the operands of '{division.name}' cannot be checked where it is"
            )
        try:
            start = perf_counter()
            passes = pipeline(target, checked=self.checked, threads=self.threads)
            loops = job.program.lower(passes).module
            job.timings["lower"] = perf_counter() - start
            return executable_of(loops, job.timings, checked=self.checked, threads=self.threads)
        except (OperationError, MissingFunctionError) as error:
            return InterpretedProgram.of(job.program, str(error))

    def load(
        self, text: str, binary: bytes | None, job: Job
    ) -> NativeExecutable | InterpretedProgram:
        """What was compiled for this machine; a program without it is the interpreter's."""
        return self.compile(job) if binary is None else self.restore(text, binary)

    def restore(self, text: str, binary: bytes) -> NativeExecutable:
        """Load what was compiled for this machine; `EngineError` for another one."""
        return restored(text, binary)


@dataclass
class InterpretedProgram(ReferenceExecutable):
    """A program that the interpreter runs as a whole."""

    kernels: tuple[KernelInfo, ...] = ()

    @staticmethod
    def of(program: Program, reason: str) -> InterpretedProgram:
        """A program with the reason why it is no machine code."""
        name = entry_function(program.module).sym_name.data
        why = reason.partition("\n")[0]
        kernel = KernelInfo(name, "program", 1, "interpreter", reason=why)
        return InterpretedProgram(program, program.text, (kernel,))


def executable_of(
    loops: ModuleOp, timings: dict[str, float], *, checked: bool = False, threads: int = 1
) -> NativeExecutable:
    """
    Compile outlined loops, with tests of indices if they are `checked`, and note how long it took;
    raises `Unsupported`.
    """
    start = perf_counter()
    converted = convert_module(loops, checked=checked, shares_tiles=True)
    timings["convert"] = perf_counter() - start
    start = perf_counter()
    shared = [shared_tiles(element, host()) for element in converted.tiles]
    shared += [pool_code(host())] if converted.has_parts else []
    code = compile_module(converted.module, shared)
    timings["llvm"] = perf_counter() - start
    interface = interface_of(converted, globals_of(loops))
    interface = interface._replace(threads=threads if converted.has_parts else 1)
    functions = converted.callbacks and [*converted.callbacks, *converted.computations]
    kernels = kernels_of(loops, converted.reasons)
    interpreted = Interpreted.of(functions) if functions else None
    target = CompiledFor.host()
    return NativeExecutable(code, interface, target, kernels, peak_of(loops), interpreted)


def peak_of(module: ModuleOp) -> str:
    """
    The most bytes that a run holds, where that is known: over symbols of arguments, as far as
    equations say what other ones are.
    """
    function = entry_function(module)
    claim = claim_of(function)
    if claim is None:
        return ""
    sign, text = claim
    attributes = function.arg_attrs or [DictionaryAttr({})] * len(function.args)
    named = {
        name
        for argument, given in zip(function.args, attributes, strict=True)
        if OUT not in given.data
        for name in value_symbols(argument) or ()
    }
    equations: dict[Expr, Expr] = {}
    for fact in saved_constraints(module).facts:
        condition = fact.condition
        if isinstance(condition, Comparison) and condition.op == "==":
            sides = condition.lhs, condition.rhs
            for one, other in (sides, sides[::-1]):
                if isinstance(one, Symbol) and one.name not in named:
                    equations.setdefault(one, other)
    found = parse(text)
    for _ in equations:
        found = found.substitute({**equations})
    is_told = all(symbol.name in named for symbol in found.symbols)
    return f"{sign} {found if is_told else text}"


def globals_of(module: ModuleOp) -> dict[str, Array]:
    """The constants of a module, in order."""
    return {
        op.sym_name.data: np.ascontiguousarray(constant(op.initial_value))
        for op in module.ops
        if isinstance(op, GlobalOp)
    }


def place_of(slot: Slot) -> Place:
    """Where an array stands."""
    dtype = dtype_of(slot.type)
    assert dtype is not None
    return Place(slot.word, dtype, None if kind_of(slot.type) is None else slot.rank)


def interface_of(converted: Converted, constants: dict[str, Array]) -> Interface:
    """What a program takes and returns."""
    layout: Layout = converted.layout
    arguments = [slot for slot in layout.arguments if slot.out is None]
    outs = sorted(
        (slot for slot in layout.arguments if slot.out is not None), key=lambda one: one.out or 0
    )
    numbers = {slot.out: place for place, slot in enumerate(outs)}
    results: list[tuple[bool, int]] = []
    returned = 0
    for number in range(len(outs) + len(layout.results)):
        if number in numbers:
            results.append((True, numbers[number]))
        else:
            results.append((False, returned))
            returned += 1
    return Interface(
        layout.words,
        tuple(map(place_of, arguments)),
        tuple(results),
        tuple(map(place_of, outs)),
        tuple(map(place_of, layout.results)),
        tuple(converted.messages),
        tuple(constants[name] for name in layout.globals),
    )
