"""How operations are made of simpler ones: CHLO in terms of StableHLO.

Built on the dialects alone: nothing here asks what is known of sizes, beyond the types.
"""
