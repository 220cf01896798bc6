"""The HLO operations, defined once for every dialect that speaks them.

Each chapter of the StableHLO specification is one module of abstract operations; `factory` makes final operations of
them under the prefixes `stablehlo` and `mhlo`. This package imports xDSL and nothing else of ours.
"""
