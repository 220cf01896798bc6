// RUN: disc-opt %s --split-input-file --verify-diagnostics --parsing-diagnostics | filecheck %s

// (c1), operands, of manual_computation
// CHECK: 'sdy.manual_computation' has 0 body arguments, expected 1
func.func @f(%a: tensor<8xf32>) {
  %0 = sdy.manual_computation(%a) in_shardings=[<@m, [{}]>] out_shardings=[<@m, [{}]>] manual_axes={} () {
    %1 = stablehlo.constant dense<0.0> : tensor<8xf32>
    sdy.return %1 : tensor<8xf32>
  } : (tensor<8xf32>) -> tensor<8xf32>
  func.return
}

// -----

// (c1), results, of manual_computation
// CHECK: 'sdy.manual_computation' has 1 body results, expected 0
func.func @f(%a: tensor<8xf32>) {
  sdy.manual_computation(%a) in_shardings=[<@m, [{}]>] out_shardings=[] manual_axes={} (%x: tensor<8xf32>) {
    sdy.return %x : tensor<8xf32>
  } : (tensor<8xf32>) -> ()
  func.return
}

// -----

// an unknown operation
// CHECK: unknown operation 'sdy.unknown' in dialect 'sdy'
func.func @f(%a: tensor<8xf32>) {
  %0 = "sdy.unknown"(%a) : (tensor<8xf32>) -> tensor<8xf32>
  func.return
}

// -----

// a sharding that is not closed
// CHECK: expected a part of a sharding
func.func @f(%a: tensor<8xf32>) {
  %0 = sdy.reshard %a <@m, [{"x")> : tensor<8xf32>
  func.return
}
