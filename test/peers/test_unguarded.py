"""
No engine computes with sizes that an operation does not allow, whether the program checks them or
not: programs without checks at legal and illegal sizes.
"""

from __future__ import annotations

import warnings

import numpy as np
import pytest
from peers.unguarded_branches import PROGRAMS

import disc_shape
from disc_shape.engines import iree, registry
from disc_shape.engines.registry import Job
from disc_shape.errors import OperationError
from disc_shape.exporting.engines import export_for_engine
from disc_shape.exporting.iree_bodies import hoist_assertions
from disc_shape.exporting.iree_reshapes import hide_sizes
from disc_shape.interpreters import run

pytestmark = pytest.mark.usefixtures("jax_defaults")


class LinalgEngine(iree.IreeEngine):
    """IREE with every operation converted to linalg."""

    def compile(self, job: Job) -> iree.IreeExecutable:
        """Convert, and compile for all sizes."""
        export_for_engine(job.program.module, "mlir")
        for op in list(job.program.module.walk()):
            hoist_assertions(op)
            hide_sizes(op)
        text = job.program.text
        try:
            binary = iree.packages()[0].compile_str(text, extra_args=[*iree.FLAGS])
        except Exception as error:
            raise iree.compilation_failure(error) from error
        return self.load(text, iree.pack([], [binary]), job)


@pytest.mark.parametrize("engine", ["reference", "xla", "iree", "linalg"])
@pytest.mark.parametrize("name", PROGRAMS)
def test_illegal_sizes_are_refused(name: str, engine: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry.ENGINES, "linalg", f"{__name__}:LinalgEngine")
    one = PROGRAMS[name]
    module = disc_shape.parse(one.text).module
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        if engine in one.without:
            with pytest.raises(disc_shape.EngineError, match=r"^[^\n]*$"):
                disc_shape.compile(one.text, engine=engine)
            return
        compiled = disc_shape.compile(one.text, engine=engine)
    compared = 0
    for place, call in enumerate(one.calls):
        try:
            expected = run(module, *call)
        except OperationError:
            with pytest.raises(disc_shape.GuardError, match=r"."):
                compiled.run(*call)
            continue
        if engine == "xla" and place in one.refused_by_xla:
            with pytest.raises((disc_shape.GuardError, disc_shape.EngineError)):
                compiled.run(*call)
            continue
        for ours, theirs in zip(compiled.run(*call), expected, strict=True):
            assert ours.shape == theirs.shape
            np.testing.assert_allclose(ours, theirs, rtol=1e-4, atol=1e-5)
        compared += 1
    assert compared
