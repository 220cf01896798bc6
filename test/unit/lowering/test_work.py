"""How much work lowering takes, in calls of functions."""

from fuzz.harness import parse
from work import count_calls

from disc_shape.lowering.module import lower_module


def test_work_grows_with_the_program_alone() -> None:
    """A long chain that is written in place takes work in proportion."""

    def calls(count: int) -> int:
        lines = [f"%v{i + 1} = stablehlo.tanh %v{i} : tensor<4xf32>" for i in range(count)]
        body = "\n".join(lines)
        text = (
            f"func.func @main(%v0: tensor<4xf32>) -> tensor<4xf32> {{\n{body}\n"
            f"func.return %v{count} : tensor<4xf32>\n}}"
        )
        module = parse(text)
        return count_calls(lambda: lower_module(module))

    calls(1)
    assert calls(800) < 2.2 * calls(400)
