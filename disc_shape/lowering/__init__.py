"""
From tensors to buffers.

One walk over each function replaces every tensor by a buffer (`function`), with a table of
lowerings by operation class (`registry`): HLO operations become their `lmhlo` twins (`hlo`),
operations that move no data become views (`views`, `tensors`), control flow donates buffers
(`control_flow`), and functions borrow and return them (`signature`). `storage` defines ownership
and live ranges, `places` keeps them, and `in_place` decides by them when a result may overwrite an
operand.

May import analysis, rewriting, relations and the dialects.
"""
