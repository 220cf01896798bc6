"""Runs modules of Relax on numpy arrays; `run_module` is the whole interface."""

from disc_shape.relax.running.program import RunReport, run_module

__all__ = ("RunReport", "run_module")
