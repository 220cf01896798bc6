// RUN: not disc-run %s 2>&1 | filecheck %s --check-prefix TUPLE
// RUN: not disc-run %s --entry shape 2>&1 | filecheck %s --check-prefix SHAPE
// RUN: disc-run %s --entry shape --input 's=[2, 1]' --input 't=[3]' | filecheck %s

// Arguments that no random array is.

// TUPLE: disc-run: error: argument 't' is a tuple; only arrays can be given
// SHAPE: disc-run: error: argument 's' is a shape: give it as --input 's=[2, 3]'
// CHECK: result 0: 2 int64 [2 3]

func.func @main(%t: tuple<tensor<4xf32>, tensor<4xf32>>) -> tensor<4xf32> {
  %0 = stablehlo.get_tuple_element %t[1] : (tuple<tensor<4xf32>, tensor<4xf32>>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

func.func @shape(%s: !shape.shape, %t: !shape.shape) -> !shape.shape {
  %0 = shape.broadcast %s, %t : !shape.shape, !shape.shape -> !shape.shape
  return %0 : !shape.shape
}
