"""
Loops: each kernel on buffers becomes a nest of loops over scalars.

*Kernels* (`kernels.Kernel`) are operations on buffers, read as operations on tensors in a block:
the region of a fusion, or the HLO twin of a single operation. `SizeReader` finds the sizes of
values by buffers, symbols and operations.

*Tracing* (`tracing.Tracer`) asks for the element of each result at the index of its loops and
follows the cards of operations back to loads: a graph (`nodes`) of elements as functions of loops.
Indices (`numbers`) are *digits*: the index along a dimension of size `a * b` may be two loops, the
second of which counts within the first. Movements only rearrange digits; a reshape distributes them
over other dimensions (`reshapes`), by facts about products (`factors`). A loop that would be
divided is split instead, and the kernel is traced again.

*Nests* (`nests`) merge loops that every buffer has next to each other, and cut loops where a
condition on their counter changes. `aliases` decides whether a kernel may write over what it reads.

*Rows* (`rows`): an expensive function that several loops over a row need is evaluated once. It is
kept in the row of an output or in a row of scratch (`scratch`), which `allocation` allocates.

*Sorts* (`sorting`) are a merge sort of each row in scratch, *scatters* (`scattering`) loops over
updates in their order, and `selecting` and `open_windows` loops over windows; these are not traced.

*Repeats* (`repeats`): a kernel that is like one before, but for its buffers, has a copy of the
loops of that one.

*Emission* (`emission`, `elements`, `writer`): each scalar is emitted once, in the outermost loop in
which its index is known; a condition that is the same in a whole piece of a loop costs nothing.

May import cards, constraints, the dialects, lowering (types of buffers) and the scalar functions of
linalg_conversion.
"""
