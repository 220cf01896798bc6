"""Reading and printing programs: xDSL's parser and printer in every answer, and much faster."""

from disc_shape.reading.parser import FastParser
from disc_shape.reading.printer import FastPrinter

__all__ = ["FastParser", "FastPrinter"]
