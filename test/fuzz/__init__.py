"""Random programs: built in the forms exporters emit, run through every pass, compared."""
