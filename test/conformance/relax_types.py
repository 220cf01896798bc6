"""Struct infos of the cases as types, and back."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import TypeAlias, cast

from disc_shape.symbolic import Expr, const, parse
from disc_shape.symbolic.shapes import Shape
from disc_shape.typesystem.scopes import free_names, function_of, names_bound
from disc_shape.typesystem.types import (
    OBJECT,
    FunctionType,
    PackedType,
    PrimType,
    ShapeType,
    TensorType,
    TupleType,
    Type,
)

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"
Info: TypeAlias = "dict[str, Json]"

ELEMENTS = {"bool": "i1", "bfloat16": "bf16"}
NAMES = {mlir: name for name, mlir in ELEMENTS.items()}


def as_info(value: Json) -> Info:
    assert isinstance(value, dict)
    return value


def as_list(value: Json) -> list[Json]:
    assert isinstance(value, list)
    return value


def element_of(dtype: Json) -> str | None:
    """The element type that a dtype names, as MLIR writes it; None for void."""
    name = str(dtype or "")
    if name in ("", "void"):
        return None
    for long, short in (("uint", "ui"), ("int", "i"), ("float", "f")):
        if name.startswith(long) and name[len(long) :].isdigit():
            return short + name[len(long) :]
    return ELEMENTS.get(name, name)


def dtype_of(element: str) -> str:
    """The dtype of an element type."""
    for long, short in (("uint", "ui"), ("int", "i"), ("float", "f")):
        if element not in NAMES and element[len(short) :].isdigit() and element.startswith(short):
            return long + element[len(short) :]
    return NAMES.get(element, element)


def dim_of(value: Json) -> Expr | None:
    """A dimension; null is unknown."""
    if value is None:
        return None
    return const(value) if isinstance(value, int) else parse(str(value))


def shape_of(info: Info, key: str) -> Shape:
    """The shape of a tensor or the contents of a shape value."""
    rank = info.get("ndim")
    known = None if rank is None or rank == -1 else cast(int, rank)
    if "shape_var" in info:
        return Shape.of_value(str(info["shape_var"]), known)
    if info.get(key) is None:
        return Shape.of_rank(known)
    return Shape.of(dim_of(value) for value in as_list(info[key]))


def type_of(value: Json, scope: Collection[str] = ()) -> Type:
    """
    The type that a struct info says; `scope` has the names that function types do not bind.
    """
    info = as_info(value)
    match info["kind"]:
        case "prim":
            return PrimType(element_of(info.get("dtype")) or "void", dim_of(info.get("value")))
        case "shape":
            return ShapeType(shape_of(info, "values"))
        case "tensor":
            device = info.get("vdevice")
            element = element_of(info.get("dtype"))
            text = None if device is None else str(device)
            return TensorType(shape_of(info, "shape"), element, text)
        case "tuple":
            return TupleType(tuple(type_of(one, scope) for one in as_list(info["fields"])))
        case "func":
            return function_type_of(info, scope)
        case "packed":
            return PackedType()
        case _:
            return OBJECT


def function_type_of(info: Info, scope: Collection[str]) -> Type:
    """The type of a function, with parameters or with a rule."""
    pure = info.get("pure") is not False
    if info.get("opaque"):
        if "derive" in info:
            rule = "empty" if info["derive"] == "empty" else "default"
            return PackedType(rule, type_of(info["ret"], scope), pure)
        result = type_of(info["ret"], scope)
        return (
            PackedType("empty", None, pure)
            if result == OBJECT
            else PackedType("declared", result, pure)
        )
    infos = as_list(info["params"])
    plain = [type_of(one, scope) for one in infos if as_info(one)["kind"] != "func"]
    inner = {*scope, *set[str]().union(*map(names_bound, plain))}
    parameters = [type_of(one, inner) for one in infos]
    return function_of(parameters, type_of(info["ret"], inner), pure, scope)


def info_of(type_: Type, static: bool = False) -> Info:
    """
    The struct info that says a type; dimensions that are not known are null. A static one gives
    ranks, and rule-based functions have a kind of their own.
    """
    match type_:
        case PrimType():
            info: Info = {"kind": "prim", "dtype": dtype_of(type_.element)}
            return info if type_.value is None else {**info, "value": dim_info(type_.value)}
        case ShapeType():
            return {"kind": "shape", **shape_info(type_.shape, "values", static)}
        case TensorType():
            info = {"kind": "tensor", **shape_info(type_.shape, "shape", static)}
            if type_.element is not None:
                info["dtype"] = dtype_of(type_.element)
            return info if type_.device is None else {**info, "vdevice": type_.device}
        case TupleType():
            return {"kind": "tuple", "fields": [info_of(one, static) for one in type_.fields]}
        case FunctionType():
            parameters: list[Json] = [info_of(one, static) for one in type_.parameters]
            ret = info_of(type_.result, static)
            return {"kind": "func", "params": parameters, "ret": ret, "pure": type_.pure}
        case PackedType() if static:
            return {"kind": "packed"}
        case PackedType():
            info = {"kind": "func", "opaque": True, "pure": type_.pure}
            info["ret"] = info_of(type_.result or OBJECT, static)
            return {**info, "derive": "default"} if type_.rule == "default" else info
        case _:
            return {"kind": "object"}


def shape_info(shape: Shape, key: str, static: bool) -> Info:
    """What is known of a shape; without any dimension its rank."""
    if shape.value is not None:
        info: Info = {"shape_var": shape.value}
        return info if shape.rank is None else {**info, "ndim": shape.rank}
    if shape.dims is None:
        return {}
    if static or (shape.dims and not any(dim is not None for dim in shape.dims)):
        return {"ndim": len(shape.dims)}
    return {key: [dim_info(dim) for dim in shape.dims]}


def dim_info(dim: Expr | None) -> Json:
    """A dimension as the cases write it."""
    if dim is None:
        return None
    return str(dim) if dim.constant is None else dim.constant


def closed(type_: Type) -> Type:
    """The type of a callee, all of whose names are its own: none is one of the caller."""
    if not isinstance(type_, FunctionType):
        return type_
    return replace(type_, bound=tuple(sorted({*type_.bound, *free_names(type_)})))
