"""Functions of floats as formulas of arith, for targets whose own are slow, missing or wrong."""
