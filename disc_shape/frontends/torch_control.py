"""
Branches and loops of programs of PyTorch, `torch.cond` and `while_loop`: operations of StableHLO,
whose regions call the functions that torch-mlir makes of their graphs.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from types import ModuleType
from typing import Any, cast

from disc_shape.dialects.hlo.slicing import DynamicUpdateSliceOp
from disc_shape.frontends.torch_operators import VALUE, builtin, operators
from disc_shape.frontends.traced import FrontEndError

Node = Any
"""A node of a graph."""
Graph = Any
"""A graph of nodes."""
Value = Any
"""A value of MLIR."""
Tensor = Any
"""A tensor of PyTorch."""
Exported = Any
"""A program of `torch.export`."""
Importer = Any
"""The importer of one graph."""


def importer_of_nodes() -> type[Any]:
    """The class of torch-mlir that imports the nodes of a graph, with branches and loops."""
    base = import_module("torch_mlir.extras.fx_importer").GraphNodeImporter
    methods = {"__slots__": (), "_import_hop_cond": branch, "_import_hop_while_loop": loop}
    return type("GraphNodeImporter", (base,), methods)


class Regions:
    """Makes the operations of one node."""

    def __init__(self, importer: Importer, node: Node, location: object) -> None:
        self.importer, self.node, self.location = importer, node, location
        self.ir = import_module("torch_mlir.ir")

    def create(
        self, name: str, types: Sequence[Any], operands: Sequence[Value], **rest: Any
    ) -> Any:
        """An operation."""
        create = self.ir.Operation.create
        return create(name, [*types], [*operands], loc=self.location, **rest)

    def operands(self, given: Sequence[Node]) -> list[Value]:
        """The values of nodes."""
        return [self.importer._import_argument(self.location, one) for one in given]

    def types(self) -> list[Any]:
        """The types of the results."""
        value = self.node.meta["val"]
        many = isinstance(value, list | tuple)
        values = cast("Sequence[Any]", value) if many else [value]
        torch = import_module("torch")
        if not all(isinstance(one, torch.Tensor) for one in values):
            raise FrontEndError(f"torch-mlir: a result of '{self.node.name}' is no tensor")
        return [self.importer._cc.value_info_to_type(one) for one in values]

    def as_builtin(self, values: Sequence[Value]) -> list[Value]:
        """Tensors of torch-mlir as builtin ones."""
        cast = "torch_c.to_builtin_tensor"
        return [self.create(cast, [builtin(self.ir, one.type)], [one]).result for one in values]

    def as_torch(self, values: Sequence[Value], types: Sequence[Any]) -> list[Value]:
        """Builtin tensors as those of torch-mlir."""
        cast = "torch_c.from_builtin_tensor"
        pairs = zip(values, types, strict=True)
        return [self.create(cast, [kind], [one]).result for one, kind in pairs]

    def truth(self, condition: Node) -> Value:
        """A condition, of sizes or of an element, as a builtin tensor."""
        (value,) = self.operands([condition])
        if VALUE.fullmatch(str(value.type)):
            return self.as_builtin([value])[0]
        parse = self.ir.Type.parse
        number = self.create("torch.aten.Int.bool", [parse("!torch.int")], [value]).result
        whole, kind = "torch.prim.NumToTensor.Scalar", parse("!torch.vtensor<[],si64>")
        element = self.as_builtin([self.create(whole, [kind], [number]).result])
        return self.create("stablehlo.convert", [parse("tensor<i1>")], element).result

    def fitted(self, values: Sequence[Value], types: Sequence[Any]) -> list[Value]:
        """Values with types that may know other sizes."""
        cast = "torch.tensor_static_info_cast"
        return [
            one if one.type == kind else self.create(cast, [kind], [one]).result
            for one, kind in zip(values, types, strict=True)
        ]

    def call(self, graph: Node, operands: Sequence[Value]) -> list[Value]:
        """Call the function of a graph, whose sizes may be known otherwise than the operands'."""
        module = getattr(self.node.graph.owning_module, graph.target)
        imported = self.importer.fx_importer
        name = imported._graph_module_to_func_name[id(module)]
        kind = imported._graph_to_function_meta(module.graph)[0]
        callee = {"callee": self.ir.FlatSymbolRefAttr.get(name)}
        given = self.fitted(operands, kind.inputs)
        return list(self.create("func.call", kind.results, given, attributes=callee).results)

    def fill(
        self, region: Any, types: Sequence[Any], written: Callable[[list[Value]], list[Value]]
    ) -> None:
        """Write a region that returns what a function makes of its arguments."""
        places = [self.location] * len(types)
        block = self.ir.Block.create_at_start(region, [*types], places)
        with self.ir.InsertionPoint(block):
            self.create("stablehlo.return", [], written([*block.arguments]))

    def bind(self, op: Any, types: Sequence[Any]) -> None:
        """Let the results of an operation be those of the node, which is a list of them."""
        self.importer._multi_result_nodes.add(self.node)
        for place, value in enumerate(self.as_torch([*op.results], types)):
            self.importer.bind_node_value(self.node, value, place)


def branch(importer: Importer, location: object, node: Node, _: object) -> None:
    """
    Import `torch.cond`:

        %1 = torch_c.to_builtin_tensor %0 : !torch.vtensor<[],i1> -> tensor<i1>
        %2 = "stablehlo.if"(%1) ({
          %4 = func.call @true_graph_0(%x) : (!torch.vtensor<[?],f32>) -> !torch.vtensor<[?],f32>
          %5 = torch_c.to_builtin_tensor %4 : !torch.vtensor<[?],f32> -> tensor<?xf32>
          stablehlo.return %5 : tensor<?xf32>
        }, { ... }) : (tensor<i1>) -> tensor<?xf32>
        %3 = torch_c.from_builtin_tensor %2 : tensor<?xf32> -> !torch.vtensor<[?],f32>
    """
    regions = Regions(importer, node, location)
    condition, *graphs, given = node.args
    types, operands = regions.types(), regions.operands(given)
    kinds = [builtin(regions.ir, one) for one in types]
    op = regions.create("stablehlo.if", kinds, [regions.truth(condition)], regions=2)
    for region, graph in zip(op.regions, graphs, strict=True):
        regions.fill(
            region,
            [],
            lambda _, graph=graph: regions.as_builtin(
                regions.fitted(regions.call(graph, operands), types)
            ),
        )
    regions.bind(op, types)


def loop(importer: Importer, location: object, node: Node, _: object) -> None:
    """
    Import `while_loop`, whose operands are carried or are those of each step:

        %1 = "stablehlo.while"(%0) ({
        ^0(%a: tensor<?xf32>):
          %3 = torch_c.from_builtin_tensor %a : tensor<?xf32> -> !torch.vtensor<[?],f32>
          %4 = func.call @cond_graph_0(%3) : (!torch.vtensor<[?],f32>) -> !torch.vtensor<[],i1>
          ...
        }, { ... }) : (tensor<?xf32>) -> tensor<?xf32>
        %2 = torch_c.from_builtin_tensor %1 : tensor<?xf32> -> !torch.vtensor<[?],f32>
    """
    regions = Regions(importer, node, location)
    *graphs, carried, others = node.args
    types, rest = regions.types(), regions.operands(others)
    kinds = [builtin(regions.ir, one) for one in types]
    begin = regions.as_builtin(regions.fitted(regions.operands(carried), types))
    op = regions.create("stablehlo.while", kinds, begin, regions=2)
    truth = [regions.ir.Type.parse("!torch.vtensor<[],i1>")]
    for region, graph, results in zip(op.regions, graphs, (truth, types), strict=True):
        regions.fill(
            region,
            kinds,
            lambda block, graph=graph, results=results: regions.as_builtin(
                regions.fitted(
                    regions.call(graph, [*regions.as_torch(block, types), *rest]), results
                )
            ),
        )
    regions.bind(op, types)


def with_loops(torch: ModuleType, program: Exported) -> Exported:
    """
    A program whose scans and maps over the first dimensions of tensors are loops: once operations
    are decomposed, each is a `while_loop` over places, which reads and writes a slice in each step.
    """
    operators = torch.ops.higher_order
    scans = {id(one) for one in (operators.scan, operators.map_impl)}
    if not any(id(node.target) in scans for node in nodes_of(program)):
        return program
    copy = program.run_decompositions({})

    for node in nodes_of(copy):
        if id(node.target) in scans:
            graph, *operands = node.args
            if node.target is operators.map_impl:
                operands = [(), *operands]
            step = getattr(node.graph.owning_module, graph.target)
            node.target, node.args = in_steps(torch, step), (*operands,)
    for one in copy.graph_module.modules():
        if hasattr(one, "recompile"):
            one.recompile()
    return copy


def graphs_of(program: Exported) -> list[Graph]:
    """The graph of a program, and those of its branches and loops."""
    graphs = [getattr(one, "graph", None) for one in program.graph_module.modules()]
    return [graph for graph in graphs if graph is not None]


def nodes_of(program: Exported) -> list[Node]:
    """The nodes of these graphs."""
    return [node for graph in graphs_of(program) for node in graph.nodes]


def in_steps(torch: ModuleType, step: Callable[..., Sequence[Tensor]]) -> Callable[..., object]:
    """A function without the graph of a scan among its arguments."""

    def scan(*operands: Any) -> object:
        return scanned(torch, step, *operands)

    return scan


def scanned(
    torch: ModuleType,
    step: Callable[..., Sequence[Tensor]],
    begin: Sequence[Tensor],
    given: Sequence[Tensor],
    others: Sequence[Tensor] = (),
) -> tuple[Tensor, ...]:
    """
    A scan, or a map where nothing is carried, as a loop. The types of what it stacks are those of
    its first step: there is one, as PyTorch scans nothing that is empty.
    """
    count, carried, read = given[0].shape[0], len(begin), len(given)
    first = step(*begin, *(one[0] for one in given), *others)
    stacks = [one.new_zeros((count, one.numel())) for one in first[carried:]]
    write = operators(torch).of(DynamicUpdateSliceOp)

    def is_left(place: Tensor, *_: Tensor) -> Tensor:
        return place < count

    def taken(place: Tensor, *operands: Tensor) -> tuple[Tensor, ...]:
        state, rest = operands[: carried + len(stacks)], operands[carried + len(stacks) :]
        row = torch.reshape(place, (1,))
        slices = [torch.squeeze(torch.index_select(one, 0, row), 0) for one in rest[:read]]
        made = step(*state[:carried], *slices, *rest[read:])
        written = [
            write(stack, torch.reshape(one, (1, -1)), place, torch.zeros_like(place))
            for stack, one in zip(state[carried:], made[carried:], strict=True)
        ]
        return place + 1, *(torch.clone(one) for one in made[:carried]), *written

    state = (torch.zeros((), dtype=torch.int64), *begin, *stacks)
    _, *found = torch.ops.higher_order.while_loop(is_left, taken, state, (*given, *others))
    made = zip(found[carried:], first[carried:], strict=True)
    rows = [torch.reshape(stack, (count, *one.shape)) for stack, one in made]
    return *found[:carried], *rows
