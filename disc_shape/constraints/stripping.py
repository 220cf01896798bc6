"""Removal of shape constraints: symbols, predicates and encodings.

Design choice: constraints are found by form (symbol lists in types, attributes and operations of
the `disc_shape` dialect), not by the pass that wrote them, so that tools without this dialect
accept the output.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

from xdsl.dialects import arith
from xdsl.dialects.builtin import (
    ArrayAttr,
    DenseArrayBase,
    DictionaryAttr,
    FloatAttr,
    IntegerAttr,
    ModuleOp,
    StringAttr,
    SymbolRefAttr,
    TensorType,
    UnitAttr,
)
from xdsl.dialects.func import FuncOp, ReturnOp
from xdsl.dialects.tensor import CastOp
from xdsl.ir import Attribute, Operation, ParametrizedAttribute, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from disc_shape.dialects.disc_shape import (
    GRAPH,
    BindDimOp,
    DiscShape,
    SymbolDimOp,
    SymbolicDimOp,
    TieShapeOp,
)
from disc_shape.dialects.disc_shape.encoding import get_symbols, strip
from disc_shape.traversal import post_order

PREFIX = "disc_shape."
"""The prefix of the names of discardable attributes."""

OLD_ATTRIBUTE = "kDiscSymbolicDimAttr"
"""The name of the discardable attribute in IR of the older C++ system."""

SYMBOLS = (SymbolDimOp, SymbolicDimOp)
"""The operations that define a symbol, today's and the older system's."""

LEAVES: frozenset[type[Attribute]] = frozenset(
    {DenseArrayBase, FloatAttr, IntegerAttr, StringAttr, SymbolRefAttr, UnitAttr}
)
"""Attributes that hold no type with symbols; most attributes are one of these."""


def strip_shape_constraints(module: ModuleOp) -> None:
    """Remove the shape constraints of `module` as `strip-shape-constraints` does."""
    remove_symbols(module)
    strip_operations(post_order(module))


def strip_body(function: FuncOp) -> None:
    """
    Remove the symbols in the body of a function, and cast where its signature has some:

        func.func @f(%x: tensor<?xf32, [@n]>) -> tensor<?xf32, [@m]> {
          %0 = stablehlo.tanh %x : tensor<?xf32, [@n]>
          ...
          func.return %1 : tensor<?xf32, [@m]>
    =>
        func.func @f(%x: tensor<?xf32, [@n]>) -> tensor<?xf32, [@m]> {
          %2 = tensor.cast %x : tensor<?xf32, [@n]> to tensor<?xf32>
          %0 = stablehlo.tanh %2 : tensor<?xf32>
          ...
          %3 = tensor.cast %1 : tensor<?xf32> to tensor<?xf32, [@m]>
          func.return %3 : tensor<?xf32, [@m]>
    """
    entry = function.body.blocks[0]
    for argument in entry.args:
        if get_symbols(argument.type) is not None:
            cast = CastOp.create(operands=[argument], result_types=[strip(argument.type)])
            argument.replace_all_uses_with(cast.results[0])
            cast.operands[0] = argument
            Rewriter.insert_op(cast, InsertPoint.at_start(entry))
    strip_operations(op for op in post_order(function) if op is not function)
    for block in function.body.blocks:
        if isinstance(last := block.last_op, ReturnOp):
            for index, wanted in enumerate(function.function_type.outputs):
                if last.operands[index].type != wanted:
                    cast = CastOp.create(operands=[last.operands[index]], result_types=[wanted])
                    Rewriter.insert_op(cast, InsertPoint.before(last))
                    last.operands[index] = cast.results[0]


def strip_operations(ops: Iterable[Operation]) -> None:
    """Remove the facts about sizes in operations, their types and their attributes."""
    stripper = _Stripper()
    for op in list(ops):
        stripper.strip_operation(op)
    for op in stripper.forwards:
        if op.operands[0].type == op.results[0].type:
            Rewriter.replace_op(op, (), (op.operands[0],))
        elif isinstance(op, TieShapeOp):
            cast_op = CastOp.create(operands=[op.operands[0]], result_types=[op.results[0].type])
            Rewriter.replace_op(op, cast_op)


def remove_symbols(module: ModuleOp) -> None:
    """Erase the symbols of the module and the functions that hold their predicates."""
    graphs = {GRAPH}
    for op in list(module.ops):
        if isinstance(op, SYMBOLS):
            graph = op.get_attr_or_prop("symbolic_shape_graph")
            if isinstance(graph, SymbolRefAttr):
                graphs.add(graph.root_reference.data)
            Rewriter.erase_op(op)
    for op in list(module.ops):
        if isinstance(op, FuncOp) and op.sym_name.data in graphs and holds_predicates(op):
            Rewriter.erase_op(op)


def holds_predicates(function: FuncOp) -> bool:
    """Whether a function only states predicates, and computes nothing else."""
    stating = (arith.ConstantOp, ReturnOp, *DiscShape.operations)
    return all(op is function or isinstance(op, stating) for op in post_order(function))


@dataclass
class _Stripper:
    """One run: what each type becomes, and the operations that forward their operand."""

    known: dict[Attribute, Attribute] = field(default_factory=dict[Attribute, Attribute])
    forwards: list[Operation] = field(default_factory=list[Operation])

    def strip_operation(self, op: Operation) -> None:
        """Remove the constraints of one operation, its regions included."""
        if isinstance(op, BindDimOp):
            Rewriter.erase_op(op)
            return
        for table in (op.properties, op.attributes):
            for name, attribute in list(table.items()):
                if is_constraint(name):
                    del table[name]
                elif (new := self.strip(attribute)) is not attribute:
                    table[name] = new
        for region in op.regions:
            for block in region.blocks:
                self.strip_values(block.args)
        self.strip_values(op.results)
        if isinstance(op, TieShapeOp | CastOp):
            self.forwards.append(op)

    def strip_values(self, values: tuple[SSAValue, ...]) -> None:
        """Remove symbols from the types of values."""
        for value in values:
            if (new := self.strip(value.type)) is not value.type:
                Rewriter.replace_value_with_new_type(value, new)

    def strip(self, attribute: Attribute) -> Attribute:
        """`attribute` without symbol lists; the same object when there are none in it."""
        if type(attribute) in LEAVES:
            return attribute
        if (known := self.known.get(attribute)) is None:
            known = self.rebuild(attribute)
            self.known[attribute] = attribute if known == attribute else known
        return attribute if known == attribute else known

    def rebuild(self, attribute: Attribute) -> Attribute:
        """An equal attribute whose parts have no symbol lists."""
        match attribute:
            case TensorType() if get_symbols(attribute) is not None:
                return TensorType(self.strip(attribute.element_type), attribute.shape)
            case ArrayAttr():
                return ArrayAttr([self.strip(one) for one in attribute])
            case DictionaryAttr(data=entries):
                kept = {k: self.strip(v) for k, v in entries.items() if not is_constraint(k)}
                return DictionaryAttr(kept)
            case ParametrizedAttribute(parameters=parameters):
                return type(attribute).new([self.strip(one) for one in parameters])
            case _:
                return attribute


def is_constraint(name: str) -> bool:
    """Whether an attribute of this name only states facts about sizes."""
    return name.startswith(PREFIX) or name == OLD_ATTRIBUTE
