"""What every operation computes, on numpy arrays alone: no IR, no types, no attributes."""
