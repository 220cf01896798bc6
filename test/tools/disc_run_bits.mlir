// RUN: disc-run %s --input 'x=[1,2,255]' | filecheck %s
// RUN: disc-run %s -p shape-optimization --check --input 'x=[1,2,255]' | filecheck %s
// RUN: disc-run %s -p shape-optimization --check --input 'x=zeros(0)' | filecheck %s --check-prefix EMPTY

// Bits of wide elements and back, floats of 6 bits, and the truth of complex numbers.

// CHECK: result 0: 3 uint8 {{.*}}1{{ +}}2{{ +}}255
// CHECK: result 1: 3 float32 [0. 0. 0.]
// CHECK: result 2: 3 bool [False False False]
// EMPTY: all {{.*}} claims hold
// EMPTY: result 0: 0 uint8
func.func @main(%x: tensor<?xui8>) -> (tensor<?xui8>, tensor<?xf32>, tensor<?xi1>) {
  %0 = stablehlo.bitcast_convert %x : (tensor<?xui8>) -> tensor<?x8xi1>
  %1 = stablehlo.bitcast_convert %0 : (tensor<?x8xi1>) -> tensor<?xui8>
  %2 = stablehlo.subtract %x, %x : tensor<?xui8>
  %3 = stablehlo.convert %2 : (tensor<?xui8>) -> tensor<?xf6E3M2FN>
  %4 = stablehlo.convert %3 : (tensor<?xf6E3M2FN>) -> tensor<?xf32>
  %5 = stablehlo.convert %x : (tensor<?xui8>) -> tensor<?xf32>
  %6 = stablehlo.complex %4, %5 : tensor<?xcomplex<f32>>
  %7 = stablehlo.convert %6 : (tensor<?xcomplex<f32>>) -> tensor<?xi1>
  func.return %1, %4, %7 : tensor<?xui8>, tensor<?xf32>, tensor<?xi1>
}
