"""Families of transforms, factorizations, contractions by formula and statistics."""

from __future__ import annotations

from fuzz.builder import Builder, Value
from fuzz.families import family, generic
from fuzz.families_slicing import typed
from fuzz.sizes import Const


@family
def transforms(b: Builder) -> bool:
    """fft, cholesky and triangular_solve over static last dimensions and open leading ones."""
    x = b.pick(lambda v: v.rank > 1 and v.element == "f32" and v.known(v.rank - 1) not in (None, 0))
    if x is None:
        return False
    last = x.known(x.rank - 1) or 1
    if x.known(x.rank - 2) == last and b.random.random() < 0.7:
        attributes = (
            "<{left_side = true, lower = true, unit_diagonal = true,"
            " transpose_a = #stablehlo<transpose NO_TRANSPOSE>}>"
        )
        name = generic(b, "stablehlo.triangular_solve", [x, x], x.type, attributes)
        b.add(name, "f32", x.sizes, x.shown)
        return True
    sizes = [*x.sizes[:-1], Const(last // 2 + 1)]
    kind = typed("complex<f32>", sizes, x.shown)
    attributes = f"<{{fft_type = #stablehlo<fft_type RFFT>, fft_length = array<i64: {last}>}}>"
    z = generic(b, "stablehlo.fft", [x], kind, attributes)
    b.add(
        b.op(f'"stablehlo.real"({z}) : ({kind}) -> {typed("f32", sizes, x.shown)}'),
        "f32",
        sizes,
        x.shown,
    )
    return True


@family
def einsum(b: Builder) -> bool:
    x = b.pick(lambda v: v.rank == 2 and v.element == "f32")
    if x is None:
        return False
    sizes, shown = [x.sizes[0], x.sizes[0]], [x.shown[0], x.shown[0]]
    kind = typed("f32", sizes, shown)
    name = generic(b, "mhlo.einsum", [x, x], kind, '<{einsum_config = "ij,kj->ik"}>')
    b.add(name, "f32", sizes, shown)
    return True


def of_features(b: Builder) -> tuple[Value, Value, int] | None:
    """A tensor, a vector with a number for each of its features, and their dimension."""
    x = b.pick(lambda v: v.rank > 1 and v.element == "f32")
    if x is None:
        return None
    at = b.random.randrange(x.rank)
    s = b.pick(lambda v: v.rank == 1 and v.element == "f32" and v.sizes[0] == x.sizes[at])
    return None if s is None or s.shown[0] != x.shown[at] else (x, s, at)


@family
def statistics(b: Builder) -> bool:
    if (picked := of_features(b)) is None:
        return False
    x, s, at = picked
    name = b.name()
    b.line(
        f'{name}:3 = "stablehlo.batch_norm_training"({x.name}, {s.name}, {s.name}) <{{'
        f"epsilon = 0.001 : f32, feature_index = {at} : i64}}> :"
        f" ({x.type}, {s.type}, {s.type}) -> ({x.type}, {s.type}, {s.type})"
    )
    b.add(f"{name}#0", "f32", x.sizes, x.shown)
    return True


@family
def batch_norm_gradient(b: Builder) -> bool:
    if (picked := of_features(b)) is None:
        return False
    x, s, at = picked
    name = b.name()
    b.line(
        f'{name}:3 = "stablehlo.batch_norm_grad"({x.name}, {s.name}, {s.name}, {s.name}, {x.name})'
        f" <{{epsilon = 0.001 : f32, feature_index = {at} : i64}}> :"
        f" ({x.type}, {s.type}, {s.type}, {s.type}, {x.type}) -> ({x.type}, {s.type}, {s.type})"
    )
    b.add(f"{name}#0", "f32", x.sizes, x.shown)
    b.add(f"{name}#1", "f32", s.sizes, s.shown)
    return True
