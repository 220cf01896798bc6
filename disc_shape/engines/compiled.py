"""Compiled programs: callables on arrays, for every legal size."""

from __future__ import annotations

from collections.abc import Sequence
from time import perf_counter
from typing import cast

from xdsl.dialects.builtin import MemRefType, ModuleOp, UnrankedMemRefType
from xdsl.dialects.func import FuncOp
from xdsl.ir import BlockArgument, Region

from disc_shape.analysis.call_graph import entry_function
from disc_shape.collector import collected_rarely
from disc_shape.engines.callables import Compiled
from disc_shape.engines.errors import EngineError
from disc_shape.engines.guards import SizeGuards
from disc_shape.engines.programs import program_of
from disc_shape.engines.registry import (
    Engine,
    Job,
    Preparing,
    engine_called,
)
from disc_shape.engines.signature import Signature
from disc_shape.engines.waiting import waiting
from disc_shape.errors import OperationError
from disc_shape.exporting.export import functions_of
from disc_shape.frontends import jax_functions
from disc_shape.frontends.arguments import import_facts
from disc_shape.frontends.torch_modules import Exported, from_torch, is_exported
from disc_shape.frontends.traced import Traced
from disc_shape.guards.claims import check_claims
from disc_shape.guards.divisions import check_divisions
from disc_shape.guards.insertion import check_promises_inside
from disc_shape.guards.operations import check_operations
from disc_shape.program import Program, ProgramError
from disc_shape.reporting.signatures import argument_name
from disc_shape.rewriting.cleanup import clean
from disc_shape.rewriting.inlining import inline_private_functions
from disc_shape.tools.errors import operation_failure


@collected_rarely()
def compile_program(program: object, engine: str = "iree", **options: object) -> Compiled:
    """
    Compile a program once for all legal sizes.

    `program` is the path of a file, text, a `Program`, a `ModuleOp`, what `from_jax`, `from_torch`,
    `jax.export` and `torch.export` return, a `tvm.IRModule`, or anything else with a method
    `mlir_module`; modules of Relax and Relay are lowered to HLO. `engine` is `native`, `iree`,
    `xla`, `reference`, or the name of an entry point of the group `disc_shape.engines`; `options`
    are those of the engine.

        run = disc_shape.compile("model.mlir", engine="iree")
        (y,) = run(x)

    Raises `ProgramError` for a program that cannot be read, `FrontEndError` for one of PyTorch that
    cannot be lowered, `EngineError` for one that the engine cannot compile, and where a package of
    the engine is missing.
    """
    chosen = engine_called(engine, options)
    start = perf_counter()
    program = traced(program)
    read = program_of(program)
    timings = {"read": perf_counter() - start}
    start = perf_counter()
    with waiting(f"{engine}: optimizing"):
        given = prepared(chosen, read)
        optimized = checked(given, chosen)
        if not has_buffers(given.module):
            optimized = optimized.optimize()
    timings["optimize"] = perf_counter() - start
    job, guards = job_of(optimized, timings)
    others = job.signature.others
    if others and not getattr(chosen, "takes_all_values", False):
        raise EngineError(f"{others[0]} in the signature of @{job.signature.name} is no array")
    with waiting(f"{engine}: compiling"):
        start = perf_counter()
        executable = chosen.compile(job)
        timings["compile"] = perf_counter() - start
    source = program if isinstance(program, Traced) else None
    return Compiled(engine, options, optimized, executable, guards, timings, source)


def traced(program: object) -> object:
    """A program that PyTorch or JAX has exported, as their functions are called; or any other."""
    if is_exported(program):
        return from_torch(cast("Exported", program))
    if jax_functions.is_exported(program):
        return jax_functions.from_exported(cast("jax_functions.Exported", program))
    return program


def has_buffers(module: ModuleOp) -> bool:
    """Whether a program computes on buffers, or takes them."""
    return any(
        isinstance(value.type, MemRefType | UnrankedMemRefType)
        for op in module.walk()
        for value in (*op.results, *(arg for region in op.regions for arg in arguments_of(region)))
    )


def arguments_of(region: Region) -> list[BlockArgument]:
    """The arguments of the blocks of a region."""
    return [argument for block in region.blocks for argument in block.args]


def checked(program: Program, engine: Engine) -> Program:
    """
    A copy of a program that checks what no call is checked for. `ProgramError` when operations
    contradict each other.
    """
    copy = program.copy()
    try:
        import_facts(copy.module)
        name_arguments(entry_function(copy.module))
        # Inside of a function less is known of its arguments.
        inline_private_functions(copy.module)
        # Symbols and promises may be about values that nothing uses.
        check_claims(copy.module, entry_function(copy.module))
        check_promises_inside(copy.module, entry_function(copy.module))
        if not has_buffers(copy.module):  # Nothing refers to what operations write.
            for function in functions_of(copy.module):
                clean(function.body)  # What is not used demands nothing.
        check_operations(copy.module)
        check_divisions(copy.module, elements=getattr(engine, "checks_elements", False))
    except OperationError as error:
        raise ProgramError(str(operation_failure(error, copy.module, copy.source))) from error
    return copy


def name_arguments(function: FuncOp) -> None:
    """
    Let arguments have the names of those of the function of Python that they are passed to.

        func.func @main(%arg0: tensor<?xf32>)    // passed to @_wrapped(%arg0 loc("x"))
    =>
        func.func @main(%x: tensor<?xf32>)
    """
    arguments = function.body.blocks[0].args
    names = [argument_name(argument) for argument in arguments]
    for argument, name in zip(arguments, names, strict=True):
        if name.isidentifier() and names.count(name) == 1:
            argument.name_hint = name


def prepared(engine: Engine, program: Program) -> Program:
    """A program as an engine wants it to be optimized."""
    if not hasattr(engine, "prepare"):
        return program
    return cast("Preparing", engine).prepare(program)


def job_of(optimized: Program, timings: dict[str, float]) -> tuple[Job, SizeGuards]:
    """What an engine compiles, and what is checked before it runs."""
    signature = Signature.of(optimized)
    start = perf_counter()
    guards = SizeGuards(optimized.module, signature)
    timings["export"] = perf_counter() - start
    return Job(optimized.copy(), signature, timings), guards


__all__: Sequence[str] = ("Compiled", "compile_program")
