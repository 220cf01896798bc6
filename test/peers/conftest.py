"""Settings of JAX for the tests that need others than most."""

from collections.abc import Iterator

import jax
import pytest


@pytest.fixture
def jax_defaults() -> Iterator[None]:
    """JAX as a user starts it: floats and integers have 32 bits."""
    wide = bool(jax.config.jax_enable_x64)
    jax.config.update("jax_enable_x64", False)
    yield
    jax.config.update("jax_enable_x64", wide)
