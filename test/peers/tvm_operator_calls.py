"""Random calls of Relax operators, built with TVM."""

import random
from collections.abc import Callable, Sequence

from tvm import relax, tirx
from tvm.relax import op

SYMBOLS = [tirx.Var(name, "int64") for name in "nmk"]
N, M, K = SYMBOLS
DIMS = [1, 2, 3, 4, 8, N, M, K, N + 1, 2 * N, N * M]
UNARY = """abs acos acosh asin asinh atan atanh ceil cos cosh erf exp floor isfinite isinf isnan log
negative round rsqrt sigmoid sign sin sinh sqrt square tan tanh trunc nn.relu nn.silu nn.gelu
nn.gelu_tanh nn.selu nn.leakyrelu nn.softplus""".split()
BINARY = """add subtract multiply divide power floor_divide floor_mod maximum minimum mod equal
not_equal less less_equal greater greater_equal atan2 log_add_exp""".split()
REDUCTIONS = "sum mean max min prod std variance".split()


def named(name: str) -> Callable[..., object]:
    """An operator of TVM by its name."""
    found = op
    for part in name.split("."):
        found = getattr(found, part)
    return found


class Calls:
    """Makes calls, whose operands are the variables that it declares."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.variables: list[object] = []
        self.ranked = False
        """Whether all dimensions of all operands are known."""

    def make(self) -> object:
        """One call."""
        return self.random.choice(FAMILIES)(self)

    def dim(self) -> object:
        return self.random.choice(DIMS)

    def shape(self, *ranks: int) -> list[object]:
        return [self.dim() for _ in range(self.random.choice(ranks or (0, 1, 2, 3, 4)))]

    def axis(self, rank: int, lowest: int | None = None) -> int:
        return self.random.randint(-rank if lowest is None else lowest, max(rank - 1, 0))

    def tensor(
        self, shape: Sequence[object] | None = None, dtype: str = "float32", known: bool = False
    ) -> object:
        """A new operand, a few of which have unknown dimensions or an unknown rank."""
        dims = self.shape() if shape is None else shape
        type_ = relax.TensorType(dims, dtype)
        chance = self.random.random()
        if chance < 0.12 and not known and not self.ranked:
            type_ = relax.TensorType(dtype=dtype, ndim=len(dims) if chance < 0.08 else -1)
        self.variables.append(relax.Var(f"x{len(self.variables)}", type_))
        return self.variables[-1]

    def pair(self) -> tuple[list[object], list[object]]:
        """Two shapes that mostly broadcast."""
        one = self.shape(1, 2, 3)
        other = [self.random.choice([dim, 1, dim]) for dim in one]
        other = other[self.random.randint(0, len(one) - 1) :]
        return one, self.shape() if self.random.random() < 0.2 else other

    # families

    def unary(self) -> object:
        return named(self.random.choice(UNARY))(self.tensor())

    def binary(self) -> object:
        pair = self.pair()
        self.random.shuffle(list(pair))
        return named(self.random.choice(BINARY))(*map(self.tensor, pair))

    def where(self) -> object:
        one, other = self.pair()
        condition = self.tensor(self.random.choice([one, other]), "bool")
        return op.where(condition, self.tensor(one), self.tensor(other))

    def reduction(self) -> object:
        shape = self.shape()
        rank, axis = len(shape), self.axis
        axes = self.random.choice([None, axis(rank), [axis(rank), axis(rank)]])
        reduce = named(self.random.choice(REDUCTIONS))
        return reduce(self.tensor(shape), axes, self.random.random() < 0.5)

    def arg_reduction(self) -> object:
        shape = self.shape()
        axis = self.random.choice([None, self.axis(len(shape))])
        return self.random.choice([op.argmax, op.argmin])(self.tensor(shape), axis, False)

    def permute(self) -> object:
        shape = self.shape()
        axes = self.random.sample(range(len(shape)), len(shape))
        return op.permute_dims(self.tensor(shape), self.random.choice([None, axes]))

    def reshape(self) -> object:
        shape = self.shape(1, 2, 3)
        targets = [[0, -1], shape[::-1], [*shape, 1], [-1, *shape[1:]], [4, -1], [N, -1]]
        return op.reshape(self.tensor(shape, known=True), self.random.choice(targets))

    def flatten(self) -> object:
        return self.random.choice([op.flatten, op.nn.batch_flatten])(self.tensor())

    def expand(self) -> object:
        shape = self.shape()
        return op.expand_dims(self.tensor(shape), [self.axis(len(shape) + 1)])

    def squeeze(self) -> object:
        shape = [self.random.choice([1, 1, dim]) for dim in self.shape()]
        ones = [at for at, dim in enumerate(shape) if isinstance(dim, int) and dim == 1]
        axes = self.random.choice([None, ones or None, [self.axis(len(shape))]])
        return op.squeeze(self.tensor(shape), axes)

    def broadcast(self) -> object:
        one, other = self.pair()
        return op.broadcast_to(self.tensor(other), one)

    def concat(self) -> object:
        shape = self.shape(1, 2, 3)
        axis, other = self.axis(len(shape)), [*shape]
        other[axis] = self.dim()
        return op.concat([self.tensor(shape), self.tensor(other)], axis)

    def stack(self) -> object:
        shape = self.shape()
        return op.stack([self.tensor(shape), self.tensor(shape)], self.axis(len(shape) + 1))

    def split(self) -> object:
        shape = self.shape(1, 2, 3)
        axis = self.axis(len(shape))
        shape[axis] = self.random.choice([2, 4, 8, 2 * N, N, 5])
        return op.split(self.tensor(shape), self.random.choice([2, 3, [1, 3]]), axis)

    def take(self) -> object:
        shape = self.shape(1, 2, 3)
        axis = self.random.choice([self.axis(len(shape)), self.axis(len(shape)), None])
        return op.take(self.tensor(shape), self.tensor(self.shape(0, 1, 2), "int64"), axis)

    def slice(self) -> object:
        shape, choose = self.shape(1, 2, 3), self.random.choice
        begin, end = choose([0, 1, -1, -3, N]), choose([0, 1, 3, -1, 100, N, M])
        step, axis = choose([1, 2, -1, 3]), self.axis(len(shape), 0)
        return op.strided_slice(self.tensor(shape), [axis], [begin], [end], [step])

    def matmul(self) -> object:
        inner, batch = self.dim(), self.shape(0, 1, 2)
        other = self.shape(0, 1) if self.random.random() < 0.5 else batch
        one = self.random.choice([[inner], [*batch, self.dim(), inner]])
        contracted = self.dim() if self.random.random() < 0.1 else inner
        two = self.random.choice([[inner], [*other, contracted, self.dim()]])
        return op.matmul(self.tensor(one), self.tensor(two))

    def convolution(self) -> object:
        choose = self.random.choice
        data = [self.dim(), 4, choose([N, 8, 16, 2 * M]), choose([M, 8, 16])]
        kernel = [choose([4, 8]), choose([4, 4, 3]), choose([1, 3, 5]), 3]
        words = {"strides": choose([1, 2, 3]), "padding": choose([0, 1, 2])}
        return op.nn.conv2d(self.tensor(data), self.tensor(kernel), **words)

    def transposed_convolution(self) -> object:
        choose = self.random.choice
        data = self.tensor([self.dim(), 4, choose([N, 8]), choose([M, 8])])
        words = {"strides": choose([1, 2]), "padding": choose([0, 1])}
        return op.nn.conv2d_transpose(data, self.tensor([4, 8, 3, 3]), **words)

    def pool(self) -> object:
        choose = self.random.choice
        data = self.tensor([self.dim(), 4, choose([N, 8, 16]), choose([M, 8, 16])])
        pool = choose([op.nn.max_pool2d, op.nn.avg_pool2d])
        words = {"ceil_mode": choose([False, True])}
        return pool(data, choose([2, 3]), choose([1, 2]), choose([0, 1]), **words)

    def adaptive_pool(self) -> object:
        size = self.random.choice([1, 4, (2, 3), None])
        return op.nn.adaptive_avg_pool2d(self.tensor([self.dim(), 4, N, 8]), size)

    def normalization(self) -> object:
        data = self.tensor([*self.shape(0, 1, 2), 8])
        weights = [self.tensor([8], known=True) for _ in range(2)]
        return self.random.choice(
            [
                lambda: op.nn.layer_norm(data, *weights, -1),
                lambda: op.nn.rms_norm(data, weights[0], -1),
                lambda: op.nn.softmax(data, -1),
            ]
        )()

    def batch_norm(self) -> object:
        weights = [self.tensor([8], known=True) for _ in range(4)]
        data = self.tensor([self.dim(), 8, self.dim()])
        return op.nn.batch_norm(data, *weights, axis=1)

    def creation(self) -> object:
        choose = self.random.choice
        return choose(
            [
                lambda: choose([op.zeros_like, op.ones_like])(
                    self.tensor(), choose([None, "int32"])
                ),
                lambda: choose([op.zeros, op.ones])(self.shape(), "float32"),
                lambda: op.full(self.shape(), relax.const(1.0), choose([None, "int32"])),
                lambda: op.arange(
                    choose([0, 1, N]), choose([10, N, M]), choose([1, 2, 3]), "int64"
                ),
                lambda: choose([op.tril, op.triu])(self.tensor(self.shape(2, 3)), 1),
                lambda: op.outer(self.tensor([self.dim()]), self.tensor([self.dim()])),
            ]
        )()

    def ordering(self) -> object:
        shape, choose = self.shape(1, 2, 3), self.random.choice
        axis = self.axis(len(shape))
        shape[axis] = choose([4, 8])
        return choose(
            [
                lambda: choose([op.cumsum, op.cumprod])(self.tensor(shape), axis),
                lambda: choose([op.sort, op.argsort])(self.tensor(shape), axis),
                lambda: op.topk(
                    self.tensor(shape), choose([1, 3]), axis, choose(["both", "values"])
                ),
            ]
        )()

    def movement(self) -> object:
        data, choose = self.tensor(self.shape(2)), self.random.choice
        return choose(
            [
                lambda: op.repeat(data, 2, choose([None, 0, 1])),
                lambda: op.tile(data, choose([2, (2, 3), (1, 2, 3)])),
                lambda: op.flip(data, 0),
                lambda: op.astype(data, "float16"),
                lambda: op.shape_of(data),
                lambda: op.nn.pad(self.tensor([N, M], known=True), [1, 0, 2, 3]),
            ]
        )()

    def gathering(self) -> object:
        choose = self.random.choice
        data, index = self.tensor([N, M]), self.tensor([2, M], "int64")
        return choose(
            [
                lambda: op.gather_elements(data, index, choose([0, 1])),
                lambda: op.gather_nd(data, self.tensor([self.dim(), choose([1, 2])], "int64")),
                lambda: op.scatter_elements(data, index, self.tensor([2, M])),
                lambda: op.scatter_nd(data, self.tensor([K, 1], "int64"), self.tensor([K, M])),
            ]
        )()

    def attention(self) -> object:
        batch, heads = self.dim(), self.random.choice([1, 4])
        query = self.tensor([batch, N, heads, 8], known=True)
        key, value = (self.tensor([batch, M, heads, 8], known=True) for _ in range(2))
        return op.nn.attention(query, key, value)


FAMILIES = [
    getattr(Calls, name)
    for name in """unary binary where reduction arg_reduction permute reshape flatten expand squeeze
    broadcast concat stack split take slice matmul convolution transposed_convolution pool
    adaptive_pool normalization batch_norm creation ordering movement gathering attention""".split()
]
