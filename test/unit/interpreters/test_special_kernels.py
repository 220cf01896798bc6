"""Derivatives of digamma: their recurrence, and orders whose factorial no float holds."""

import math

import numpy as np
import pytest

from disc_shape.interpreters.kernels.special import polygamma


@pytest.mark.parametrize("order", range(8))
@pytest.mark.parametrize("x", [0.25, 1.0, 2.5, 7.0])
def test_one_further_differs_by_a_power(order: int, x: float) -> None:
    """`psi_n(x + 1) - psi_n(x)` is `(-1)^n n! / x^(n + 1)`."""
    orders = np.full(2, float(order))
    here, further = polygamma(orders, np.array([x, x + 1])).astype(np.float64)
    step = (-1) ** order * math.factorial(order) / x ** (order + 1)
    assert further - here == pytest.approx(step, rel=1e-10)


@pytest.mark.parametrize("order", [171.0, 1e6, np.inf, -1.0, np.nan])
@np.errstate(all="ignore")
def test_orders_without_a_factorial_give_no_finite_number(order: float) -> None:
    assert not np.isfinite(polygamma(np.array([order]), np.array([2.5]))[0])
