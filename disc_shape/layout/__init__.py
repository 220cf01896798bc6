"""
Layout: in which order dimensions lie in memory, chosen for groups of values.

*Groups* (`groups`): values of one block that elementwise work, concatenations, pads, slices and
windows connect have corresponding dimensions; a transpose connects its operand and its result too,
whose dimensions correspond in another order, and a reduction its inputs and results, which have
some of them. So a group has dimensions, and each value has an *order*: the dimension of the group
for each of its own.

*Layout of a group*: one order in which all its values are stored. The transposes inside are gone
then. Where a value comes from outside in another order, or outside needs it in its own, a transpose
moves its bytes, unless the operation there takes or gives any order (`absorb`): dots and
convolutions renumber their dimensions, broadcasts too, splat constants and positions
have none. The layout is the order of some value, the one with the fewest bytes moved; the group
stays as it is unless that is proved to be no more than what its transposes move.

May import analysis, cards, symbolic and the dialects.
"""
