"""The HLO operations, defined once for every dialect that has them.

Each chapter is one module of abstract operations; `factory` makes final operations of them under
the prefixes `stablehlo`, `mhlo` and `chlo`. This package imports xDSL and nothing else of ours.
"""
