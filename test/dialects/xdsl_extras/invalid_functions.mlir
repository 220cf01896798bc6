// RUN: disc-opt %s --split-input-file --verify-diagnostics | filecheck %s

// CHECK: 'arg_attrs' of 'func.func' has 2 entries for 1 arguments
"func.func"() <{sym_name = "more", function_type = (index) -> (), arg_attrs = [{}, {}]}> ({
^bb0(%x: index):
  "func.return"() : () -> ()
}) : () -> ()

// -----

// CHECK: 'arg_attrs' of 'func.func' has 0 entries for 1 arguments
"func.func"() <{sym_name = "less", sym_visibility = "private", function_type = (index) -> (), arg_attrs = []}> ({
}) : () -> ()

// -----

// CHECK: 'res_attrs' of 'func.func' has 0 entries for 1 results
"func.func"() <{sym_name = "none", function_type = (index) -> index, res_attrs = []}> ({
^bb0(%x: index):
  "func.return"(%x) : (index) -> ()
}) : () -> ()

// -----

// No attributes at all, and one dictionary each, are right.
// CHECK: func.func @right(%x: index {my.name = "x"}) -> (index {my.name = "y"})
"func.func"() <{sym_name = "right", function_type = (index) -> index, arg_attrs = [{my.name = "x"}], res_attrs = [{my.name = "y"}]}> ({
^bb0(%x: index):
  "func.return"(%x) : (index) -> ()
}) : () -> ()

