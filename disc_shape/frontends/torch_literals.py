"""Weights of programs of PyTorch as constants of torch-mlir: as bytes, which nothing folds."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType
from typing import Any

Tensor = Any
"""A tensor of PyTorch, which is not imported."""


def literal_hooks(torch: ModuleType) -> object:
    """
    Hooks of torch-mlir's importer that take the elements of tensors as they lie in memory.

    By itself the importer makes a list of Python numbers of each tensor, which takes most of the
    time of a large model. It makes one element a splat, and splats are folded: wrongly where a
    comparison has a scalar of another kind (`0.75 > -7`), with a crash for integers and `0.5`.
    """
    importer = import_module("torch_mlir.extras.fx_importer")
    ir = import_module("torch_mlir.ir")
    hooks = importer.FxImporterHooks()
    made: dict[int, tuple[Tensor, object]] = {}
    """The tensors, which keep their identity as long as they are here, and their attributes."""

    def attribute(literal: Tensor) -> object:
        kind = importer.create_mlir_tensor_type(literal)
        buffer = buffer_of(torch, literal)
        return ir.DenseResourceElementsAttr.get_from_buffer(buffer, "literal", kind)

    def resolve(importing: Any, literal: Tensor, _: object = None) -> object:
        if not isinstance(literal, torch.Tensor) or not literal.numel():
            return None
        if id(literal) not in made:
            made[id(literal)] = literal, attribute(literal)
        kind = importing._cc.tensor_to_vtensor_type(literal)
        attributes = {"value": made[id(literal)][1]}
        return ir.Operation.create("torch.vtensor.literal", [kind], [], attributes).result

    hooks.resolve_literal = resolve
    return hooks


def buffer_of(torch: ModuleType, literal: Tensor) -> object:
    """The elements of a tensor, row by row, as bytes."""
    given = literal.detach().cpu().resolve_conj().resolve_neg().contiguous()
    return given.reshape(-1).view(torch.uint8).numpy()
