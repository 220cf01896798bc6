"""Decompositions of operations into simpler ones: CHLO in terms of StableHLO.

Built on the dialects alone: no decomposition reads facts about sizes, beyond the types.
"""
