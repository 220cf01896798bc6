"""
The XLA engine: JAX's compiler, which refines a program of StableHLO for each list of sizes.

XLA has no dynamic shapes of its own: what it compiles is kept for the sizes seen last.
"""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from importlib import import_module
from typing import Protocol, cast

import numpy as np
from xdsl.dialects.builtin import (
    BytesAttr,
    DenseIntOrFPElementsAttr,
    DenseResourceAttr,
    IntegerType,
    ModuleOp,
    StringAttr,
    TensorType,
)
from xdsl.ir import Block, Operation, Region, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from disc_shape.analysis.call_graph import entry_function
from disc_shape.analysis.demand import demand_of
from disc_shape.dialects.hlo.conversion import ConvertOp
from disc_shape.dialects.hlo.creation import ConstantOp
from disc_shape.dialects.hlo.factory import final
from disc_shape.dialects.hlo.op import STABLEHLO
from disc_shape.engines.errors import EngineError, MissingPackageError
from disc_shape.engines.guards import RegionGuards, SizeGuards
from disc_shape.engines.mesh import Mesh, MeshProgram, require_axes
from disc_shape.engines.registry import Job
from disc_shape.engines.signature import Shapes, Signature
from disc_shape.engines.xla_regions import (
    add_illegal,
    drop_regions,
    illegal_regions,
    region_of,
    unreachable_regions,
)
from disc_shape.engines.xla_sizes import fold_float_sizes
from disc_shape.errors import OperationError
from disc_shape.exporting.entry import name_entry_main
from disc_shape.exporting.export import export_stablehlo
from disc_shape.guards.shardings import check_shardings
from disc_shape.interpreters.errors import GuardError
from disc_shape.interpreters.kernels.arrays import Array
from disc_shape.interpreters.values import constant
from disc_shape.program import Program, parse
from disc_shape.relations.guards import is_guard
from disc_shape.relations.value_types import as_tensor
from disc_shape.traversal import pre_order

UNKNOWN_SIZES = ("has dynamic shapes", "expects static assert_what")
"""What XLA says of operations whose sizes it cannot infer, and of checks that it cannot make."""
CHANGED_SIZES = "compatible with body block return types"
"""What XLA says of a loop that carries other sizes on than it was given."""


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


@dataclass(frozen=True)
class Version:
    """What is compiled for one list of sizes."""

    program: Loaded | MeshProgram
    illegal: Sequence[GuardError]
    """
    How the regions fail that these sizes do not allow. Where there are any, the last result is the
    number of one that would have run, from one, or zero.
    """

    def run(self, arrays: Sequence[Array]) -> list[Array]:
        """The results; `GuardError` where a region would have run that these sizes do not allow."""
        if isinstance(self.program, MeshProgram):
            return self.program.run(arrays)
        put = import_module("jax").device_put
        results = self.program.execute_sharded([put(array) for array in arrays])
        found = [np.array(one[0]) for one in results.disassemble_into_single_device_arrays()]
        number = int(found.pop()) if self.illegal else 0
        if number:
            raise GuardError(str(self.illegal[number - 1]))
        return found


Key = tuple[Shapes, tuple[bytes, ...]]
"""The sizes of a call, and the integers of it that sizes are computed from."""


@dataclass
class XlaExecutable:
    """
    A program, and what XLA has compiled of it.

    XLA cannot infer sizes that are data. Where it fails, the integers among the arguments that
    sizes and checks depend on are constants of what it compiles, and each call with others compiles
    again.
    """

    program: Program
    signature: Signature
    cache: int
    timings: dict[str, float]
    guards: SizeGuards
    """The checks on sizes that every run makes."""
    regions: RegionGuards
    """Those in regions: XLA infers the sizes of all."""
    text: str = ""
    mesh: Mesh | None = None
    constants: Sequence[int] = ()
    """The arguments that are constants of what XLA compiles."""
    loaded: OrderedDict[Key, Version] = field(default_factory=OrderedDict[Key, "Version"])

    def run(self, arrays: Sequence[Array]) -> Sequence[Array]:
        """The results; compiles when the sizes are new."""
        with wide_numbers():
            version = self.loaded.get(self._key(arrays)) or self._compile(arrays)
            self.loaded.move_to_end(self._key(arrays))
            return version.run(arrays)

    def binary(self) -> bytes | None:
        """What is compiled serves one list of sizes only."""
        return None

    def _key(self, arrays: Sequence[Array]) -> Key:
        given = tuple(arrays[place].tobytes() for place in self.constants)
        return tuple(array.shape for array in arrays), given

    def _compile(self, arrays: Sequence[Array]) -> Version:
        """Compile for the sizes of these arrays; the oldest of too many programs goes."""
        known = {place: arrays[place] for place in self.constants}
        shapes = tuple(array.shape for array in arrays)
        self.guards.check(shapes, known)
        illegal = illegal_regions(self.regions, shapes, known)
        self.timings["compilations"] = self.timings.get("compilations", 0) + 1
        try:
            text = self._refined(arrays, illegal)
        except GuardError:
            raise
        except Exception as error:
            found = () if self.constants else integers_of_sizes(self.program)
            if not found or not any(words in str(error) for words in UNKNOWN_SIZES):
                raise failure(error) from error
            self.constants = found
            self.guards = SizeGuards(self.program.module, self.signature, known=found)
            self.regions = RegionGuards(self.program.module, self.signature, known=found)
            return self._compile(arrays)
        try:
            program = compiled(text) if self.mesh is None else MeshProgram.of(text, self.mesh)
        except Exception as error:
            raise failure(error) from error
        version = self.loaded[self._key(arrays)] = Version(program, list(illegal.values()))
        if len(self.loaded) > self.cache:
            self.loaded.popitem(last=False)
        return version

    def _refined(self, arrays: Sequence[Array], illegal: dict[Region, GuardError]) -> str:
        """
        The program with all sizes; regions with checks that XLA finds to be false are dropped, and
        added to those that are `illegal`.
        """
        source = self.program.module
        while True:
            static = with_sizes(self.program, arrays, self.constants)
            number_checks(static.module)
            if illegal:
                if self.mesh is not None:
                    raise next(iter(illegal.values()))
                drop_regions(source, static.module, list(illegal))
            try:
                return refined(static.text, self.mesh is not None)
            except Exception as error:
                failed = failed_check(error, source)
                if failed is not None:
                    found = {region_of(*failed): failed[1]}
                else:
                    whole = with_sizes(self.program, arrays, self.constants).module
                    found = unreachable_regions(source, whole)
                if not found.keys() <= illegal.keys():
                    for region, why in found.items():
                        add_illegal(illegal, region, why)
                    continue
                if failed is not None:
                    raise failed[1] from error
                raise


@dataclass(frozen=True)
class XlaEngine:
    """Compiles programs with the XLA of jaxlib."""

    cache: int = 64
    """So many lists of sizes stay compiled."""
    mesh: object = None
    """A `jax.sharding.Mesh`: the program runs on its devices, as its shardings say."""

    def prepare(self, program: Program) -> Program:
        """A program that checks that sizes divide by the axes over which they are sharded."""
        if self.mesh is None:
            return program
        require_axes(cast("Mesh", self.mesh), program.module)
        copy = program.copy()
        try:
            check_shardings(copy.module)
        except OperationError as error:
            raise EngineError(f"xla: {error}") from error
        return copy

    def compile(self, job: Job) -> XlaExecutable:
        """Export; XLA compiles at the first call with given sizes."""
        if self.cache < 1:
            raise EngineError(f"option 'cache' of engine 'xla' is {self.cache}, expected 1 or more")
        require_jax()
        try:
            export_stablehlo(job.program.module, "stablehlo")
            name_entry_main(job.program.module)
            inline_resources(job.program.module)
        except OperationError as error:
            raise EngineError(f"xla: {error}") from error
        return self.load(job.program.text, None, job)

    def load(self, text: str, binary: bytes | None, job: Job) -> XlaExecutable:
        """The exported program; XLA compiles it at the first call with given sizes."""
        require_jax()
        program = parse(text, "engine.mlir")
        job.timings["compilations"] = 0
        guards = SizeGuards(program.module, job.signature)
        regions = RegionGuards(program.module, job.signature)
        mesh = cast("Mesh | None", self.mesh)
        return XlaExecutable(
            program, job.signature, self.cache, job.timings, guards, regions, text, mesh
        )


def inline_resources(module: ModuleOp) -> None:
    """
    Write constants into the program that are data at its end, as which torch-mlir writes weights:
    XLA takes no other ones.
    """
    for op in module.walk():
        value = op.properties.get("value")
        if isinstance(op, ConstantOp) and isinstance(value, DenseResourceAttr):
            data = BytesAttr(np.ascontiguousarray(constant(value)).tobytes())
            op.properties["value"] = DenseIntOrFPElementsAttr(
                cast("TensorType[IntegerType]", value.type), data
            )


def integers_of_sizes(program: Program) -> Sequence[int]:
    """The arguments with integers that sizes and checks are computed from."""
    body = entry_function(program.module).body
    wanted = demand_of(body).into_shapes
    return [place for place, value in enumerate(body.blocks[0].args) if value in wanted]


def with_sizes(program: Program, arrays: Sequence[Array], constants: Sequence[int] = ()) -> Program:
    """
    A copy of a program whose arguments have the static types of arrays; arguments that are
    `constants` are read from these, and so are sizes that come from floats.

        func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {
    =>
        func.func @main(%x: tensor<8xf32>) -> tensor<?xf32> {
          %0 = stablehlo.convert %x : (tensor<8xf32>) -> tensor<?xf32>
    """
    copy = program.copy()
    function = entry_function(copy.module)
    fold_float_sizes(function, arrays, constants)
    block = function.body.blocks[0]
    for place, (argument, array) in enumerate(zip(block.args, arrays, strict=True)):
        type_ = as_tensor(argument.type)
        if type_ is None or (type_.has_static_shape() and place not in constants):
            continue
        static = TensorType(type_.element_type, array.shape)
        source: SSAValue = argument
        new = final(ConvertOp, STABLEHLO).create(operands=[source], result_types=[type_])
        if place in constants:
            integers = cast("TensorType[IntegerType]", static)
            value = DenseIntOrFPElementsAttr.from_list(integers, array.ravel().tolist())
            constant = final(ConstantOp, STABLEHLO).create(
                properties={"value": value}, result_types=[static]
            )
            Rewriter.insert_op(constant, InsertPoint.at_start(block))
            source = constant.results[0]
        Rewriter.insert_op(new, InsertPoint(block, first_but_constants(block)))
        argument.replace_all_uses_with(new.results[0])
        new.operands[0] = source
        Rewriter.replace_value_with_new_type(argument, static)
    function.update_function_type()
    return copy


def first_but_constants(block: Block) -> Operation | None:
    """The first operation of a block that is no constant."""
    return next((op for op in block.ops if not isinstance(op, ConstantOp)), None)


def refined(text: str, sharded: bool = False) -> str:
    """The text with all sizes inferred, as XLA does that; shardings are kept for Shardy."""
    mlir = import_module("jax.interpreters.mlir")
    ir = import_module("jaxlib.mlir.ir")
    jaxlib = import_module("jaxlib._jax")
    with mlir.make_ir_context():
        code = mlir.module_to_bytecode(ir.Module.parse(text))
        found = jaxlib.mlir.refine_polymorphic_shapes(
            code, enable_shape_assertions=True, validate_static_shapes=True, enable_shardy=sharded
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


NUMBERED = re.compile(r"(?:error|failed): ([^\n]*) #(\d+)$", re.MULTILINE)
"""How XLA reports a check that fails."""


def number_checks(module: ModuleOp) -> None:
    """Put numbers behind the messages of checks, so that XLA says which one fails."""
    for number, op in enumerate(filter(is_guard, pre_order(module))):
        message = op.attributes.get("error_message")
        if isinstance(message, StringAttr):
            op.attributes["error_message"] = StringAttr(f"{message.data} #{number}")


def failed_check(error: Exception, module: ModuleOp) -> tuple[Operation, GuardError] | None:
    """The check of a program that XLA finds to be false, and its message."""
    found = NUMBERED.search(str(error))
    if found is None:
        return None
    guards = list(filter(is_guard, pre_order(module)))
    return guards[int(found[2])], GuardError(found[1])


def failure(error: Exception) -> EngineError:
    """An error of XLA in one line."""
    lines = str(error).splitlines() or [type(error).__name__]
    errors = [line.partition("error: ")[2] for line in lines if "error: " in line]
    if any(words in line for line in errors for words in UNKNOWN_SIZES):
        return EngineError("xla: a size or a check depends on data that the program computes")
    if any(CHANGED_SIZES in line for line in errors):
        return EngineError("xla: a loop changes the sizes of what it carries")
    return EngineError(f"xla: {(errors or lines)[0]}")
