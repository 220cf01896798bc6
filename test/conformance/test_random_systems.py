"""Random systems against enumeration."""

import pytest
from conformance.random_systems import check_systems


@pytest.mark.parametrize("seed", [2, 3])
def test_random_systems(seed: int) -> None:
    check_systems(seed)
