"""torch-mlir's operations on sizes, which compute nothing."""

from __future__ import annotations

import numpy as np
from xdsl.ir import Operation

from disc_shape.interpreters.core import Step, semantics


@semantics("torch.symbolic_int")
def bind_symbolic_int(_op: Operation) -> Step:
    """A name: no operation but `torch.bind_symbolic_shape` reads it."""
    return lambda _frame, _ins: (np.asarray(0, np.int64),)


@semantics("torch.bind_symbolic_shape")
def bind_bind_symbolic_shape(_op: Operation) -> Step:
    """The step of `torch.bind_symbolic_shape`."""
    return lambda _frame, _ins: ()
