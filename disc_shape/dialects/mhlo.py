"""The MHLO dialect: the HLO operations under their older names, and a few of its own."""

from disc_shape.dialects.hlo.factory import dialect

MHLO = dialect("mhlo")
