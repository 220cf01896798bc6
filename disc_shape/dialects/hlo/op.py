"""The base of all HLO operations.

An operation is an undecorated subclass of `HloOp` that sets `name` without a dialect prefix.
`factory` derives one final class per prefix from it, so that `isinstance(op, AddOp)` holds for
`stablehlo.add` and `mhlo.add` alike.
"""

from typing import ClassVar

from xdsl.irdl import IRDLOperation, ParsePropInAttrDict, traits_def
from xdsl.traits import Pure

STABLEHLO = "stablehlo"
MHLO = "mhlo"
CHLO = "chlo"


class HloOp(IRDLOperation):
    """An operation of the HLO family."""

    PREFIXES: ClassVar[tuple[str, ...]] = (STABLEHLO, MHLO)
    """The dialects that have this operation."""

    SHORT_IN: ClassVar[tuple[str, ...]] = (STABLEHLO, MHLO, CHLO)
    """The dialects that print its short form; the others read it but print the generic form."""

    ON_BUFFERS: ClassVar[bool] = False
    """Whether it is the meaning of an operation on buffers: the buffers have the sizes."""

    EXAMPLE: ClassVar[str] = ""
    """The example of subclasses whose docstrings have none; `{name}` stands for their names."""

    irdl_options = (ParsePropInAttrDict(),)

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        doc = vars(cls).get("__doc__")
        if cls.EXAMPLE and "name" in vars(cls) and doc and "Example:" not in doc:
            prefix = STABLEHLO if STABLEHLO in cls.PREFIXES else cls.PREFIXES[0]
            example = cls.EXAMPLE.format(name=f"{prefix}.{cls.name}")
            cls.__doc__ = (
                f"{doc.rstrip()}\n\n    Example:\n    ```mlir\n    {example}\n    ```\n    "
            )


class PureHloOp(HloOp):
    """An operation without side effects: equal operands give equal results, unused ones can go."""

    traits = traits_def(Pure())


def prefix_of(name: str) -> str:
    """The dialect of an operation or attribute name: `stablehlo` of `stablehlo.add`."""
    return name.partition(".")[0]
