"""The LMHLO dialect: HLO operations on buffers.

Each operation of the HLO dialects that computes tensors has a twin here. It takes memrefs where the
HLO operation takes tensors, and after its operands one memref for each result, into which it
writes: `lmhlo.add ins(%a, %b : memref<?xf32>, memref<?xf32>) outs(%c : memref<?xf32>)`. Attributes
are those of the HLO operation, of either prefix, and so are the regions that compute on scalars:
they stay HLO on tensors of rank 0. A twin has the semantics of the HLO operation, and is verified
as that operation.

Two kinds of results stay results, at the positions that `result_positions` lists: those that are no
tensors, such as tokens, and buffers whose sizes only the operation itself computes, such as some of
a `custom_call`. Such a buffer is new, and the block of the operation owns it.
"""

from disc_shape.dialects.lmhlo.factory import dialect

LMHLO = dialect()
"""The dialect, its operations made from the HLO ones."""
