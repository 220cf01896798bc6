"""
From a module of the `llvm` dialect to machine code of the host.

    code = compile_module(module)
    code.address("kernel")      # to be called through ctypes
    code.object                 # an object file, which `Code.load` reads without compiling
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from typing import NamedTuple, Protocol, cast

from xdsl.dialects import llvm
from xdsl.dialects.builtin import ModuleOp, StringAttr

from disc_shape.native import mask_moves
from disc_shape.native.code import Code
from disc_shape.native.machine import LEVEL, LOCK, LinkedModule, TargetMachine, binding, host
from disc_shape.native.unrolling import IrBlock, IrModule, mark_rolled


class IrFunction(Protocol):
    """A function of `llvmlite.ir`."""

    attributes: set[str]
    linkage: str
    blocks: list[IrBlock]


class Converted(IrModule, Protocol):
    """A module of `llvmlite.ir`."""

    def get_global(self, name: str) -> IrFunction:
        """A function by its name."""
        ...


def llvm_text(module: ModuleOp) -> str:
    """A module of the `llvm` dialect as text of LLVM, before optimization."""
    convert = cast(
        "Callable[..., Converted]", import_module("xdsl.backend.llvm.convert").convert_module
    )
    binding()
    converted = convert(module, fallback_target_triple=host().triple)
    for op in module.ops:
        if not isinstance(op, llvm.FuncOp):
            continue
        function = converted.get_global(op.sym_name.data)
        function.attributes.add("nounwind")
        if op.body.blocks and op.linkage.linkage.data == "internal":
            function.linkage = "internal"
        if op.no_inline is not None:
            function.attributes.add("noinline")
        mark_rolled(op, function.blocks, converted)
        for one in op.passthrough or ():
            if isinstance(one, StringAttr):
                function.attributes.add(one.data)
    return str(converted)


def optimized(
    text: str, *, vectorize: bool = True, without: str = ""
) -> tuple[LinkedModule, TargetMachine]:
    """
    A module of LLVM after its pipeline, and the generator of code for it, both without some
    features of the processor.
    """
    llvmlite = binding()
    module = llvmlite.parse_assembly(text)
    machine = host().machine(without)
    tuning = llvmlite.create_pipeline_tuning_options(LEVEL)
    tuning.loop_vectorization = vectorize
    tuning.slp_vectorization = vectorize
    builder = llvmlite.create_pass_builder(machine, tuning)
    builder.getModulePassManager().run(module, builder)
    return module, machine


def simplified(text: str, machine: TargetMachine) -> LinkedModule:
    """
    A module of LLVM whose functions are as they are to run: constants are folded, blocks joined,
    and loops test at their ends. That takes a tenth of the time of the whole pipeline.
    """
    llvmlite = binding()
    module = llvmlite.parse_assembly(text)
    builder = llvmlite.create_pass_builder(machine, llvmlite.create_pipeline_tuning_options(LEVEL))
    manager = llvmlite.create_new_function_pass_manager()
    manager.add_simplify_cfg_pass()
    manager.add_instruction_combine_pass()
    manager.add_loop_rotate_pass()
    manager.add_simplify_cfg_pass()
    for function in module.functions:
        if not function.is_declaration:
            manager.run(function, builder)
    return module


def optimized_text(text: str) -> str:
    """Text of LLVM after optimization, also for machines whose code this one cannot load."""
    with LOCK:
        return str(optimized(text)[0])


class MachineCode(NamedTuple):
    """Machine code that is not loaded."""

    object: bytes
    """An object file."""
    text: str
    """LLVM's IR after optimization."""


def machine_code(text: str, written: str = "") -> MachineCode:
    """
    Machine code of text of LLVM, and of text whose functions are `written` as they are to run;
    RuntimeError, by llvmlite, when one is not valid.
    """

    def generated(without: str = "") -> MachineCode:
        module, machine = optimized(text, without=without)
        if written:
            module.link_in(simplified(written, machine))
        return emitted(module, machine)

    with LOCK:
        found = generated()
        if host().has("avx512f") and mask_moves.may_be_wrong(found.object, host().version):
            without = mask_moves.features_to_leave(text + written)
            found = without_moves(found, without) or generated(without)
        return found


def emitted(module: LinkedModule, machine: TargetMachine) -> MachineCode:
    """Machine code of a module, whose text changes while it is generated."""
    text = str(module)
    return MachineCode(machine.emit_object(module), text)


def without_moves(found: MachineCode, without: str) -> MachineCode | None:
    """
    Machine code whose functions with moves of sign bits do without some features; None where these
    functions are not known. What is optimized already is not optimized again.
    """
    names = mask_moves.functions_with_moves(found.object)
    if not names:
        return found if names is not None else None
    text = mask_moves.with_features(found.text, names, host().features_for_code(without))
    if text is None:
        return None
    again = emitted(binding().parse_assembly(text), host().machine())
    others = mask_moves.functions_with_moves(again.object)
    return again if others is not None and others <= names else None


def compile_text(text: str, shared: Sequence[MachineCode] = ()) -> Code:
    """Loaded code of text of LLVM, and of what it shares with other code."""
    found = machine_code(text)
    after = "\n".join(one.text for one in (found, *shared))
    return Code.load(found.object, after, [one.object for one in shared])


def compile_module(module: ModuleOp, shared: Sequence[MachineCode] = ()) -> Code:
    """
    Machine code of a module of the `llvm` dialect, whose functions are called by `address`. It may
    call functions that are compiled already.

    Functions of linkage `internal` are private to the module, those with `no_inline` stay functions
    of their own, `passthrough` are further attributes of LLVM.
    """
    return compile_text(llvm_text(module), shared)
