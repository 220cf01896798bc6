"""Two independent implementations of StableHLO: XLA on the CPU, and the reference interpreter."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import jax
import ml_dtypes
import numpy as np
from fuzz.harness import parse
from jax.extend.backend import get_backend
from jax.interpreters import mlir
from jaxlib import xla_client
from jaxlib.mlir import ir
from jaxlib.mlir.dialects import stablehlo
from xdsl.dialects.builtin import ModuleOp

from disc_shape.errors import OperationError
from disc_shape.interpreters import run
from disc_shape.lowering.module import lower_module

jax.config.update("jax_enable_x64", True)

Array = np.ndarray

NAMES: dict[object, str] = {
    np.dtype(np.bool_): "i1",
    np.dtype(np.float16): "f16",
    np.dtype(ml_dtypes.bfloat16): "bf16",
    np.dtype(np.float32): "f32",
    np.dtype(np.float64): "f64",
    np.dtype(np.complex64): "complex<f32>",
    np.dtype(np.complex128): "complex<f64>",
    np.dtype(ml_dtypes.int4): "i4",
    np.dtype(ml_dtypes.uint4): "ui4",
    np.dtype(ml_dtypes.float8_e4m3fn): "f8E4M3FN",
    np.dtype(ml_dtypes.float8_e5m2): "f8E5M2",
} | {
    np.dtype(f"{sign}int{width}"): f"{letter}i{width}"
    for sign, letter in (("", ""), ("u", "u"))
    for width in (8, 16, 32, 64)
}
"""What MLIR calls the elements of an array."""

PLAIN = frozenset("i1 f16 f32 f64 i8 i16 i32 i64 ui8 ui16 ui32 ui64".split())
"""Elements that the reference interpreter's Python interface can pass."""


def type_of(array: Array) -> str:
    """The MLIR type of an array."""
    return tensor(NAMES[array.dtype], *array.shape)


def tensor(element: str, *shape: int) -> str:
    """The text of a static tensor type."""
    return f"tensor<{''.join(f'{size}x' for size in shape)}{element}>"


def element_of(kind: str) -> str:
    """The text of a tensor type's elements."""
    return kind.removeprefix("tensor<").removesuffix(">").rpartition("x")[2]


def xla(text: str, *arrays: Array) -> list[Array]:
    """The results of `main` as XLA compiles it for the CPU."""
    client = get_backend("cpu")
    devices = xla_client.DeviceList(tuple(client.local_devices()[:1]))
    program = client.compile_and_load(text, devices, xla_client.CompileOptions())
    results = program.execute_sharded([jax.device_put(array) for array in arrays])
    return [np.asarray(one[0]) for one in results.disassemble_into_single_device_arrays()]


def reference(text: str, *arrays: Array) -> list[Array]:
    """The results of `main` as StableHLO's reference interpreter gives them."""
    with mlir.make_ir_context():
        module = ir.Module.parse(text)
        results = stablehlo.eval_module(module, [_attribute(array) for array in arrays])
        return [_array(result) for result in results]


def _attribute(array: Array) -> ir.Attribute:
    if not array.size or array.dtype == np.bool_:
        body = str(array.tolist()).lower() if array.size else ""
        return ir.Attribute.parse(f"dense<{body}> : {type_of(array)}")
    blob = np.ascontiguousarray(array).tobytes().hex().upper()
    return ir.Attribute.parse(f'dense<"0x{blob}"> : {type_of(array)}')


def _array(attribute: ir.Attribute) -> Array:
    kind = ir.RankedTensorType(attribute.type)
    names = {name: dtype for dtype, name in NAMES.items()}
    if not all(kind.shape):
        return np.zeros(kind.shape, names[str(kind.element_type)])
    return np.array(attribute).astype(names[str(kind.element_type)]).reshape(kind.shape)


@dataclass(frozen=True)
class Case:
    """A program of one operation, what it is run on, and by whom it is run besides us."""

    text: str
    arrays: tuple[Array, ...]
    by: tuple[str, ...] = ("xla", "reference")
    tolerance: float = 1e-5


def case(
    name: str,
    arrays: Sequence[Array],
    *results: str,
    attributes: str = "",
    regions: str = "",
    constants: Sequence[str] = (),
    by: Sequence[str] = ("xla", "reference"),
    tolerance: float = 1e-5,
) -> Case:
    """
    One operation in generic form on arrays and on constants (`dense<1> : tensor<i32>`), which it
    takes after them.
    """
    kinds = [type_of(array) for array in arrays]
    arguments = ", ".join(f"%{i}: {kind}" for i, kind in enumerate(kinds))
    lines = [f"%c{i} = stablehlo.constant {text}" for i, text in enumerate(constants)]
    operands = [f"%{i}" for i in range(len(kinds))] + [f"%c{i}" for i in range(len(constants))]
    kinds += [text.rpartition(" : ")[2] for text in constants]
    outputs = ", ".join(results)
    properties = f"<{{{attributes}}}>" if attributes else ""
    inside = f"({regions})" if regions else ""
    lines.append(
        f'%r:{len(results)} = "{name}"({", ".join(operands)}) {properties} {inside} :'
        f" ({', '.join(kinds)}) -> ({outputs})"
    )
    values = ", ".join(f"%r#{i}" for i in range(len(results)))
    lines.append(f"return {values} : {outputs}")
    body = "\n  ".join(lines)
    text = f"func.func public @main({arguments}) -> ({outputs}) {{\n  {body}\n}}\n"
    given = tuple(np.asarray(array) for array in arrays)
    plain = {str(one) for one in (*kinds, *results)}
    chosen = tuple(
        one for one in by if one == "xla" or all(element_of(kind) in PLAIN for kind in plain)
    )
    return Case(text, given, chosen, tolerance)


EXECUTORS = {"xla": xla, "reference": reference}


def on_buffers(text: str) -> ModuleOp | None:
    """The program with `lmhlo` operations on buffers; None where one of it stays on tensors."""
    module = parse(text)
    try:
        lower_module(module)
    except OperationError as error:
        if "has no form on buffers" not in str(error):
            raise
        return None
    return module


def agree(one: Case) -> None:
    """We and the others give the same results, element type and shape included; so do buffers."""
    assert one.by
    module = on_buffers(one.text)
    forms = [parse(one.text), *([] if module is None else [module])]
    found = [run(form, *one.arrays) for form in forms]
    for name in one.by:
        expected = EXECUTORS[name](one.text, *one.arrays)
        for results in found:
            same(results, expected, name, one.tolerance)


def same(found: Sequence[Array], expected: Sequence[Array], name: str, tolerance: float) -> None:
    """Our results are those that `name` gave."""
    assert len(found) == len(expected)
    for ours, theirs in zip(found, expected, strict=True):
        assert ours.dtype == theirs.dtype, name
        assert ours.shape == theirs.shape, name
        if ours.dtype.kind in "biu" or NAMES[ours.dtype] in ("i4", "ui4"):
            np.testing.assert_array_equal(ours, theirs, err_msg=name)
            continue
        wide = np.complex128 if ours.dtype.kind == "c" else np.float64
        with np.errstate(all="ignore"):
            np.testing.assert_allclose(
                ours.astype(wide),
                theirs.astype(wide),
                rtol=tolerance,
                atol=tolerance,
                err_msg=name,
            )
            if ours.dtype.kind != "c":  # Of complex zeros everybody has other signs.
                left, right = ours.astype(wide), theirs.astype(wide)
                zeros = (left == 0) & (right == 0)
                np.testing.assert_array_equal(
                    np.signbit(left[zeros]), np.signbit(right[zeros]), err_msg=name
                )
