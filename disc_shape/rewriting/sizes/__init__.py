"""Sizes as SSA values: found where they exist, computed where they do not."""
