"""
What the graph states without a status is true because of operations: also in runs that the guards
of the original program would stop. The guards are taken out of the *original*, which is run at
sizes that break them, and each such fact is evaluated on the sizes of arguments and results.
"""

from collections import Counter
from collections.abc import Sequence

import pytest
from fuzz.guards import (
    NAMES,
    PROGRAMS,
    as_far_as_guards,
    guards_of,
    model,
    model_sizes,
    passes,
    programs,
    without,
)
from fuzz.harness import REFUSED, apply, context, make_inputs, parse, show
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp

from disc_shape.analysis.call_graph import entry_function
from disc_shape.constraints.reader import saved_constraints
from disc_shape.dialects.disc_shape import get_symbols, value_symbols
from disc_shape.dialects.disc_shape.encoding import result_symbols
from disc_shape.errors import OperationError
from disc_shape.interpreters import run
from disc_shape.interpreters.kernels.arrays import Array
from disc_shape.interpreters.values import sizes_of
from disc_shape.symbolic import Contradiction, Expr, Prover, Reason, Status, const, sym

BUFFERS = (
    "shape-optimization{keep-tie-shape=true}+mhlo-to-lmhlo{results=out-params}+deallocate-buffers"
)
PIPELINES = (
    "shape-optimization",
    "shape-optimization+shape-optimization",
    "shape-optimization{keep-signature=true}+shape-optimization",
    "shape-optimization{inline=false}+shape-optimization",
    BUFFERS,
    f"{BUFFERS}+shape-optimization",
    f"{BUFFERS}+shape-optimization+shape-optimization",
)


def sizes_named(main: FuncOp, inputs: Sequence[Array], results: Sequence[Array]) -> dict[str, int]:
    """
    The sizes that the names of a signature stand for in a run: a name stands for the first size
    that it is on, and memory for results is as large as its caller likes.
    """
    found: dict[str, int] = {}
    outs = 0
    for index, argument in enumerate(main.body.blocks[0].args):
        names = value_symbols(argument) or ()
        if index < len(inputs):
            shape = inputs[index].shape
        else:
            outs += 1
            shape = tuple(
                7 * outs + axis + 23 if size < 0 else size
                for axis, size in enumerate(sizes_of(argument.type) or ())
            )
        for name, size in zip(names, shape, strict=False):
            if name is not None:
                found.setdefault(name, size)
    if outs:
        return found
    known = set(found)
    several: dict[str, set[int]] = {}
    for type, noted, array in zip(
        main.function_type.outputs, result_symbols(main), results, strict=True
    ):
        for name, size in zip(get_symbols(type) or noted or (), array.shape, strict=False):
            if name is not None and name not in known:
                several.setdefault(name, set()).add(size)
    # A name on two sizes, which a guard would make one, stands for that which came first inside.
    found.update({name: sizes.pop() for name, sizes in several.items() if len(sizes) == 1})
    return found


def false_claim(output: ModuleOp, sizes: dict[str, int]) -> str:
    """What derived facts (and values of symbols) contradict sizes; empty when nothing does."""
    saved, prover = saved_constraints(output), Prover()
    numbers: dict[Expr, Expr] = {sym(name): const(size) for name, size in sizes.items()}
    for name, op in saved.symbols.items():
        if op.size is not None:
            if sizes.get(name, op.size) != op.size:
                return f"@{name} is {op.size}"
            numbers[sym(name)] = const(op.size)
        else:
            prover.declare(sym(name), lo=0)
    for fact in saved.facts:
        if fact.status is Status.DERIVED:
            try:
                prover.assume(fact.condition.substitute(numbers), Reason(str(fact.condition)))
            except Contradiction as error:
                return f"{fact.condition}: {error}"
    return ""


def examine(
    original: ModuleOp, sizes: Sequence[Sequence[Sequence[int]]], names: Sequence[str], seed: int
) -> Counter[str]:
    """Every pipeline on a program; runs of the program without guards that were looked at."""
    free = without(original, *range(len(guards_of(original))))
    runs: list[tuple[list[Array], list[Array], bool]] = []
    for shapes in sizes:
        inputs = make_inputs(original, shapes, seed)
        try:
            results = run(free, *inputs)
        except OperationError:
            continue
        runs.append((inputs, results, passes(original, inputs)))
    tally: Counter[str] = Counter()
    for pipeline in names:
        module = original.clone()
        try:
            apply(pipeline, module, context())
        except OperationError as error:
            if REFUSED.search(str(error)) or not any(legal for _, _, legal in runs):
                continue
            raise
        output = parse(show(module))
        for inputs, results, legal in runs:
            found = sizes_named(entry_function(output), inputs, results)
            failure = false_claim(output, found)
            assert not failure, (pipeline, failure, found, show(original), show(output))
            tally["legal" if legal else "illegal"] += 1
    return tally


GUARD = """
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %m = tensor.dim %y, %c0 : tensor<?xf32>
  %c4 = arith.constant 4 : index
  %ok = arith.cmpi eq, %n, {} : index
  cf.assert %ok, "size"
"""
JOIN = """
  %z = stablehlo.concatenate {}, {}, dim = 0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %z : tensor<?xf32>
"""
BODIES = {
    "equal": GUARD.format("%m") + JOIN.format("%x", "%y"),
    "number": GUARD.format("%c4") + JOIN.format("%x", "%y"),
    "size of equal": GUARD.format("%m")
    + """
  %k = arith.addi %n, %m : index
  %s = tensor.from_elements %k : tensor<1xindex>
  %i = stablehlo.dynamic_iota %s, dim = 0 : (tensor<1xindex>) -> tensor<?xf32>
    """
    + JOIN.format("%i", "%y"),
    "size of number": GUARD.format("%c4")
    + """
  %s = tensor.from_elements %n : tensor<1xindex>
  %i = stablehlo.dynamic_iota %s, dim = 0 : (tensor<1xindex>) -> tensor<?xf32>
    """
    + JOIN.format("%i", "%y"),
    "no expansion": GUARD.format("%m")
    + """
  %s = tensor.from_elements %m : tensor<1xindex>
  %i = stablehlo.dynamic_iota %s, dim = 0 : (tensor<1xindex>) -> tensor<?xf32>
  %a = stablehlo.abs %i : tensor<?xf32>
    """
    + JOIN.format("%a", "%x"),
    "divided": GUARD.format("%m")
    + """
  %t = arith.addi %n, %m : index
  %c2 = arith.constant 2 : index
  %h = arith.divui %t, %c2 : index
  %s = tensor.from_elements %h : tensor<1xindex>
  %i = stablehlo.dynamic_iota %s, dim = 0 : (tensor<1xindex>) -> tensor<?xf32>
    """
    + JOIN.format("%i", "%y"),
    "called": GUARD.format("%m")
    + """
  %a = func.call @twice(%x, %y) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    """
    + JOIN.format("%a", "%y"),
}
SIZES = [[[n], [m]] for n in (0, 1, 3, 4, 6) for m in (0, 1, 4, 5, 6)]


@pytest.mark.parametrize("name", BODIES)
def test_what_is_computed_after_a_guard_rests_on_it(name: str) -> None:
    text = "func.func @main(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {"
    called = """
    func.func private @twice(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
    """ + JOIN.format("%x", "%y")
    original = parse(text + BODIES[name] + "}" + (called + "}" if name == "called" else ""))
    tally = examine(original, SIZES, PIPELINES, 1)
    assert tally["illegal"] > tally["legal"] > 0


@pytest.mark.parametrize("name", NAMES)
def test_what_a_model_derives_rests_on_no_guard(name: str) -> None:
    sizes = sorted(model_sizes(name, 160), key=lambda shapes: sum(map(sum, shapes)))[:40]
    original = as_far_as_guards(model(name))
    examine(original, sizes, PIPELINES, 1)


@pytest.mark.parametrize("index", range(PROGRAMS))
def test_what_a_random_program_derives_rests_on_no_guard(index: int) -> None:
    original, sizes = programs()[index]
    examine(original, sizes, PIPELINES, index)
