"""
Relay in MLIR form: types with parameters, holes and relations, and a program's functions, calls,
data types and matches.
"""

from disc_shape.dialects.functional import dialect_of
from disc_shape.dialects.relay import calls, data, functions, types, values

Relay = dialect_of("relay", [functions, data, calls, values, types])
