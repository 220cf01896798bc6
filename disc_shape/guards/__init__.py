"""Run-time checks of constraints that are assumed."""
