"""Each test reads programs as a process of its own would."""

import pytest
from fuzz.harness import STORED
from xdsl.dialect_interfaces.op_asm import OpAsmDialectInterface
from xdsl.dialects.builtin import Builtin


@pytest.fixture(autouse=True)
def no_resources() -> None:
    """xDSL keeps the resources of all texts that a process reads, and renames those read again."""
    interface = Builtin.get_interface(OpAsmDialectInterface)
    assert interface is not None
    vars(interface)["_blob_storage"].clear()
    STORED.clear()
