"""Groups of processes: the base of the collective operations, and the checks of process numbers.

Of the grouping of processes only what the text says is checked: that no process occurs twice and
that the groups' size fits the sizes of the tensors. How many processes there are is known when the
program runs.
"""

from collections.abc import Sequence

from xdsl.dialects.builtin import DenseIntOrFPElementsAttr, SymbolRefAttr, UnitAttr
from xdsl.ir import Attribute
from xdsl.irdl import opt_prop_def, prop_def, var_operand_def, var_result_def
from xdsl.traits import SymbolTable

from disc_shape.dialects.hlo.attributes import pairs
from disc_shape.dialects.hlo.constraints import TENSOR, InstanceOf, attribute
from disc_shape.dialects.hlo.mesh import (
    ChannelHandle,
    ReplicaGroupMeshAxesAttr,
    group_size,
    groups,
    table_shape,
)
from disc_shape.dialects.hlo.op import HloOp
from disc_shape.dialects.hlo.shapes import require

GROUPS = InstanceOf(
    (DenseIntOrFPElementsAttr, ReplicaGroupMeshAxesAttr), "a table of replica groups or mesh axes"
)
CHANNEL = attribute(ChannelHandle)
UNIT = attribute(UnitAttr)


class CollectiveOp(HloOp):
    """An operation on groups of processes that run it together.

    Processes wait for each other in it, hence it is not pure.
    """

    def check_groups(
        self, attr: Attribute, *, padded: bool = False, complete: bool = False
    ) -> int | None:
        """The size of the groups, in which no process occurs twice; -1 may fill up short ones.

        Complete groups hold each process up to the last one that they name.
        """
        check_mesh(self, attr)
        shape = table_shape(attr)
        require(
            shape is None or len(shape) == 2,
            f"replica_groups of '{self.name}' have rank {len(shape or ())}, expected 2",
        )
        rows = groups(attr)
        if rows is not None:
            members = [one for row in rows for one in row if one != -1 or not padded]
            check_processes(self, "replica_groups", members)
            missing = set(range(max(members, default=-1) + 1)).difference(members)
            require(
                not complete or not missing,
                f"replica_groups of '{self.name}' lack process {min(missing, default=0)}: "
                f"{list(members)}",
            )
        return group_size(attr)

    def check_global_ids(
        self, channel: Attribute | None, flag: Attribute | None, size: int | None
    ) -> int | None:
        """Ids of all devices are only used over a channel; how many processes a group has.

        Over a channel and without such ids a group holds all partitions of its replicas, so that
        its size is known when the program runs.
        """
        handle = channel.handle if isinstance(channel, ChannelHandle) else 0
        require(
            flag is None or handle > 0,
            f"'{self.name}' uses global device ids with channel {handle}, expected more than 0",
        )
        shape = table_shape(self.properties["replica_groups"]) or (1,)
        require(
            flag is None or 0 not in shape,
            f"'{self.name}' uses global device ids, of which there are none in its replica_groups",
        )
        return size if handle <= 0 or flag is not None else None


class GroupedOp(CollectiveOp):
    """An operation on any number of tensors in groups of processes that a table lists."""

    operands_ = var_operand_def(TENSOR)
    replica_groups = prop_def(GROUPS)
    channel_handle = opt_prop_def(CHANNEL)
    result = var_result_def(TENSOR)


def check_mesh(op: HloOp, attr: Attribute) -> None:
    """A mesh that is named is a symbol of the module."""
    mesh = attr.mesh if isinstance(attr, ReplicaGroupMeshAxesAttr) else None
    if isinstance(mesh, SymbolRefAttr):
        try:
            found = SymbolTable.lookup_symbol(op, mesh)
        except ValueError:
            return  # not in a module yet
        require(found is not None, f"mesh '@{mesh.string_value()}' of '{op.name}' does not exist")


def check_source_target_pairs(op: HloOp, attr: Attribute) -> None:
    """A table of two columns in none of which a process occurs twice."""
    shape = table_shape(attr) or ()
    require(
        len(shape) == 2 and shape[1] == 2,
        f"source_target_pairs of '{op.name}' have shape {list(shape)}, expected two columns",
    )
    rows = pairs(attr)
    for what, column in (
        ("sources", [row[0] for row in rows]),
        ("targets", [row[1] for row in rows]),
    ):
        check_processes(op, what, column)


def check_processes(op: HloOp, what: str, members: Sequence[int]) -> None:
    """Processes are numbered from 0 and none occurs twice."""
    for member in members:
        require(member >= 0, f"{what} of '{op.name}' have process {member}, expected 0 or more")
    require(
        len(set(members)) == len(members),
        f"{what} of '{op.name}' repeat a process: {list(members)}",
    )
