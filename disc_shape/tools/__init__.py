"""The commands: `disc-opt` and `disc-run`."""

import gc
from importlib import import_module


def _load_xdsl() -> None:
    """
    Load the modules that both commands need, without garbage collection: loading allocates many
    objects, all of which stay, and the collector would take an eighth of the start-up time.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        import_module("xdsl.xdsl_opt_main")
        import_module("disc_shape.tools.source")
        gc.freeze()
    finally:
        if was_enabled:
            gc.enable()


_load_xdsl()
