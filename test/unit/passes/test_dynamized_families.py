"""
Operations of every family made dynamic: at the sizes that a program had it computes what it did,
and at other sizes what the program computes that was written for those.
"""

from __future__ import annotations

import numpy as np
import pytest
from fuzz.harness import COMPOSITE, apply, context, make_inputs, parse, show
from fuzz.written_programs import FAMILIES
from xdsl.dialects.builtin import ModuleOp, TensorType
from xdsl.utils.exceptions import ParseError, VerifyException

from disc_shape.analysis.call_graph import entry_function
from disc_shape.errors import OperationError
from disc_shape.interpreters import check, run
from disc_shape.interpreters.inputs import arguments_of
from disc_shape.interpreters.kernels.arrays import Array
from disc_shape.passes.dynamize_shapes import DynamizeShapesPass
from disc_shape.passes.test_verify_dominance import VerifyDominancePass

WRITTEN = (3, 5)
"""The sizes that programs are written for: no others stand in them."""
OTHERS = ((1, 1), (2, 7), (4, 2), (7, 6), (0, 4), (3, 0))


def dynamized(text: str, args: str) -> ModuleOp:
    module, ctx = parse(text), context()
    DynamizeShapesPass(args=args).apply(ctx, module)
    module.verify()
    VerifyDominancePass().apply(ctx, module)
    return module


def arrays_for(module: ModuleOp) -> list[Array]:
    kinds = [argument.type for argument in arguments_of(entry_function(module))]
    sizes = [kind.get_shape() for kind in kinds if isinstance(kind, TensorType)]
    return make_inputs(module, sizes, 1)


@pytest.mark.parametrize("name", FAMILIES)
def test_family(name: str) -> None:
    write, args = FAMILIES[name]
    module, ctx = dynamized(write(*WRITTEN), args), context()
    optimized = parse(show(module), ctx)
    apply(COMPOSITE, optimized, ctx)
    tried = 0
    for sizes in (WRITTEN, *OTHERS):
        try:
            fixed = parse(write(*sizes))
            fixed.verify()
            arrays = arrays_for(fixed)
            expected = run(fixed, *arrays)
        except (OperationError, ParseError, ValueError, VerifyException):
            continue
        tried += 1
        for dynamic in (module, optimized):
            for found, wanted in zip(check(dynamic, *arrays).results, expected, strict=True):
                np.testing.assert_allclose(
                    found.astype(np.float64), wanted.astype(np.float64), rtol=1e-5, atol=1e-5
                )
    assert tried >= 4
