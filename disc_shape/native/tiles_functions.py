"""
The functions of products in a module, and what they call: the tiles of each element type once,
whatever is computed of their sums. All programs of a process may share these (`tiles_shared`).

    @program_matrix_product_f32_0(matrices, adds, taken):    one for each epilogue
      store what the epilogue takes
      call @program_tiles_f32(matrices, adds, number of the epilogue, pointer to it)
    @program_tiles_f32:                                      for each tile of finished sums
      call @program_tiles_f32_finish(number, pointer, tile, row, column)
    @program_tiles_f32_finish:
      call the epilogue of the number, with what it takes
"""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects import llvm
from xdsl.dialects.builtin import AnyFloat, StringAttr, i64
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute

from disc_shape.native.contractions_products import EPILOGUE, PRODUCT, matrix_element
from disc_shape.native.emitter import POINTER, Emitter
from disc_shape.native.machine import host
from disc_shape.native.memrefs import part_types
from disc_shape.native.parts import store_in
from disc_shape.native.routine import Tables, is_distributed
from disc_shape.native.tiles import ARGUMENTS, product_functions
from disc_shape.native.tiles_shapes import FINISH_ARGUMENTS
from disc_shape.native.tiles_writer import TileWriter


def products_by_element(functions: Sequence[FuncOp]) -> dict[AnyFloat, list[FuncOp]]:
    """The products among functions, by their element types."""
    found: dict[AnyFloat, list[FuncOp]] = {}
    for one in functions:
        if PRODUCT in one.attributes:
            found.setdefault(matrix_element(one), []).append(one)
    return found


def tiles_name(element: AnyFloat) -> str:
    """The name of the function of tiles."""
    return f"program_tiles_{element}"


def finish_name(element: AnyFloat) -> str:
    """The name of the function that tiles call."""
    return f"{tiles_name(element)}_finish"


def functions_of(
    element: AnyFloat, products: Sequence[FuncOp], tables: Tables, *, shares: bool
) -> list[llvm.FuncOp]:
    """The products of an element type, and what they call, but for tiles that are shared."""
    tiles, finish = tiles_name(element), finish_name(element)
    finishing = [one for one in products if EPILOGUE in one.attributes]
    found: list[llvm.FuncOp] = []
    if shares:
        tables.functions[tiles] = ((*ARGUMENTS, i64, POINTER), None)
    else:
        found += product_functions(tiles, element, host(), tables.functions, finish)
    for one in products:
        number = finishing.index(one) + 1 if one in finishing else 0
        found.append(product_with(one, number, tiles, tables))
    last = finish_function(finish, element, finishing, tables)
    if shares:
        last.properties["linkage"] = llvm.LinkageAttr("external")
    return [*found, last]


def epilogues_of(functions: Sequence[FuncOp]) -> set[str]:
    """The functions that products among functions call."""
    found = (one.attributes.get(EPILOGUE) for one in functions)
    return {one.data for one in found if isinstance(one, StringAttr)}


def product_with(function: FuncOp, number: int, tiles: str, tables: Tables) -> llvm.FuncOp:
    """A product: it stores what its epilogue takes, and calls tiles."""
    emitter = Emitter()
    kinds = taken_types(function)
    types = [*ARGUMENTS[:-2], *kinds, *ARGUMENTS[-2:][: 2 * is_distributed(function)]]
    given = [emitter.entry.insert_arg(type_, index) for index, type_ in enumerate(types)]
    count = len(ARGUMENTS) - 2
    matrices, taken, part = given[:count], given[count:][: len(kinds)], given[count + len(kinds) :]
    memory = emitter.slot(max(len(taken), 1))
    for place, value in enumerate(taken):
        store_in(emitter, memory, place, value)
    part = part or [emitter.number(0), emitter.number(1)]
    emitter.call(tiles, [*matrices, *part, emitter.number(number), memory])
    emitter.block.add_op(llvm.ReturnOp())
    name = tables.callees[function.sym_name.data].name
    kind = llvm.LLVMFunctionType(types, llvm.LLVMVoidType())
    return llvm.FuncOp(name, kind, body=emitter.finish())


def taken_types(function: FuncOp) -> list[Attribute]:
    """The types of what an epilogue takes besides a tile and its place."""
    inputs = function.function_type.inputs.data[4:]
    inputs = inputs[: len(inputs) - 2 * is_distributed(function)]
    return [part for one in inputs for part in part_types(one)]


def finish_function(
    name: str, element: AnyFloat, products: Sequence[FuncOp], tables: Tables
) -> llvm.FuncOp:
    """The function that calls the epilogue of a number for a tile."""
    writer = TileWriter(element, 1, has_fma=False)
    types = [i64, *FINISH_ARGUMENTS]
    given = [writer.entry.insert_arg(type_, index) for index, type_ in enumerate(types)]
    number, memory, tile, row_stride, row, column, height, width = given
    for place, product in enumerate(products, 1):
        epilogue = product.attributes[EPILOGUE]
        assert isinstance(epilogue, StringAttr)
        callee = tables.callees[epilogue.data]

        def call(name: str = callee.name, product: FuncOp = product) -> None:
            taken = [
                writer.load(writer.address(memory, place, i64), type_)
                for place, type_ in enumerate(taken_types(product))
            ]
            writer.call(name, [tile, height, width, row_stride, row, column, *taken])

        writer.when(writer.same(number, place), call)
    writer.block.add_op(llvm.ReturnOp())
    kind = llvm.LLVMFunctionType(types, llvm.LLVMVoidType())
    return llvm.FuncOp(name, kind, body=writer.finish())
