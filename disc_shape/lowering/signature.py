"""Functions, their returns and their calls."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias, cast

from xdsl.dialects import arith, cf, func, memref
from xdsl.dialects.builtin import ArrayAttr, DictionaryAttr, FunctionType, IntegerAttr, i64
from xdsl.ir import Attribute, Operation, SSAValue

from disc_shape.dialects.disc_shape.encoding import (
    DIMS,
    Symbols,
    dims_attribute,
    get_symbols,
    symbol_list,
)
from disc_shape.dialects.hlo.calls import CompositeOp
from disc_shape.lowering.donation import allocate_as_donated
from disc_shape.lowering.function import FunctionLowering, ModuleState
from disc_shape.lowering.names import adopted_names, names_of, returned_names
from disc_shape.lowering.out_parameters import OUT, Recipe, compute
from disc_shape.lowering.registry import lowers
from disc_shape.lowering.storage import Storage
from disc_shape.lowering.types import Size, buffer_of, known_buffer, lowered
from disc_shape.lowering.visiting import lower
from disc_shape.lowering.writer import no_form

Dictionary: TypeAlias = Mapping[str, Attribute]


def lower_function(function: func.FuncOp, module: ModuleState) -> None:
    """
    Give a function buffers for tensors. Its arguments are borrowed; its results are buffers that
    the caller owns, never an argument, a global or each other.

        func.func @f(%x: tensor<?xf32, [@n]>) -> tensor<?xf32, [@n]>
    =>
        func.func @f(%x: memref<?xf32> {disc_shape.dims = [@n]})
            -> (memref<?xf32> {disc_shape.dims = [@n]})

    With out-parameters, the caller provides the memory of results whose sizes it can compute:

        func.func @f(%x: memref<?xf32> {disc_shape.dims = [@n]},
                     %out: memref<?xf32> {disc_shape.dims = [@S0], disc_shape.out = 0 : i64})

    Its sizes are checked, so they have symbols of their own, which the check makes equal to those
    of the result; see `write_out`.
    """
    type_ = function.function_type
    block = function.body.first_block
    names = adopted_names(function.body, module.symbols.constant)
    given = [names_of(one, names) for one in block.args] if block is not None else None
    inputs = given or [get_symbols(one) for one in type_.inputs]
    outputs = returned_names(function, names)
    plan = module.plans[function.sym_name.data]
    outs = [index for index, sizes in enumerate(plan) if sizes is not None]
    kept = [index for index, sizes in enumerate(plan) if sizes is None]
    results = [lowered(one, function) for one in type_.outputs]
    if block is not None:
        lowering = FunctionLowering(module, function.body, names, lower)
        for index in outs:
            lowering.outs[index] = block.insert_arg(results[index], len(block.args))
            lowering.outs[index].name_hint = "out"
        lowering.lower_region(function.body, borrowed=True)
        lowering.finish()
    arguments = _with_symbols(_dictionaries(function, "arg_attrs", len(inputs)), inputs)
    plain = _dictionaries(function, "res_attrs", len(outputs))
    returned = _with_symbols(plain, outputs)
    shapes = {index: known_buffer(results[index]).get_shape() for index in outs}
    arguments += _with_symbols(
        [{**plain[index], OUT: IntegerAttr(index, i64)} for index in outs],
        [module.symbols.of(shapes[index], outputs[index]) for index in outs],
    )
    function.properties["function_type"] = FunctionType.from_lists(
        [lowered(one, function) for one in type_.inputs] + [results[index] for index in outs],
        [results[index] for index in kept],
    )
    _write_dictionaries(function, "arg_attrs", arguments)
    _write_dictionaries(function, "res_attrs", [returned[index] for index in kept])


def _dictionaries(function: func.FuncOp, name: str, count: int) -> list[Dictionary]:
    """The dictionaries of arguments or results."""
    found = function.properties.get(name)
    if not isinstance(found, ArrayAttr):
        return [{} for _ in range(count)]
    given = cast("ArrayAttr[Attribute]", found)
    return [one.data if isinstance(one, DictionaryAttr) else {} for one in given]


def _with_symbols(
    dictionaries: Sequence[Dictionary], lists: Sequence[Symbols | None]
) -> list[Dictionary]:
    return [
        {**data, DIMS: symbol_list(names)} if names else data
        for data, names in zip(dictionaries, lists, strict=True)
    ]


def _write_dictionaries(
    function: func.FuncOp, name: str, dictionaries: Sequence[Dictionary]
) -> None:
    function.properties.pop(name, None)
    if any(dictionaries):
        function.properties[name] = ArrayAttr([DictionaryAttr(dict(one)) for one in dictionaries])


@lowers(func.ReturnOp)
def lower_return(op: func.ReturnOp, lowering: FunctionLowering) -> None:
    """
    Donate the results to the caller.

        func.return %0 : tensor<?xf32>     =>   func.return %0 : memref<?xf32>
    """
    function = op.parent_op()
    assert isinstance(function, func.FuncOp)
    types = function.function_type.outputs.data
    given: set[Storage] = set()
    allocate_as_donated(op.arguments, lowering)
    written = [
        write_out(op.arguments[index], out, f"@{function.sym_name.data}", given, lowering)
        for index, out in lowering.outs.items()
    ]
    kept = [index for index in range(len(types)) if index not in lowering.outs]
    values = lowering.memory.donate(
        [op.arguments[index] for index in kept], [types[index] for index in kept], given
    )
    lowering.writer.emit(func.ReturnOp(*values))
    for alloc, out in filter(None, written):
        alloc.memref.replace_all_uses_with(out)
        alloc.detach()
        alloc.erase()


def write_out(
    value: SSAValue,
    out: SSAValue,
    name: str,
    given: set[Storage],
    lowering: FunctionLowering,
) -> tuple[memref.AllocOp, SSAValue] | None:
    """
    Write a result to an out-parameter: in place of the allocation of the result, which is returned
    with its replacement, or else by a copy. The sizes of the out-parameter are checked before it is
    written, and a cast has the symbols of the result after the check:

        %d = memref.dim %out, %c0 : memref<?xf32>
        %same = arith.cmpi eq, %d, %n : index
        cf.assert %same, "dimension 0 of out-parameter 0 of @f has another size than the result"
        %0 = memref.cast %out {disc_shape.dims = [@n]} : memref<?xf32> to memref<?xf32>
    """
    storage = lowering.places.of(value).storage
    alloc = storage.memref.owner
    own = (
        isinstance(alloc, memref.AllocOp)
        and alloc.parent is lowering.writer.block
        and lowering.places.may_donate(value, buffer_of(out), given)
        and not lowering.contents.is_filled(alloc)
    )
    if own and isinstance(alloc, memref.AllocOp):
        given.add(storage)
        with lowering.writer.before(alloc):
            checked = check_out(out, value, lowering.sizes.of_alloc(alloc), name, lowering)
        return alloc, checked
    lowering.memory.copy_into(
        value, check_out(out, value, lowering.sizes.of(value), name, lowering)
    )
    return None


def check_out(
    out: SSAValue,
    value: SSAValue,
    sizes: Sequence[Size],
    name: str,
    lowering: FunctionLowering,
) -> SSAValue:
    """Check that an out-parameter has the sizes of its result; the buffer to write to."""
    number = list(lowering.outs.values()).index(out)
    for axis, static in enumerate(buffer_of(out).get_shape()):
        if static >= 0:
            continue
        found = lowering.sizes.dim(out, axis)
        same = lowering.writer.emit(
            arith.CmpiOp(found, lowering.writer.as_value(sizes[axis]), "eq")
        )
        message = (
            f"dimension {axis} of out-parameter {number} of {name} has another size than the result"
        )
        lowering.writer.emit(cf.AssertOp(same.result, message))
    cast_op = memref.CastOp.get(out, buffer_of(out))
    lowering.places.label(cast_op, value)
    return lowering.writer.emit(cast_op).dest if DIMS in cast_op.attributes else out


@lowers(func.CallOp)
def lower_call(op: func.CallOp, lowering: FunctionLowering) -> None:
    """
    Let a function borrow buffers, and own its results.

        %1 = func.call @f(%0) : (tensor<?xf32>) -> tensor<?xf32>
    =>
        %1 = func.call @f(%0) : (memref<?xf32>) -> memref<?xf32>
    """
    attributes = {name: one for name, one in op.attributes.items() if name != DIMS}
    call(op.callee.string_value(), op, lowering).attributes.update(attributes)


@lowers(CompositeOp)
def lower_composite(op: CompositeOp, lowering: FunctionLowering) -> None:
    """
    Call the decomposition.

        %1 = stablehlo.composite "my.op" %0 {decomposition = @f} : (tensor<?xf32>) -> tensor<?xf32>
    =>
        %1 = func.call @f(%0) : (memref<?xf32>) -> memref<?xf32>
    """
    if op.composite_regions:
        raise no_form(op)
    call(op.decomposition.string_value(), op, lowering)


def call(callee: str, op: Operation, lowering: FunctionLowering) -> func.CallOp:
    """Call a function with the operands and results of an operation."""
    arguments = [lowering.memory.row_major(value) for value in op.operands]
    plan = lowering.module.plans.get(callee, (None,) * len(op.results))
    outs = {
        result: _out(result, sizes, op, lowering)
        for result, sizes in zip(op.results, plan, strict=True)
        if sizes is not None
    }
    kept = [result for result in op.results if result not in outs]
    types = [lowered(result.type, op) for result in kept]
    new = lowering.writer.emit(func.CallOp(callee, [*arguments, *outs.values()], types))
    lists = [lowering.places.symbols(result) for result in kept]
    if any(lists):
        new.attributes[DIMS] = dims_attribute(lists)
    receive_all(kept, new.results, lowering)
    receive_all(list(outs), list(outs.values()), lowering)
    return new


def _out(
    result: SSAValue, recipes: Sequence[Recipe], op: Operation, lowering: FunctionLowering
) -> SSAValue:
    """A new buffer that a call writes a result to."""

    def given(index: int, axis: int | None) -> Size:
        value = op.operands[index]
        return value if axis is None else lowering.sizes.of(value)[axis]

    sizes = lowering.sizes.known(result)
    if sizes is None:
        sizes = [compute(recipe, given, lowering.writer) for recipe in recipes]
    type_ = known_buffer(lowered(result.type, op))
    return lowering.memory.alloc(type_, sizes, lowering.places.symbols(result))


def receive_all(
    results: Sequence[SSAValue], buffers: Sequence[SSAValue], lowering: FunctionLowering
) -> None:
    """Bind results to buffers that the block owns."""
    for result, buffer in zip(results, buffers, strict=True):
        lowering.places.receive(result, buffer)
