"""Reading and printing programs: xDSL's parser and printer in every answer, and much faster."""

from disc_shape.reading.parser import FastParser

__all__ = ["FastParser"]
