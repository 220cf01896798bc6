"""JAX functions that compile themselves at the first call, once for all sizes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import update_wrapper

from disc_shape.engines.compiled import Compiled, compile_program
from disc_shape.frontends.jax_functions import from_jax


class Jitted:
    """A JAX function that is exported and compiled when it is first called."""

    def __init__(
        self,
        function: Callable[..., object],
        specs: Sequence[object],
        constraints: Sequence[str],
        engine: str,
        options: dict[str, object],
    ) -> None:
        self.function = function
        self.specs = specs
        self.constraints = constraints
        self.engine = engine
        self.options = options
        self._compiled: Compiled | None = None
        update_wrapper(self, function)

    @property
    def compiled(self) -> Compiled:
        """The compiled function."""
        if self._compiled is None:
            traced = from_jax(self.function, *self.specs, constraints=self.constraints)
            self._compiled = compile_program(traced, self.engine, **self.options)
        return self._compiled

    def __call__(self, *arguments: object, **named: object) -> object:
        """What the function returns, with numpy arrays in it. Raises as `Compiled` does."""
        return self.compiled(*arguments, **named)


def jit(
    *specs: object, constraints: Sequence[str] = (), engine: str = "iree", **options: object
) -> Callable[[Callable[..., object]], Jitted]:
    """
    A decorator that compiles a JAX function once for all sizes, as `from_jax` and `compile` do.

        @disc_shape.jit("b, s, 32", "32, 16", constraints=["s <= 512"])
        def layer(x, w):
            return jax.nn.relu(x @ w)
    """
    return lambda function: Jitted(function, specs, constraints, engine, options)
