"""What operators of Relay are called in the table of operators; which have relations of Relay."""

from __future__ import annotations

from collections.abc import Mapping

OWN_RELATIONS: Mapping[str, str] = {
    **dict.fromkeys(("add", "subtract", "multiply"), "Broadcast"),
    **dict.fromkeys(("relu", "exp", "tanh"), "Identity"),
    "batch_flatten": "Flatten",
}
"""The relations of operators that are no row's own."""
OTHER_NAMES: Mapping[str, str] = {"relu": "nn.relu", "batch_flatten": "nn.batch_flatten"}
"""The rows of operators by other names."""
