// RUN: disc-opt %s --split-input-file --verify-diagnostics --parsing-diagnostics | filecheck %s

// (c1) of tie_shape
// CHECK: operand and result of 'disc_shape.tie_shape' differ: tensor<?xf32> and tensor<4xf32>
func.func @f(%a: tensor<?xf32>, %n: index) {
  %0 = disc_shape.tie_shape %a, %n : (tensor<?xf32>, index) -> tensor<4xf32>
  func.return
}

// -----

// (c2) of tie_shape
// CHECK: 'disc_shape.tie_shape' ties 1 sizes to a value of rank 2
func.func @f(%a: tensor<?x?xf32>, %n: index) {
  %0 = disc_shape.tie_shape %a, %n : (tensor<?x?xf32>, index) -> tensor<?x?xf32>
  func.return
}

// -----

// CHECK: tensor<*xf32>
func.func @f(%a: tensor<*xf32>) {
  %0 = disc_shape.tie_shape %a : (tensor<*xf32>) -> tensor<*xf32>
  func.return
}

// -----

// (c1) of linearize
// CHECK: variadic operands have different sizes: [2, 1]
func.func @f(%a: index) {
  %0 = disc_shape.linearize [%a, %a] in [%a]
  func.return
}

// -----

// (c1) of delinearize
// CHECK: 'disc_shape.delinearize' has 1 results and 2 sizes
func.func @f(%a: index) {
  %0 = disc_shape.delinearize %a in [%a, %a] : index
  func.return
}

// -----

// CHECK: 'disc_shape.linearize'{{.*}}i32
func.func @f(%a: i32) {
  %0 = "disc_shape.linearize"(%a, %a) : (i32, i32) -> index
  func.return
}
