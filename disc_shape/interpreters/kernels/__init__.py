"""The computation of every operation on numpy arrays, without IR, types or attributes.

The kernels repeat on purpose what the elements rules of `disc_shape.cards` define: they are the
oracle for these.
"""
