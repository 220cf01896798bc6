"""Modules of Relax that TVM builds: from its script, its block builder and its front ends."""

from collections.abc import Callable

import numpy as np
import tvm
from tvm import relax, tirx
from tvm.relax.frontend import nn
from tvm.script import from_source

HEAD = """n = TypeVar("n")
m = TypeVar("m")
k = TypeVar("k")
@I.ir_module
class Module:
"""
SCRIPTS = {
    "call_tir": """
@T.prim_func
def copy(a: T.handle, b: T.handle):
    size = T.int64()
    A = T.match_buffer(a, (size,), "float32")
    B = T.match_buffer(b, (size,), "float32")
    T.evaluate(0)

@R.function
def main(x: R.Tensor((n,), "float32")):
    y = R.call_tir(Module.copy, (x,), out_ty=R.Tensor((n,), "float32"))
    return y
""",
    "call_tir_of_two_results": """
@T.prim_func
def two(a: T.handle, b: T.handle, c: T.handle):
    size = T.int64()
    A = T.match_buffer(a, (size, 4), "float32")
    B = T.match_buffer(b, (size,), "int32")
    C = T.match_buffer(c, (size * 2,), "int64")
    T.evaluate(0)

@R.function
def main(x: R.Tensor((n, 4), "float32")):
    y = R.call_tir(
        Module.two, (x,), out_ty=[R.Tensor((n,), "int32"), R.Tensor((n * 2,), "int64")]
    )
    z = y[0]
    return z
""",
    "call_tir_inplace": """
@T.prim_func
def increment(a: T.handle):
    size = T.int64()
    A = T.match_buffer(a, (size,), "float32")
    T.evaluate(0)

@R.function
def main(x: R.Tensor((n,), "float32")):
    y = R.call_tir_inplace(Module.increment, (x,), [0], out_ty=R.Tensor((n,), "float32"))
    return y
""",
    "external_calls": """
@R.function(pure=False)
def main(x: R.Tensor((n,), "float32")):
    y = R.call_packed("my.f", x, 3, "mode", ty_args=R.Tensor((n,), "float32"))
    z = R.call_packed("my.g", y, ty_args=R.Any)
    log = R.call_packed("my.log", z, ty_args=R.Tuple())
    u = R.call_dps_packed("my.dps", (x,), out_ty=R.Tensor((n + 1,), "float32"))
    v = R.call_pure_packed("my.pure", u, ty_args=(R.Tensor((n,), "float32"),))
    w = R.call_inplace_packed(
        "my.inplace", v, inplace_indices=[0], ty_args=(R.Tensor((n,), "float32"),)
    )
    return w
""",
    "tuples": """
@R.function
def main(t: R.Tuple(R.Tensor((n, 4), "float32"), R.Tuple(R.Shape([m]), R.Any))):
    a = t[0]
    b = t[1]
    c = b[0]
    d = R.zeros(c, "int32")
    e = (a, d, ())
    return e
""",
    "literals": """
@R.function
def main(x: R.Tensor((n, 4), "float32"), i: R.Prim("int64"), f: R.Prim("float32")):
    a = R.prim_value(3)
    b = R.str("mode")
    c = R.dtype("float16")
    e = (a, b, c, R.shape([n, 4]), f)
    return e
""",
    "closure": """
@R.function
def main(x: R.Tensor((n, 4), "float32")) -> R.Tensor((n, 4), "float32"):
    @R.function
    def inner(y: R.Tensor((k, 4), "float32")) -> R.Tensor((k, 4), "float32"):
        z = R.add(y, R.const(1.0, "float32"))
        return z
    w = inner(x)
    return w
""",
    "functions_as_values": """
@R.function(private=True)
def inner(x: R.Tensor((n,), "float32")) -> R.Tensor((n,), "float32"):
    return x

@R.function
def main(
    f: R.Callable((R.Tensor((m,), "float32"),), R.Tensor((m,), "float32")),
    g: R.Callable,
    x: R.Tensor((n,), "float32"),
) -> R.Tensor((n,), "float32"):
    h = Module.inner
    y = h(x)
    z = f(y)
    return z
""",
    "recursion": """
@R.function
def even(x: R.Tensor((), "int32")) -> R.Tensor((), "bool"):
    c = R.equal(x, R.const(0, "int32"))
    if c:
        r = R.const(True, "bool")
    else:
        y = R.subtract(x, R.const(1, "int32"))
        r = Module.odd(y)
    return r

@R.function
def odd(x: R.Tensor((), "int32")) -> R.Tensor((), "bool"):
    c = R.equal(x, R.const(0, "int32"))
    if c:
        r = R.const(False, "bool")
    else:
        y = R.subtract(x, R.const(1, "int32"))
        r = Module.even(y)
    return r
""",
    "branches_in_branches": """
@R.function
def main(
    c: R.Tensor((), "bool"),
    d: R.Tensor((), "bool"),
    x: R.Tensor((n,), "float32"),
    y: R.Tensor((m,), "float32"),
) -> R.Tensor("float32", ndim=1):
    if c:
        if d:
            r1 = R.add(x, x)
            r = r1
        else:
            r2 = R.multiply(x, x)
            r = r2
    else:
        r3 = R.add(y, y)
        r = r3
    return r
""",
    "attributes": """
@R.function
def main(x: R.Tensor((n, 8), "float32")):
    R.func_attr(
        {
            "num_input": 1,
            "a": [1, 2],
            "b": {"c": 2.5},
            "relax.force_pure": True,
            "tir_var_upper_bound": {"n": 32},
        }
    )
    return x
""",
    "dimensions": """
@R.function
def main(x: R.Tensor((n, m), "float32"), s: R.Shape([n // 2, n % 3 + 1])):
    a = R.zeros((n * m + 1, n // 2, n % 3, T.min(n, m), T.max(n, 4)), "float32")
    return a
""",
    "effects_and_objects": """
@R.function(pure=False)
def main(x: R.Tensor((n, 4), "float32")):
    a = R.null_value()
    b = R.print(x, format="x: {}")
    c = R.assert_op(R.const(True, "bool"), x, format="x")
    d = R.call_packed("my.cache", a, R.shape([n, 4]), R.prim_value(0), ty_args=[R.Object])
    return d
""",
    "pools_that_stick_out": """
@R.function
def main(x: R.Tensor((n, 2, m), "float32")):
    a = R.nn.max_pool1d(x, pool_size=[2], strides=[3], padding=[1, 1], ceil_mode=True)
    b = R.nn.avg_pool1d(x, pool_size=[3], strides=[2], ceil_mode=True)
    return (a, b)
""",
    "operators": """
@R.function
def main(
    x: R.Tensor((n, 3, 8, 8), "float32"),
    w: R.Tensor((16, 3, 3, 3), "float32"),
    i: R.Tensor((n, 3), "int64"),
):
    a = R.nn.conv2d(x, w, strides=[2, 2], padding=[1, 1, 1, 1])
    b = R.nn.max_pool2d(a, (2, 2), (2, 2))
    ones = R.ones((16,), "float32")
    c = R.nn.batch_norm(b, ones, ones, ones, ones, axis=1)
    d = c[0]
    e = R.mean(d, axis=[2, 3], keepdims=True)
    f = R.squeeze(e, axis=[2, 3])
    g = R.concat([f, f], axis=1)
    h = R.split(g, [8, 20], axis=1)
    j = R.strided_slice(g, axes=[0, 1], begin=[0, 2], end=[n, 9], strides=[1, 2])
    l = R.arange(0, n, 1, dtype="int64")
    r = R.topk(g, k=2, axis=1)
    u = R.one_hot(i, R.prim_value(1), R.prim_value(0), 10, axis=-1)
    v = R.nn.pad(x, (0, 0, 0, 0, 1, 1, 1, 1))
    return (e, h, j, l, r, u, v)
""",
}
DEVICES = """n = TypeVar("n")
@I.ir_module
class Module:
    I.module_global_infos(
        {"vdevice": [I.vdevice("llvm"), I.vdevice("cuda", 0), I.vdevice("cuda", 0, "shared")]}
    )
    @R.function
    def main(x: R.Tensor((n, 4), "float32", "cuda:0")) -> R.Tensor((n, 4), "float32", "llvm"):
        a = R.add(x, x)
        b = R.to_vdevice(a, "llvm")
        c = R.hint_on_device(b, R.cpu())
        return b
"""


def script(name: str) -> object:
    """A module by its script."""
    if name == "devices":
        return from_source(DEVICES)
    indented = "\n".join("    " + line for line in SCRIPTS[name].strip().splitlines())
    return from_source(HEAD + indented + "\n")


def symbol(name: str) -> object:
    return tirx.Var(name, "int64")


def casts() -> object:
    builder, n, m = relax.BlockBuilder(), symbol("n"), symbol("m")
    x = relax.Var("x", relax.ObjectType())
    with builder.function("main", [x]):
        with builder.dataflow():
            y = builder.match_cast(x, relax.TensorType((n, m), "float32"))
            z = builder.emit(relax.op.add(y, y))
            builder.match_cast(relax.op.shape_of(z), relax.ShapeType([n, m]))
            output = builder.emit_output(z)
        builder.emit_func_output(output)
    return builder.get()


def shapes_as_values() -> object:
    builder, n, m = relax.BlockBuilder(), symbol("n"), symbol("m")
    x = relax.Var("x", relax.TensorType((n, m), "float32"))
    s, t = (relax.Var(name, relax.ShapeType(ndim=2)) for name in "st")
    with builder.function("main", [x, s, t]):
        z = builder.emit(relax.op.zeros(s, "float32"))
        w = builder.emit(relax.op.zeros(t, "float32"))
        integers = relax.const(np.array([2, 3]), "int64")
        unnamed = builder.emit(relax.op.tensor_to_shape(integers))
        y = builder.emit(relax.op.ones(unnamed, "int32"))
        q = builder.emit(relax.op.reshape(x, relax.ShapeExpr([n * m])))
        builder.emit_func_output(relax.Tuple([z, w, y, q]))
    return builder.get()


def equal_names() -> object:
    builder = relax.BlockBuilder()
    x, y = (relax.Var("x", relax.TensorType((symbol("n"),), "float32")) for _ in range(2))
    with builder.function("main", [x, y]):
        builder.emit_func_output(builder.emit(relax.op.concat([x, y])))
    return builder.get()


def tensor_expressions() -> object:
    builder = relax.BlockBuilder()
    x = relax.Var("x", relax.TensorType((symbol("n"), 4), "float32"))
    with builder.function("main", [x]):
        z = builder.emit_te(tvm.topi.add, x, x)
        builder.emit_func_output(builder.emit_te(tvm.topi.nn.relu, z))
    return builder.get()


def bare_branches() -> object:
    x = relax.Var("x", relax.TensorType((symbol("n"),), "float32"))
    c = relax.Var("c", relax.TensorType((), "bool"))
    body = relax.If(c, relax.op.add(x, x), relax.op.multiply(x, x))
    function = relax.Function([x, c], body, x.ty).with_attr("global_symbol", "main")
    return tvm.IRModule({"main": function})


class Layers(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.first = nn.Linear(8, 16)
        self.second = nn.Linear(16, 4, bias=False)
        self.norm = nn.RMSNorm(4, -1, bias=False)

    def forward(self, x: object) -> object:
        return self.norm(self.second(nn.op.silu(self.first(x))))


class Convolution(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.convolution = nn.Conv2D(3, 8, 3, padding=1, stride=2)
        self.norm = nn.GroupNorm(2, 8)

    def forward(self, x: object) -> object:
        return nn.op.softmax(nn.op.relu(self.norm(self.convolution(x))), axis=1)


class Attention(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.query, self.key, self.value = (nn.Linear(16, 16) for _ in range(3))
        self.embedding = nn.Embedding(40, 16)

    def forward(self, ids: object, mask: object) -> object:
        x = self.embedding(ids)
        b, n, _ = x.shape
        query, key, value = (
            nn.op.permute_dims(nn.op.reshape(layer(x), (b, n, 4, 4)), [0, 2, 1, 3])
            for layer in (self.query, self.key, self.value)
        )
        scores = nn.op.matmul(query, nn.op.permute_dims(key, [0, 1, 3, 2])) * 0.5
        mixed = nn.op.matmul(nn.op.softmax(scores + mask, -1), value)
        return nn.op.reshape(nn.op.permute_dims(mixed, [0, 2, 1, 3]), (b, n, 16))


class Cache(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.cache = nn.KVCache(10, [2, 4])

    def forward(self, x: object) -> object:
        self.cache.append(x)
        return self.cache.view(4)


def exported(layers: nn.Module, debug: bool = False, **shapes: list[int | str]) -> object:
    """A module of TVM's front end; the functions of one with effects have their objects too."""
    tensors = {
        name: nn.spec.Tensor(shape, "int32" if name == "ids" else "float32")
        for name, shape in shapes.items()
    }
    return layers.export_tvm(spec={"forward": tensors}, debug=debug)[0]


def layers() -> object:
    return exported(Layers(), x=["b", 8])


def legalized() -> object:
    return relax.transform.LegalizeOps()(layers())


def fused() -> object:
    steps = [relax.transform.AnnotateTIROpPattern(), relax.transform.FuseOps()]
    return tvm.transform.Sequential(steps)(legalized())


def bound_parameters() -> object:
    weights = {"second.weight": np.ones((4, 16), "float32")}
    return relax.transform.BindParams("forward", weights)(layers())


def traced_in_torch() -> object:
    import torch
    from tvm.relax.frontend.torch import from_exported_program

    model = torch.nn.Sequential(torch.nn.Linear(8, 4), torch.nn.GELU(), torch.nn.LayerNorm(4))
    batch = torch.export.Dim("b", min=1, max=64)
    program = torch.export.export(model, (torch.randn(3, 8),), dynamic_shapes=({0: batch},))
    return from_exported_program(program, keep_params_as_input=True)


BUILT: dict[str, Callable[[], object]] = {
    one.__name__: one
    for one in (
        casts,
        shapes_as_values,
        equal_names,
        tensor_expressions,
        bare_branches,
        layers,
        legalized,
        fused,
        bound_parameters,
        traced_in_torch,
    )
} | {
    "closures_lifted": lambda: relax.transform.LambdaLift()(script("closure")),
    "convolution": lambda: exported(Convolution(), x=["b", 3, "h", "w"]),
    "attention": lambda: exported(Attention(), ids=["b", "s"], mask=["b", 1, "s", "s"]),
    "cache": lambda: exported(Cache(), debug=True, x=["n", 2, 4]),
}
