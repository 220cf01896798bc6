"""The shape analysis: a walk over each function that runs relations and decides guards."""
