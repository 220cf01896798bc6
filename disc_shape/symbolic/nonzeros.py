"""Layer 5: what changes where an expression is known to differ from 0."""

from __future__ import annotations

from disc_shape.symbolic.definitions import Definitions
from disc_shape.symbolic.dims import Dim
from disc_shape.symbolic.division import content, divided
from disc_shape.symbolic.domains import signed
from disc_shape.symbolic.normal import NormalForms
from disc_shape.symbolic.terms import Expr, Product, affine, as_expr, parts
from disc_shape.symbolic.worklist import Layer, Worklist


class Nonzeros(Layer):
    """Expressions that differ from 0."""

    def __init__(self, normals: NormalForms, worklist: Worklist, definitions: Definitions) -> None:
        super().__init__(normals, worklist)
        self.definitions = definitions
        worklist.on("!=", lambda e: self.state(normals.of(as_expr(e))))

    def state(self, e: Expr) -> None:
        """e != 0."""
        constant, terms = parts(e)
        if not terms:
            if constant == 0:
                raise self.worklist.conflict("0 would differ from 0")
            return
        g = content(terms)
        if constant % g:
            return
        e = signed(divided(e, g))
        if self.domains.never_zero(e):
            return
        lo, hi = self.domains.bounds(e)
        if lo == 0:
            self.worklist.queue.append((">=", affine(e, 1, -1)))
        if hi == 0:
            self.worklist.queue.append((">=", affine(e, -1, -1)))
        if isinstance(e, Product):
            for factor, _ in e.factors:
                self.worklist.queue.append(("!=", factor))
        self.store.put(self.store.nonzeros, e, None)
        self.store.keep("!=", e)
        self.store.bump()
        for symbol in e.symbols:
            self.again_equations(self.store.dims[symbol])

    def again_equations(self, dim: Dim) -> None:
        """Something became known to be non-zero: products may cancel, branches may die now."""
        for kind, e in list(dim.watching or ()):
            if not isinstance(e, Expr):
                self.worklist.queue.append((kind, e))
            elif kind == "==":
                self.worklist.again(kind, e)
            elif kind == "rule" and isinstance(e, Product):
                self.definitions.forget_rule(e)
