"""
Fusion: which operations of a block become one kernel.

The planner works on an abstract graph, so that operations on tensors and on buffers can share it.

*Nodes* (`graph.Node`) are operations that compute elements: a space (the sizes of the result, then
the reduced axes), a cost, and for each operand how iterations read it. All come from the cards of
the operations. Costs: `free` (splat constants and positions: never stored), `cheap` (arithmetic,
choices, conversions, movements), `dear` (functions whose card says `expensive`), `reduction` and
`contraction`. Everything else is no node: effects, calls, control flow, random numbers, sorts,
scatters, work on at most 16 integers.

*Edges* are values. A reader reads an operand at its own index, along some of its axes (transposes
and broadcasts), once per element in another order (reshapes, slices, pieces of a concatenation), or
where data say (gathers).

*Views* (`views.View`) compose edges: where, as seen from the loops of a kernel, a member is
evaluated. They decide what may join: a dear member needs one view that evaluates each element once,
at the loop level at which its axes end; a reduction needs a view that is a whole prefix of the
loops; a contraction needs that of the output itself; below a contraction only movements join, but
no transpose that, read through a reshape, parts the elements of its sums.

*Planner* (`planner.plan`): one walk from the last node to the first. A node joins the kernel of its
readers if all of them are in one; a cheap one whose operands are at hand is copied into a few; one
that others need as well becomes an output of the first kernel that reads it; else it begins a
kernel of its own. Then kernels over the same loops that read a common value are merged into one
with several outputs. A kernel is at the position of its last member, so positions are topological
numbers: no cycle can arise where everything else that reads an output comes after the last member,
effects and guards included, and no search is needed.

*Facts* (`facts.Facts`): legality is a question about sizes: equal dimensions (first by the symbols
in the types, then by `ShapeAnalysis.equal`), equal numbers of elements (for reshapes), an axis that
does or does not expand. *Unknown* is no. The option `facts` restricts what answers may depend on:
`none`, `static`, `equal` (dimensions), `product` (numbers of elements as well), `all`.

*Kinds* of the regions that are written (`outline`): `kLoop` (elementwise over one space), `kInput`
(reductions and their producers, with elementwise work at the index of the result), `kOutput` (a dot
or convolution with movements of its operands and elementwise work on its result), `kCustom`
(reductions whose results are broadcast back along the same rows: a loop over rows).

*Guards*: what operations of the kernel itself imply holds wherever it runs. Equalities that come
from elsewhere may depend on a guard, or on an operation that only runs once a guard has passed, so
they are used only where no guard follows the kernel: then it is after all of them.

*Movements at the end* of a kernel (transposes, reshapes) decide where results are written: the
loops are those of their operand. Dimensions of size one have no loop.

A region takes tensors as arguments and captures sizes, which are scalars. A member is tied to its
sizes inside only where no operand or result of the fusion has them.

May import analysis, cards, constraints, relations and the dialects.
"""
