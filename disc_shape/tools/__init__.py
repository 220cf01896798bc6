"""The commands: `disc-opt` and `disc-run`."""

import gc
from importlib import import_module


def _load_xdsl() -> None:
    """
    Load what both commands stand on. It makes many objects, all of which live on: a collector of
    garbage that goes through them again and again finds nothing, and takes an eighth of the start.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        import_module("xdsl.parser")
        gc.freeze()
    finally:
        if was_enabled:
            gc.enable()


_load_xdsl()
