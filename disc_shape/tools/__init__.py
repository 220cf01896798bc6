"""The commands: `disc-opt` and `disc-run`."""
