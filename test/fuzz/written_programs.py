"""Programs of every family of operations, as functions of two sizes that are written into them."""

from __future__ import annotations

from collections.abc import Callable, Mapping

Write = Callable[[int, int], str]


def main(arguments: str, body: str, result: str) -> str:
    return f"func.func @main({arguments}) -> {result} {{\n{body}\n}}"


def t(*sizes: int, of: str = "f32") -> str:
    return f"tensor<{''.join(f'{size}x' for size in sizes)}{of}>"


def one(op: str, before: str, after: str) -> str:
    """A function of one argument, to which one operation is applied."""
    return main(f"%x: {before}", f"%r = {op} : ({before}) -> {after}\nreturn %r : {after}", after)


def dot(b: int, s: int) -> str:
    return main(
        f"%x: {t(b, s)}",
        f"%r = stablehlo.dot_general %x, %x, contracting_dims = [1] x [1] : "
        f"({t(b, s)}, {t(b, s)}) -> {t(b, b)}\nreturn %r : {t(b, b)}",
        t(b, b),
    )


def shifted_differences(b: int, s: int) -> str:
    """Neither slice ends where its operand does, but both are as long as one another."""
    x, d = t(b, s), t(b, s - 1)
    return main(
        f"%x: {x}",
        f"%u = stablehlo.slice %x [0:{b}, 1:{s}] : ({x}) -> {d}\n"
        f"%v = stablehlo.slice %x [0:{b}, 0:{s - 1}] : ({x}) -> {d}\n"
        f"%r = stablehlo.subtract %u, %v : {d}\nreturn %r : {d}",
        d,
    )


def halves(b: int, s: int) -> str:
    """What was joined is taken apart where it was joined, and exchanged."""
    x, w = t(b, s), t(b, 2 * s)
    return main(
        f"%x: {x}, %y: {x}",
        f"%w = stablehlo.concatenate %x, %y, dim = 1 : ({x}, {x}) -> {w}\n"
        f"%n = stablehlo.negate %w : {w}\n"
        f"%u = stablehlo.slice %n [0:{b}, 0:{s}] : ({w}) -> {x}\n"
        f"%v = stablehlo.slice %n [0:{b}, {s}:{2 * s}] : ({w}) -> {x}\n"
        f"%a = stablehlo.add %u, %x : {x}\n%c = stablehlo.add %v, %y : {x}\n"
        f"%r = stablehlo.concatenate %c, %a, dim = 1 : ({x}, {x}) -> {w}\nreturn %r : {w}",
        w,
    )


def strided(b: int, s: int) -> str:
    return one(f"stablehlo.slice %x [0:{b}:2, 0:{s}:3]", t(b, s), t(-(-b // 2), -(-s // 3)))


def stacked(b: int, s: int) -> str:
    """Two of a size joined, and that taken for a dimension of two and one of the size."""
    x, w, z = t(s, b), t(2 * s, b), t(2, s, b)
    return main(
        f"%y: {t(b, s)}",
        f"%x = stablehlo.transpose %y, dims = [1, 0] : ({t(b, s)}) -> {x}\n"
        f"%w = stablehlo.concatenate %x, %x, dim = 0 : ({x}, {x}) -> {w}\n"
        f"%r = stablehlo.reshape %w : ({w}) -> {z}\nreturn %r : {z}",
        z,
    )


def heads(b: int, s: int) -> str:
    x, h, f = t(b, s, 8), t(b, s, 2, 4), t(b * s, 8)
    return main(
        f"%x: {x}",
        f"%h = stablehlo.reshape %x : ({x}) -> {h}\n"
        f"%i = stablehlo.transpose %h, dims = [0, 2, 1, 3] : ({h}) -> {t(b, 2, s, 4)}\n"
        f"%f = stablehlo.reshape %i : ({t(b, 2, s, 4)}) -> {t(b * 2, s, 4)}\n"
        f"%g = stablehlo.reshape %f : ({t(b * 2, s, 4)}) -> {t(b, 2, s, 4)}\n"
        f"%j = stablehlo.transpose %g, dims = [0, 2, 1, 3] : ({t(b, 2, s, 4)}) -> {h}\n"
        f"%r = stablehlo.reshape %j : ({h}) -> {f}\nreturn %r : {f}",
        f,
    )


def ones(b: int, s: int) -> str:
    x = t(b, s)
    return main(
        f"%x: {x}",
        f"%u = stablehlo.reshape %x : ({x}) -> {t(b, 1, s, 1)}\n"
        f"%v = stablehlo.broadcast_in_dim %u, dims = [0, 1, 2, 3] : ({t(b, 1, s, 1)}) ->"
        f" {t(b, 4, s, 2)}\n"
        f"%w = stablehlo.reshape %v : ({t(b, 4, s, 2)}) -> {t(b, 4, 2 * s)}\n"
        f"return %w : {t(b, 4, 2 * s)}",
        t(b, 4, 2 * s),
    )


def masked(b: int, s: int) -> str:
    x, p = t(b, s), t(b, s, of="i1")
    return main(
        f"%x: {x}",
        f"%i = stablehlo.iota dim = 1 : {t(s, s, of='i32')}\n"
        f"%j = stablehlo.iota dim = 0 : {t(s, s, of='i32')}\n"
        f"%c = stablehlo.compare GE, %j, %i, SIGNED : ({t(s, s, of='i32')}, {t(s, s, of='i32')})"
        f" -> {t(s, s, of='i1')}\n"
        f"%f = stablehlo.convert %c : ({t(s, s, of='i1')}) -> {t(s, s)}\n"
        f"%d = stablehlo.dot_general %x, %f, contracting_dims = [1] x [0] :"
        f" ({x}, {t(s, s)}) -> {x}\n"
        f"%z = stablehlo.constant dense<0.5> : {x}\n"
        f"%p = stablehlo.compare GT, %d, %z, FLOAT : ({x}, {x}) -> {p}\n"
        f"%s = stablehlo.select %p, %d, %z : {p}, {x}\n"
        f"%r = stablehlo.add %s, %x : {x}\nreturn %r : {x}",
        x,
    )


def positions(b: int, s: int) -> str:
    """Positions that an exporter has folded into a constant."""
    x = t(b, s)
    numbers = ", ".join(f"{index}.0" for index in range(s))
    folded = f"dense<[{numbers}]>" if s else "dense<>"
    return main(
        f"%x: {x}",
        f"%i = stablehlo.constant {folded} : {t(s)}\n"
        f"%w = stablehlo.broadcast_in_dim %i, dims = [1] : ({t(s)}) -> {x}\n"
        f"%r = stablehlo.add %x, %w : {x}\nreturn %r : {x}",
        x,
    )


def rows_taken(b: int, s: int) -> str:
    """An embedding, then rows of all columns."""
    i = t(b, s, of="i32")
    return main(
        f"%i: {i}, %w: {t(9, 4)}",
        f"""%e = "stablehlo.gather"(%w, %i) <{{dimension_numbers = #stablehlo.gather<
          offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [0],
          index_vector_dim = 2>, slice_sizes = array<i64: 1, 4>, indices_are_sorted = false}}>
          : ({t(9, 4)}, {i}) -> {t(b, s, 4)}
        return %e : {t(b, s, 4)}""",
        t(b, s, 4),
    )


def columns_taken(b: int, s: int) -> str:
    """Whole rows of a dynamic matrix: the sizes of the slices are its sizes."""
    x, i = t(b, s), t(2, of="i32")
    return main(
        f"%x: {x}, %i: {i}",
        f"""%e = "stablehlo.gather"(%x, %i) <{{dimension_numbers = #stablehlo.gather<
          offset_dims = [0], collapsed_slice_dims = [1], start_index_map = [1],
          index_vector_dim = 1>, slice_sizes = array<i64: {b}, 1>, indices_are_sorted = false}}>
          : ({x}, {i}) -> {t(b, 2)}
        return %e : {t(b, 2)}""",
        t(b, 2),
    )


def scattered(b: int, s: int) -> str:
    x = t(b, s)
    return main(
        f"%x: {x}, %u: {x}",
        f"""%z = stablehlo.constant dense<0> : tensor<1xi32>
        %e = "stablehlo.scatter"(%x, %z, %u) <{{scatter_dimension_numbers = #stablehlo.scatter<
          update_window_dims = [0, 1], scatter_dims_to_operand_dims = [1], index_vector_dim = 0>,
          indices_are_sorted = false, unique_indices = false}}> ({{
          ^bb0(%a: tensor<f32>, %c: tensor<f32>):
            %d = stablehlo.add %a, %c : tensor<f32>
            stablehlo.return %d : tensor<f32>
        }}) : ({x}, tensor<1xi32>, {x}) -> {x}
        return %e : {x}""",
        x,
    )


def windowed(b: int, s: int) -> str:
    """A row at a computed place is cut out and put back at another one."""
    x, i = t(b, s), "tensor<i32>"
    return main(
        f"%x: {x}, %i: {i}",
        f"%z = stablehlo.constant dense<0> : {i}\n"
        f"%u = stablehlo.dynamic_slice %x, %z, %i, sizes = [{b}, 1] :"
        f" ({x}, {i}, {i}) -> {t(b, 1)}\n"
        f"%r = stablehlo.dynamic_update_slice %x, %u, %z, %z : ({x}, {t(b, 1)}, {i}, {i}) -> {x}\n"
        f"return %r : {x}",
        x,
    )


def padded(b: int, s: int) -> str:
    x, w = t(b, s), t(b + 1, 2 * s + 1)
    return main(
        f"%x: {x}",
        "%z = stablehlo.constant dense<0.0> : tensor<f32>\n"
        f"%r = stablehlo.pad %x, %z, low = [1, 0], high = [0, 2], interior = [0, 1] :"
        f" ({x}, tensor<f32>) -> {t(b + 1, max(2 * s - 1, 0) + 2)}\n"
        f"return %r : {t(b + 1, max(2 * s - 1, 0) + 2)}",
        t(b + 1, max(2 * s - 1, 0) + 2),
    ).replace(w, t(b + 1, max(2 * s - 1, 0) + 2))


def filled_up(b: int, s: int) -> str:
    """Padded to the length of something that is not dynamic."""
    x, w = t(b, s), t(b, 9)
    return main(
        f"%x: {x}, %y: {t(9)}",
        "%z = stablehlo.constant dense<0.0> : tensor<f32>\n"
        f"%p = stablehlo.pad %x, %z, low = [0, 0], high = [0, {9 - s}], interior = [0, 0] :"
        f" ({x}, tensor<f32>) -> {w}\n"
        f"%q = stablehlo.broadcast_in_dim %y, dims = [1] : ({t(9)}) -> {w}\n"
        f"%r = stablehlo.add %p, %q : {w}\nreturn %r : {w}",
        w,
    )


def reduced(b: int, s: int) -> str:
    x = t(b, s)
    return main(
        f"%x: {x}",
        "%z = stablehlo.constant dense<0.0> : tensor<f32>\n"
        f"%m = stablehlo.reduce(%x init: %z) applies stablehlo.maximum across dimensions = [1] :"
        f" ({x}, tensor<f32>) -> {t(b)}\n"
        f"%w = stablehlo.broadcast_in_dim %m, dims = [0] : ({t(b)}) -> {x}\n"
        f"%d = stablehlo.subtract %x, %w : {x}\n"
        f"%r = stablehlo.reduce(%d init: %z) applies stablehlo.add across dimensions = [0, 1] :"
        f" ({x}, tensor<f32>) -> tensor<f32>\nreturn %r : tensor<f32>",
        "tensor<f32>",
    )


def pooled(b: int, s: int) -> str:
    return main(
        f"%x: {t(b, s)}",
        f"""%z = stablehlo.constant dense<0.0> : tensor<f32>
        %r = "stablehlo.reduce_window"(%x, %z) <{{window_dimensions = array<i64: 1, 2>,
          padding = dense<[[0, 0], [1, 0]]> : tensor<2x2xi64>}}> ({{
          ^bb0(%a: tensor<f32>, %c: tensor<f32>):
            %d = stablehlo.maximum %a, %c : tensor<f32>
            stablehlo.return %d : tensor<f32>
        }}) : ({t(b, s)}, tensor<f32>) -> {t(b, s)}
        return %r : {t(b, s)}""",
        t(b, s),
    )


def convolved(b: int, s: int) -> str:
    x, w, y = t(b, s, 2), t(3, 2, 4), t(b, s, 4)
    return main(
        f"%x: {x}, %w: {w}",
        f"%r = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f],"
        " window = {pad = [[1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} :"
        f" ({x}, {w}) -> {y}\nreturn %r : {y}",
        y,
    )


def sorted_rows(b: int, s: int) -> str:
    x = t(b, s)
    return main(
        f"%x: {x}",
        f"""%r = "stablehlo.sort"(%x) <{{dimension = 1 : i64, is_stable = true}}> ({{
          ^bb0(%a: tensor<f32>, %c: tensor<f32>):
            %p = stablehlo.compare LT, %a, %c, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
            stablehlo.return %p : tensor<i1>
        }}) : ({x}) -> {x}
        %q = stablehlo.reverse %r, dims = [0, 1] : {x}
        return %q : {x}""",
        x,
    )


def normalized(b: int, s: int) -> str:
    x, f = t(b, s, 4), t(4)
    return main(
        f"%x: {x}, %m: {f}, %v: {f}",
        f"""%p = stablehlo.exponential %v : {f}
        %r = "stablehlo.batch_norm_inference"(%x, %m, %m, %v, %p) <{{
          epsilon = 1.0e-05 : f32, feature_index = 2 : i64}}>
          : ({x}, {f}, {f}, {f}, {f}) -> {x}
        return %r : {x}""",
        x,
    )


def looped(b: int, s: int) -> str:
    x, i = t(b, s), "tensor<i32>"
    return main(
        f"%x: {x}",
        f"""%n = stablehlo.constant dense<0> : {i}
        %z = stablehlo.constant dense<0.0> : {x}
        %o:2 = stablehlo.while(%k = %n, %y = %z) : {i}, {x}
        cond {{
          %e = stablehlo.constant dense<4> : {i}
          %p = stablehlo.compare LT, %k, %e, SIGNED : ({i}, {i}) -> tensor<i1>
          stablehlo.return %p : tensor<i1>
        }} do {{
          %u = stablehlo.constant dense<1> : {i}
          %j = stablehlo.add %k, %u : {i}
          %a = stablehlo.add %y, %x : {x}
          stablehlo.return %j, %a : {i}, {x}
        }}
        return %o#1 : {x}""",
        x,
    )


def client(b: int, s: int) -> str:
    x = t(b, s)
    return main(
        f"%x: {x}, %g: {t(b, 1)}",
        f"%m = chlo.broadcast_multiply %x, %g : ({x}, {t(b, 1)}) -> {x}\n"
        f"%v, %i = chlo.top_k(%m, k = 0) : {x} -> ({t(b, 0)}, {t(b, 0, of='i32')})\n"
        f"%e = chlo.erf %m : {x} -> {x}\n"
        f"%r = stablehlo.concatenate %e, %v, dim = 1 : ({x}, {t(b, 0)}) -> {x}\nreturn %r : {x}",
        x,
    )


def solved(b: int, s: int) -> str:
    x = t(b, s, 2)
    return main(
        f"%x: {x}, %a: {t(b, 2, 2)}",
        f"""%i = stablehlo.iota dim = 1 : {t(b, 2, 2)}
        %c = stablehlo.add %a, %i : {t(b, 2, 2)}
        %s = stablehlo.dot_general %c, %c, batching_dims = [0] x [0], contracting_dims = [2] x [2]
          : ({t(b, 2, 2)}, {t(b, 2, 2)}) -> {t(b, 2, 2)}
        %y = stablehlo.transpose %x, dims = [0, 2, 1] : ({x}) -> {t(b, 2, s)}
        %r = stablehlo.dot_general %s, %y, batching_dims = [0] x [0], contracting_dims = [2] x [1]
          : ({t(b, 2, 2)}, {t(b, 2, s)}) -> {t(b, 2, s)}
        return %r : {t(b, 2, s)}""",
        t(b, 2, s),
    )


def spectrum(b: int, s: int) -> str:
    c = t(b, s, 5, of="complex<f32>")
    return main(
        f"%x: {t(b, s, 8)}",
        f"%c = stablehlo.fft %x, type = RFFT, length = [8] : ({t(b, s, 8)}) -> {c}\n"
        f"%r = stablehlo.real %c : ({c}) -> {t(b, s, 5)}\nreturn %r : {t(b, s, 5)}",
        t(b, s, 5),
    )


def three_parts(b: int, s: int) -> str:
    """Queries, keys and values that were projected at once, and one of which is added to."""
    x, w = t(b, s), t(b, 3 * s)
    return main(
        f"%x: {x}",
        f"%w = stablehlo.concatenate %x, %x, %x, dim = 1 : ({x}, {x}, {x}) -> {w}\n"
        f"%v = stablehlo.slice %w [0:{b}, {2 * s}:{3 * s}] : ({w}) -> {x}\n"
        f"%k = stablehlo.slice %w [0:{b}, {s}:{2 * s}] : ({w}) -> {x}\n"
        f"%q = stablehlo.slice %w [0:{b}, 0:{s}] : ({w}) -> {x}\n"
        f"%y = stablehlo.multiply %k, %q : {x}\n%z = stablehlo.add %y, %v : {x}\n"
        f"%r = stablehlo.add %z, %x : {x}\nreturn %r : {x}",
        x,
    )


def shifted(b: int, s: int) -> str:
    """All but the last column after a column of zeros."""
    x, d = t(b, s), t(b, s - 1)
    return main(
        f"%x: {x}",
        f"%d = stablehlo.slice %x [0:{b}, 0:{s - 1}] : ({x}) -> {d}\n"
        "%z = stablehlo.constant dense<0.0> : tensor<f32>\n"
        f"%p = stablehlo.pad %d, %z, low = [0, 1], high = [0, 0], interior = [0, 0] :"
        f" ({d}, tensor<f32>) -> {x}\n"
        f"%r = stablehlo.add %p, %x : {x}\nreturn %r : {x}",
        x,
    )


def last_two(b: int, s: int) -> str:
    """The end of a row, which is added to something of two columns."""
    x, d = t(b, s), t(b, 2)
    return main(
        f"%x: {x}, %y: {t(2)}",
        f"%d = stablehlo.slice %x [0:{b}, {s - 2}:{s}] : ({x}) -> {d}\n"
        f"%w = stablehlo.broadcast_in_dim %y, dims = [1] : ({t(2)}) -> {d}\n"
        f"%r = stablehlo.add %d, %w : {d}\nreturn %r : {d}",
        d,
    )


def all_but_one_from(b: int, s: int) -> str:
    x, d, i = t(b, s), t(b, s - 1), "tensor<i32>"
    return main(
        f"%x: {x}, %i: {i}",
        f"%z = stablehlo.constant dense<0> : {i}\n"
        f"%u = stablehlo.dynamic_slice %x, %z, %i, sizes = [{b}, {s - 1}] :"
        f" ({x}, {i}, {i}) -> {d}\n"
        f"%v = stablehlo.slice %x [0:{b}, 1:{s}] : ({x}) -> {d}\n"
        f"%r = stablehlo.add %u, %v : {d}\nreturn %r : {d}",
        d,
    )


FAMILIES: Mapping[str, tuple[Write, str]] = {
    "batch_norm": (normalized, "0:0,1"),
    "broadcast of a vector": (
        lambda b, s: main(
            f"%x: {t(b, s)}, %v: {t(s)}",
            f"%w = stablehlo.broadcast_in_dim %v, dims = [1] : ({t(s)}) -> {t(b, s)}\n"
            f"%r = stablehlo.add %x, %w : {t(b, s)}\nreturn %r : {t(b, s)}",
            t(b, s),
        ),
        "0:0,1; 1:0",
    ),
    "chlo": (client, "0:0,1; 1:0"),
    "concatenate": (halves, "0:0,1; 1:0,1"),
    "constant": (positions, "0:0,1"),
    "control flow": (looped, "0:0,1"),
    "convolution": (convolved, "0:0,1"),
    "dot_general": (dot, "0:0,1"),
    "dynamic_slice of all but one": (all_but_one_from, "0:0,1"),
    "dynamic_slice": (windowed, "0:0,1"),
    "fft": (spectrum, "0:0,1"),
    "gather of columns": (columns_taken, "0:0,1"),
    "gather of rows": (rows_taken, "0:0,1"),
    "iota": (masked, "0:0,1"),
    "pad": (padded, "0:0,1"),
    "pad to a length": (filled_up, "0:0,1"),
    "products in batches": (solved, "0:0,1; 1:0"),
    "reduce": (reduced, "0:0,1"),
    "reduce_window": (pooled, "0:0,1"),
    "reshape of heads": (heads, "0:0,1"),
    "reshape of pairs": (stacked, "0:0,1"),
    "reshape with ones": (ones, "0:0,1"),
    "scatter": (scattered, "0:0,1; 1:0,1"),
    "slice and pad": (shifted, "0:0,1"),
    "slice in three parts": (three_parts, "0:0,1"),
    "slice of the end": (last_two, "0:0,1"),
    "slice of all but one": (shifted_differences, "0:0,1"),
    "slice with strides": (strided, "0:0,1"),
    "sort": (sorted_rows, "0:0,1"),
    "transpose": (
        lambda b, s: one("stablehlo.transpose %x, dims = [1, 0]", t(b, s), t(s, b)),
        "0:0,1",
    ),
}
