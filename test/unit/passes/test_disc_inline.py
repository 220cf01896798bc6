"""disc-inline at sizes that text tests do not reach."""

from work import count_calls
from xdsl.context import Context
from xdsl.dialects.arith import Arith
from xdsl.dialects.builtin import Builtin, ModuleOp
from xdsl.dialects.func import CallOp, Func, FuncOp
from xdsl.parser import Parser

from disc_shape.rewriting.inlining import inline_private_functions
from disc_shape.traversal import post_order


def parse(text: str) -> ModuleOp:
    ctx = Context()
    for dialect in (Arith, Builtin, Func):
        ctx.load_dialect(dialect)
    return Parser(ctx, text).parse_module()


def tower(depth: int, body: str = "") -> str:
    """Each function calls the next one twice: inlining everything gives 2^depth copies."""
    functions = [
        f"""func.func {"private" if i else ""} @f{i}(%a: index) -> index {{
          {body}
          %0 = func.call @f{i + 1}(%a) : (index) -> index
          %1 = func.call @f{i + 1}(%0) : (index) -> index
          func.return %1 : index
        }}"""
        for i in range(depth)
    ]
    leaf = f"""func.func private @f{depth}(%a: index) -> index {{
      %0 = arith.addi %a, %a : index
      func.return %0 : index
    }}"""
    return "\n".join([*functions, leaf])


def size(module: ModuleOp) -> int:
    return sum(1 for _ in post_order(module))


def test_a_tower_of_calls_does_not_explode() -> None:
    module = parse(tower(60))
    inline_private_functions(module)
    assert size(module) < 60 * 400
    module.verify()


def test_the_budget_holds_with_any_limit_on_size() -> None:
    module = parse(tower(40))
    count_calls(lambda: inline_private_functions(module, max_ops=10**9), 20_000_000)
    assert size(module) < 250_000
    calls = [op for op in post_order(module) if isinstance(op, CallOp)]
    names = {op.sym_name.data for op in module.ops if isinstance(op, FuncOp)}
    assert calls
    assert {call.callee.string_value() for call in calls} <= names


def test_a_function_called_once_is_moved_however_large() -> None:
    body = "\n".join("%x = arith.addi %a, %a : index" for _ in range(300)).replace("%x", "%x{}")
    lines = [line.replace("{}", str(i)) for i, line in enumerate(body.splitlines())]
    module = parse(
        f"""func.func @main(%a: index) -> index {{
          %0 = func.call @large(%a) : (index) -> index
          func.return %0 : index
        }}
        func.func private @large(%a: index) -> index {{
          {chr(10).join(lines)}
          func.return %x299 : index
        }}"""
    )
    assert inline_private_functions(module, max_ops=0) == 1
    assert len(list(module.ops)) == 1
    assert size(module) == 303
    module.verify()
