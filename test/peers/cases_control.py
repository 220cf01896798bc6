"""Branches, loops, tuples, tokens, devices."""

from __future__ import annotations

import numpy as np
from peers.arrays import XLA, X, floats, grid, main, region
from peers.executors import Case, case, type_of

I32, F = "tensor<i32>", "tensor<f32>"
PAIR = f"tuple<{I32}, {F}>"
GROUPS = "replica_groups = dense<0> : tensor<1x1xi64>"
CONTROL: dict[str, Case] = {
    "while": Case(
        main(
            f"%n: {I32}",
            f"{I32}, {I32}",
            f"%z = stablehlo.constant dense<0> : {I32}",
            f"%o = stablehlo.constant dense<1> : {I32}",
            f"%r:2 = stablehlo.while(%i = %z, %a = %o) : {I32}, {I32}",
            f"cond {{ %t = stablehlo.compare LT, %i, %n : ({I32}, {I32}) -> tensor<i1>",
            "stablehlo.return %t : tensor<i1> }",
            f"do {{ %j = stablehlo.add %i, %o : {I32}",
            f"%b = stablehlo.add %a, %a : {I32}",
            f"stablehlo.return %j, %b : {I32}, {I32} }}",
            f"return %r#0, %r#1 : {I32}, {I32}",
        ),
        (np.int32(40),),
    ),
    "composite": Case(
        main(f"%a: {F}", F,
             f'%0 = stablehlo.composite "my.op" %a {{decomposition = @twice}} : ({F}) -> {F}',
             f"return %0 : {F}")
        + f"func.func private @twice(%a: {F}) -> {F} {{\n"
        f"  %0 = stablehlo.add %a, %a : {F}\n  return %0 : {F}\n}}\n",
        (np.float32(3),),
    ),
    "tuple": Case(
        main(f"%a: {I32}, %b: {F}", f"{F}, {I32}",
             f"%t = stablehlo.tuple %a, %b : {PAIR}",
             f"%0 = stablehlo.get_tuple_element %t[1] : ({PAIR}) -> {F}",
             f"%1 = stablehlo.get_tuple_element %t[0] : ({PAIR}) -> {I32}",
             f"return %0, %1 : {F}, {I32}"),
        (np.int32(3), np.float32(4)),
    ),
    "tokens": Case(
        main(f"%a: {F}", F,
             "%t = stablehlo.create_token : !stablehlo.token",
             "%u = stablehlo.after_all %t, %t : !stablehlo.token",
             f"return %a : {F}"),
        (np.float32(3),),
        ("xla",),
    ),
    "set_dimension_size": Case(
        main("%a: tensor<5xf32>, %n: tensor<i32>", F,
             "%0 = stablehlo.set_dimension_size %a, %n, dim = 0 :"
             " (tensor<5xf32>, tensor<i32>) -> tensor<?xf32, #stablehlo.bounds<5>>",
             f"%z = stablehlo.constant dense<0.0> : {F}",
             "%1 = stablehlo.reduce(%0 init: %z) applies stablehlo.add across dimensions = [0] :"
             f" (tensor<?xf32, #stablehlo.bounds<5>>, {F}) -> {F}",
             f"return %1 : {F}"),
        (grid(5) + 1, np.int32(3)),
        ("xla",),
    ),
    "replica_id": case("stablehlo.replica_id", [], "tensor<ui32>", by=XLA),
    "partition_id": case("stablehlo.partition_id", [], "tensor<ui32>", by=XLA),
    "all_reduce": case("stablehlo.all_reduce", [X], type_of(X), attributes=GROUPS,
                       regions=region("add"), by=XLA),
    "all_gather": case("stablehlo.all_gather", [X], type_of(X),
                       attributes=f"{GROUPS}, all_gather_dim = 0 : i64", by=XLA),
    "all_to_all": case("stablehlo.all_to_all", [X], type_of(X),
                       attributes=f"{GROUPS}, split_dimension = 0 : i64,"
                       " concat_dimension = 1 : i64, split_count = 1 : i64", by=XLA),
    "reduce_scatter": case("stablehlo.reduce_scatter", [X], type_of(X),
                           attributes=f"{GROUPS}, scatter_dimension = 0 : i64",
                           regions=region("add"), by=XLA),
    "collective_permute": case(
        "stablehlo.collective_permute", [X], type_of(X),
        attributes="source_target_pairs = dense<0> : tensor<1x2xi64>", by=XLA),
    "collective_permute_to_no_process": case(
        "stablehlo.collective_permute", [X], type_of(X),
        attributes="source_target_pairs = dense<> : tensor<0x2xi64>", by=XLA),
    "top_k_call": Case(
        main("%a: tensor<3x9xf32>", "tensor<3x2xf32>, tensor<3x2xi32>",
             "%0:2 = chlo.top_k(%a, k = 2) : tensor<3x9xf32> -> (tensor<3x2xf32>, tensor<3x2xi32>)",
             "return %0#0, %0#1 : tensor<3x2xf32>, tensor<3x2xi32>"),
        (np.stack([np.asarray([3, 1, 3, 0.0, -0.0, -1, 7, 7, 2], np.float32),
                   np.zeros(9, np.float32), floats(9)]),),
        ("xla",),
    ),
}  # fmt: skip
for at in (-1, 0, 1, 2, 9):
    CONTROL[f"case {at}"] = Case(
        main(
            f"%i: {I32}, %a: {F}", F,
            '%0 = "stablehlo.case"(%i) ({',
            f"  %1 = stablehlo.sine %a : {F} stablehlo.return %1 : {F}",
            "}, {",
            f"  %2 = stablehlo.cosine %a : {F} stablehlo.return %2 : {F}",
            "}, {",
            f"  stablehlo.return %a : {F}",
            f"}}) : ({I32}) -> {F}",
            f"return %0 : {F}",
        ),
        (np.int32(at), np.float32(0.7)),
    )  # fmt: skip
for truth in (True, False):
    CONTROL[f"if {truth}"] = Case(
        main(
            f"%p: tensor<i1>, %a: {F}", F,
            '%0 = "stablehlo.if"(%p) ({',
            f"  %1 = stablehlo.negate %a : {F} stablehlo.return %1 : {F}",
            "}, {",
            f"  stablehlo.return %a : {F}",
            f"}}) : (tensor<i1>) -> {F}",
            f"return %0 : {F}",
        ),
        (np.asarray(truth), np.float32(0.7)),
    )  # fmt: skip
