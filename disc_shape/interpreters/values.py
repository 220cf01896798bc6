"""Between types and attributes of the IR and numpy arrays.

A scalar is an array of rank 0, a shape an int64 array of rank 1, a witness a boolean of rank 0, a
token an empty array, and a tuple an object array of arrays.
"""

from __future__ import annotations

from typing import TypeAlias, cast

import ml_dtypes
import numpy as np
from xdsl.dialect_interfaces.op_asm import OpAsmDialectInterface
from xdsl.dialects import builtin
from xdsl.dialects.builtin import (
    AnyFloat,
    ComplexType,
    DenseIntOrFPElementsAttr,
    Float64Type,
    FloatAttr,
    IndexType,
    IntegerAttr,
    IntegerType,
    MemRefType,
    Signedness,
    TensorType,
    TupleType,
)
from xdsl.ir import Attribute

from disc_shape.dialects.quant import UniformQuantizedType
from disc_shape.errors import OperationError
from disc_shape.interpreters.kernels.arrays import Array, DType, integer_range

Dense: TypeAlias = DenseIntOrFPElementsAttr[IntegerType]
_FLOATS: dict[str, type] = {
    "bf16": ml_dtypes.bfloat16,
    "f16": np.float16,
    "f32": np.float32,
    "f64": np.float64,
    "f8E3M4": ml_dtypes.float8_e3m4,
    "f8E4M3": ml_dtypes.float8_e4m3,
    "f8E4M3B11FNUZ": ml_dtypes.float8_e4m3b11fnuz,
    "f8E4M3FN": ml_dtypes.float8_e4m3fn,
    "f8E4M3FNUZ": ml_dtypes.float8_e4m3fnuz,
    "f8E5M2": ml_dtypes.float8_e5m2,
    "f8E5M2FNUZ": ml_dtypes.float8_e5m2fnuz,
    "f8E8M0FNU": ml_dtypes.float8_e8m0fnu,
    "f6E2M3FN": ml_dtypes.float6_e2m3fn,
    "f6E3M2FN": ml_dtypes.float6_e3m2fn,
    "f4E2M1FN": ml_dtypes.float4_e2m1fn,
}
_INTEGERS: dict[tuple[int, bool], type] = {
    (1, True): np.bool_,
    (1, False): np.bool_,
    (2, True): ml_dtypes.int2,
    (2, False): ml_dtypes.uint2,
    (4, True): ml_dtypes.int4,
    (4, False): ml_dtypes.uint4,
    (8, True): np.int8,
    (8, False): np.uint8,
    (16, True): np.int16,
    (16, False): np.uint16,
    (32, True): np.int32,
    (32, False): np.uint32,
    (64, True): np.int64,
    (64, False): np.uint64,
}
_COMPLEXES: dict[str, type] = {"f32": np.complex64, "f64": np.complex128}
_OTHERS: dict[str, type] = {
    "shape.shape": np.int64,
    "shape.size": np.int64,
    "shape.witness": np.bool_,
    "torch.int": np.int64,
}
_OPAQUE = (".token", ".future", ".async_bundle")
_UNRANKED = builtin.UnrankedTensorType | builtin.UnrankedMemRefType
_CACHE: dict[Attribute, DType] = {}

TOKEN = np.zeros(0, np.bool_)
"""The value of every token."""


def element_dtype(element: Attribute) -> DType:
    """The numpy type of an element type."""
    found = _CACHE.get(element)
    if found is None:
        found = _CACHE[element] = _element_dtype(element)
    return found


def _element_dtype(element: Attribute) -> DType:
    kind: type | None = None
    if isinstance(element, IndexType):
        kind = np.int64
    elif isinstance(element, IntegerType):
        integer = cast("IntegerType[int, Signedness]", element)
        signed = integer.signedness.data != Signedness.UNSIGNED
        kind = _INTEGERS.get((integer.width.data, signed))
    elif isinstance(element, ComplexType):
        part = cast("ComplexType[AnyFloat]", element).element_type
        kind = _COMPLEXES.get(part.name)
    elif isinstance(element, UniformQuantizedType):
        return element_dtype(element.data.storage.type)
    else:
        kind = _FLOATS.get(element.name) or _OTHERS.get(element.name)
    if kind is None:
        raise OperationError(f"element type {element} has no numpy type")
    return np.dtype(kind)


def dtype_of(kind: Attribute) -> DType | None:
    """The numpy type of a value of a type; None for tuples and tokens."""
    if isinstance(kind, TensorType | MemRefType | _UNRANKED):
        return element_dtype(cast("TensorType[Attribute]", kind).element_type)
    if isinstance(kind, TupleType) or kind.name.endswith(_OPAQUE):
        return None
    return element_dtype(kind)


def sizes_of(kind: Attribute) -> tuple[int, ...] | None:
    """The sizes of a type, -1 where they vary; None where even the rank does."""
    if isinstance(kind, TensorType | MemRefType):
        return tuple(-1 if size < 0 else size for size in kind.get_shape())
    if isinstance(kind, _UNRANKED | TupleType) or kind.name in _OTHERS:
        return None if kind.name != "shape.witness" else ()
    return None if kind.name.endswith(_OPAQUE) else ()


def constant(attr: Attribute) -> Array:
    """The value of a constant's attribute."""
    if isinstance(attr, DenseIntOrFPElementsAttr):
        return _dense(cast("Dense", attr))
    if isinstance(attr, IntegerAttr):
        dtype = element_dtype(cast("IntegerAttr[IntegerType]", attr).type)
        number = attr.value.data
        if dtype.kind == "b":
            return np.asarray(bool(number & 1))
        least, greatest = integer_range(dtype)
        if greatest < number <= 2 * greatest + 1 and least < 0:
            number -= 2 * (greatest + 1)
        if not least <= number <= greatest:
            raise OperationError(f"constant {number} does not fit into {dtype}")
        wide = np.int64 if least < 0 else np.uint64
        return np.asarray(number, wide).astype(dtype)
    if isinstance(attr, FloatAttr):
        number = cast("FloatAttr[Float64Type]", attr)
        return np.asarray(number.value.data).astype(element_dtype(number.type))
    if isinstance(attr, builtin.DenseResourceAttr):
        return _resource(attr)
    raise OperationError(f"constant {attr} has no numpy value")


def _dense(attr: Dense) -> Array:
    return _elements(attr.data.data, cast("TensorType[Attribute]", attr.type))


def _resource(attr: builtin.DenseResourceAttr) -> Array:
    """
    The data of `dense_resource<name>` at the end of a file: a number of four bytes
    (the alignment), then the elements.
    """
    storage = builtin.Builtin.get_interface(OpAsmDialectInterface)
    blob = None if storage is None else storage.lookup(attr.resource_handle.data)
    if not blob:
        raise OperationError(f"the data of {attr} is not in the module")
    kind = cast("TensorType[Attribute]", attr.type)
    data = bytes.fromhex(blob[2:])[4:]
    try:
        return _elements(data, kind)
    except ValueError:
        raise OperationError(f"the data of {attr} has {len(data)} bytes") from None


def _elements(data: bytes, kind: TensorType[Attribute]) -> Array:
    dtype, shape = element_dtype(kind.element_type), kind.get_shape()
    if dtype.kind == "b":
        flat: Array = np.not_equal(np.bitwise_and(np.frombuffer(data, np.uint8), 1), 0)
    elif dtype.name in ("int2", "int4"):
        flat = np.frombuffer(data, np.int8).astype(dtype)
    elif dtype.name in ("uint2", "uint4"):
        flat = np.frombuffer(data, np.uint8).astype(dtype)
    else:
        flat = np.frombuffer(data, dtype)
    if flat.size == 1:
        return np.full(shape, flat[0], dtype)
    return flat.reshape(shape)


def make_tuple(values: list[Array]) -> Array:
    """A tuple value."""
    result = np.empty(len(values), object)
    for index, value in enumerate(values):
        result[index] = value
    return result


def tuple_element(value: Array, index: int) -> Array:
    """One component of a tuple value."""
    return np.asarray(value[index])
