"""
The exhaustive test of relations: every small shape against what the interpreter does.

A case is a function around one operation, written with `?`. All sizes from 0 to 3 (and all values
given for shape operands) are run through the interpreter, which says which are legal and what
shapes come out. Then the relation must

* accept every legal run, whether sizes are known before it runs or after, and find the sizes of
the results;
* refuse every illegal run and every legal one with another result size;
* state no fact that is false in a legal run.

What holds in all legal runs and is not derived is reported by `underived`, and for all cases
together by `pytest test/unit/relations -k exhaustive --facts-report docs/relation_facts.md`.
"""
