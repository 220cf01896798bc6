"""Static programs on several devices: XLA partitions them as their shardings say."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Protocol, cast

import numpy as np
from xdsl.dialects.builtin import ModuleOp

from disc_shape.analysis.call_graph import entry_function
from disc_shape.engines.errors import EngineError
from disc_shape.guards.shardings import meshes
from disc_shape.interpreters.kernels.arrays import Array
from disc_shape.program import parse
from disc_shape.relations.value_types import as_tensor


class Mesh(Protocol):
    """A `jax.sharding.Mesh`."""

    devices: Array
    """The devices, one dimension for each axis."""
    shape: Mapping[str, int]
    """The sizes of the axes by their names."""


class OnMesh(Protocol):
    """A program that XLA has compiled for the devices of a mesh."""

    def get_parameter_shardings(self) -> Sequence[object]:
        """How each argument is spread over the devices."""
        ...

    def get_output_shardings(self) -> Sequence[object]:
        """How each result is spread over the devices."""
        ...

    def execute_sharded(self, arguments: Sequence[object]) -> Parts:
        """Run it."""
        ...


class Parts(Protocol):
    """The parts of results."""

    def disassemble_into_single_device_arrays(self) -> Sequence[Sequence[Array]]:
        """For each result one array for each device."""
        ...


def require_axes(mesh: Mesh, module: ModuleOp) -> None:
    """`EngineError` for a mesh whose axes are not those of the program."""
    given = dict(mesh.shape)
    for name, axes in meshes(module).items():
        if axes != given:
            raise EngineError(
                f"xla: the mesh has the axes {listed(given)}, expected {listed(axes)} as in @{name}"
            )


def listed(axes: Mapping[str, int]) -> str:
    """The axes of a mesh, with their sizes."""
    return ", ".join(f"{name}={size}" for name, size in axes.items())


class Device(Protocol):
    """A device of JAX."""

    id: int


@dataclass
class MeshProgram:
    """A program for one list of sizes, on the devices of a mesh."""

    mesh: Mesh
    loaded: OnMesh
    shapes: Sequence[tuple[int, ...]]
    """The sizes of the results."""

    @staticmethod
    def of(text: str, mesh: Mesh) -> MeshProgram:
        """Compile a static program; Shardy partitions it."""
        client = import_module("jax.extend.backend").get_backend("cpu")
        xla = import_module("jaxlib.xla_client")
        devices = list(mesh.devices.flat)
        options = xla.CompileOptions()
        options.num_replicas, options.num_partitions = 1, len(devices)
        build = options.executable_build_options
        build.num_partitions = len(devices)
        build.use_spmd_partitioning = build.use_shardy_partitioner = True
        numbers = np.array([[cast("Device", one).id for one in devices]])
        options.device_assignment = xla.DeviceAssignment.create(numbers)
        loaded = client.compile_and_load(text, xla.DeviceList(tuple(devices)), options)
        results = entry_function(parse(text).module).function_type.outputs
        shapes = [type_.get_shape() for type_ in map(as_tensor, results) if type_ is not None]
        return MeshProgram(mesh, cast("OnMesh", loaded), shapes)

    def run(self, arrays: Sequence[Array]) -> list[Array]:
        """The results; arguments are spread over the devices first."""
        jax = import_module("jax")
        sharding = import_module("jax._src.sharding_impls").GSPMDSharding
        devices = tuple(self.mesh.devices.flat)
        given = [
            jax.device_put(array, sharding(devices, how))
            for array, how in zip(arrays, self.loaded.get_parameter_shardings(), strict=True)
        ]
        parts = self.loaded.execute_sharded(given).disassemble_into_single_device_arrays()
        make = jax.make_array_from_single_device_arrays
        return [
            np.array(make(shape, sharding(devices, how), list(one)))
            for shape, how, one in zip(
                self.shapes, self.loaded.get_output_shardings(), parts, strict=True
            )
        ]
