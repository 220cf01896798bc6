"""Every attribute of the dialects is compared by its parameters."""

from dataclasses import fields

import pytest
from xdsl.ir import ParametrizedAttribute

from disc_shape.dialects import factories

ATTRIBUTES = [
    attribute
    for factory in factories().values()
    for attribute in factory().attributes
    if issubclass(attribute, ParametrizedAttribute)
]


@pytest.mark.parametrize("attribute", ATTRIBUTES, ids=lambda one: str(one.__name__))
def test_parameters_are_compared(attribute: type[ParametrizedAttribute]) -> None:
    parameters = [name for name, _ in attribute.get_irdl_definition().parameters]
    assert set(parameters) <= {field.name for field in fields(attribute)}


def test_attributes_with_parameters_are_found() -> None:
    names = {attribute.name for attribute in ATTRIBUTES}
    assert {"torch.vtensor", "torch.tensor"} <= names
