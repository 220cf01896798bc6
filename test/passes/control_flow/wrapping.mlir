// RUN: disc-opt %s -p 'shape-optimization{inline=false}' --split-input-file | filecheck %s

// A counter that is no part of a shape may wrap around: 8 iterations, and the condition stays.

// CHECK-LABEL: func.func @wraps_around(
// CHECK:         stablehlo.compare GT
// CHECK:       disc_shape.SymbolDim @S2
func.func @wraps_around(%x: tensor<?xf32>, %y: tensor<?xf32>) -> (tensor<?xf32>, tensor<i8>) {
  %start = stablehlo.constant dense<120> : tensor<i8>
  %one = stablehlo.constant dense<1> : tensor<i8>
  %zero = stablehlo.constant dense<0> : tensor<i8>
  %r:2 = stablehlo.while(%i = %start, %a = %x) : tensor<i8>, tensor<?xf32>
  cond {
    %c = stablehlo.compare GT, %i, %zero : (tensor<i8>, tensor<i8>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %j = stablehlo.add %i, %one : tensor<i8>
    %s = stablehlo.concatenate %a, %y, dim = 0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    stablehlo.return %j, %s : tensor<i8>, tensor<?xf32>
  }
  return %r#1, %r#0 : tensor<?xf32>, tensor<i8>
}

// -----

// Data that wraps in a function decides there which size it returns. The integer that the function
// returns beside it is a part of a shape at the first call, and only data at the second one.

// CHECK-LABEL: func.func @shape_and_data(%n: tensor<i8>, %a: tensor<i8>, %x: tensor<?xf32, [@S0]>, %y: tensor<?xf32, [@S1]>)
// CHECK-SAME:    -> (tensor<?xf32, [@S2]>, tensor<?xf32, [@S3]>, tensor<i8>)
func.func @shape_and_data(%n: tensor<i8>, %a: tensor<i8>, %x: tensor<?xf32>, %y: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>, tensor<i8>) {
  %r:2 = func.call @next(%n, %x, %y) : (tensor<i8>, tensor<?xf32>, tensor<?xf32>) -> (tensor<i8>, tensor<?xf32>)
  %v = stablehlo.reshape %r#0 : (tensor<i8>) -> tensor<1xi8>
  %z = stablehlo.dynamic_iota %v, dim = 0 : (tensor<1xi8>) -> tensor<?xf32>
  %s:2 = func.call @next(%a, %x, %y) : (tensor<i8>, tensor<?xf32>, tensor<?xf32>) -> (tensor<i8>, tensor<?xf32>)
  return %z, %s#1, %s#0 : tensor<?xf32>, tensor<?xf32>, tensor<i8>
}
func.func private @next(%a: tensor<i8>, %x: tensor<?xf32>, %y: tensor<?xf32>) -> (tensor<i8>, tensor<?xf32>) {
  %one = stablehlo.constant dense<1> : tensor<i8>
  %d = stablehlo.add %a, %one : tensor<i8>
  %p = stablehlo.compare GT, %d, %a : (tensor<i8>, tensor<i8>) -> tensor<i1>
  %r = "stablehlo.if"(%p) ({
    stablehlo.return %x : tensor<?xf32>
  }, {
    stablehlo.return %y : tensor<?xf32>
  }) : (tensor<i1>) -> tensor<?xf32>
  return %d, %r : tensor<i8>, tensor<?xf32>
}

// -----

// An operand of a call is a part of a shape when a result is that is computed from it, not because
// it is beside one that is.

// CHECK-LABEL: func.func @beside(
// CHECK:         stablehlo.compare GT
// CHECK:         "stablehlo.if"
func.func @beside(%n: tensor<i8>, %a: tensor<i8>, %x: tensor<?xf32>, %y: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>, tensor<i8>) {
  %one = stablehlo.constant dense<1> : tensor<i8>
  %d = stablehlo.add %a, %one : tensor<i8>
  %r:2 = func.call @twice(%n, %d) : (tensor<i8>, tensor<i8>) -> (tensor<i8>, tensor<i8>)
  %v = stablehlo.reshape %r#0 : (tensor<i8>) -> tensor<1xi8>
  %z = stablehlo.dynamic_iota %v, dim = 0 : (tensor<1xi8>) -> tensor<?xf32>
  %p = stablehlo.compare GT, %d, %a : (tensor<i8>, tensor<i8>) -> tensor<i1>
  %q = "stablehlo.if"(%p) ({
    stablehlo.return %x : tensor<?xf32>
  }, {
    stablehlo.return %y : tensor<?xf32>
  }) : (tensor<i1>) -> tensor<?xf32>
  return %z, %q, %r#1 : tensor<?xf32>, tensor<?xf32>, tensor<i8>
}
func.func private @twice(%n: tensor<i8>, %d: tensor<i8>) -> (tensor<i8>, tensor<i8>) {
  %m = stablehlo.add %n, %n : tensor<i8>
  %e = stablehlo.add %d, %d : tensor<i8>
  return %m, %e : tensor<i8>, tensor<i8>
}
