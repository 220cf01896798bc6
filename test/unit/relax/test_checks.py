"""Checks as operations refuse exactly the runs that the checks of functions and casts refuse."""

from __future__ import annotations

import itertools
import warnings
from collections.abc import Sequence

import numpy as np
import pytest
from fuzz.harness import context, parse
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from disc_shape.errors import OperationError, OperationWarning
from disc_shape.interpreters import run
from disc_shape.interpreters.kernels.arrays import Array
from disc_shape.passes.convert_relax_to_hlo import ConvertRelaxToHloPass
from disc_shape.passes.relax_eliminate_checks import RelaxEliminateChecksPass
from disc_shape.passes.relax_infer import RelaxInferPass
from disc_shape.passes.relax_insert_checks import RelaxInsertChecksPass
from disc_shape.relax.running import run_module
from disc_shape.relax.running.arguments import arrays_of
from disc_shape.relax.running.values import as_array

X, Y = "!relax.tensor<[@m, @n], f32>", "!relax.tensor<[@k], f32>"
BODIES = [
    f"relax.return %x : {X}",
    f"""%a = relax.match_cast %x : {X} to !relax.tensor<[@k, ?], f32>
    relax.return %a : !relax.tensor<[@k, ?], f32>""",
    f"""%a = relax.match_cast %x : {X} to !relax.tensor<[@q, @q], f32>
    %b = relax.match_cast %a : !relax.tensor<[@q, @q], f32> to !relax.tensor<[@n, @m], f32>
    relax.return %b : !relax.tensor<[@n, @m], f32>""",
    f"""%a = relax.exp %x : ({X}) -> !relax.tensor<[@m, 2], f32>
    %b = relax.match_cast %a : !relax.tensor<[@m, 2], f32> to !relax.tensor<[?, 2], f32>
    relax.return %b : !relax.tensor<[?, 2], f32>""",
    f"""%a = relax.call @same(%x, %y) : ({X}, {Y}) -> !relax.infer
    relax.return %a : !relax.infer""",
    f"""%s = relax.call @size(%y) : ({Y}) -> !relax.infer
    relax.return %s : !relax.infer""",
    f"""%f = relax.closure %self (%t: !relax.tensor<[@k, @r], f32>) -> !relax.tensor<[@r], f32> {{
      %0 = relax.sum %t {{axis = [0 : i64]}} : (!relax.tensor<[@k, @r], f32>) -> !relax.infer
      relax.return %0 : !relax.infer
    }}
    %a = relax.call %f(%x) : ({X}) -> !relax.infer
    relax.return %a : !relax.infer""",
]
PRIVATE = f"""
relax.func private @same(%a: !relax.tensor<[@p, @q], f32>, %b: !relax.tensor<[@q], f32>)
    -> !relax.tensor<[@q], f32> {{
  relax.return %b : !relax.tensor<[@q], f32>
}}
relax.func private @size(%a: !relax.tensor<[@p], f32>) -> {Y.replace("@k", "@p")} {{
  relax.return %a : !relax.tensor<[@p], f32>
}}
"""
INSERT, ELIMINATE = RelaxInsertChecksPass(), RelaxEliminateChecksPass()
FORMS: list[list[ModulePass]] = [[], [INSERT], [INSERT, ELIMINATE]]


def module(body: str, passes: Sequence[ModulePass]) -> ModuleOp:
    parameters = f"%z: !relax.tensor<[@m * @k], f32>, %x: {X}, %y: {Y}"
    result = parse(f"{PRIVATE}relax.func @main({parameters}) -> !relax.tensor<*, f32> {{{body}}}")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", OperationWarning)
        for one in (RelaxInferPass(), *passes):
            one.apply(context(), result)
            result.verify()
    return result


def outcome(program: ModuleOp, arrays: Sequence[Array]) -> list[object] | str:
    """The result, or that the run is refused."""
    try:
        found = run_module(program, arrays, entry="main").result
    except OperationError:
        return "refused"
    return [array.tolist() for one in arrays_of(found) if (array := as_array(one)) is not None]


def sizes() -> list[list[Array]]:
    found: list[list[Array]] = []
    for m, n, k, z in itertools.product((0, 1, 2), (1, 2), (1, 2), (0, 1, 2, 4)):
        found.append([np.ones(one, np.float32) for one in ((z,), (m, n), (k,))])
    return found


@pytest.mark.parametrize("body", BODIES)
def test_every_form_refuses_the_same_runs(body: str) -> None:
    programs = [module(body, passes) for passes in FORMS]
    refused = 0
    for arrays in sizes():
        outcomes = [outcome(one, arrays) for one in programs]
        assert outcomes[0] == outcomes[1] == outcomes[2], [one.shape for one in arrays]
        refused += outcomes[0] == "refused"
    assert 0 < refused < len(sizes())


@pytest.mark.parametrize("body", BODIES)
@pytest.mark.parametrize("passes", FORMS)
def test_lowered_forms_refuse_the_same_runs(body: str, passes: list[ModulePass]) -> None:
    source = module(body, [])
    # Only a result of known rank can be lowered.
    ranked = f"-> {RESULTS[BODIES.index(body)]}"
    text = str(module(body, passes)).replace("-> !relax.tensor<*, f32>", ranked)
    lowered = parse(text)
    ConvertRelaxToHloPass().apply(context(), lowered)
    lowered.verify()
    for arrays in sizes():
        try:
            found: object = [one.tolist() for one in run(lowered, *arrays, entry="main")]
        except OperationError:
            found = "refused"
        assert found == outcome(source, arrays), [one.shape for one in arrays]


TWO, ONE = "!relax.tensor<[?, ?], f32>", "!relax.tensor<[?], f32>"
RESULTS = [TWO, TWO, TWO, TWO, ONE, ONE, ONE]


def test_without_checks_arguments_run_on_but_symbols_are_bound() -> None:
    """RLX-293: checks that bind symbols stay."""
    program = module(BODIES[0], [INSERT, RelaxEliminateChecksPass(everything=True)])
    ones = [np.ones(5, np.float32), np.ones((2, 3), np.float32), np.ones(2, np.float32)]
    assert outcome(program, ones) != "refused"
    assert outcome(program, [ones[0], ones[0], ones[2]]) == "refused"
