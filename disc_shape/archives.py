"""Files of compiled programs, which `Compiled.save` writes."""

ARCHIVE = b"PK\x03\x04"
"""How they begin."""
COMPILED = "disc_shape.engines.callables:load_compiled"
"""What reads them."""
