"""The MHLO dialect: the HLO operations under their older names, and a few that StableHLO does not have."""

from disc_shape.dialects.hlo.factory import dialect

MHLO = dialect("mhlo")
