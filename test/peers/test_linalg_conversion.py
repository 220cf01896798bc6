"""Upstream's verifier accepts converted operations and programs, and IREE computes the same."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator, Sequence
from functools import cache
from io import StringIO
from itertools import islice
from pathlib import Path
from random import Random

import numpy as np
import pytest
from fuzz.harness import context, parse, pass_class
from peers.executors import Array
from peers.upstream import compiled, same
from programs.test_models_recorded import NAMES, load
from spaces.cases import CASES
from spaces.inputs import PROMISES, inputs
from spaces.lowered import LOWERED
from spaces.programs import module_of, the_function
from unit.linalg_conversion.test_operations import in_types_of
from xdsl.dialects.builtin import ModuleOp, StringAttr
from xdsl.ir import Operation
from xdsl.printer import Printer

from disc_shape.cards.indices import is_shaped
from disc_shape.errors import OperationError
from disc_shape.interpreters import run
from disc_shape.linalg_conversion import convert

ALL = {**CASES, **LOWERED}
PEER = Path(sys.executable).with_name("iree-opt")
RUNS = 6
"""Sizes at which IREE runs each operation."""


def text_of(module: Operation) -> str:
    """The text of a module or function."""
    stream = StringIO()
    Printer(stream).print_op(module)
    return stream.getvalue()


def case_of(name: str) -> tuple[str, str]:
    """Arguments and operation; IREE takes no tensors of indices as arguments."""
    arguments, operation = ALL[name]
    if "xindex" in arguments:
        return arguments.replace("xindex", "xi64"), operation.replace("xindex", "xi64")
    return arguments, operation


@cache
def converted(name: str) -> ModuleOp:
    """The function of one operation, converted, with the number of the operation as its name."""
    module = module_of(*case_of(name))
    convert(module)
    the_function(module).properties["sym_name"] = StringAttr(function_name(name))
    return module


def function_name(name: str) -> str:
    """The name of the function of an operation in the module of all."""
    return f"f{list(ALL).index(name)}"


@cache
def all_operations() -> str:
    """The functions of all operations, as one module."""
    return "\n".join(text_of(the_function(converted(name))) for name in ALL)


def call(text: str, function: str, given: Sequence[Array | int | float]) -> list[Array]:
    """The results of a function compiled by IREE."""
    found = getattr(compiled(text), function)(*given)
    several = found if isinstance(found, tuple | list) else (found,)
    return [np.asarray(one.to_host()) for one in several]


def legal_runs(name: str) -> Iterator[tuple[list[Array], list[Array]]]:
    """Some arguments that an operation accepts, and its results."""
    module = module_of(*case_of(name))
    given = list(inputs(name, list(the_function(module).args), ALL[name][0]))
    Random(1).shuffle(given)
    for arrays in given:
        if name in PROMISES and not PROMISES[name](arrays):
            continue
        try:
            yield arrays, run(module, *arrays)
        except OperationError:
            continue


@pytest.mark.parametrize("name", ALL)
def test_iree_computes_the_same_operation(name: str) -> None:
    runs = 0
    for arrays, expected in islice(legal_runs(name), RUNS):
        arguments = the_function(converted(name)).args
        given = [
            array if is_shaped(argument) else array.item()
            for array, argument in zip(in_types_of(converted(name), arrays), arguments, strict=True)
        ]
        found = call(all_operations(), function_name(name), given)
        for ours, theirs in zip(expected, found, strict=True):
            assert same(theirs.view(ours.dtype), ours, 1e-5), [array.tolist() for array in arrays]
        runs += 1
    assert runs >= 2


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("optimized", [False, True], ids=["exported", "optimized"])
def test_upstream_accepts_models(name: str, optimized: bool) -> None:
    module = parse(load(name).text)
    if optimized:
        pass_class("shape-optimization")().apply(context(), module)
    convert(module)
    done = subprocess.run(
        [str(PEER), "-"], input=text_of(module), capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("name", NAMES)
def test_iree_computes_models(name: str) -> None:
    model = load(name)
    module = parse(model.text)
    pass_class("shape-optimization")().apply(context(), module)
    convert(module)
    module.properties.pop("sym_name", None)
    text = text_of(module)
    assert compiled(text)
    for binding in model.bindings:
        for found, expected in zip(
            call(text, "main", binding.inputs), binding.outputs, strict=True
        ):
            np.testing.assert_allclose(found, expected, rtol=2e-3, atol=2e-4)
    for dims, _ in model.illegal:
        with pytest.raises(RuntimeError):
            call(text, "main", model.random_inputs(dims, 0))
