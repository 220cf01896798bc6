"""The CHLO dialect: what clients emit beside StableHLO, functions and implicit broadcasts."""

from disc_shape.dialects.hlo.factory import dialect

CHLO = dialect("chlo")
