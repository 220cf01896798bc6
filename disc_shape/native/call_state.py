"""
The state of a call, an array of words, and the functions that are called with it.

It is all that calling machine code takes: this module imports nothing.
"""

MESSAGE = 0
"""The word of the state in which a check leaves its number."""
NEWEST = 1
"""The word with the pointer to the newest block of memory."""
PROGRAM = 2
"""The word that has the number of the program."""
ARENA, ARENA_BYTES = 3, 4
"""The words with the memory for the arena of the program that the caller has, and its size."""
FAULT = 5
"""The first of the two words in which a test leaves its numbers."""
RUNNING = 7
"""
The word that is not zero while the interpreter runs. It tells whether a callback has come to its
end: an interrupted one returns any number.
"""
POOL, PARTS = 8, 9
"""
The words with the memory that threads share, zero where there is one thread, and with the function
that runs a part of a loop.
"""
FIRST = 10
"""The first word that depends on the program."""

RUN, SIZES = "disc_run", "disc_sizes"
"""The functions that call the program, and compute the sizes of its out-parameters."""
ALLOCATE, RELEASE, RELEASE_ALL = "disc_allocate", "disc_release", "disc_release_all"
"""The functions that allocate memory, free a block, and free all of a run."""
PART = "disc_part"
"""The function that runs a part of one of the loops that threads run."""
DISTRIBUTE, WORKER = "disc_distribute", "disc_worker"
"""The functions that run all parts of a loop, and that a thread runs which waits for parts."""
FUNCTION = "disc_shape_call_back"
"""The symbol of the function that calls the interpreter."""

HEADER = 64
"""The bytes of the header of a block, to which blocks are aligned."""

OK, FAILED_CHECK, NO_MEMORY, CALL_FAILED, OUT_OF_BOUNDS, NEGATIVE_SIZE, OUT_OF_RANGE = range(7)
"""What a function returns: 0, or why it stopped."""
