"""
Relay's type system: functions are polymorphic, relations constrain their types, and inference
fills every hole or says which annotation is missing.

`relations` and `operators` say what holds between types, `solver` runs them on a queue that
unification wakes, `generation` and `matching` walk a program and state what must hold,
`annotation` writes the solution, `inference` is the whole.
"""
