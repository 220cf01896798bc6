"""The names that front ends give to sizes in attributes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from xdsl.dialects import func
from xdsl.dialects.builtin import ArrayAttr, DictionaryAttr, ModuleOp, StringAttr
from xdsl.ir import Block, BlockArgument, Operation, OpResult, SSAValue
from xdsl.irdl import IRDLOperation, irdl_op_definition, operand_def, prop_def, traits_def
from xdsl.rewriter import InsertPoint, Rewriter
from xdsl.traits import MemoryWriteEffect

from disc_shape.analysis.call_graph import is_private
from disc_shape.constraints.callees import IS_CALL, functions_in
from disc_shape.relations.value_types import element_count
from disc_shape.traversal import Census, operations

RUNTIME_SHAPE = "rt.symbolic_shape"
"""
mlir-hlo's attribute: one integer per dimension, a size where it is not negative, and equal negative
integers, anywhere in the function, for equal sizes.
"""

JAX_NAME = "jax.global_constant"
"""JAX puts the name of a dimension variable on the argument that receives its value."""


@irdl_op_definition
class NamedIntegerOp(IRDLOperation):
    """The name of an integer, while passes replace values: no program contains it after them."""

    name = "disc_shape.named_integer"

    value = operand_def()
    label = prop_def(StringAttr)

    traits = traits_def(MemoryWriteEffect())

    def __init__(self, value: SSAValue, label: str) -> None:
        super().__init__(operands=[value], properties={"label": StringAttr(label)})


def front_end_names(module: ModuleOp, census: Census | None = None) -> dict[SSAValue, str]:
    """
    The names that front ends give to integers, by the value that is passed under the name, or that
    was passed before the call was inlined.

    JAX's helper functions carry empty names on unrelated arguments; those are ignored. Two values
    under one name are not assumed to be equal. A `census` of the module may say that there is no
    call, and no operation with names.
    """
    functions = {op.sym_name.data: op for op in functions_in(module)}
    names: dict[SSAValue, str] = {}
    for function in functions.values():
        if not is_private(function) and function.arg_attrs is not None and function.body.blocks:
            arguments = function.body.blocks[0].args
            for argument, name in _names_of(arguments, function):
                names.setdefault(argument, name)
    if census is not None and not census.has(IS_CALL) and JAX_NAME not in census.attributes:
        return names
    for op in operations(module.body):
        if IS_CALL[type(op)] and isinstance(op, func.CallOp):
            callee = functions.get(op.callee.string_value())
            for operand, name in _names_of(op.operands, callee):
                names.setdefault(operand, name)
        elif JAX_NAME in op.attributes:
            for result, name in zip(op.results, _labels(op), strict=False):
                if name:
                    names.setdefault(result, name)
    return names


def take_front_end_names(module: ModuleOp, census: Census | None = None) -> dict[SSAValue, str]:
    """The names that front ends give to integers; attributes that inlining added are removed."""
    names = front_end_names(module, census)
    for value in names:
        if isinstance(value, OpResult):
            value.op.attributes.pop(JAX_NAME, None)
    return names


def mark_front_end_names(module: ModuleOp, census: Census | None = None) -> bool:
    """
    Put the names that front ends give to integers into operations beside these, so that names
    follow the integers when values are replaced. `collect_front_end_names` takes them out again.

        %0:2 = func.call @divmod(%s, %c2)
        func.call @f(%0#0)                  // func.func private @f(%n {jax.global_constant = "b"})
    =>
        %0:2 = func.call @divmod(%s, %c2)
        disc_shape.named_integer %0#0 "b"
        func.call @f(%0#0)

    The result is whether there are such names.
    """
    names = take_front_end_names(module, census)
    for value, name in names.items():
        owner = value.owner
        place = (
            InsertPoint.at_start(owner) if isinstance(owner, Block) else InsertPoint.after(owner)
        )
        Rewriter.insert_op(NamedIntegerOp(value, name), place)
    return bool(names)


def collect_front_end_names(module: ModuleOp) -> dict[SSAValue, str]:
    """The names in marks, which are erased. An integer has the first of its names."""
    names: dict[SSAValue, str] = {}
    for op in [op for op in operations(module.body) if type(op) is NamedIntegerOp]:
        names.setdefault(op.value, op.label.data)
        Rewriter.erase_op(op)
    return names


def write_front_end_names(module: ModuleOp) -> None:
    """
    Write the names in marks, which are erased, as attributes of the operations that compute the
    integers, and of the arguments of public functions.

        %0 = stablehlo.get_dimension_size %x, dim = 0
        disc_shape.named_integer %0 "b"
    =>
        %0 = stablehlo.get_dimension_size %x, dim = 0 {jax.global_constant = "b"}
    """
    for value, name in collect_front_end_names(module).items():
        if isinstance(value, BlockArgument):
            _name_argument(value, name)
            continue
        assert isinstance(value, OpResult)
        labels = _labels(value.op) or [""] * len(value.op.results)
        labels[value.index] = name
        texts = [StringAttr(label) for label in labels]
        value.op.attributes[JAX_NAME] = texts[0] if len(texts) == 1 else ArrayAttr(texts)


def _labels(op: Operation) -> list[str]:
    """The names that an attribute of an operation gives to its results."""
    match op.attributes.get(JAX_NAME):
        case StringAttr(data=name):
            return [name]
        case ArrayAttr(data=names):
            return [name.data if isinstance(name, StringAttr) else "" for name in names]
        case _:
            return []


def _name_argument(argument: BlockArgument, name: str) -> None:
    """Name an argument of a public function that has no name of its own."""
    function = argument.owner.parent_op()
    if not isinstance(function, func.FuncOp) or is_private(function):
        return
    if argument.owner is not function.body.first_block:
        return
    attributes = list(function.arg_attrs or [DictionaryAttr({})] * len(argument.owner.args))
    own = attributes[argument.index].data
    attributes[argument.index] = DictionaryAttr({JAX_NAME: StringAttr(name), **own})
    function.arg_attrs = ArrayAttr(attributes)


def _names_of(
    values: Iterable[SSAValue], function: func.FuncOp | None
) -> Iterator[tuple[SSAValue, str]]:
    """The integers among the values for a function's arguments that have names, and these."""
    if function is None or function.arg_attrs is None:
        return
    for value, attributes in zip(values, function.arg_attrs, strict=True):
        name = attributes.data.get(JAX_NAME)
        if isinstance(name, StringAttr) and name.data and element_count(value.type) == 1:
            yield value, name.data
