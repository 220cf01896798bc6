"""Runs of Relay programs that several tests share."""

from __future__ import annotations

from typing import cast

import numpy as np
from unit.relay.programs import assert_close
from xdsl.dialects.builtin import ModuleOp

from disc_shape.interpreters import check
from disc_shape.interpreters.kernels.arrays import Array
from disc_shape.relax.running.values import Value, flattened
from disc_shape.relay.lowering import convert_module
from disc_shape.relay.monomorphize import monomorphize
from disc_shape.relay.running import Run


def run(module: ModuleOp, *arrays: Array) -> Value:
    """The result of `main`, each value compared with its type."""
    runs = Run(module, checks=True)
    result = runs.result("main", arrays)
    assert runs.compared
    return result


def array(value: Value) -> Array:
    """The array that a value is."""
    assert isinstance(value, np.ndarray)
    return cast("Array", value)


def assert_same_results(module: ModuleOp, *inputs: Array) -> list[Array]:
    """The results of a run, which those of its instances and of its lowered form are too."""
    results = [array(one) for one in flattened(run(module, *inputs))]
    monomorphize(module)
    module.verify()
    instantiated = [array(one) for one in flattened(run(module, *inputs))]
    convert_module(module)
    for found in (instantiated, check(module, *inputs).results):
        for one, expected in zip(found, results, strict=True):
            assert one.shape == expected.shape
            assert_close(one, expected)
    return results
