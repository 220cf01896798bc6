"""The operations on buffers; `dialect` makes them all, which takes a moment."""
