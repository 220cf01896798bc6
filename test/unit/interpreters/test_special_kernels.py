"""Derivatives of digamma and the Hurwitz zeta function: a recurrence, orders and poles."""

import math

import numpy as np
import pytest

from disc_shape.interpreters.kernels.special import polygamma, zeta


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


@pytest.mark.parametrize("order", [0.5, 2.5, -2.0, np.nextafter(3.0, 4.0)])
def test_orders_that_are_not_natural_give_no_number(order: float) -> None:
    assert np.isnan(polygamma(np.array([order]), np.array([2.5]))[0])


@pytest.mark.parametrize("pole", [0.0, -0.0, -1.0, -7.0])
@np.errstate(all="ignore")
def test_zeta_is_infinite_at_poles_of_even_order_alone(pole: float) -> None:
    orders = np.array([2.0, 4.0, 3.0, 2.5])
    found = zeta(orders, np.full(4, pole)).astype(np.float64)
    np.testing.assert_array_equal(found, [np.inf, np.inf, np.nan, np.nan])
