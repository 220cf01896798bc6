"""Functions that are products of matrices, as plain loops."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from itertools import count

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
from disc_shape.native.contractions_constants import ReorderedConstants
from disc_shape.native.contractions_forms import dimension
from disc_shape.native.memrefs import kind_of
from disc_shape.native.outlining import canonical_text
from disc_shape.native.routine import KERNEL, SCRATCH

PRODUCT = "disc_shape.product"
"""The attribute of functions that are products of matrices: native code has tiles for them."""
EPILOGUE = "disc_shape.epilogue"
"""The attribute of products with the name of the function that takes tiles of the sums."""


class Products:
    """
    The functions of a module that are products, by element type and by what they compute of sums.
    """

    def __init__(self, module: ModuleOp, epilogues: bool = True) -> None:
        self.module = module
        self.epilogues = epilogues
        self.constants = ReorderedConstants(module)
        self._names: dict[Attribute, str] = {}
        self._finishing: dict[str, str] = {}
        self._pending: dict[str, Sequence[func.FuncOp]] = {}
        for op in module.ops:
            if isinstance(op, func.FuncOp) and PRODUCT in op.attributes:
                if EPILOGUE not in op.attributes:
                    self._names[matrix_element(op)] = op.sym_name.data

    def name(self, element: Attribute) -> str:
        """The name of the function for an element type."""
        if element not in self._names:
            name = self._free_name(f"matrix_product_{element}")
            self._names[element] = name
            self._pending[name] = [product_loops(name, element)]
        return self._names[element]

    def name_with(self, epilogue: func.FuncOp) -> str:
        """The name of the product whose tiles a function takes; equal functions have one."""
        text = canonical_text(epilogue)
        if text not in self._finishing:
            element = matrix_element(epilogue)
            number = next(
                number
                for number in count()
                if self._is_free(f"matrix_product_{element}_{number}")
                and self._is_free(f"epilogue_{number}")
            )
            name = f"matrix_product_{element}_{number}"
            epilogue.properties["sym_name"] = StringAttr(f"epilogue_{number}")
            self._finishing[text] = name
            self._pending[name] = [product_loops(name, element, epilogue), epilogue]
        return self._finishing[text]

    def add(self, name: str) -> None:
        """Add the functions of a product that is called to the module, once."""
        for function in self._pending.pop(name, ()):
            self.module.body.block.add_op(function)

    def pending(self) -> frozenset[str]:
        """The functions that were named and are not in the module yet."""
        return frozenset(self._pending)

    def forget(self, kept: Collection[str]) -> None:
        """Forget the functions that were named and are not called, but for some of them."""
        for name in self.pending().difference(kept):
            del self._pending[name]
            self._names = {key: one for key, one in self._names.items() if one != name}
            self._finishing = {key: one for key, one in self._finishing.items() if one != name}

    def _free_name(self, name: str) -> str:
        while not self._is_free(name):
            name += "_"
        return name

    def _is_free(self, name: str) -> bool:
        made = [one for group in self._pending.values() for one in group]
        functions = [*made, *(op for op in self.module.ops if isinstance(op, func.FuncOp))]
        return all(one.sym_name.data != name for one in functions)


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


def tile_type(element: Attribute) -> MemRefType[Attribute]:
    """Rows of neighbours, of any sizes."""
    layout = StridedLayoutAttr([None, 1], 0)
    return MemRefType(element, [DYNAMIC_INDEX, DYNAMIC_INDEX], layout)


def product_loops(
    name: str, element: Attribute, epilogue: func.FuncOp | None = None
) -> func.FuncOp:
    """
    A product as plain loops, which is what it means: the sum is added to what the result has been
    if the last argument holds. With an epilogue, that function takes sums instead of the result: as
    tiles, which are of one element here. What it takes of the kernel are further arguments.
    """
    kind = matrix_type(element)
    more = () if epilogue is None else epilogue.function_type.inputs.data[3:]
    function = func.FuncOp(
        name, FunctionType.from_lists([kind, kind, kind, i1, *more], []), visibility="private"
    )
    function.attributes[PRODUCT] = UnitAttr()
    function.attributes[KERNEL] = StringAttr("tiles")
    entry = function.body.blocks[0]
    lhs, rhs, out, adds, *taken = entry.args
    writer = Writer(entry, InsertPoint.at_end(entry))
    sizes = [dimension(writer, out, 0), dimension(writer, out, 1), dimension(writer, lhs, 1)]
    zero = writer.constant(0.0, element)

    def store_sum(row: SSAValue, column: SSAValue, total: SSAValue) -> None:
        writer.insert(memref.StoreOp.get(total, out, [row, column]))

    store: Store = store_sum
    if epilogue is not None:
        function.attributes[EPILOGUE] = StringAttr(epilogue.sym_name.data)
        store = tile_of_one(writer, epilogue.sym_name.data, element, taken)

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
        store(row, column, writer.insert(branch).results[0])

    loop(writer, sizes[0], lambda row: loop(writer, sizes[1], lambda column: cell(row, column)))
    writer.insert(func.ReturnOp())
    return function


Store = Callable[[SSAValue, SSAValue, SSAValue], None]
"""Writes what becomes of the sum of a row and a column."""


def tile_of_one(writer: Writer, name: str, element: Attribute, taken: Sequence[SSAValue]) -> Store:
    """Calls a function of tiles with the sum as a tile."""
    memory = writer.insert(memref.AllocaOp.get(element, shape=[1, 1])).memref
    zero, one = writer.values([0, 1])
    dynamic, kind = DYNAMIC_INDEX, tile_type(element)
    view = memref.ReinterpretCastOp(
        memory, [], [one] * 2, [one], [0], [dynamic] * 2, [dynamic, 1], kind
    )
    tile = writer.insert(view).result

    def store(row: SSAValue, column: SSAValue, total: SSAValue) -> None:
        writer.insert(memref.StoreOp.get(total, memory, [zero, zero]))
        writer.insert(func.CallOp(name, [tile, row, column, *taken], []))

    return store


def choose(
    writer: Writer,
    condition: SSAValue | None,
    then: Callable[[], object],
    otherwise: Callable[[], object] | None = None,
) -> None:
    """
    One of two pieces of code that compute nothing; without a condition the first one. Their blocks
    are parts of the code around them from the start: it is erased as a whole where they raise.
    """
    if condition is None:
        then()
        return
    first, second = Block(), Block()
    regions = Region(first), Region(second if otherwise is not None else [])
    writer.insert(scf.IfOp(condition, [], *regions))
    for emit, block in ((then, first), (otherwise, second)):
        if emit is not None:
            with writer.at(InsertPoint.at_end(block)):
                emit()
                writer.insert(scf.YieldOp())


def loop(
    writer: Writer, size: Index, body: Callable[[SSAValue], object], low: Index = 0
) -> scf.ForOp:
    """A loop that carries nothing."""
    block = Block(arg_types=[INDEX])
    start, stop, step = writer.values([low, size, 1])
    made = writer.insert(scf.ForOp(start, stop, step, [], Region(block)))
    with writer.at(InsertPoint.at_end(block)):
        body(block.args[0])
        writer.insert(scf.YieldOp())
    return made


def parallel_loops(writer: Writer, sizes: Sequence[Index], body: Callable[..., object]) -> None:
    """
    Nested loops that carry nothing, as one `scf.parallel`: no iteration writes what another one
    reads or writes, but for memory of `scratch`. `body` takes the counters.
    """
    if not sizes:
        body()
        return
    block = Block(arg_types=[INDEX] * len(sizes))
    low, step = writer.values([0, 1])
    bounds = [low] * len(sizes), writer.values(sizes), [step] * len(sizes)
    writer.insert(scf.ParallelOp(*bounds, Region(block)))
    with writer.at(InsertPoint.at_end(block)):
        body(*block.args)
        writer.insert(scf.ReduceOp())


def scratch(writer: Writer, kind: MemRefType[Attribute]) -> SSAValue:
    """Memory for what iterations of parallel loops compute on the way."""
    op = writer.insert(memref.AllocOp([], [], kind))
    op.attributes[SCRATCH] = UnitAttr()
    return op.memref
