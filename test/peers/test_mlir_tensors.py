"""tensor, linalg and scf on tensors against IREE, which compiles them for the CPU."""

from __future__ import annotations

import numpy as np
from peers.executors import type_of
from peers.upstream import Program, agree, function

RANDOM = np.random.default_rng(5)
X = np.arange(60, dtype=np.float32).reshape(3, 4, 5)
CUBE = "tensor<3x4x5xf32>"
FLAT = np.arange(12, dtype=np.int32)


def floats(*shape: int) -> np.ndarray:
    return RANDOM.normal(size=shape).astype(np.float32)


def on(array: np.ndarray, result: str, *lines: str, tolerance: float = 0.0) -> Program:
    return function([(type_of(array), array)], [result], *lines, tolerance=tolerance)


def slices(where: str, result: str) -> Program:
    return on(X, result, f"%r = tensor.extract_slice %0{where} : {CUBE} to {result}")


def test_slices() -> None:
    row = floats(2, 5)
    agree({
        "steps": slices("[0, 1, 0] [2, 2, 2] [2, 2, 3]", "tensor<2x2x2xf32>"),
        "reduced": slices("[1, 0, 2] [1, 4, 2] [1, 1, 2]", "tensor<4x2xf32>"),
        "reduced twice": slices("[2, 0, 3] [1, 4, 1] [1, 1, 1]", "tensor<4xf32>"),
        "sizes": function(
            [(CUBE, X), ("index", 1), ("index", 2)], ["tensor<2x4x?xf32>"],
            f"%r = tensor.extract_slice %0[%1, 0, %2] [2, 4, %2] [1, 1, 1] : {CUBE} to"
            " tensor<2x4x?xf32>",
        ),
        "insert": function(
            [(CUBE, X), ("tensor<2x5xf32>", row), ("index", 1)], [CUBE],
            f"%r = tensor.insert_slice %1 into %0[%2, 0, 0] [1, 2, 5] [1, 3, 1] :"
            f" tensor<2x5xf32> into {CUBE}",
        ),
        "insert one": on(
            FLAT, "tensor<12xi32>",
            "%j = arith.constant 11 : index", "%v = arith.constant -9 : i32",
            "%r = tensor.insert %v into %0[%j] : tensor<12xi32>",
        ),
    })  # fmt: skip


def test_shapes() -> None:
    agree({
        "collapse": on(
            X, "tensor<3x20xf32>",
            f"%r = tensor.collapse_shape %0 [[0], [1, 2]] : {CUBE} into tensor<3x20xf32>",
        ),
        "expand": on(
            FLAT, "tensor<2x3x2xi32>",
            "%r = tensor.expand_shape %0 [[0, 1, 2]] output_shape [2, 3, 2] : tensor<12xi32> into"
            " tensor<2x3x2xi32>",
        ),
        "expand by sizes": function(
            [("tensor<?xi32>", FLAT), ("index", 4)], ["tensor<?x3xi32>"],
            "%r = tensor.expand_shape %0 [[0, 1]] output_shape [%1, 3] : tensor<?xi32> into"
            " tensor<?x3xi32>",
        ),
        "bitcast": on(
            np.asarray([1.5, -0.0], np.float32), "tensor<2xi32>",
            "%r = tensor.bitcast %0 : tensor<2xf32> to tensor<2xi32>",
        ),
        "dim": on(
            X, "i64", "%i = arith.constant 2 : index", f"%d = tensor.dim %0, %i : {CUBE}",
            "%r = arith.index_cast %d : index to i64",
        ),
    })  # fmt: skip


def test_new_tensors() -> None:
    pair = np.asarray([1.5, 2.5], np.float32)
    agree({
        "pad": function(
            [(CUBE, X), ("index", 2)], ["tensor<?x6x5xf32>"],
            "%z = arith.constant 7.0 : f32",
            "%r = tensor.pad %0 low[%1, 0, 0] high[0, 2, 0] {",
            "^bb0(%i: index, %j: index, %k: index): tensor.yield %z : f32",
            f"}} : {CUBE} to tensor<?x6x5xf32>",
        ),
        "concat": function(
            [("tensor<2x3xf32>", floats(2, 3)), ("tensor<2x1xf32>", floats(2, 1))],
            ["tensor<2x4xf32>"],
            "%r = tensor.concat dim(1) %0, %1 : (tensor<2x3xf32>, tensor<2x1xf32>) ->"
            " tensor<2x4xf32>",
        ),
        "elements": on(
            pair, "tensor<3xf32>",
            "%i = arith.constant 0 : index", "%j = arith.constant 1 : index",
            "%a = tensor.extract %0[%i] : tensor<2xf32>",
            "%b = tensor.extract %0[%j] : tensor<2xf32>",
            "%r = tensor.from_elements %b, %a, %b : tensor<3xf32>",
        ),
    })  # fmt: skip


def named(op: str, out: str, *ins: np.ndarray, attributes: str = "", start: float = 0) -> Program:
    """A named operation of linalg that adds to, or writes over, an output full of one number."""
    kinds = [type_of(array) for array in ins]
    values = ", ".join(f"%{index}" for index in range(len(ins)))
    element = "i32" if ins[0].dtype.kind == "i" else "f32"
    number = f"{int(start)}" if element == "i32" else f"{float(start)}"
    return function(
        list(zip(kinds, ins, strict=True)), [out],
        f"%z = arith.constant {number} : {element}",
        f"%e = tensor.empty() : {out}",
        f"%o = linalg.fill ins(%z : {element}) outs(%e : {out}) -> {out}",
        f"%r = linalg.{op} {attributes} ins({values} : {', '.join(kinds)}) outs(%o : {out}) ->"
        f" {out}",
        tolerance=1e-4,
    )  # fmt: skip


def test_linalg_products() -> None:
    a, b = floats(3, 4), floats(4, 5)
    i, j = FLAT.reshape(3, 4) - 5, FLAT.reshape(4, 3) * 99999999
    agree({
        "matmul": named("matmul", "tensor<3x5xf32>", a, b, start=2),
        "matmul wraps": named("matmul", "tensor<3x3xi32>", i, j, start=7),
    })  # fmt: skip


STEPS = "dilations = dense<{}> : tensor<2xi64>, strides = dense<{}> : tensor<2xi64>"


def test_linalg_convolutions() -> None:
    steps = "{" + STEPS.format(1, 2) + "}"
    spread = "{" + STEPS.format(2, 1) + "}"
    image, channels = floats(2, 3, 7, 8), floats(2, 7, 8, 3)
    window = floats(2, 3)
    agree({
        "conv_2d_nchw_fchw": named("conv_2d_nchw_fchw", "tensor<2x4x3x3xf32>", image,
                                   floats(4, 3, 2, 3), attributes=steps, start=1),
        "conv_2d_nchw_fchw dilated": named("conv_2d_nchw_fchw", "tensor<2x4x5x4xf32>", image,
                                           floats(4, 3, 2, 3), attributes=spread),
        "conv_2d_nhwc_hwcf": named("conv_2d_nhwc_hwcf", "tensor<2x3x3x4xf32>", channels,
                                   floats(2, 3, 3, 4), attributes=steps),
        "conv_2d_nhwc_fhwc": named("conv_2d_nhwc_fhwc", "tensor<2x3x3x4xf32>", channels,
                                   floats(4, 2, 3, 3), attributes=steps),
        "conv_2d_ngchw_fgchw": named("conv_2d_ngchw_fgchw", "tensor<2x2x4x3x3xf32>",
                                     floats(2, 2, 3, 7, 8), floats(4, 2, 3, 2, 3),
                                     attributes=steps),
        "conv_2d_ngchw_gfchw": named("conv_2d_ngchw_gfchw", "tensor<2x2x4x3x3xf32>",
                                     floats(2, 2, 3, 7, 8), floats(2, 4, 3, 2, 3),
                                     attributes=steps),
        "conv_2d_nhwgc_gfhwc": named("conv_2d_nhwgc_gfhwc", "tensor<2x3x3x2x4xf32>",
                                     floats(2, 7, 8, 2, 3), floats(2, 4, 2, 3, 3),
                                     attributes=steps),
        "pooling_nchw_max": named("pooling_nchw_max", "tensor<2x3x3x3xf32>", image, window,
                                  attributes=steps, start=-9),
    })  # fmt: skip


BODY = "^bb0(%a: f32, %b: f32): %s = arith.{} %a, %b : f32 linalg.yield %s : f32"


def test_linalg_loops() -> None:
    rows, out = "affine_map<(d0, d1) -> (d0, d1)>", "affine_map<(d0, d1) -> (d0)>"
    x = floats(3, 4)
    kind = type_of(x)
    fill = (
        "%z = arith.constant 2.0 : f32", "%e = tensor.empty() : tensor<3xf32>",
        "%o = linalg.fill ins(%z : f32) outs(%e : tensor<3xf32>) -> tensor<3xf32>",
    )  # fmt: skip
    agree({
        "generic reduction": on(
            x, "tensor<3xf32>", *fill,
            f"%r = linalg.generic {{indexing_maps = [{rows}, {out}],"
            ' iterator_types = ["parallel", "reduction"]}',
            f"ins(%0 : {kind}) outs(%o : tensor<3xf32>) {{ {BODY.format('addf')} }}",
            "-> tensor<3xf32>", tolerance=1e-5,
        ),
        "generic index": on(
            FLAT.reshape(3, 4), "tensor<3x4xi32>",
            "%e = tensor.empty() : tensor<3x4xi32>",
            f"%r = linalg.generic {{indexing_maps = [{rows}, {rows}],"
            ' iterator_types = ["parallel", "parallel"]}',
            "ins(%0 : tensor<3x4xi32>) outs(%e : tensor<3x4xi32>) {",
            "^bb0(%a: i32, %b: i32):",
            "%i = linalg.index 1 : index", "%j = arith.index_cast %i : index to i32",
            "%s = arith.subi %a, %j : i32", "linalg.yield %s : i32",
            "} -> tensor<3x4xi32>",
        ),
        "reduce": on(
            x, "tensor<3xf32>", *fill,
            f"%r = linalg.reduce ins(%0 : {kind}) outs(%o : tensor<3xf32>) dimensions = [1]",
            "(%a: f32, %b: f32) {",
            "%s = arith.mulf %a, %b : f32", "linalg.yield %s : f32 }", tolerance=1e-5,
        ),
        "transpose": on(
            X, "tensor<5x3x4xf32>", "%e = tensor.empty() : tensor<5x3x4xf32>",
            f"%r = linalg.transpose ins(%0 : {CUBE}) outs(%e : tensor<5x3x4xf32>)"
            " permutation = [2, 0, 1]",
        ),
        "broadcast": on(
            x, "tensor<3x2x4xf32>", "%e = tensor.empty() : tensor<3x2x4xf32>",
            f"%r = linalg.broadcast ins(%0 : {kind}) outs(%e : tensor<3x2x4xf32>)"
            " dimensions = [1]",
        ),
    })  # fmt: skip


def test_control_flow() -> None:
    agree({
        "for": function(
            [("index", 5), ("i32", np.int32(3))], ["i32"],
            "%c0 = arith.constant 0 : index", "%c2 = arith.constant 2 : index",
            "%r = scf.for %i = %c0 to %0 step %c2 iter_args(%a = %1) -> (i32) {",
            "%j = arith.index_cast %i : index to i32", "%b = arith.muli %a, %1 : i32",
            "%c = arith.addi %b, %j : i32", "scf.yield %c : i32 }",
        ),
        "while": function(
            [("i32", np.int32(100))], ["i32"],
            "%one = arith.constant 1 : i32",
            "%r = scf.while (%a = %one) : (i32) -> i32 {",
            "%t = arith.cmpi slt, %a, %0 : i32", "scf.condition(%t) %a : i32 } do {",
            "^bb0(%b: i32): %c = arith.addi %b, %b : i32", "scf.yield %c : i32 }",
        ),
    } | {
        f"if {number}": function(
            [("i32", np.int32(number))], ["i32"],
            "%z = arith.constant 0 : i32", "%t = arith.cmpi sgt, %0, %z : i32",
            "%r = scf.if %t -> (i32) { scf.yield %0 : i32 } else {",
            "%n = arith.subi %z, %0 : i32", "scf.yield %n : i32 }",
        ) for number in (-3, 0, 4)
    } | {
        f"index_switch {number}": function(
            [("index", number)], ["i32"],
            "%r = scf.index_switch %0 -> i32",
            "case 2 { %a = arith.constant 20 : i32 scf.yield %a : i32 }",
            "case 5 { %b = arith.constant 50 : i32 scf.yield %b : i32 }",
            "default { %c = arith.constant -1 : i32 scf.yield %c : i32 }",
        ) for number in (0, 2, 5, 9)
    })  # fmt: skip
