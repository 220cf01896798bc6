"""The operations that have no twin on buffers, and their replacements."""

from collections.abc import Mapping
from types import MappingProxyType

_ASYNCHRONOUS = "its computation runs where it starts"
_TUPLE = "the elements of a tuple are values of their own"

WITHOUT_TWIN: Mapping[str, str] = MappingProxyType(
    {
        "add_dependency": "its operand stands for its result",
        "after_all": "tokens hold no data: it stays as it is",
        "async_done": _ASYNCHRONOUS,
        "async_start": _ASYNCHRONOUS,
        "async_update": _ASYNCHRONOUS,
        "case": "becomes `scf.if`",
        "collective_reduce": "MHLO, whose operations have twins, does not have it",
        "composite": "its decomposition is called",
        "create_token": "tokens hold no data: it stays as it is",
        "cstr_reshapable": "becomes a check of scalars",
        "get_tuple_element": _TUPLE,
        "if": "becomes `scf.if`",
        "return": "ends the function or loop, or a region of scalars",
        "scan": "becomes `scf.for`",
        "tuple": _TUPLE,
        "while": "becomes `scf.while`",
    }
)
"""Name of an HLO operation without prefix -> why it has no twin."""

CLIENT_TWINS = frozenset(
    ("bessel_i1e", "digamma", "erf_inv", "lgamma", "next_after", "polygamma", "zeta")
)
"""The operations of CHLO alone that have no decomposition: they have twins as well."""

CLIENT = "decomposed first"
"""Why the operations that only CHLO has are not among the twins."""
