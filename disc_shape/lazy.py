"""Objects named by text, `"module:NAME"`, imported when they are first needed."""

from importlib import import_module


def load(target: str) -> object:
    """The object that `target`, written `"module:NAME"`, names."""
    module, _, name = target.partition(":")
    return getattr(import_module(module), name)
