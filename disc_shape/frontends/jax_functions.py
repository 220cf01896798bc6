"""JAX functions as programs: sizes are named in strings, JAX exports the function once for all."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from types import ModuleType
from typing import Any, Protocol

from disc_shape.frontends.traced import (
    FrontEndError,
    Traced,
    in_order,
    is_instance,
    parameters_of,
)

SPEC = re.compile(r"\s*(?:(?P<dtype>[a-z]\w*)\s*\[(?P<inner>.*)\]|(?P<plain>[^\[\]]*))\s*")
"""`b, s, 32` or `int32[b, s]`."""


def from_jax(
    function: Callable[..., object], *specs: object, constraints: Sequence[str] = ()
) -> Traced:
    """
    Export a JAX function for all sizes.

    There is a spec for each argument: `"b, s, 32"` for an array of `float32`, `"int32[b, s]"` for
    one of another type, an array or anything with `shape` and `dtype` for fixed sizes, and lists,
    tuples and dictionaries of these. `constraints` are conditions such as `"s % 4 == 0"` and
    `"s <= 512"`; every named size is at least 1. The program checks them.

        model = disc_shape.from_jax(fn, "b, s, 32", "32, 16", constraints=["s % 4 == 0"])

    Raises `FrontEndError` for specs that JAX does not read, and whatever `function` raises.
    """
    jax, export = modules()
    try:
        scope = export.SymbolicScope([in_words_of_jax(one) for one in constraints])
        leaves, structure = jax.tree_util.tree_flatten(specs)
        structs = [struct(spec, scope, jax, export) for spec in leaves]
        arguments = jax.tree_util.tree_unflatten(structure, structs)
    except ValueError as error:
        raise FrontEndError(str(error).splitlines()[0]) from error
    exported = export.export(jax.jit(function))(*arguments)
    expected = jax.tree_util.tree_structure((arguments, {}))
    kept = exported.module_kept_var_idx
    parameters = parameters_of(function)[: len(specs)]

    def flatten(args: Sequence[object], kwargs: Mapping[str, object]) -> Sequence[object]:
        leaves, structure = jax.tree_util.tree_flatten(in_order(parameters, args, kwargs))
        if structure != expected:
            raise unlike(structure, expected)
        return [leaves[index] for index in kept]

    def unflatten(results: Sequence[object]) -> object:
        return jax.tree_util.tree_unflatten(exported.out_tree, list(results))

    name = getattr(function, "__name__", "main")
    return Traced(exported.mlir_module(), "", flatten, unflatten, name, parameters)


def unlike(structure: object, expected: object) -> FrontEndError:
    """The error of a call with other trees than a function takes."""
    return FrontEndError(f"the arguments are {structure}, expected {expected}")


class Exported(Protocol):
    """What `jax.export.export` returns."""

    in_tree: Any
    out_tree: object
    module_kept_var_idx: Sequence[int]
    fun_name: str

    def mlir_module(self) -> str:
        """The program as text."""
        ...


def is_exported(program: object) -> bool:
    """Whether something is what `jax.export` returns; JAX is not imported to tell."""
    return is_instance(program, "jax", "Exported")


def from_exported(exported: Exported) -> Traced:
    """
    What `jax.export` returns, to be called with its arrays in order, or as the function is called:
    with trees, and with arguments that it does not read. Called with trees it returns a tree.
    """
    tree = import_module("jax").tree_util
    expected, kept = exported.in_tree, exported.module_kept_var_idx
    takes_arrays = expected == tree.tree_structure((("",) * expected.num_leaves, {}))
    reads_all = len(kept) == expected.num_leaves

    def flatten(args: Sequence[object], kwargs: Mapping[str, object]) -> Sequence[object] | None:
        if takes_arrays and reads_all:
            return None
        leaves, structure = tree.tree_flatten((tuple(args), dict(kwargs)))
        if structure == expected:
            return [leaves[index] for index in kept]
        if len(leaves) != len(args) + len(kwargs):
            raise unlike(structure, expected)
        return None

    def unflatten(results: Sequence[object]) -> object:
        found = list(results)
        return found if takes_arrays else tree.tree_unflatten(exported.out_tree, found)

    return Traced(exported.mlir_module(), "", flatten, unflatten, exported.fun_name)


def modules() -> tuple[ModuleType, ModuleType]:
    """JAX and its export; `FrontEndError` without it."""
    try:
        return import_module("jax"), import_module("jax.export")
    except ModuleNotFoundError as error:
        raise FrontEndError("JAX is not installed: pip install 'disc-shape[jax]'") from error


def struct(spec: object, scope: object, jax: ModuleType, export: ModuleType) -> object:
    """The shape and element type that a spec names."""
    if not isinstance(spec, str):
        shape, dtype = getattr(spec, "shape", None), getattr(spec, "dtype", None)
        if shape is None or dtype is None:
            raise FrontEndError(f"{spec!r} is no spec: expected a string or an array")
        return jax.ShapeDtypeStruct(shape, dtype)
    match = SPEC.fullmatch(spec)
    if match is None:
        raise FrontEndError(f"'{spec}' is no spec: expected sizes as in 'b, s, 32' or 'int32[b]'")
    sizes = match["inner"] if match["dtype"] else match["plain"]
    try:
        dtype = jax.numpy.dtype(match["dtype"] or "float32")
    except TypeError as error:
        raise FrontEndError(f"'{spec}': no element type is called {match['dtype']}") from error
    return jax.ShapeDtypeStruct(export.symbolic_shape(sizes, scope=scope), dtype)


def in_words_of_jax(constraint: str) -> str:
    """
    A constraint with `mod` and `floordiv` for the operators `%` and `//`, which JAX does not read.
    """
    try:
        tree = ast.parse(constraint.strip(), mode="eval")
    except SyntaxError as error:
        raise FrontEndError(f"'{constraint}' is no constraint") from error
    return ast.unparse(ast.fix_missing_locations(_Words().visit(tree)))


class _Words(ast.NodeTransformer):
    """Operators as functions."""

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        self.generic_visit(node)
        if not isinstance(node.op, ast.Mod | ast.FloorDiv):
            return node
        name = "mod" if isinstance(node.op, ast.Mod) else "floordiv"
        return ast.Call(ast.Name(name, ast.Load()), [node.left, node.right], [])
