"""Functions that are products of matrices, as plain loops."""

from __future__ import annotations

from collections.abc import Callable

from xdsl.dialects import arith, func, memref, scf
from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    AnyFloat,
    FunctionType,
    MemRefType,
    ModuleOp,
    StridedLayoutAttr,
    StringAttr,
    UnitAttr,
    i1,
)
from xdsl.ir import Attribute, Block, Region, SSAValue
from xdsl.rewriter import InsertPoint

from disc_shape.linalg_conversion.types import INDEX
from disc_shape.linalg_conversion.writer import Index, Writer
from disc_shape.native.contractions_forms import dimension
from disc_shape.native.memrefs import kind_of
from disc_shape.native.routine import KERNEL

PRODUCT = "disc_shape.product"
"""The attribute of functions that are products of matrices: native code has tiles for them."""


class Products:
    """The functions of a module that are products, by element type."""

    def __init__(self, module: ModuleOp) -> None:
        self.module = module
        self._names: dict[Attribute, str] = {}
        self._made: set[Attribute] = set()
        for op in module.ops:
            if isinstance(op, func.FuncOp) and PRODUCT in op.attributes:
                self._names[matrix_element(op)] = op.sym_name.data
                self._made.add(matrix_element(op))

    def name(self, element: Attribute) -> str:
        """The name of the function for an element type."""
        if element not in self._names:
            taken = {op.sym_name.data for op in self.module.ops if isinstance(op, func.FuncOp)}
            name = f"matrix_product_{element}"
            while name in taken:
                name += "_"
            self._names[element] = name
        return self._names[element]

    def add(self, element: Attribute) -> None:
        """Add the function for an element type to the module, once."""
        if element not in self._made:
            self.module.body.block.add_op(product_loops(self.name(element), element))
            self._made.add(element)


def matrix_element(function: func.FuncOp) -> AnyFloat:
    """The element type of a product."""
    kind = kind_of(function.function_type.inputs.data[0])
    assert kind is not None
    element = kind.element_type
    assert isinstance(element, AnyFloat)
    return element


def matrix_type(element: Attribute) -> MemRefType[Attribute]:
    """A matrix of any sizes and strides."""
    layout = StridedLayoutAttr([None, None], None)
    return MemRefType(element, [DYNAMIC_INDEX, DYNAMIC_INDEX], layout)


def product_loops(name: str, element: Attribute) -> func.FuncOp:
    """
    A product as plain loops, which is what it means: the sum is added to what the result has been
    if the last argument holds.
    """
    kind = matrix_type(element)
    function = func.FuncOp(
        name, FunctionType.from_lists([kind, kind, kind, i1], []), visibility="private"
    )
    function.attributes[PRODUCT] = UnitAttr()
    function.attributes[KERNEL] = StringAttr("tiles")
    entry = function.body.blocks[0]
    lhs, rhs, out, adds = entry.args
    writer = Writer(entry, InsertPoint.at_end(entry))
    sizes = [dimension(writer, out, 0), dimension(writer, out, 1), dimension(writer, lhs, 1)]
    zero = writer.constant(0.0, element)

    def cell(row: SSAValue, column: SSAValue) -> None:
        block = Block(arg_types=[INDEX, element])
        with writer.at(InsertPoint.at_end(block)):
            inner, total = block.args
            left = writer.insert(memref.LoadOp.get(lhs, [row, inner])).res
            right = writer.insert(memref.LoadOp.get(rhs, [inner, column])).res
            product = writer.op(arith.MulfOp, [left, right], element)
            writer.insert(scf.YieldOp(writer.op(arith.AddfOp, [total, product], element)))
        start, stop, step = writer.values([0, sizes[2], 1])
        (total,) = writer.insert(scf.ForOp(start, stop, step, [zero], Region(block))).results
        added, alone = Block(), Block()
        with writer.at(InsertPoint.at_end(added)):
            before = writer.insert(memref.LoadOp.get(out, [row, column])).res
            writer.insert(scf.YieldOp(writer.op(arith.AddfOp, [before, total], element)))
        alone.add_op(scf.YieldOp(total))
        branch = scf.IfOp(adds, [element], Region(added), Region(alone))
        writer.insert(memref.StoreOp.get(writer.insert(branch).results[0], out, [row, column]))

    loop(writer, sizes[0], lambda row: loop(writer, sizes[1], lambda column: cell(row, column)))
    writer.insert(func.ReturnOp())
    return function


def loop(writer: Writer, size: Index, body: Callable[[SSAValue], None], low: Index = 0) -> None:
    """A loop that carries nothing."""
    block = Block(arg_types=[INDEX])
    start, stop, step = writer.values([low, size, 1])
    writer.insert(scf.ForOp(start, stop, step, [], Region(block)))
    with writer.at(InsertPoint.at_end(block)):
        body(block.args[0])
        writer.insert(scf.YieldOp())
