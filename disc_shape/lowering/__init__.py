"""
From tensors to buffers.

One walk over each function replaces every tensor by a buffer (`function`), with a table of
lowerings by operation class (`registry`): HLO operations become their `lmhlo` twins (`hlo`), what
moves no data becomes a view (`views`, `tensors`), control flow hands buffers on (`control_flow`),
and functions lend and return them (`signature`). Who owns a piece of memory, and until when it is
read, stands in `storage`; by that `in_place` decides when a result may overwrite an operand.

May import analysis, rewriting, relations and the dialects.
"""
