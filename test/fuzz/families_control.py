"""Families: calls, branches, loops, guards."""

from __future__ import annotations

from dataclasses import dataclass

from fuzz.builder import Builder, Value
from fuzz.families import FAMILIES, Family, carried, family, is_number, opaque
from fuzz.families_slicing import typed
from fuzz.sizes import Base, Binary, Const, Size, binary, evaluate, substitute

INSIDE = (
    "unary elementwise comparison broadcast_scalar broadcast_identity broadcast_row merge_dims"
    " transposition reduce_dims concatenation real_dynamic_slice iota padding torch_broadcast"
    " dot_general"
).split()
"""Families that regions and callees are filled from."""


def fill(b: Builder, steps: int) -> None:
    for _ in range(steps):
        FAMILIES[b.random.choice(INSIDE)](b)


def predicate(b: Builder) -> str:
    """A truth value of rank 0 about sizes or data."""
    x = b.pick(lambda v: v.rank > 0)
    if x is None:
        return b.constant("i1")
    n = b.size_i32(b.random.choice(x.sizes))
    limit = b.op(f"stablehlo.constant dense<{b.random.choice((1, 3))}> : tensor<i32>", "c")
    direction = b.random.choice(("GT", "LE", "EQ"))
    text = (
        f"stablehlo.compare {direction}, {n}, {limit}, SIGNED :"
        " (tensor<i32>, tensor<i32>) -> tensor<i1>"
    )
    return b.op(text)


@family
def branch(b: Builder) -> bool:
    """`if` or `case` whose branches give one type, with sizes that may differ."""
    if b.depth > 2:
        return False
    x = b.pick(lambda v: v.rank > 0)
    if x is None:
        return False
    condition = predicate(b)
    results: list[Value] = []
    regions: list[Builder] = []
    for _ in range(2):
        inner = b.nested()
        fill(inner, b.random.randrange(3))
        y = inner.pick(lambda v: v.element == x.element and v.rank == x.rank)
        results.append(y or x)
        regions.append(inner)
    same = [p == q for p, q in zip(results[0].sizes, results[1].sizes, strict=True)]
    visible = [ok and all(b.visible_base(r.sizes[i]) for r in results) for i, ok in enumerate(same)]
    sizes: list[Size] = [
        size if seen else Const(-1) for size, seen in zip(results[0].sizes, visible, strict=True)
    ]
    shown = [seen and results[0].shown[i] and results[1].shown[i] for i, seen in enumerate(visible)]
    kind = typed(
        x.element, sizes, [s and size != Const(-1) for s, size in zip(shown, sizes, strict=True)]
    )
    name = b.name()
    for inner, y in zip(regions, results, strict=True):
        cast = inner.op(f"tensor.cast {y.name} : {y.type} to {kind}") if y.type != kind else y.name
        inner.line(f"stablehlo.return {cast} : {kind}")
    if b.random.random() < 0.3:
        index = b.op(f"stablehlo.convert {condition} : (tensor<i1>) -> tensor<i32>")
        b.line(f'{name} = "stablehlo.case"({index}) ({{')
        operand = "tensor<i32>"
    else:
        b.line(f'{name} = "stablehlo.if"({condition}) ({{')
        operand = "tensor<i1>"
    b.block(regions[0].lines)
    b.line("}, {")
    b.block(regions[1].lines)
    b.line(f"}}) : ({operand}) -> {kind}")
    opaque(b, name, x.element, sizes, shown)
    return True


@family
def scf_branch(b: Builder) -> bool:
    if b.depth > 2:
        return False
    x = b.pick(lambda v: v.rank > 0)
    if x is None:
        return False
    condition = predicate(b)
    truth = b.op(f"tensor.extract {condition}[] : tensor<i1>", "t")
    name = b.name()
    inner = b.nested()
    made = inner.op(f"stablehlo.optimization_barrier {x.name} : {x.type}")
    fill(inner, b.random.randrange(2))
    inner.line(f"scf.yield {made} : {x.type}")
    b.line(f"{name} = scf.if {truth} -> ({x.type}) {{")
    b.block(inner.lines)
    b.line("} else {")
    b.line(f"  scf.yield {x.name} : {x.type}")
    b.line("}")
    b.add(name, x.element, x.sizes, x.shown)
    return True


@family
def loop(b: Builder) -> bool:
    """A `while` that keeps sizes: scan over a dimension, or a few iterations."""
    if (x := carried(b)) is None:
        return False
    zero, one = (b.op(f"stablehlo.constant dense<{n}> : tensor<i32>", "c") for n in (0, 1))
    small = b.random.random() < 0.5
    limit = (
        b.op(f"stablehlo.constant dense<{b.random.choice((0, 2))}> : tensor<i32>", "c")
        if small
        else b.size_i32(x.sizes[0])
    )
    name, i, acc = b.name(), b.name("i"), b.name("a")
    inner = b.nested()
    inner.loops += 1
    state = inner.add(acc, x.element, x.sizes, x.shown)
    fill(inner, b.random.randrange(3))
    y = inner.pick(lambda v: v.type == x.type and v.sizes == x.sizes) or state
    total = inner.op(f"stablehlo.add {acc}, {y.name} : {x.type}")
    following = inner.op(f"stablehlo.add {i}, {one} : tensor<i32>")
    inner.line(f"stablehlo.return {following}, {total} : tensor<i32>, {x.type}")
    b.line(f"{name}:2 = stablehlo.while({i} = {zero}, {acc} = {x.name}) : tensor<i32>, {x.type}")
    b.line("cond {")
    test = b.name()
    b.line(
        f"  {test} = stablehlo.compare LT, {i}, {limit}, SIGNED :"
        " (tensor<i32>, tensor<i32>) -> tensor<i1>"
    )
    b.line(f"  stablehlo.return {test} : tensor<i1>")
    b.line("} do {")
    b.block(inner.lines)
    b.line("}")
    b.add(f"{name}#1", x.element, x.sizes, x.shown)
    return True


@family
def growing_loop(b: Builder) -> bool:
    """A loop-carried value that gets longer in each iteration."""
    if b.depth > 2 or b.loops:
        return False
    x = b.pick(lambda v: v.rank == 1 and is_number(v))
    if x is None:
        return False
    zero, one = (b.op(f"stablehlo.constant dense<{n}> : tensor<i32>", "c") for n in (0, 1))
    limit = b.op(f"stablehlo.constant dense<{b.random.choice((0, 1, 3))}> : tensor<i32>", "c")
    open_type = f"tensor<?x{x.element}>"
    start = (
        b.op(f"tensor.cast {x.name} : {x.type} to {open_type}") if x.type != open_type else x.name
    )
    name, i, acc, test = b.name(), b.name("i"), b.name("a"), b.name()
    b.line(f"{name}:2 = stablehlo.while({i} = {zero}, {acc} = {start}) : tensor<i32>, {open_type}")
    b.line("cond {")
    b.line(
        f"  {test} = stablehlo.compare LT, {i}, {limit}, SIGNED :"
        " (tensor<i32>, tensor<i32>) -> tensor<i1>"
    )
    b.line(f"  stablehlo.return {test} : tensor<i1>")
    b.line("} do {")
    inner = b.nested()
    longer = inner.op(
        f"stablehlo.concatenate {acc}, {x.name}, dim = 0 : ({open_type}, {x.type}) -> {open_type}"
    )
    following = inner.op(f"stablehlo.add {i}, {one} : tensor<i32>")
    inner.line(f"stablehlo.return {following}, {longer} : tensor<i32>, {open_type}")
    b.block(inner.lines)
    b.line("}")
    opaque(b, f"{name}#1", x.element, [Const(-1)], [False])
    return True


@family
def scf_loop(b: Builder) -> bool:
    if (x := carried(b)) is None:
        return False
    low, step = (b.op(f"arith.constant {n} : index", "i") for n in (0, 1))
    high = b.size_index(b.random.choice(x.sizes))
    name, i, acc = b.name(), b.name("i"), b.name("a")
    inner = b.nested()
    inner.loops += 1
    state = inner.add(acc, x.element, x.sizes, x.shown)
    fill(inner, b.random.randrange(2))
    y = inner.pick(lambda v: v.type == x.type and v.sizes == x.sizes) or state
    total = inner.op(f"stablehlo.maximum {acc}, {y.name} : {x.type}")
    inner.line(f"scf.yield {total} : {x.type}")
    b.line(
        f"{name} = scf.for {i} = {low} to {high} step {step} iter_args({acc} = {x.name}) ->"
        f" ({x.type}) {{"
    )
    b.block(inner.lines)
    b.line("}")
    b.add(name, x.element, x.sizes, x.shown)
    return True


@dataclass
class Callee:
    """A function that can be called again with values of the same form."""

    name: str
    arguments: list[Value]
    scalars: list[Base]
    results: list[Value]


CALLEES: dict[int, list[Callee]] = {}
"""The callees of each program under construction."""


def _make_callee(b: Builder, arguments: list[Value]) -> Callee:
    """A function over arguments of these types, with or without symbols for equal sizes."""
    name = b.program.fresh("f")
    inner = Builder(b.program)
    annotated = b.random.random() < 0.5
    scalars: list[Base] = []
    table: dict[Size, Size] = {}
    texts: list[str] = []
    own: list[Value] = []
    distinct = [s for x in arguments for s in x.sizes if not isinstance(s, Const)]
    if annotated:
        for size in dict.fromkeys(distinct):
            scalar = Base(b.program.fresh("k"), inner.name("arg"), "tensor<i32>", None)
            scalars.append(scalar)
            table[size] = scalar
            texts.append(f"{scalar.value}: tensor<i32>")
    for x in arguments:
        argument = inner.name("arg")
        sizes: list[Size] = []
        for i, size in enumerate(x.sizes):
            if x.known(i) is not None:
                sizes.append(size)
                continue
            if size not in table or (not annotated and b.random.random() < 0.3):
                table[size] = Base(b.program.fresh("p"), argument, x.type, i)
            sizes.append(table[size])
        own.append(inner.add(argument, x.element, sizes, x.shown))
        texts.append(f"{argument}: {x.type}")
    fill(inner, b.random.randrange(1, 5))
    picked = dict.fromkeys((inner.pick(), inner.pick()))
    results = [y for y in picked if y is not None][: b.random.choice((1, 2))]
    results.sort(key=lambda y: y.name)
    types = ", ".join(y.type for y in results)
    body = "\n".join(inner.lines)
    names = ", ".join(y.name for y in results)
    b.program.functions.append(
        f"  func.func private @{name}({', '.join(texts)}) -> ({types}) {{\n{body}\n"
        f"    return {names} : {types}\n  }}\n"
    )
    callee = Callee(name, own, scalars, results)
    CALLEES.setdefault(id(b.program), []).append(callee)
    return callee


def _match(callee: Callee, arguments: list[Value]) -> dict[Base, Size] | None:
    """The caller's size for each of the callee's, if the values fit."""
    table: dict[Base, Size] = {}
    for own, given in zip(callee.arguments, arguments, strict=True):
        if own.type != given.type:
            return None
        for mine, theirs in zip(own.sizes, given.sizes, strict=True):
            if isinstance(mine, Base):
                if table.setdefault(mine, theirs) != theirs:
                    return None
            elif mine != theirs:
                return None
    return table if all(scalar in table for scalar in callee.scalars) else None


@family
def call(b: Builder) -> bool:
    if b.depth > 2:
        return False
    x = b.pick(lambda v: v.rank > 0)
    if x is None:
        return False
    y = b.pick()
    arguments = [x] if y is None or b.random.random() < 0.4 else [x, y]
    known = [c for c in CALLEES.get(id(b.program), []) if len(c.arguments) == len(arguments)]
    fitting = [(c, t) for c in known if (t := _match(c, arguments)) is not None]
    if fitting and b.random.random() < 0.7:
        callee, table = b.random.choice(fitting)
    else:
        requirements = len(b.program.requirements)
        callee = _make_callee(b, arguments)
        del b.program.requirements[requirements:]
        found = _match(callee, arguments)
        if found is None:
            return False
        table = found
    operands = [b.size_i32(table[scalar]) for scalar in callee.scalars]
    types = ["tensor<i32>"] * len(operands) + [v.type for v in arguments]
    operands += [v.name for v in arguments]
    name = b.name()
    count = len(callee.results)
    results = ", ".join(y.type for y in callee.results)
    b.line(
        f"{name}{f':{count}' if count > 1 else ''} = func.call @{callee.name}"
        f"({', '.join(operands)}) : ({', '.join(types)}) -> ({results})"
    )
    for index, y in enumerate(callee.results):
        own = f"{name}#{index}" if count > 1 else name
        sizes: list[Size] = []
        for size in y.sizes:
            mapped = substitute(size, table)
            sizes.append(mapped if b.visible_base(mapped) else Const(-1))
        shown = [y.known(dimension) is not None for dimension in range(y.rank)]
        opaque(b, own, y.element, sizes, shown)
    return True


def sized_base(b: Builder) -> Base | None:
    x = b.pick(lambda v: any(isinstance(s, Base) for s in v.sizes))
    if x is None:
        return None
    return b.random.choice([s for s in x.sizes if isinstance(s, Base)])


@family
def guard(b: Builder) -> bool:
    """A check of the program's own, in one of the forms front ends use."""
    if b.depth > 1:
        return False
    size, other = sized_base(b), sized_base(b)
    if size is None or other is None:
        return False
    kind = b.random.randrange(5)
    left: Size = size
    if kind == 0 and size != other:
        b.program.equalities.append((size.name, other.name))
        direction, right = "EQ", other
    elif kind == 1:
        unit = Const(b.random.choice((2, 4)))
        b.require(lambda env: evaluate(size, env) % unit.number == 0)
        direction, left, right = "EQ", Binary("%", size, unit), Const(0)
    elif kind == 2:
        unit = Const(b.random.choice((2, 4)))
        b.require(lambda env: evaluate(size, env) % unit.number == 0)
        direction, left, right = "EQ", binary("*", binary("//", size, unit), unit), size
    elif kind == 3:
        b.require_at_least(size, Const(1))
        direction, right = "GE", Const(1)
    else:
        b.require_at_least(Const(64), size)
        direction, right = "LE", Const(64)
    if b.random.random() < 0.3:
        lhs, rhs = b.size_index(left), b.size_index(right)
        predicate_name = {"EQ": "eq", "GE": "sge", "LE": "sle"}[direction]
        holds = b.op(f"arith.cmpi {predicate_name}, {lhs}, {rhs} : index", "t")
        b.line(f'cf.assert {holds}, "sizes must be {direction}"')
        return True
    lhs, rhs = b.size_i32(left), b.size_i32(right)
    holds = b.op(
        f"stablehlo.compare {direction}, {lhs}, {rhs}, SIGNED : (tensor<i32>, tensor<i32>) ->"
        " tensor<i1>"
    )
    b.line(
        f"stablehlo.custom_call @shape_assertion({holds}, {lhs}) {{api_version = 2 : i32,"
        f' error_message = "expected {direction}, found {{0}}", has_side_effect = true}} :'
        " (tensor<i1>, tensor<i32>) -> ()"
    )
    return True


@family
def broadcast_guard(b: Builder) -> bool:
    """`cstr_broadcastable` whose witness nothing waits for."""
    x, y = b.pick(lambda v: v.rank > 0), b.pick(lambda v: v.rank > 0)
    if x is None or y is None or b.depth > 1:
        return False
    pairs = list(zip(reversed(x.sizes), reversed(y.sizes), strict=False))
    if not all(s == t or Const(1) in (s, t) for s, t in pairs):
        return False
    sx = b.op(f"shape.shape_of {x.name} : {x.type} -> tensor<{x.rank}xindex>", "s")
    sy = b.op(f"shape.shape_of {y.name} : {y.type} -> tensor<{y.rank}xindex>", "s")
    kinds = f"tensor<{x.rank}xindex>, tensor<{y.rank}xindex>"
    b.op(f"shape.cstr_broadcastable {sx}, {sy} : {kinds}", "w")
    return True


@family
def barrier(b: Builder) -> bool:
    x = b.pick()
    if x is None:
        return False
    text = f"stablehlo.optimization_barrier {x.name} : {x.type}"
    b.add(b.op(text), x.element, x.sizes, x.shown)
    return True


def all_families() -> dict[str, Family]:
    """Every family by name."""
    return FAMILIES
