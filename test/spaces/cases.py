"""Functions of one operation with an iteration space; capital letters are unknown sizes."""

SUM = """({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %s = stablehlo.add %x, %y : tensor<i32>
    stablehlo.return %s : tensor<i32>
  })"""
ARGMAX = """({
  ^bb0(%x: tensor<i32>, %p: tensor<i32>, %v: tensor<i32>, %q: tensor<i32>):
    %c = stablehlo.compare GE, %x, %v, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %m = stablehlo.select %c, %x, %v : tensor<i1>, tensor<i32>
    %n = stablehlo.select %c, %p, %q : tensor<i1>, tensor<i32>
    stablehlo.return %m, %n : tensor<i32>, tensor<i32>
  })"""
EMBEDDING = """<{dimension_numbers = #stablehlo.gather<offset_dims = [1],
    collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>"""
BATCHED = """<{dimension_numbers = #stablehlo.gather<offset_dims = [2],
    operand_batching_dims = [0], start_indices_batching_dims = [0], collapsed_slice_dims = [1],
    start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 2>}>"""


def convolution(window: str, groups: tuple[int, int], types: str) -> str:
    """A convolution in one spatial dimension."""
    return f"""stablehlo.convolution(%a, %b) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f],
    window = {{{window}}} {{batch_group_count = {groups[1]} : i64,
    feature_group_count = {groups[0]} : i64}} : {types}"""


CASES: dict[str, tuple[str, str]] = {
    "add": (
        "%a: tensor<AxBxi32>, %b: tensor<AxBxi32>",
        "stablehlo.add %a, %b : tensor<AxBxi32>",
    ),
    "and": ("%a: tensor<Axi1>, %b: tensor<Axi1>", "stablehlo.and %a, %b : tensor<Axi1>"),
    "exponential": ("%a: tensor<AxBxf32>", "stablehlo.exponential %a : tensor<AxBxf32>"),
    "convert": ("%a: tensor<Axi32>", "stablehlo.convert %a : (tensor<Axi32>) -> tensor<Axf32>"),
    "select": (
        "%p: tensor<i1>, %a: tensor<AxBxi32>, %b: tensor<AxBxi32>",
        "stablehlo.select %p, %a, %b : tensor<i1>, tensor<AxBxi32>",
    ),
    "clamp": (
        "%l: tensor<i32>, %a: tensor<Axi32>, %h: tensor<i32>",
        "stablehlo.clamp %l, %a, %h : (tensor<i32>, tensor<Axi32>, tensor<i32>) -> tensor<Axi32>",
    ),
    "compare": (
        "%a: tensor<Axi32>, %b: tensor<Axi32>",
        "stablehlo.compare LT, %a, %b, SIGNED : (tensor<Axi32>, tensor<Axi32>) -> tensor<Axi1>",
    ),
    "broadcast_in_dim": (
        "%a: tensor<1x3xi32>",
        "stablehlo.broadcast_in_dim %a, dims = [2, 0] : (tensor<1x3xi32>) -> tensor<3x2x2xi32>",
    ),
    "dynamic_broadcast_in_dim": (
        "%a: tensor<AxBxi32>, %s: tensor<3xindex>",
        """"stablehlo.dynamic_broadcast_in_dim"(%a, %s) <{broadcast_dimensions = array<i64: 0, 2>,
    known_expanding_dimensions = array<i64: 0>, known_nonexpanding_dimensions = array<i64: 1>}>
    : (tensor<AxBxi32>, tensor<3xindex>) -> tensor<?x?x?xi32>""",
    ),
    "broadcast": (
        "%a: tensor<Axi32>",
        '"mhlo.broadcast"(%a) <{broadcast_sizes = dense<[2, 3]> : tensor<2xi64>}>'
        " : (tensor<Axi32>) -> tensor<2x3xAxi32>",
    ),
    "transpose": (
        "%a: tensor<AxBxCxi32>",
        "stablehlo.transpose %a, dims = [2, 0, 1] : (tensor<AxBxCxi32>) -> tensor<CxAxBxi32>",
    ),
    "reverse": ("%a: tensor<AxBxi32>", "stablehlo.reverse %a, dims = [0] : tensor<AxBxi32>"),
    "slice": (
        "%a: tensor<Ax7xi32>",
        '"stablehlo.slice"(%a) <{start_indices = array<i64: 0, 1>, limit_indices = array<i64: 2, 6>'
        ", strides = array<i64: 1, 2>}> : (tensor<Ax7xi32>) -> tensor<2x3xi32>",
    ),
    "real_dynamic_slice": (
        "%a: tensor<Axi32>, %s: tensor<1xi64>, %l: tensor<1xi64>",
        "%t = stablehlo.constant dense<2> : tensor<1xi64>; "
        "stablehlo.real_dynamic_slice %a, %s, %l, %t : (tensor<Axi32>, tensor<1xi64>, "
        "tensor<1xi64>, tensor<1xi64>) -> tensor<?xi32>",
    ),
    "dynamic_slice": (
        "%a: tensor<AxBxi32>, %i: tensor<i32>, %j: tensor<i32>",
        "stablehlo.dynamic_slice %a, %i, %j, sizes = [2, 1] : "
        "(tensor<AxBxi32>, tensor<i32>, tensor<i32>) -> tensor<2x1xi32>",
    ),
    "dynamic_update_slice": (
        "%a: tensor<AxBxi32>, %u: tensor<2xCxi32>, %i: tensor<i32>, %j: tensor<i32>",
        "stablehlo.dynamic_update_slice %a, %u, %i, %j : (tensor<AxBxi32>, tensor<2xCxi32>, "
        "tensor<i32>, tensor<i32>) -> tensor<AxBxi32>",
    ),
    "concatenate": (
        "%a: tensor<Ax2xi32>, %b: tensor<Bx2xi32>, %c: tensor<Cx2xi32>",
        "stablehlo.concatenate %a, %b, %a, %c, dim = 0 : (tensor<Ax2xi32>, tensor<Bx2xi32>, "
        "tensor<Ax2xi32>, tensor<Cx2xi32>) -> tensor<?x2xi32>",
    ),
    "pad": (
        "%a: tensor<AxBxi32>, %f: tensor<i32>",
        "stablehlo.pad %a, %f, low = [1, -1], high = [0, 2], interior = [0, 1] : "
        "(tensor<AxBxi32>, tensor<i32>) -> tensor<?x?xi32>",
    ),
    "dynamic_pad": (
        "%a: tensor<Axi32>, %f: tensor<i32>, %l: tensor<1xi64>, %h: tensor<1xi64>",
        "%i = stablehlo.constant dense<1> : tensor<1xi64>; "
        "stablehlo.dynamic_pad %a, %f, %l, %h, %i : (tensor<Axi32>, tensor<i32>, tensor<1xi64>, "
        "tensor<1xi64>, tensor<1xi64>) -> tensor<?xi32>",
    ),
    "gather": (
        "%a: tensor<Ax2xi32>, %i: tensor<Bx1xi32>",
        f'"stablehlo.gather"(%a, %i) {EMBEDDING}, slice_sizes = array<i64: 1, 2>}}> : '
        "(tensor<Ax2xi32>, tensor<Bx1xi32>) -> tensor<Bx2xi32>",
    ),
    "gather with batching dimensions": (
        "%a: tensor<AxBx2xi32>, %i: tensor<AxCx1xi32>",
        f'"stablehlo.gather"(%a, %i) {BATCHED} : '
        "(tensor<AxBx2xi32>, tensor<AxCx1xi32>) -> tensor<AxCx2xi32>",
    ),
    "torch_index_select of a known size": (
        "%a: tensor<3xAxi32>, %i: tensor<Bxi32>",
        '"stablehlo.torch_index_select"(%a, %i) <{dim = 0 : i64, batch_dims = 0 : i64}> : '
        "(tensor<3xAxi32>, tensor<Bxi32>) -> tensor<BxAxi32>",
    ),
    "dynamic_gather": (
        "%a: tensor<Ax2xi32>, %i: tensor<Bx1xi32>, %s: tensor<2xi64>",
        f'"stablehlo.dynamic_gather"(%a, %i, %s) {EMBEDDING}}}> : '
        "(tensor<Ax2xi32>, tensor<Bx1xi32>, tensor<2xi64>) -> tensor<Bx?xi32>",
    ),
    "iota": ("%a: tensor<Axi32>", "stablehlo.iota dim = 1 : tensor<2x3xi32>"),
    "dynamic_iota": (
        "%s: tensor<2xi64>",
        "stablehlo.dynamic_iota %s, dim = 0 : (tensor<2xi64>) -> tensor<?x?xf32>",
    ),
    "reduce": (
        "%a: tensor<AxBxCxi32>, %z: tensor<i32>",
        '"stablehlo.reduce"(%a, %z) <{dimensions = array<i64: 0, 2>}> '
        f"{SUM} : (tensor<AxBxCxi32>, tensor<i32>) -> tensor<Bxi32>",
    ),
    "variadic reduce": (
        "%a: tensor<AxBxi32>, %b: tensor<AxBxi32>, %y: tensor<i32>, %z: tensor<i32>",
        '"stablehlo.reduce"(%a, %b, %y, %z) <{dimensions = array<i64: 1>}> '
        f"{ARGMAX} : (tensor<AxBxi32>, tensor<AxBxi32>, tensor<i32>, tensor<i32>) -> "
        "(tensor<Axi32>, tensor<Axi32>)",
    ),
    "dot_general": (
        "%a: tensor<AxBx2xi32>, %b: tensor<AxBxCxi32>",
        "stablehlo.dot_general %a, %b, batching_dims = [0] x [0], contracting_dims = [1] x [1] : "
        "(tensor<AxBx2xi32>, tensor<AxBxCxi32>) -> tensor<Ax2xCxi32>",
    ),
    "outer product": (
        "%a: tensor<Axi32>, %b: tensor<Bxi32>",
        "stablehlo.dot_general %a, %b, contracting_dims = [] x [] : "
        "(tensor<Axi32>, tensor<Bxi32>) -> tensor<AxBxi32>",
    ),
    "outer product to a wider type": (
        "%a: tensor<Axi8>, %b: tensor<Bxi8>",
        "stablehlo.dot_general %a, %b, contracting_dims = [] x [] : "
        "(tensor<Axi8>, tensor<Bxi8>) -> tensor<AxBxi32>",
    ),
    "dot of vectors": (
        "%a: tensor<Axi32>, %b: tensor<Axi32>",
        '"stablehlo.dot"(%a, %b) : (tensor<Axi32>, tensor<Axi32>) -> tensor<i32>',
    ),
    "dot": (
        "%a: tensor<AxBxi32>, %b: tensor<BxCxi32>",
        '"stablehlo.dot"(%a, %b) : (tensor<AxBxi32>, tensor<BxCxi32>) -> tensor<AxCxi32>',
    ),
    "convolution": (
        "%a: tensor<AxBx2xi32>, %b: tensor<3x2xCxi32>",
        convolution(
            "stride = [2], pad = [[1, 2]], lhs_dilate = [2], rhs_dilate = [1], reverse = [true]",
            (1, 1),
            "(tensor<AxBx2xi32>, tensor<3x2xCxi32>) -> tensor<Ax?xCxi32>",
        ),
    ),
    "convolution with negative padding": (
        "%a: tensor<AxBx1xi32>, %b: tensor<Dx1xCxi32>",
        convolution(
            "pad = [[-1, 1]], rhs_dilate = [2]",
            (1, 1),
            "(tensor<AxBx1xi32>, tensor<Dx1xCxi32>) -> tensor<Ax?xCxi32>",
        ),
    ),
    "convolution of feature groups": (
        "%a: tensor<AxBx4xi32>, %b: tensor<2x2x6xi32>",
        convolution(
            "pad = [[1, 0]]",
            (2, 1),
            "(tensor<AxBx4xi32>, tensor<2x2x6xi32>) -> tensor<Ax?x6xi32>",
        ),
    ),
    "convolution of batch groups": (
        "%a: tensor<4xBx2xi32>, %b: tensor<1x2x4xi32>",
        convolution("", (1, 2), "(tensor<4xBx2xi32>, tensor<1x2x4xi32>) -> tensor<2xBx4xi32>"),
    ),
    "dynamic_conv": (
        "%a: tensor<AxBx1xi32>, %b: tensor<2x1xCxi32>, %p: tensor<1x2xi64>",
        """"stablehlo.dynamic_conv"(%a, %b, %p) <{batch_group_count = 1 : i64,
    feature_group_count = 1 : i64,
    dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>}>
    : (tensor<AxBx1xi32>, tensor<2x1xCxi32>, tensor<1x2xi64>) -> tensor<Ax?xCxi32>""",
    ),
    "reduce_window": (
        "%a: tensor<AxBxi32>, %z: tensor<i32>",
        '"stablehlo.reduce_window"(%a, %z) <{window_dimensions = array<i64: 1, 2>, '
        "window_strides = array<i64: 2, 1>, base_dilations = array<i64: 1, 2>, "
        "window_dilations = array<i64: 1, 2>, padding = dense<[[1, 0], [-1, 2]]> : tensor<2x2xi64>"
        f"}}> {SUM} : (tensor<AxBxi32>, tensor<i32>) -> tensor<?x?xi32>",
    ),
    "splat": (
        "%a: i32, %s: index",
        "tensor.splat %a[%s] : tensor<?x2xi32>",
    ),
    "concat": (
        "%a: tensor<Axi32>, %b: tensor<Bxi32>",
        "tensor.concat dim(0) %a, %b : (tensor<Axi32>, tensor<Bxi32>) -> tensor<?xi32>",
    ),
    "extract_slice": (
        "%a: tensor<Ax3xi32>, %o: index, %s: index",
        "tensor.extract_slice %a[%o, 1] [%s, 2] [2, 1] : tensor<Ax3xi32> to tensor<?x2xi32>",
    ),
}
"""Name -> arguments and operation."""

OPEN: dict[str, tuple[str, str]] = {
    "torch_index_select": (
        "%a: tensor<AxBxi32>, %i: tensor<CxDxi32>",
        '"stablehlo.torch_index_select"(%a, %i) <{dim = 1 : i64, batch_dims = 0 : i64}> : '
        "(tensor<AxBxi32>, tensor<CxDxi32>) -> tensor<AxCxDxi32>",
    ),
    "torch_index_select in batches": (
        "%a: tensor<AxBxCxi32>, %i: tensor<AxDxi32>",
        '"stablehlo.torch_index_select"(%a, %i) <{dim = 2 : i64, batch_dims = 1 : i64}> : '
        "(tensor<AxBxCxi32>, tensor<AxDxi32>) -> tensor<AxBxDxi32>",
    ),
    "torch_index_select of nothing": (
        "%a: tensor<0xAxi32>, %i: tensor<Bxi32>",
        '"stablehlo.torch_index_select"(%a, %i) <{dim = 0 : i64, batch_dims = 0 : i64}> : '
        "(tensor<0xAxi32>, tensor<Bxi32>) -> tensor<BxAxi32>",
    ),
}
"""Operations some iterations of which may read no element: they have no form in linalg."""
