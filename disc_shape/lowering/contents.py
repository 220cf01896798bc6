"""Small tensors of integers, such as shapes, by the scalars that they consist of."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from xdsl.dialects import memref
from xdsl.dialects.builtin import TensorType
from xdsl.ir import Attribute, SSAValue

from disc_shape.dialects.hlo.narrow import as_tensor
from disc_shape.errors import OperationError
from disc_shape.lowering.places import Places
from disc_shape.lowering.storage import Place, Storage
from disc_shape.lowering.types import Size, buffer_type
from disc_shape.lowering.writer import Writer, constant_of


class Contents:
    """The scalars in the small tensors of one function."""

    def __init__(self, writer: Writer, places: Places):
        self._writer = writer
        self._places = places
        self.elements: dict[SSAValue, tuple[SSAValue, ...]] = {}
        """The scalars that make up some small tensors and shapes, in row-major order."""
        self.integers: dict[SSAValue, tuple[int, ...]] = {}
        """The numbers in some small constants."""
        self._filled: list[tuple[memref.AllocOp, list[memref.StoreOp]]] = []
        self._shown: list[memref.CastOp] = []

    def define(self, value: SSAValue, scalars: Sequence[SSAValue]) -> None:
        """
        Let a small tensor consist of scalars; they are stored in a buffer, too, for its readers:

            %0 = tensor.from_elements %a, %b : tensor<2xindex>
        =>
            %0 = memref.alloc() : memref<2xindex>
            memref.store %a, %0[%c0] : memref<2xindex>
            memref.store %b, %0[%c1] : memref<2xindex>
        """
        type_ = as_tensor(value.type)
        assert type_ is not None
        self.elements[value] = tuple(scalars)
        shape = [size if size >= 0 else len(scalars) for size in type_.get_shape()]
        buffer = self.filled(TensorType(type_.element_type, shape), scalars)
        if buffer.type == buffer_type(type_):
            self._places.own(value, buffer)
        else:
            whole = Place(buffer, Storage(buffer, self._writer.block))
            cast = memref.CastOp.get(buffer, buffer_type(type_))
            self._places.view(value, whole, cast)
            self._shown.append(cast)

    def filled(self, type_: TensorType[Attribute], scalars: Sequence[SSAValue]) -> SSAValue:
        """A new buffer that holds scalars; it is erased at the end if it has no reader."""
        alloc = self._writer.emit(memref.AllocOp((), (), buffer_type(type_)))
        stores = [
            self._writer.emit(memref.StoreOp.get(scalar, alloc.memref, indices))
            for scalar, indices in zip(scalars, self._all_indices(type_.get_shape()), strict=True)
        ]
        self._filled.append((alloc, stores))
        return alloc.memref

    def _all_indices(self, shape: Sequence[int]) -> Iterator[list[SSAValue]]:
        count = 1
        for size in shape:
            count *= size
        numbers: dict[int, SSAValue] = {}
        for flat in range(count):
            indices: list[int] = []
            for size in reversed(shape):
                indices.append(flat % size)
                flat //= size
            for index in indices:
                if index not in numbers:
                    numbers[index] = self._writer.index(index)
            yield [numbers[index] for index in reversed(indices)]

    def scalars(self, value: SSAValue) -> tuple[SSAValue, ...]:
        """The scalars that make up a small tensor of known size, read from it if need be."""
        found = self.elements.get(value)
        if found is None:
            type_ = as_tensor(value.type)
            if type_ is None or not type_.has_static_shape():
                raise OperationError(
                    f"number of elements of {value.type} is unknown", self._writer.at
                )
            buffer = self._places.buffer(value)
            found = tuple(
                self._writer.emit(memref.LoadOp.get(buffer, indices)).res
                for indices in self._all_indices(type_.get_shape())
            )
        return found

    def numbers(self, value: SSAValue) -> tuple[Size, ...]:
        """The integers in a small tensor, as numbers where they are constants."""
        found = self.integers.get(value)
        if found is not None:
            return found
        scalars = self.scalars(value)
        return tuple(
            scalar if (number := constant_of(scalar)) is None else number for scalar in scalars
        )

    def share(self, value: SSAValue, other: SSAValue) -> None:
        """Let a value have the known contents of another one."""
        if other in self.elements:
            self.elements[value] = self.elements[other]
        if other in self.integers:
            self.integers[value] = self.integers[other]

    def scalar(self, value: SSAValue) -> SSAValue:
        """The number in a tensor of rank 0."""
        return self.scalars(value)[0]

    def is_filled(self, alloc: memref.AllocOp) -> bool:
        """Whether an allocation was made for scalars."""
        return any(alloc is one for one, _ in self._filled)

    def drop_unread(self) -> None:
        """Erase the buffers of small tensors that have no reader."""
        for cast in self._shown:
            if cast.dest.first_use is None:
                cast.detach()
                cast.erase()
        for alloc, stores in self._filled:
            if sum(1 for _ in alloc.memref.uses) == len(stores):
                for op in (*stores, alloc):
                    op.detach()
                    op.erase()
