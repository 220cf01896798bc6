"""PyTorch modules as programs: `torch.export` and torch-mlir, with what they know of sizes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from importlib import import_module
from inspect import signature
from types import ModuleType
from typing import Literal, Protocol, cast

from disc_shape.frontends.traced import FrontEndError, Traced

Parameters = Literal["bound", "arguments"]


class Value(Protocol):
    """A parameter or a buffer."""

    def detach(self) -> object:
        """The same without gradients."""
        ...


class Module(Protocol):
    """A PyTorch module."""

    forward: Callable[..., object]

    def named_parameters(self) -> Iterable[tuple[str, Value]]:
        """Its parameters."""
        ...

    def named_buffers(self) -> Iterable[tuple[str, Value]]:
        """Its buffers."""
        ...


class Interval(Protocol):
    """The range of a symbol."""

    lower: object
    upper: object


def from_torch(
    module: Module,
    args: Sequence[object],
    *,
    dynamic_shapes: object = None,
    parameters: Parameters = "bound",
) -> Traced:
    """
    Export a PyTorch module for all sizes that `dynamic_shapes` leaves open.

    `args` are examples, `dynamic_shapes` is what `torch.export.export` takes. With
    `parameters="bound"` parameters and buffers are constants of the program, with `"arguments"` its
    first arguments, so that they can change without compiling again; the values of the module are
    passed at each call. What PyTorch knows of sizes, ranges, equal sizes and divisors, becomes
    facts, which every call is checked for.

        b = torch.export.Dim("b", min=1, max=64)
        model = disc_shape.from_torch(module, (x,), dynamic_shapes=({0: b},))

    Raises `FrontEndError` where torch-mlir cannot lower the module, and what `torch.export` raises.
    """
    torch, fx = modules()
    export, given = torch.export.export, tuple(args)
    values: list[object] = []
    if parameters == "arguments":
        named = {**dict(module.named_parameters()), **dict(module.named_buffers())}
        values = [value.detach() for value in named.values()]
        shapes = by_position(module, dynamic_shapes, len(given))
        shell = functional(torch, module, list(named))
        program = export(shell, (values, *given), dynamic_shapes=([None] * len(values), shapes))
    else:
        program = export(module, given, dynamic_shapes=dynamic_shapes)
    try:
        text = str(fx.export_and_import(program, output_type="stablehlo"))
    except Exception as error:
        lines = str(error).splitlines()
        line = next((one for one in lines if "error:" in one), lines[0] if lines else "failed")
        raise FrontEndError(f"torch-mlir: {line.partition('error: ')[2] or line}") from error
    pytree = import_module("torch.utils._pytree")
    expected = program.call_spec.in_spec

    def flatten(given: Sequence[object], kwargs: Mapping[str, object]) -> Sequence[object]:
        call = (values, *given) if parameters == "arguments" else tuple(given)
        leaves, structure = pytree.tree_flatten((call, dict(kwargs)))
        if structure != expected:
            raise FrontEndError(f"the arguments are {structure}, expected {expected}")
        return leaves

    def unflatten(results: Sequence[object]) -> object:
        return pytree.tree_unflatten(list(results), program.call_spec.out_spec)

    return Traced(text, "; ".join(facts_of(program)), flatten, unflatten, type(module).__name__)


def functional(torch: ModuleType, module: Module, names: Sequence[str]) -> object:
    """A module without parameters whose first argument is a list of those of another one."""
    shell = torch.nn.Module()

    def forward(values: Sequence[object], *args: object) -> object:
        named = dict(zip(names, values, strict=True))
        return torch.func.functional_call(module, named, args)

    shell.forward = forward
    return shell


def by_position(module: Module, dynamic_shapes: object, count: int) -> tuple[object, ...]:
    """What `dynamic_shapes` says of each argument, in order."""
    if isinstance(dynamic_shapes, Mapping):
        shapes = cast("Mapping[str, object]", dynamic_shapes)
        names = list(signature(module.forward).parameters)[:count]
        return tuple(shapes.get(name) for name in names)
    if dynamic_shapes is None:
        return (None,) * count
    return tuple(cast("Sequence[object]", dynamic_shapes))


def modules() -> tuple[ModuleType, ModuleType]:
    """PyTorch and torch-mlir; `FrontEndError` without them."""
    try:
        return import_module("torch"), import_module("torch_mlir.fx")
    except ModuleNotFoundError as error:
        raise FrontEndError(
            f"{error.name} is not installed: pip install 'disc-shape[torch]'"
        ) from error


class Node(Protocol):
    """A node of a graph."""

    op: str
    name: str
    meta: Mapping[str, object]


def facts_of(program: object) -> Iterator[str]:
    """
    What `torch.export` knows of the sizes of the arguments: names, ranges, and sizes that are
    computed from others.
    """
    nodes = arguments_of(program)
    known: set[str] = set()
    for place, node in enumerate(nodes):
        shape = getattr(node.meta.get("val"), "shape", None)
        if shape is None:
            continue
        sizes = ["_" if isinstance(size, int) else str(size) for size in shape]
        known.update(size for size in sizes if size.isidentifier())
        if any(size != "_" for size in sizes):
            yield f"{place}: [{', '.join(sizes)}]"
    ranges = cast("Mapping[object, Interval]", getattr(program, "range_constraints", {}))
    for symbol, interval in ranges.items():
        if str(symbol) not in known:
            continue
        for bound, relation in ((interval.lower, ">="), (interval.upper, "<=")):
            if str(bound).isdigit():
                yield f"{symbol} {relation} {bound}"


def arguments_of(program: object) -> Sequence[Node]:
    """The nodes of arguments that a caller passes: not of constants that are bound."""
    roles = getattr(program, "graph_signature", None)
    given = set(cast("Iterable[str]", getattr(roles, "user_inputs", ())))
    graph = getattr(program, "graph", None)
    nodes = cast("Sequence[Node]", list(getattr(graph, "nodes", ())))
    return [node for node in nodes if node.op == "placeholder" and node.name in given]
