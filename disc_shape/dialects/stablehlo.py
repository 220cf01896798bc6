"""The StableHLO dialect: the HLO operations under the names that exporters print today."""

from disc_shape.dialects.hlo.factory import dialect

StableHLO = dialect("stablehlo")
