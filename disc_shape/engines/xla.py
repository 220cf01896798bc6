"""
The XLA engine: JAX's compiler, which refines a program of StableHLO for each list of sizes.

XLA has no dynamic shapes of its own: what it compiles is kept for the sizes seen last.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from importlib import import_module
from typing import Protocol, cast

import numpy as np
from xdsl.dialects.builtin import TensorType
from xdsl.rewriter import InsertPoint, Rewriter

from disc_shape.analysis.call_graph import entry_function
from disc_shape.dialects.hlo.conversion import ConvertOp
from disc_shape.dialects.hlo.factory import final
from disc_shape.dialects.hlo.op import STABLEHLO
from disc_shape.engines.errors import EngineError, MissingPackageError
from disc_shape.engines.registry import Job
from disc_shape.engines.signature import Shapes, Signature
from disc_shape.errors import OperationError
from disc_shape.exporting.export import export_stablehlo
from disc_shape.interpreters.errors import GuardError
from disc_shape.interpreters.kernels.arrays import Array
from disc_shape.program import Program, parse
from disc_shape.relations.value_types import as_tensor


class Results(Protocol):
    """What an executable of XLA returns."""

    def disassemble_into_single_device_arrays(self) -> Sequence[Sequence[object]]:
        """For each result one array for each device."""
        ...


class Loaded(Protocol):
    """A program compiled for one list of sizes."""

    def execute_sharded(self, arguments: Sequence[object]) -> Results:
        """Run it."""
        ...


@dataclass
class XlaExecutable:
    """A program, and what XLA has compiled of it."""

    program: Program
    signature: Signature
    cache: int
    timings: dict[str, float]
    text: str = ""
    loaded: OrderedDict[Shapes, Loaded] = field(default_factory=OrderedDict[Shapes, Loaded])

    def run(self, arrays: Sequence[Array]) -> Sequence[Array]:
        """The results; compiles when the sizes are new."""
        shapes = tuple(array.shape for array in arrays)
        with wide_numbers():
            compiled = self.loaded.get(shapes)
            if compiled is None:
                compiled = self._compile(shapes)
                self.loaded[shapes] = compiled
                if len(self.loaded) > self.cache:
                    self.loaded.popitem(last=False)
            self.loaded.move_to_end(shapes)
            put = import_module("jax").device_put
            results = compiled.execute_sharded([put(array) for array in arrays])
            found = results.disassemble_into_single_device_arrays()
            return [np.array(one[0]) for one in found]

    def binary(self) -> bytes | None:
        """What is compiled serves one list of sizes only."""
        return None

    def _compile(self, shapes: Shapes) -> Loaded:
        self.timings["compilations"] = self.timings.get("compilations", 0) + 1
        try:
            return compiled(refined(with_sizes(self.program, shapes)))
        except Exception as error:
            raise failure(error) from error


@dataclass(frozen=True)
class XlaEngine:
    """Compiles programs with the XLA of jaxlib."""

    cache: int = 64
    """So many lists of sizes stay compiled."""

    def compile(self, job: Job) -> XlaExecutable:
        """Export; XLA compiles at the first call with given sizes."""
        if self.cache < 1:
            raise EngineError(f"option 'cache' of engine 'xla' is {self.cache}, expected 1 or more")
        require_jax()
        try:
            export_stablehlo(job.program.module, "stablehlo")
        except OperationError as error:
            raise EngineError(f"xla: {error}") from error
        return self.load(job.program.text, None, job)

    def load(self, text: str, binary: bytes | None, job: Job) -> XlaExecutable:
        """The exported program; XLA compiles it at the first call with given sizes."""
        require_jax()
        program = parse(text, "engine.mlir")
        job.timings["compilations"] = 0
        return XlaExecutable(program, job.signature, self.cache, job.timings, text)


def with_sizes(program: Program, shapes: Shapes) -> str:
    """
    The text of a program whose arguments have static types.

        func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {
    =>
        func.func @main(%x: tensor<8xf32>) -> tensor<?xf32> {
          %0 = stablehlo.convert %x : (tensor<8xf32>) -> tensor<?xf32>
    """
    copy = program.copy()
    function = entry_function(copy.module)
    block = function.body.blocks[0]
    for argument, shape in zip(block.args, shapes, strict=True):
        type_ = as_tensor(argument.type)
        if type_ is None or type_.has_static_shape():
            continue
        cast_op = final(ConvertOp, STABLEHLO).create(operands=[argument], result_types=[type_])
        argument.replace_all_uses_with(cast_op.results[0])
        cast_op.operands[0] = argument
        Rewriter.replace_value_with_new_type(argument, TensorType(type_.element_type, shape))
        Rewriter.insert_op(cast_op, InsertPoint.at_start(block))
    function.update_function_type()
    return copy.text


def refined(text: str) -> str:
    """The text with all sizes inferred, as XLA does that."""
    mlir = import_module("jax.interpreters.mlir")
    ir = import_module("jaxlib.mlir.ir")
    jaxlib = import_module("jaxlib._jax")
    with mlir.make_ir_context():
        code = mlir.module_to_bytecode(ir.Module.parse(text))
        found = jaxlib.mlir.refine_polymorphic_shapes(
            code, enable_shape_assertions=True, validate_static_shapes=True, enable_shardy=False
        )
        return str(ir.Module.parse(found))


def compiled(text: str) -> Loaded:
    """A static program compiled for the first device."""
    client = import_module("jax.extend.backend").get_backend("cpu")
    xla = import_module("jaxlib.xla_client")
    devices = xla.DeviceList(tuple(client.local_devices()[:1]))
    return cast("Loaded", client.compile_and_load(text, devices, xla.CompileOptions()))


def wide_numbers() -> AbstractContextManager[object]:
    """A context in which JAX keeps 64 bits."""
    jax = import_module("jax")
    enable = getattr(jax, "enable_x64", None)
    if enable is None:
        enable = import_module("jax.experimental").enable_x64
    return cast("AbstractContextManager[object]", enable(True))


def require_jax() -> None:
    """`MissingPackageError` without JAX."""
    try:
        import_module("jax")
    except ModuleNotFoundError as error:
        raise MissingPackageError("JAX, which has XLA,", "jax") from error


def failure(error: Exception) -> Exception:
    """An error of XLA in one line; the failure of a check is a `GuardError`."""
    lines = str(error).splitlines() or [type(error).__name__]
    marker = "Shape assertion failed: "
    for line in lines:
        if marker in line:
            return GuardError(line.partition(marker)[2])
    line = next((one for one in lines if "error:" in one), lines[0])
    return EngineError(f"xla: {line.partition('error: ')[2] or line}")
