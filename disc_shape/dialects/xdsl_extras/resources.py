"""Resources: data at the end of a file which attributes name, `dense_resource<name>`.

xDSL keeps the data of all files that a process reads in one place, and gives a name that is taken
another one. It does so at each use of the name, so that the uses of a name and its data part
company. `Resources` mends a parser class.
"""

from typing import cast

from xdsl.dialect_interfaces.op_asm import OpAsmDialectInterface
from xdsl.parser import AttrParser


class Resources(AttrParser):
    """A parser to which all uses of one name in a text are the same resource."""

    def _parse_dialect_resource_handle(
        self, dialect_name: str, interface: OpAsmDialectInterface
    ) -> str:
        name = self.parse_identifier(" for resource handle")
        names = cast("dict[tuple[str, str], str]", vars(self).setdefault("resource_names", {}))
        key = names.get((dialect_name, name))
        if key is None:
            key = names[dialect_name, name] = interface.declare_resource(name)
            self.dialect_resources.add((dialect_name, key))
        return key
