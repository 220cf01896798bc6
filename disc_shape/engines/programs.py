"""What can be compiled: files, text, modules, and what front ends provide, as programs of HLO."""

from __future__ import annotations

from pathlib import Path

from xdsl.dialects.builtin import ModuleOp

from disc_shape.errors import OperationError, UserError
from disc_shape.frontends.assume import assume_shapes
from disc_shape.frontends.traced import Traced, is_instance
from disc_shape.program import (
    Program,
    ProgramError,
    lower_to_hlo,
    parse,
    passes_to_hlo,
    read_program,
)
from disc_shape.tools.errors import operation_failure


def program_of(source: object) -> Program:
    """
    The program that something is or names; one of Relax or Relay is lowered to HLO. `ProgramError`
    when it cannot be read or lowered.
    """
    return lowered_to_hlo(read(source))


def read(source: object) -> Program:
    """The program that something is or names; `ProgramError` when it cannot be read."""
    if isinstance(source, Program):
        return source
    if isinstance(source, ModuleOp):
        return Program(source)
    if isinstance(source, Traced):
        program = parse(source.text, source.name)
        assume_shapes(program.module, facts=source.facts)
        return program
    if isinstance(source, Path):
        return read_program(source)
    if isinstance(source, str):
        return parse(source) if "\n" in source or "(" in source else read_program(source)
    if is_tvm_module(source):
        return from_tvm_module(source)
    text = getattr(source, "mlir_module", None)
    if callable(text):
        return parse(str(text()), type(source).__name__)
    raise ProgramError(f"{type(source).__name__} is no program")


def is_tvm_module(source: object) -> bool:
    """Whether something is a `tvm.IRModule`; TVM is not imported to tell."""
    return is_instance(source, "tvm", "IRModule")


def from_tvm_module(source: object) -> Program:
    """The Relax program of a `tvm.IRModule`."""
    from disc_shape.frontends.relax import from_tvm

    try:
        return Program(from_tvm(source))
    except UserError as error:
        raise ProgramError(str(error)) from error


def lowered_to_hlo(program: Program) -> Program:
    """A program of Relax or Relay as one of HLO; any other one as it is."""
    if passes_to_hlo(program.module) is None:
        return program
    copy = program.copy()
    try:
        lower_to_hlo(copy.module)
    except OperationError as error:
        raise ProgramError(str(operation_failure(error, copy.module, copy.source))) from error
    return copy
