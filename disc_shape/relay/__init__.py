"""
Relay's type system: functions are polymorphic, relations constrain their types, and inference
fills every hole or says which annotation is missing.

`relations` and `operators` say what holds between types, `solver` runs them on a queue that
unification wakes, `inference` walks a program and states what must hold, solves that and writes the
solution.
"""
