"""Placing the values of a module that is placed changes nothing."""

from __future__ import annotations

import warnings
from random import Random

import pytest
from fuzz.harness import parse
from xdsl.dialects.builtin import UnitAttr

from disc_shape.errors import OperationError, OperationWarning
from disc_shape.relax.devices import PLACED, realize_devices

DEVICES = '"a:0:g"', '"b:0:g"'
PLAIN = "!relax.tensor<[@n], f32>"


def tensor(device: str | None = None) -> str:
    """A vector on a device, or on none."""
    return PLAIN if device is None else PLAIN.replace("f32", f"f32, {device}")


def line(random: Random, name: str, values: list[tuple[str, str]]) -> tuple[str, str]:
    """An operation on values that there are, and the type of its result."""
    (one, first), (other, second) = random.choice(values), random.choice(values)
    placed = tensor(random.choice([None, None, None, DEVICES[0]]))
    device = random.choice(DEVICES)
    mover = random.choice(["hint_on_device", "to_vdevice"])
    both = f"tuple<{first}, {second}>"
    return random.choice(
        [
            (f"{name} = relax.exp {one} : ({first}) -> {placed}", placed),
            (f"{name} = relax.add {one}, {other} : ({first}, {second}) -> {placed}", placed),
            (
                f"{name}t = relax.tuple({one}, {other}) : {both}\n"
                f"{name} = relax.get {name}t[1] : {both}",
                second,
            ),
            (f"{name} = relax.call @callee({one}) : ({first}) -> {PLAIN}", PLAIN),
            (f"{name} = relax.match_cast {one} : {first} to {placed}", placed),
            (
                f"{name} = relax.{mover} {one} {{device = {device}}} : ({first})"
                f" -> {tensor(device)}",
                tensor(device),
            ),
        ]
    )


def program(random: Random) -> str:
    """A function with some operations, and one that it may call."""
    given = [tensor(random.choice([None, None, DEVICES[0]])) for _ in range(2)]
    values, lines = [("%p0", given[0]), ("%p1", given[1])], list[str]()
    for at in range(random.randint(1, 5)):
        text, type_ = line(random, f"%v{at}", values)
        lines.append(text)
        values.append((f"%v{at}", type_))
    name, type_ = random.choice(values[2:])
    computes = random.choice(["", f"%z = relax.exp %y : ({PLAIN}) -> {PLAIN}"])
    return f"""
module attributes {{relax.vdevices = [{", ".join(DEVICES)}]}} {{
  relax.func @main(%p0: {given[0]}, %p1: {given[1]}) -> {random.choice([PLAIN, type_])} {{
    {chr(10).join(lines)}
    relax.return {name} : {type_}
  }}
  relax.func private @callee(%y: {PLAIN}) -> {PLAIN} {{
    {computes}
    relax.return %{"z" if computes else "y"} : {PLAIN}
  }}
}}"""


@pytest.mark.parametrize("start", range(0, 200, 20))
def test_a_placed_module_stays_as_it_is(start: int) -> None:
    """Its text is read again, so that nothing is known of the first time."""
    placed = 0
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", OperationWarning)
        for seed in range(start, start + 20):
            module = parse(program(Random(seed)))
            try:
                realize_devices(module)
            except OperationError:
                continue
            placed += PLACED in module.attributes
            text = str(module)
            again = parse(text)
            realize_devices(again)
            assert str(again) == text
            assert "hint_on_device" not in text
    assert placed


def test_without_the_mark_more_is_placed() -> None:
    """What is computed on a device is there, but not what it is computed from."""
    text = f"""
    module attributes {{relax.vdevices = [{DEVICES[0]}]}} {{
      relax.func @main(%x: {tensor(DEVICES[0])}, %y: {PLAIN}) -> {PLAIN} {{
        %0 = relax.add %x, %y : ({tensor(DEVICES[0])}, {PLAIN}) -> {PLAIN}
        relax.return %0 : {PLAIN}
      }}
    }}"""
    module = parse(text)
    with pytest.warns(OperationWarning, match="operand 1 is on no device"):
        realize_devices(module)
    assert module.attributes.pop(PLACED) == UnitAttr()
    once = str(module)
    realize_devices(module)
    assert once.count("f32>") == 2
    assert str(module).count("f32>") == 0
