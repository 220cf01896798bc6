"""Programs of Relax and what passes make of them, for the tests of its rules."""

from __future__ import annotations

from fuzz.harness import context, parse
from unit.relax.shorthand import expanded
from xdsl.passes import ModulePass

from disc_shape.passes.relax_check import RelaxCheckPass
from disc_shape.passes.relax_infer import RelaxInferPass
from disc_shape.passes.relax_normalize import RelaxNormalizePass
from disc_shape.passes.relax_realize_vdevice import RelaxRealizeVdevicePass

Case = tuple[str, str, str, str]
"""A rule, the passes, a program, and a part of what is printed or of the message."""

PASSES: dict[str, ModulePass] = {
    one.name: one
    for one in (
        RelaxCheckPass(),
        RelaxInferPass(),
        RelaxNormalizePass(),
        RelaxRealizeVdevicePass(),
    )
}
MAIN = "relax.func @main(%x: T<n,m>)"


def rule_of(value: str) -> str:
    """A case by its rule."""
    return value if value.startswith("RLX") else ""


def applied(text: str, passes: str) -> str:
    """What a program is after passes."""
    module = parse(expanded(text))
    module.verify()
    for name in filter(None, passes.split(",")):
        PASSES[name].apply(context(), module)
    module.verify()
    return str(module)
