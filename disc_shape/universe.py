"""The dialects and passes that plain `xdsl-opt` discovers, as lazy factories.

This module is imported by every xDSL tool of the environment, so it imports nothing heavy, and it
only holds names that no other package claims: a name that two packages claim breaks all tools.
"""

from functools import cache, partial

from xdsl.dialects import get_all_dialects
from xdsl.ir import Dialect
from xdsl.passes import ModulePass
from xdsl.universe import Universe

from disc_shape.lazy import load
from disc_shape.passes import PASSES


def load_pass(name: str) -> type[ModulePass]:
    """The class of the pass called `name`."""
    cls = load(PASSES[name])
    if not (isinstance(cls, type) and issubclass(cls, ModulePass)):
        raise TypeError(f"{PASSES[name]} is not a pass")
    return cls


def load_dialect(name: str) -> Dialect:
    """Our dialect called `name`."""
    from disc_shape.dialects import DIALECTS
    from disc_shape.dialects import load_dialect as load_target

    return load_target(DIALECTS[name])


OFFERED = ("disc_shape", "mhlo", "lmhlo", "shape")
"""The dialects for plain `xdsl-opt`: this package's own, and MLIR's `shape`, which xDSL lacks."""

UNIVERSE = Universe(
    all_dialects={
        name: partial(load_dialect, name) for name in OFFERED if name not in get_all_dialects()
    },
    all_passes={name: partial(load_pass, name) for name in PASSES},
)


@cache
def everything() -> Universe:
    """
    What all packages of the environment offer. To find them takes milliseconds, and what is
    installed does not change while a program runs, so that it is done once.
    """
    return Universe.get_multiverse()
