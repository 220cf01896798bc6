"""Dynamic shapes for xDSL: every relation between a program's dimensions, written into the IR.

Importing the package imports nothing else: `disc_shape.symbolic` stays usable as a plain library.
"""
