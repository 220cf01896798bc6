"""The dialect `complex`, on scalars: complex numbers and their parts."""

from __future__ import annotations

import numpy as np

from disc_shape.interpreters.kernels import elementwise
from disc_shape.interpreters.pure import pure

pure("complex.create", lambda ins: elementwise.complex_number(ins[0], ins[1]))
pure("complex.re", lambda ins: np.array(np.real(ins[0])))
pure("complex.im", lambda ins: np.array(np.imag(ins[0])))
