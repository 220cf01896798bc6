"""Families of programs that come with names for sizes: symbols, ties, promises of front ends."""

from __future__ import annotations

from fuzz.builder import Builder
from fuzz.families import family
from fuzz.families_integers import small_iota
from fuzz.sizes import Base, Const


@family
def tied(b: Builder) -> bool:
    """A value tied to its sizes as another operation computes them."""
    x = b.pick(lambda v: v.rank > 0)
    if x is None:
        return False
    sizes = [b.size_index(size) for size in x.sizes]
    kinds = ", ".join([x.type, *["index"] * x.rank])
    text = f"disc_shape.tie_shape {x.name}, {', '.join(sizes)} : ({kinds}) -> {x.type}"
    b.add(b.op(text), x.element, x.sizes, x.shown)
    return True


@family
def bound(b: Builder) -> bool:
    """A size that is called by a name."""
    x = b.pick(lambda v: any(isinstance(s, Base) for s in v.sizes))
    if x is None or b.depth > 1:
        return False
    size = b.random.choice([s for s in x.sizes if isinstance(s, Base)])
    number = b.size_index(size)
    b.line(f"disc_shape.bind_dim {number} to @{b.program.symbol(size)}")
    return True


@family
def positions(b: Builder) -> bool:
    """A position in a tensor as one number and back."""
    x = b.pick(lambda v: v.rank > 1)
    if x is None:
        return False
    first, second = x.sizes[:2]
    for size in (first, second):
        b.require_at_least(size, Const(1))
    n, m = b.size_index(first), b.size_index(second)
    zero, one = (b.op(f"arith.constant {k} : index", "i") for k in (0, 1))
    last = b.op(f"arith.subi {m}, {one} : index", "i")
    position = b.op(f"disc_shape.linearize [{zero}, {last}] in [{n}, {m}]", "p")
    parts = b.name("p")
    b.line(f"{parts}:2 = disc_shape.delinearize {position} in [{n}, {m}] : index, index")
    small_iota(b, f"{parts}#{b.random.randrange(2)}")
    return True


@family
def torch_symbols(b: Builder) -> bool:
    """torch-mlir's names for the sizes of a value, with a range that legal runs keep."""
    x = b.pick(lambda v: any(isinstance(s, Base) for s in v.sizes))
    if x is None or b.depth > 1:
        return False
    names: dict[Base, str] = {}
    for size in x.sizes:
        if isinstance(size, Base) and size not in names:
            name = b.name("y")
            low = b.random.choice((0, 1, 2))
            b.require_at_least(size, Const(low))
            most = "9223372036854775807"
            b.line(
                f'{name} = torch.symbolic_int "{b.program.fresh("s")}"'
                f" {{min_val = {low}, max_val = {most}}} : !torch.int"
            )
            names[size] = name
    letters = {size: f"s{i}" for i, size in enumerate(names)}
    if any(not isinstance(size, Base | Const) for size in x.sizes):
        return bool(names)
    results = ", ".join(
        letters[size] if isinstance(size, Base) else str(size.number)
        for size in x.sizes
        if isinstance(size, Base | Const)
    )
    b.line(
        f"torch.bind_symbolic_shape {x.name}, [{', '.join(names.values())}],"
        f" affine_map<()[{', '.join(letters.values())}] -> ({results})> : {x.type}"
    )
    return True
