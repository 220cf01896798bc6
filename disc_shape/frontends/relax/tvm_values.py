"""Attributes and literals of TVM's objects."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from xdsl.dialects.builtin import (
    AffineMapAttr,
    DenseIntOrFPElementsAttr,
    FloatAttr,
    IntegerAttr,
    IntegerType,
)
from xdsl.dialects.builtin import TensorType as BuiltinTensor
from xdsl.ir import Attribute
from xdsl.ir.affine import AffineExpr, AffineMap

from disc_shape.dialects.relax.literals import element_of
from disc_shape.frontends.relax import tree
from disc_shape.frontends.relax.tvm_types import (
    TvmError,
    device_text,
    element,
    entries,
    field,
    integer,
    items,
    kind,
    same,
)

DTYPES = ("dtype", "out_dtype")
DEVICES = ("dst_vdevice", "device", "vdevice")


def attributes(node: object, devices: list[object]) -> dict[str, tree.AttributeValue]:
    """The attributes of an operator's call by name, in a module that lists devices."""
    found: dict[str, tree.AttributeValue] = {}
    for key, value in entries_of_attributes(node).items():
        if key in DTYPES:
            known = element(value)
            found[key] = None if known is None else element_of(known)
        elif key in DEVICES:
            found["device"] = device_text(value)
        elif key == "device_type":
            found["device"] = hinted(node, devices)
        elif key in ("index", "memory_scope") and "device" in found:
            continue
        else:
            found[key] = attribute(value)
    return found


def hinted(node: object, devices: list[object]) -> str:
    """
    The device of a hint, which says a kind by DLPack's number, an index and a scope: the one of
    that kind that the module lists.
    """
    index, scope = integer(field(node, "index") or 0), field(node, "memory_scope")
    for one in devices:
        numbered = field(field(one, "target"), "get_target_device_type")
        code = cast("Callable[[], int]", numbered)() if numbered is not None else None
        own = integer(field(one, "vdevice_id") or 0), field(one, "memory_scope")
        if code == field(node, "device_type") and own == (index, scope):
            return device_text(one) or ""
    raise TvmError(
        f"a hint names device {field(node, 'device_type')}:{index}:{scope}, which the module"
        " does not list"
    )


def attribute(value: object) -> tree.AttributeValue:
    """The value of an attribute."""
    if value is None or isinstance(value, bool | int | float):
        return value
    if isinstance(value, str):
        return str(value)
    match kind(value):
        case "IntImm" | "Integer":
            number = integer(value)
            return bool(number) if str(field(value, "dtype")) == "bool" else number
        case "FloatImm":
            return float(cast("float", field(value, "value")))
        case "StringImm" | "String":
            return str(field(value, "value") or value)
        case "DataType" | "dtype":
            name = element(value)
            return None if name is None else element_of(name)
        case "Map" | "dict" | "DictAttrs":
            return {key: attribute(one) for key, one in entries(value).items()}
        case "Array" | "list" | "tuple" | "ShapeTuple" | "Shape":
            return tuple(attribute(one) for one in items(value))
        case "Tensor" | "NDArray":
            return tensor_literal(value)
        case "IndexMap":
            return index_map(value)
        case other:
            raise TvmError(f"an attribute is a node of class '{other}', which cannot be read")


def index_map(node: object) -> AffineMapAttr:
    """A map of indices."""
    indices = items(field(node, "initial_indices"))

    def expression(one: object) -> AffineExpr:
        for axis, index in enumerate(indices):
            if same(one, index):
                return AffineExpr.dimension(axis)
        match kind(one):
            case "IntImm":
                return AffineExpr.constant(integer(one))
            case "FloorDiv":
                return expression(field(one, "a")) // expression(field(one, "b"))
            case "FloorMod":
                return expression(field(one, "a")) % expression(field(one, "b"))
            case other:
                raise TvmError(f"an index is a node of class '{other}', which cannot be read")

    results = tuple(map(expression, items(field(node, "final_indices"))))
    return AffineMapAttr(AffineMap(len(indices), 0, results))


def entries_of_attributes(node: object) -> dict[str, object]:
    """The attributes of a call: the fields that its class lists, or the entries of a map."""
    if node is None:
        return {}
    listed = field(field(type(node), "__tvm_ffi_type_info__"), "fields")
    if listed is None:
        return entries(node)
    names = [str(field(one, "name")) for one in items(listed)]
    return {name: cast("object", getattr(node, name)) for name in names}


def scalar(node: object) -> Attribute:
    """A scalar as an attribute."""
    name = element(field(node, "dtype") or field(field(node, "ty"), "dtype")) or "i64"
    type_, value = element_of(name), field(node, "value")
    if isinstance(type_, IntegerType):
        return IntegerAttr(int(cast("int", value)), type_)
    return FloatAttr(float(cast("float", value)), type_)


def tensor_literal(data: object) -> DenseIntOrFPElementsAttr:
    """A tensor, read through numpy."""
    array = cast("Callable[[], object]", getattr(data, "numpy", lambda: data))()
    sizes = [int(cast("int", one)) for one in items(field(array, "shape"))]
    flat = cast("Callable[[int], object]", getattr(array, "reshape"))(-1)
    numbers = cast("Callable[[], list[int | float]]", getattr(flat, "tolist"))()
    type_ = element_of(element(field(array, "dtype")) or "f32")
    if isinstance(type_, IntegerType):
        integers = [int(one) for one in numbers]
        return DenseIntOrFPElementsAttr.from_list(BuiltinTensor(type_, sizes), integers)
    return DenseIntOrFPElementsAttr.from_list(BuiltinTensor(type_, sizes), numbers)


def constant(node: object) -> tree.Node:
    """A literal of any class: a tensor, an element type or a string."""
    value = field(node, "value", "data")
    if kind(value) in ("DataType", "dtype"):
        return dtype(node)
    if isinstance(value, str):
        return tree.Literal(str(value))
    if field(value, "numpy", "reshape") is None:
        raise TvmError(f"a literal is a node of class '{kind(value)}', which cannot be read")
    return tree.Literal(tensor_literal(value))


def dtype(node: object) -> tree.Node:
    """An element type as a value."""
    return tree.Literal(element_of(element(field(node, "value")) or "f32"))
