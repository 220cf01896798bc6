"""PyTorch modules as programs: `torch.export` and torch-mlir, with what they know of sizes."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from importlib import import_module
from inspect import signature
from types import ModuleType
from typing import Any, Literal, Protocol, cast

from numpy import ndarray

from disc_shape.collector import collected_rarely
from disc_shape.frontends.torch_checks import check_complex, check_state
from disc_shape.frontends.torch_constants import Program, buffers_in_state, copy_listed
from disc_shape.frontends.torch_control import graphs_of, importer_of_nodes, with_loops
from disc_shape.frontends.torch_decompositions import decompositions
from disc_shape.frontends.torch_guards import conditions_of
from disc_shape.frontends.torch_linear_algebra import checks_decomposed
from disc_shape.frontends.torch_literals import literal_hooks
from disc_shape.frontends.torch_operators import hide_constants, load_dialects, write_operations
from disc_shape.frontends.torch_ranges import ranges_of
from disc_shape.frontends.torch_sizes import rewrite_sizes, write_known_sizes
from disc_shape.frontends.torch_slices import Interval
from disc_shape.frontends.traced import (
    FrontEndError,
    Traced,
    in_order,
    is_instance,
    parameters_of,
)
from disc_shape.symbolic.parsing import ARITIES, RANKS

Parameters = Literal["bound", "arguments"]

SYMBOL = re.compile(r"[A-Za-z_]\w*")
"""A name in an expression."""
CONSTANT = re.compile(r"legalize operation 'torch\.(constant\.|vtensor\.literal)")
"""What torch-mlir says of operands of operations that it cannot lower."""
UNREGISTERED = re.compile(r'"(torch\.operator)"\(.*?<{name = "([^"]+)"')
"""An operation without a class of its own, as diagnostics print it."""
CAUSE = "python exception: "
"""What torch-mlir says where it has no diagnostic."""
OPERATORS = "torch.aten."
"""The prefix of operations that torch-mlir lowers."""
WITH_ASSERTIONS = """builtin.module(func.func(convert-torch-to-arith),canonicalize,
    func.func(convert-torch-to-stablehlo),canonicalize,func.func(cse),
    torch-func-backend-type-conversion,canonicalize,
    func.func(torch-finalizing-backend-type-conversion))"""
"""
The pipeline of torch-mlir to StableHLO, without the verifier, which refuses `cf.assert`, and after
the pass that converts assertions to it, and numbers; these are found again.
"""
WORDS = frozenset((*RANKS, *ARITIES, "not", "True", "False", "_"))
"""Names that mean something else in facts."""


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


class Spec(Protocol):
    """The structure of arguments: a tuple of those by position and a dictionary of the others."""

    def child(self, index: int) -> Spec:
        """A part."""
        ...

    num_children: int


class CallSpec(Protocol):
    """The structures of arguments and results."""

    in_spec: Spec | None
    out_spec: object


class Exported(Program, Protocol):
    """What `torch.export.export` returns, and `torch.export.load`."""

    call_spec: CallSpec
    range_constraints: Mapping[object, Interval]

    def run_decompositions(self, table: Mapping[object, object]) -> Exported:
        """The program with operations replaced by those that a table gives for them."""
        ...


@collected_rarely()
def from_torch(
    module: Module | Exported,
    args: Sequence[object] = (),
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
    facts, which every call is checked for; sizes have the names of their `Dim`.

        b = torch.export.Dim("b", min=1, max=64)
        model = disc_shape.from_torch(module, (x,), dynamic_shapes=({0: b},))

    A `torch.export.ExportedProgram` takes the place of a module and all other arguments; PyTorch
    keeps no names of `Dim` in it, so that sizes have those that it gave them, `s17`.

    Raises `FrontEndError` where torch-mlir cannot lower the module, and what `torch.export` raises.
    """
    torch, fx = modules()
    if is_exported(module):
        if args or dynamic_shapes is not None or parameters != "bound":
            raise FrontEndError("a program that is exported has arguments, sizes and parameters")
        return from_exported(torch, fx, cast("Exported", module))
    module = cast("Module", module)
    export, given = torch.export.export, tuple(args)
    shapes = by_position(module, dynamic_shapes, len(given))
    values: list[object] | None = None
    if parameters == "arguments":
        named = {**dict(module.named_parameters()), **dict(module.named_buffers())}
        values = [value.detach() for value in named.values()]
        shell = functional(torch, module, list(named))
        program = export(shell, (values, *given), dynamic_shapes=([None] * len(values), shapes))
    else:
        program = export(module, given, dynamic_shapes=dynamic_shapes)
    text = lowered(fx, program, decompositions(torch, ranges_of(program)))
    facts = facts_of(program, names_of(program, given, shapes))
    names = parameters_of(module.forward)[: len(given)]
    return called(type(module).__name__, text, facts, program, names, values)


def is_exported(source: object) -> bool:
    """Whether something is a `torch.export.ExportedProgram`; PyTorch is not imported to tell."""
    return is_instance(source, "torch", "ExportedProgram")


def from_exported(torch: ModuleType, fx: ModuleType, program: Exported) -> Traced:
    """A program of `torch.export` with what it says of sizes."""
    spec = program.call_spec.in_spec
    count = 0 if spec is None else spec.child(0).num_children
    names = getattr(program, "module_call_graph")[0].signature.forward_arg_names or ()
    text = lowered(fx, program, decompositions(torch, ranges_of(program)))
    return called("exported", text, facts_of(program, {}), program, [*names][:count])


def called(
    name: str,
    text: str,
    facts: Iterable[str],
    program: Exported,
    names: Sequence[str],
    values: Sequence[object] | None = None,
) -> Traced:
    """
    A program as functions in Python are called: by position or name, with trees of tensors. Values
    of parameters that are arguments come first.
    """
    pytree, tensor = import_module("torch.utils._pytree"), import_module("torch").Tensor
    spec = program.call_spec  # PyTorch makes a new class for each.
    expected, result = spec.in_spec, spec.out_spec
    leaves_only = pytree.tree_structure((("",) * len(names), {}))
    is_flat = values is None and expected == leaves_only

    def flatten(given: Sequence[object], kwargs: Mapping[str, object]) -> Sequence[object]:
        if is_flat and not kwargs and len(given) == len(names):
            if all(isinstance(one, tensor | ndarray) for one in given):
                return given
        call, named = in_order(names, given, kwargs)
        call = call if values is None else (values, *call)
        leaves, structure = pytree.tree_flatten((call, named))
        if structure != expected:
            raise FrontEndError(f"the arguments are {structure}, expected {expected}")
        return leaves

    def unflatten(results: Sequence[object]) -> object:
        return pytree.tree_unflatten(list(results), result)

    return Traced(text, "; ".join(facts), flatten, unflatten, name, names)


class Diagnostic(Protocol):
    """What torch-mlir reports."""

    message: str
    location: object


def lowered(fx: ModuleType, program: Exported, table: Mapping[object, object]) -> str:
    """
    A program of `torch.export` in StableHLO, after the decompositions of a table; `FrontEndError`
    with the cause where that fails.
    """
    context = import_module("torch_mlir.ir").Context()
    import_module("torch_mlir.dialects.torch").register_dialect(context)
    made_by = import_module("torch_mlir.extras.fx_importer").FxImporter
    hooks, of_nodes = literal_hooks(import_module("torch")), importer_of_nodes()
    importer = made_by(context=context, hooks=hooks, graph_node_importer_cls=of_nodes)
    errors: list[str] = []
    program_of_torch: object = None

    def note(diagnostic: Diagnostic) -> bool:
        message, _, op = diagnostic.message.partition(": %")
        if named := UNREGISTERED.search(op):
            message = message.replace(named[1], named[2])
        errors.append(placed(diagnostic.location, message))
        return True

    context.attach_diagnostic_handler(note)
    load_dialects(context)
    try:
        torch = import_module("torch")
        with checks_decomposed(torch):
            decomposed = with_loops(torch, program).run_decompositions(table)
        check_state(decomposed)
        graphs = graphs_of(decomposed)
        ranges = ranges_of(program)
        for graph in graphs:
            write_known_sizes(torch, graph)
            check_complex(torch, graph.nodes)
            rewrite_sizes(torch, graph, ranges)
        copy_listed(torch, decomposed)
        for graph in graphs:
            hide_constants(torch, graph)
        assertion = torch.ops.aten._assert_scalar.default
        asserts = any(node.target is assertion for graph in graphs for node in graph.nodes)
        with buffers_in_state(decomposed):
            program_of_torch = fx.export_and_import(
                decomposed, output_type="raw", fx_importer=importer, decomposition_table={}
            )
        write_operations(program_of_torch)
        return str(in_stablehlo(program_of_torch, asserts))
    except FrontEndError:
        raise
    except Exception as error:
        causes = [line for line in str(error).splitlines() if line.startswith(CAUSE)]
        lines = [*errors, *causes, *str(error).splitlines(), "failed"]
        # A constant is left where an operation that reads it is.
        if CONSTANT.search(lines[0]) and (reader := reader_of_constant(program_of_torch)):
            lines[0] = f"{reader} has no form in StableHLO"
        raise FrontEndError(f"torch-mlir: {lines[0]}") from error


def reader_of_constant(module: Any) -> str:
    """The first operation that torch-mlir has left in a program, and its line."""
    found: list[Any] = []

    def visit(op: Any) -> object:
        if op.name.startswith(OPERATORS):
            found.append(op)
        return import_module("torch_mlir.ir").WalkResult.ADVANCE

    module.operation.walk(visit)
    return placed(found[0].location, f"operation '{found[0].name}'") if found else ""


def placed(location: object, message: str) -> str:
    """What is said of a line, after the line."""
    place = re.search(r'"([^"]+)":(\d+)', str(location))
    return f"{place[1]}:{place[2]}: {message}" if place else message


def in_stablehlo(module: object, asserts: bool) -> object:
    """A program of torch-mlir, which asserts something or not, in StableHLO and `cf`."""
    utilities = import_module("torch_mlir.compiler_utils")
    if asserts:
        utilities.run_pipeline_with_repro_report(module, WITH_ASSERTIONS, "assertions")
        return module
    return utilities.lower_mlir_module(False, utilities.OutputType.STABLEHLO, module)


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


def names_of(program: object, given: Sequence[object], shapes: Sequence[object]) -> dict[str, str]:
    """
    The names of `Dim` by those that `torch.export` gives to the same sizes: `s77` is `batch`.
    """
    pytree = import_module("torch.utils._pytree")
    leaves = pytree.tree_flatten_with_path(tuple(given))[0]
    names: dict[str, str] = {}
    for (path, _), node in zip(reversed(leaves), reversed(arguments_of(program)), strict=False):
        dims = described(path, shapes)
        sizes = getattr(node.meta.get("val"), "shape", ())
        for axis, size in enumerate(sizes):
            dim = at(dims, axis)
            name = getattr(getattr(dim, "root", dim), "__name__", "")
            symbols = set(SYMBOL.findall(str(size)))
            if len(symbols) == 1 and name.isidentifier() and name not in WORDS:
                names.setdefault(symbols.pop(), name)
    return names


def described(path: Sequence[object], shapes: object) -> object:
    """What a tree of shapes says of the leaf at a path, None for nothing."""
    for step in path:
        key = getattr(step, "idx", getattr(step, "key", getattr(step, "name", None)))
        shapes = at(shapes, key)
    return shapes


def at(shapes: object, key: object) -> object:
    """The part of a tree of shapes at an index or key, None where there is none."""
    if isinstance(shapes, Mapping):
        return cast("Mapping[object, object]", shapes).get(key)
    if isinstance(shapes, list | tuple) and isinstance(key, int):
        found = cast("Sequence[object]", shapes)
        return found[key] if key < len(found) else None
    return None


def facts_of(program: object, names: Mapping[str, str]) -> Iterator[str]:
    """
    What `torch.export` knows of the sizes of the arguments: names, ranges, sizes that are computed
    from others, and conditions. Symbols are called by `names` where they have one there.
    """

    def renamed(text: object) -> str:
        return SYMBOL.sub(lambda found: names.get(found[0], found[0]), str(text))

    nodes = arguments_of(program)
    known: set[str] = set()
    for place, node in enumerate(nodes):
        shape = getattr(node.meta.get("val"), "shape", None)
        if shape is None:
            continue
        sizes = ["_" if isinstance(size, int) else renamed(size) for size in shape]
        known.update(symbol for size in shape for symbol in SYMBOL.findall(str(size)))
        if any(size != "_" for size in sizes):
            yield f"{place}: [{', '.join(sizes)}]"
    for symbol, interval in ranges_of(program).items():
        if str(symbol) not in known:
            continue
        for bound, relation in ((interval.lower, ">="), (interval.upper, "<=")):
            if str(bound).isdigit():
                yield f"{renamed(symbol)} {relation} {bound}"
    yield from conditions_of(program, renamed)


def arguments_of(program: object) -> Sequence[Node]:
    """The nodes of arguments that a caller passes: not of constants that are bound."""
    roles = getattr(program, "graph_signature", None)
    given = set(cast("Iterable[str]", getattr(roles, "user_inputs", ())))
    graph = getattr(program, "graph", None)
    nodes = cast("Sequence[Node]", list(getattr(graph, "nodes", ())))
    return [node for node in nodes if node.op == "placeholder" and node.name in given]
