"""Values of the cases: arguments of runs, and their results."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

import numpy as np
from conformance.relax_programs import module_of
from conformance.relax_types import Info, Json, as_info, as_list, dtype_of, element_of
from xdsl.utils.exceptions import VerifyException

from disc_shape.dialects.relax.literals import element_of as element_attribute
from disc_shape.errors import UserError
from disc_shape.frontends.relax.build import build
from disc_shape.interpreters.externals import External, ShapeValue
from disc_shape.interpreters.kernels.arrays import Array
from disc_shape.interpreters.values import element_dtype
from disc_shape.relax.criteria import infer_types
from disc_shape.relax.normalize import normalize_module
from disc_shape.relax.running import run_module
from disc_shape.relax.running.values import Scalar, Value, as_array, element_of_array, members


def identity(*arguments: Value) -> Value:
    """Returns its first argument."""
    return arguments[0]


def fill7(*arguments: Value) -> None:
    """Writes 7 into its last argument."""
    cast("Array", arguments[-1])[...] = 7


def double(*arguments: Value) -> None:
    """Writes twice its first argument into its last one."""
    cast("Array", arguments[-1])[...] = np.multiply(cast("Array", arguments[0]), 2)


def wrong_shape(*_arguments: Value) -> Value:
    """Returns a tensor of another shape than declared."""
    return np.zeros((9, 9), np.float32)


def make_shape(*_arguments: Value) -> Value:
    """Returns the shape (2, 3)."""
    return ShapeValue((2, 3))


FUNCTIONS: dict[str, External] = {
    "case.identity": identity,
    "case.fill7": fill7,
    "case.double": double,
    "case.wrong_shape": wrong_shape,
    "case.make_shape": make_shape,
}
"""The external functions that the cases assume."""


def value_of(info: Info) -> Value:
    """An argument of a run."""
    if "tensor" in info:
        sizes = [cast("int", one) for one in as_list(info["tensor"])]
        dtype = element_dtype(element_attribute(element_of(info.get("dtype")) or "f32"))
        if info.get("data") is None:
            return np.zeros(sizes, dtype)
        return np.asarray(info["data"]).astype(dtype).reshape(sizes)
    if "shape" in info:
        return ShapeValue(cast("int", one) for one in as_list(info["shape"]))
    if "tuple" in info:
        return tuple(value_of(as_info(one)) for one in as_list(info["tuple"]))
    if "int" in info:
        return Scalar(element_of(info.get("dtype")) or "i64", cast("int", info["int"]))
    if "float" in info:
        return Scalar(element_of(info.get("dtype")) or "f32", float(cast("float", info["float"])))
    return info.get("str")


def info_of_value(value: Value) -> Info:
    """A result of a run; what has no form in the cases is null."""
    array, fields = as_array(value), members(value)
    if array is not None:
        data = cast("Json", array.tolist())
        dtype = dtype_of(str(element_of_array(array)))
        return {"tensor": [*array.shape], "dtype": dtype, "data": data}
    if fields is not None:
        return {"tuple": [info_of_value(one) for one in fields]}
    match value:
        case ShapeValue():
            return {"shape": [*value]}
        case Scalar():
            return {"float" if isinstance(value.number, float) else "int": value.number}
        case str():
            return {"str": value}
        case _:
            return {"object": None}


def same_values(found: Info, wanted: Info) -> bool:
    """Whether two values are equal: tensors in sizes, element type and, where given, numbers."""
    if "tuple" in wanted:
        pairs = as_list(found.get("tuple") or []), as_list(wanted["tuple"])
        return (
            "tuple" in found
            and len(pairs[0]) == len(pairs[1])
            and all(same_values(as_info(a), as_info(b)) for a, b in zip(*pairs, strict=True))
        )
    if "tensor" in wanted:
        if found.get("tensor") != wanted["tensor"]:
            return False
        if "dtype" in wanted and found.get("dtype") != wanted["dtype"]:
            return False
        return wanted.get("data") is None or bool(
            np.allclose(np.asarray(found["data"]), np.asarray(wanted["data"]), 1e-4, 1e-5)
        )
    return all(found.get(key) == one for key, one in wanted.items())


def arguments_of(raw: Info) -> Sequence[Value]:
    """The arguments of a case."""
    return [value_of(as_info(one)) for one in as_list(raw.get("args") or [])]


def answer_vm(raw: Info) -> Json:
    """The value of a run, or why it ends before."""
    tree = module_of(raw["program"])
    try:
        module = build(tree)
        module.verify()
        normalize_module(module)
        infer_types(module)
        found = run_module(module, arguments_of(raw), externals=FUNCTIONS)
    except (VerifyException, UserError) as error:
        return {"error": str(error)}
    return {"value": info_of_value(found.result)}


def same_ends(found: Info, wanted: Info) -> bool:
    """Whether a run ends as a case says: early, or with its value where there is one."""
    succeeds = wanted.get("succeeds", "value" in wanted)
    if "error" in found or not succeeds:
        return ("error" in found) != succeeds
    return "value" not in wanted or same_values(as_info(found["value"]), as_info(wanted["value"]))
