"""Functions of one operation without an iteration space that has a form in linalg; as `cases`."""

LESS = """({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %c = stablehlo.compare LT, %x, %y, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  })"""
LESS_OF_PAIRS = """({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>, %p: tensor<f32>, %q: tensor<f32>):
    %c = stablehlo.compare GT, %x, %y, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  })"""
GREATER_OR_EQUAL = """({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %c = stablehlo.compare GE, %x, %y, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  })"""
ADD = """({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %s = stablehlo.add %x, %y : tensor<i32>
    stablehlo.return %s : tensor<i32>
  })"""
LAST = """({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    stablehlo.return %y : tensor<i32>
  })"""
SIZES_OF_A = """%c0 = arith.constant 0 : index; %c1 = arith.constant 1 : index
  %m = tensor.dim %a, %c0 : tensor<AxBxi32>; %n = tensor.dim %a, %c1 : tensor<AxBxi32>"""
BATCHED_SCATTER = """#stablehlo.scatter<update_window_dims = [2], input_batching_dims = [0],
    inserted_window_dims = [1], scatter_indices_batching_dims = [0],
    scatter_dims_to_operand_dims = [1], index_vector_dim = 2>"""

LOWERED: dict[str, tuple[str, str]] = {
    "reshape": ("%a: tensor<2x3xi32>", "stablehlo.reshape %a : (tensor<2x3xi32>) -> tensor<6xi32>"),
    "reshape to rank 0": (
        "%a: tensor<1x1xf32>",
        "stablehlo.reshape %a : (tensor<1x1xf32>) -> tensor<f32>",
    ),
    "reshape of rank 0": (
        "%a: tensor<f32>",
        "stablehlo.reshape %a : (tensor<f32>) -> tensor<1x1xf32>",
    ),
    "reshape of known elements": (
        "%a: tensor<AxBxi32>",
        "stablehlo.reshape %a : (tensor<AxBxi32>) -> tensor<3x2xi32>",
    ),
    "dynamic_reshape that merges": (
        "%a: tensor<AxBxi32>",
        SIZES_OF_A
        + "; %p = arith.muli %m, %n : index; %s = tensor.from_elements %p : tensor<1xindex>; "
        "stablehlo.dynamic_reshape %a, %s : (tensor<AxBxi32>, tensor<1xindex>) -> tensor<?xi32>",
    ),
    "dynamic_reshape that adds ones": (
        "%a: tensor<AxBxi32>",
        SIZES_OF_A + "; %s = tensor.from_elements %c1, %m, %c1, %n : tensor<4xindex>; "
        "stablehlo.dynamic_reshape %a, %s : "
        "(tensor<AxBxi32>, tensor<4xindex>) -> tensor<1x?x1x?xi32>",
    ),
    "dynamic_reshape without facts": (
        "%a: tensor<AxBxi32>",
        SIZES_OF_A + "; %s = tensor.from_elements %n, %m : tensor<2xindex>; "
        "stablehlo.dynamic_reshape %a, %s : (tensor<AxBxi32>, tensor<2xindex>) -> tensor<?x?xi32>",
    ),
    "dynamic_reshape to a shape with -1": (
        "%a: tensor<AxBxi32>",
        "%s = arith.constant dense<[-1, 2]> : tensor<2xi32>; chlo.dynamic_reshape %a, %s : "
        "(tensor<AxBxi32>, tensor<2xi32>) -> tensor<?x2xi32>",
    ),
    "undecided dynamic_broadcast_in_dim": (
        "%a: tensor<AxBxi32>, %s: tensor<3xindex>",
        "stablehlo.dynamic_broadcast_in_dim %a, %s, dims = [0, 2] : "
        "(tensor<AxBxi32>, tensor<3xindex>) -> tensor<?x?x?xi32>",
    ),
    "dynamic_broadcast_in_dim of rank 0": (
        "%a: tensor<i32>, %s: tensor<3xindex>",
        "stablehlo.dynamic_broadcast_in_dim %a, %s, dims = [] : "
        "(tensor<i32>, tensor<3xindex>) -> tensor<?x?x?xi32>",
    ),
    "pad that removes more than there is": (
        "%a: tensor<Axi32>, %f: tensor<i32>",
        "stablehlo.pad %a, %f, low = [-2], high = [3], interior = [1] : "
        "(tensor<Axi32>, tensor<i32>) -> tensor<?xi32>",
    ),
    "sort": (
        "%a: tensor<AxBxi32>",
        f'"stablehlo.sort"(%a) <{{dimension = 0 : i64, is_stable = true}}> {LESS} : '
        "(tensor<AxBxi32>) -> tensor<AxBxi32>",
    ),
    "sort of pairs": (
        "%a: tensor<Axi32>, %b: tensor<Axf32>",
        f'"stablehlo.sort"(%a, %b) <{{dimension = -1 : i64, is_stable = true}}> {LESS_OF_PAIRS} : '
        "(tensor<Axi32>, tensor<Axf32>) -> (tensor<Axi32>, tensor<Axf32>)",
    ),
    "scatter": (
        "%a: tensor<AxBxi32>, %i: tensor<Cx1xi32>, %u: tensor<CxDxi32>",
        '"stablehlo.scatter"(%a, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<'
        "update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0],"
        f" index_vector_dim = 1>}}> {ADD} : (tensor<AxBxi32>, tensor<Cx1xi32>, tensor<CxDxi32>)"
        " -> tensor<AxBxi32>",
    ),
    "scatter of windows": (
        "%a: tensor<AxBxi32>, %i: tensor<2xi32>, %u: tensor<CxDxi32>",
        '"stablehlo.scatter"(%a, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<'
        "update_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1],"
        f" index_vector_dim = 0>}}> {LAST} : (tensor<AxBxi32>, tensor<2xi32>, tensor<CxDxi32>)"
        " -> tensor<AxBxi32>",
    ),
    "scatter with batching dimensions": (
        "%a: tensor<AxBx2xi32>, %i: tensor<AxCx1xi32>, %u: tensor<AxCx2xi32>",
        f'"stablehlo.scatter"(%a, %i, %u) <{{scatter_dimension_numbers = {BATCHED_SCATTER}}}> {ADD}'
        " : (tensor<AxBx2xi32>, tensor<AxCx1xi32>, tensor<AxCx2xi32>) -> tensor<AxBx2xi32>",
    ),
    "select_and_scatter": (
        "%a: tensor<AxBxi32>, %u: tensor<CxDxi32>, %z: tensor<i32>",
        '"stablehlo.select_and_scatter"(%a, %u, %z) <{window_dimensions = array<i64: 2, 1>, '
        "window_strides = array<i64: 1, 2>, padding = dense<[[1, 0], [0, 0]]> : tensor<2x2xi64>}> "
        f"({GREATER_OR_EQUAL[1:-1]}, {ADD[1:-1]}) : "
        "(tensor<AxBxi32>, tensor<CxDxi32>, tensor<i32>) -> tensor<AxBxi32>",
    ),
    "map": (
        "%a: tensor<AxBxi32>, %b: tensor<AxBxi32>",
        f'"stablehlo.map"(%a, %b) <{{dimensions = array<i64: 0, 1>}}> {ADD} : '
        "(tensor<AxBxi32>, tensor<AxBxi32>) -> tensor<AxBxi32>",
    ),
    "is_finite": ("%a: tensor<Axf32>", "stablehlo.is_finite %a : (tensor<Axf32>) -> tensor<Axi1>"),
    "bitcast_convert": (
        "%a: tensor<Axf32>",
        "stablehlo.bitcast_convert %a : (tensor<Axf32>) -> tensor<Axi32>",
    ),
    "batch_norm_inference": (
        "%a: tensor<AxBxf32>, %s: tensor<Bxf32>, %o: tensor<Bxf32>, %m: tensor<Bxf32>, "
        "%v: tensor<Bxf32>",
        '"stablehlo.batch_norm_inference"(%a, %s, %o, %m, %v) <{epsilon = 2.5 : f32, '
        "feature_index = 1 : i64}> : (tensor<AxBxf32>, tensor<Bxf32>, tensor<Bxf32>, "
        "tensor<Bxf32>, tensor<Bxf32>) -> tensor<AxBxf32>",
    ),
    "top_k": (
        "%a: tensor<AxBxi32>",
        "chlo.top_k(%a, k = 2) : tensor<AxBxi32> -> (tensor<Ax2xi32>, tensor<Ax2xi32>)",
    ),
    "dynamic_top_k": (
        "%a: tensor<AxBxf32>, %k: tensor<i32>",
        "stablehlo.custom_call @stablehlo.dynamic_top_k(%a, %k) : "
        "(tensor<AxBxf32>, tensor<i32>) -> (tensor<?x?xf32>, tensor<?x?xi32>)",
    ),
    "get_dimension_size": (
        "%a: tensor<AxBxi32>",
        "stablehlo.get_dimension_size %a, dim = 1 : (tensor<AxBxi32>) -> tensor<i32>",
    ),
    "if": (
        "%p: tensor<i1>, %a: tensor<Axi32>, %b: tensor<Bxi32>",
        '"stablehlo.if"(%p) ({ stablehlo.return %a : tensor<Axi32> }, '
        "{ stablehlo.return %b : tensor<Bxi32> }) : (tensor<i1>) -> tensor<?xi32>",
    ),
    "case": (
        "%i: tensor<i32>, %a: tensor<Axi32>, %b: tensor<Bxi32>",
        '"stablehlo.case"(%i) ({ stablehlo.return %a : tensor<Axi32> }, '
        "{ %r = stablehlo.negate %b : tensor<Bxi32> \n stablehlo.return %r : tensor<Bxi32> }, "
        "{ stablehlo.return %b : tensor<Bxi32> }) : (tensor<i32>) -> tensor<?xi32>",
    ),
    "division of unsigned numbers": (
        "%a: tensor<Axui32>, %b: tensor<Axui32>",
        "stablehlo.divide %a, %b : tensor<Axui32>",
    ),
    "comparison of unsigned numbers": (
        "%a: tensor<Axui8>, %b: tensor<Axui8>",
        "stablehlo.compare LT, %a, %b, UNSIGNED : (tensor<Axui8>, tensor<Axui8>) -> tensor<Axi1>",
    ),
    "conversion of unsigned numbers": (
        "%a: tensor<Axui8>",
        "stablehlo.convert %a : (tensor<Axui8>) -> tensor<Axf32>",
    ),
}
"""Name -> arguments and operation."""
