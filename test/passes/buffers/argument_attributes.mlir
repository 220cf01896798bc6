// RUN: disc-opt %s --split-input-file -p shape-optimization,test-verify-dominance | filecheck %s

// The attributes of a function belong to its arguments, not to those of later blocks.
// CHECK-LABEL: func.func @more_arguments(%x: tensor<?xf32, [@S0]> {my.name = "x"})
// CHECK:       ^a(%u: tensor<?xf32, [@S0]>, %v: tensor<?xf32, [@S0]>):
func.func @more_arguments(%x: tensor<?xf32> {my.name = "x"}) -> tensor<?xf32> {
  cf.br ^a(%x, %x : tensor<?xf32>, tensor<?xf32>)
^a(%u: tensor<?xf32>, %v: tensor<?xf32>):
  return %u : tensor<?xf32>
}

// -----

// The list on an argument becomes part of its type; a later block's argument of the same number
// takes nothing away from it and gets nothing of it.
// CHECK-LABEL: func.func @same_number(%x: memref<?xf32> {disc_shape.dims = [@s]}, %y: tensor<?xf32, [@S0]>)
// CHECK:       ^a(%u: tensor<?xf32, [@S0]>):
func.func @same_number(%x: memref<?xf32> {disc_shape.dims = [@s]}, %y: tensor<?xf32>) -> tensor<?xf32> {
  cf.br ^a(%y : tensor<?xf32>)
^a(%u: tensor<?xf32>):
  return %u : tensor<?xf32>
}
disc_shape.SymbolDim @s {named}

// -----

// What is recorded of the arguments of regions goes once their types say it.
// CHECK-LABEL: func.func @loop(
// CHECK:       ^bb0(%b: tensor<?xf32, [@s]>):
// CHECK-NOT:   disc_shape.arg_dims
func.func @loop(%x: tensor<?xf32, [@s]>, %c: i1) -> tensor<?xf32> {
  %y = tensor.cast %x : tensor<?xf32, [@s]> to tensor<?xf32>
  %r = "scf.while"(%y) ({
  ^bb0(%a: tensor<?xf32>):
    "scf.condition"(%c, %a) : (i1, tensor<?xf32>) -> ()
  }, {
  ^bb0(%b: tensor<?xf32>):
    "scf.yield"(%b) : (tensor<?xf32>) -> ()
  }) {disc_shape.arg_dims = [[[@s]], [[@s]]]} : (tensor<?xf32>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}
disc_shape.SymbolDim @s {named}

// -----

// A buffer has no type to name its size in: its entry stays.
// CHECK-LABEL: func.func @mixed(
// CHECK:       disc_shape.arg_dims = {{\[\[}}unit, [@s]], [unit, [@s]]]
func.func @mixed(%x: tensor<?xf32, [@s]>, %m: memref<?xf32> {disc_shape.dims = [@s]}, %c: i1) {
  %y = tensor.cast %x : tensor<?xf32, [@s]> to tensor<?xf32>
  %r, %q = "scf.while"(%y, %m) ({
  ^bb0(%a: tensor<?xf32>, %n: memref<?xf32>):
    "scf.condition"(%c, %a, %n) : (i1, tensor<?xf32>, memref<?xf32>) -> ()
  }, {
  ^bb0(%b: tensor<?xf32>, %o: memref<?xf32>):
    "test.op"(%b, %o) : (tensor<?xf32>, memref<?xf32>) -> ()
    "scf.yield"(%b, %o) : (tensor<?xf32>, memref<?xf32>) -> ()
  }) {disc_shape.arg_dims = [[[@s], [@s]], [[@s], [@s]]]} : (tensor<?xf32>, memref<?xf32>) -> (tensor<?xf32>, memref<?xf32>)
  return
}
disc_shape.SymbolDim @s {named}
