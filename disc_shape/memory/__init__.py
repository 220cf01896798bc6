"""
Memory: one allocation for the buffers of a function, planned with sizes that are symbols.

*Loops* (`carried`) carry the memory that their bodies allocate and free, one buffer for each value
where that is enough, else two that are swapped. Buffers that loops exchange are *families*.

*Lifetimes* (`lifetimes`): a buffer that its block allocates and frees holds a value from its first
use to its last one. Times are positions in the text; what lives outside of a loop lives through all
of its iterations, and branches of a conditional share.

*Sizes* (`sizes.Sizes`): bytes are *amounts* (`amounts`): sums of terms, none of them negative, over
products of sizes. Buffers begin at multiples of 64 bytes, so a size that is not proved to be such a
multiple is rounded up, as a term of its own. One amount is at most another if it has no more of any
term, or by proof.

*Packings* (`packing`): of two buffers that are alive together one lies lower. The offset of a
buffer is the largest end of those below it, a maximum of amounts that the function computes when
it begins. So no two buffers overlap whatever the sizes, and facts decide only how much is needed:
equal sizes are one term, and what is proved to be no larger is left out of the maximum. Which of
two lies lower is decided by packings at sizes in numbers, likely ones first, the largest buffer
first; if no packing is good at all of them, the run takes the one that needs least.

*Plans* (`plan`): one arena for all buffers. It is freed after its last buffer, and results are
allocations of their own, so where one arena raises the peak by more than a tenth at any of these
sizes the results are allocated first and hold buffers that are dead before they are written
(`results`), or there are two arenas, one for what ends before a result is allocated. What does not
fit then stays an allocation of its own.

*Peak* (`peak`, `names`): the most bytes that are allocated at once, as an expression over symbols.

Proofs use what operations imply before the first buffer of an arena is written, and no guards: a
run that a check stops later has read and written the arena until then.

May import analysis, fusion's levels of facts, lowering and the dialects.
"""
