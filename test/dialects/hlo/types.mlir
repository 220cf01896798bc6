// RUN: DISC_ROUNDTRIP
// RUN: DISC_GENERIC_ROUNDTRIP

// Every element type, bounded types, tokens and tuples.

// CHECK: func.func private @floats(tensor<2xf4E2M1FN>, tensor<2xf6E2M3FN>, tensor<2xf6E3M2FN>, tensor<2xf8E3M4>, tensor<2xf8E4M3>, tensor<2xf8E4M3FN>, tensor<2xf8E4M3FNUZ>, tensor<2xf8E4M3B11FNUZ>, tensor<2xf8E5M2>, tensor<2xf8E5M2FNUZ>, tensor<2xf8E8M0FNU>, tensor<2xbf16>, tensor<2xf16>, tensor<2xtf32>, tensor<2xf32>, tensor<2xf64>) -> ()
func.func private @floats(tensor<2xf4E2M1FN>, tensor<2xf6E2M3FN>, tensor<2xf6E3M2FN>, tensor<2xf8E3M4>, tensor<2xf8E4M3>, tensor<2xf8E4M3FN>, tensor<2xf8E4M3FNUZ>, tensor<2xf8E4M3B11FNUZ>, tensor<2xf8E5M2>, tensor<2xf8E5M2FNUZ>, tensor<2xf8E8M0FNU>, tensor<2xbf16>, tensor<2xf16>, tensor<2xtf32>, tensor<2xf32>, tensor<2xf64>) -> ()

// CHECK: func.func private @integers(tensor<?xi1>, tensor<2xi2>, tensor<2xui2>, tensor<2xi4>, tensor<2xui4>, tensor<2xi8>, tensor<2xui8>, tensor<2xi16>, tensor<2xui16>, tensor<2xi32>, tensor<2xui32>, tensor<2xi64>, tensor<2xui64>, tensor<2xindex>) -> ()
func.func private @integers(tensor<?xi1>, tensor<2xi2>, tensor<2xui2>, tensor<2xi4>, tensor<2xui4>, tensor<2xi8>, tensor<2xui8>, tensor<2xi16>, tensor<2xui16>, tensor<2xi32>, tensor<2xui32>, tensor<2xi64>, tensor<2xui64>, tensor<2xindex>) -> ()

// CHECK: func.func private @complex(tensor<2xcomplex<f32>>, tensor<?x0xcomplex<f64>>) -> ()
func.func private @complex(tensor<2xcomplex<f32>>, tensor<?x0xcomplex<f64>>) -> ()

// CHECK: func.func private @bounded(tensor<?x?xf32, #stablehlo.bounds<16, ?>>, tensor<?xf32, #mhlo.type_extensions<bounds = [16]>>, tensor<?x4xf32, #stablehlo.type_extensions<bounds = [8, ?]>>) -> (!stablehlo.token, !mhlo.token)
func.func private @bounded(tensor<?x?xf32, #stablehlo.bounds<16, ?>>, tensor<?xf32, #mhlo.type_extensions<bounds = [16]>>, tensor<?x4xf32, #stablehlo.type_extensions<bounds = [8, ?]>>) -> (!stablehlo.token, !mhlo.token)

// CHECK: func.func @arithmetic(%a: tensor<2xf8E4M3FN>, %b: tensor<?xf4E2M1FN>, %c: tensor<2xui4>, %d: tensor<i2>, %e: tensor<3xf8E8M0FNU>) {
func.func @arithmetic(%a: tensor<2xf8E4M3FN>, %b: tensor<?xf4E2M1FN>, %c: tensor<2xui4>, %d: tensor<i2>, %e: tensor<3xf8E8M0FNU>) {
  // CHECK-NEXT: %0 = stablehlo.add %a, %a : tensor<2xf8E4M3FN>
  %0 = stablehlo.add %a, %a : tensor<2xf8E4M3FN>
  // CHECK-NEXT: %1 = stablehlo.multiply %b, %b : tensor<?xf4E2M1FN>
  %1 = stablehlo.multiply %b, %b : tensor<?xf4E2M1FN>
  // CHECK-NEXT: %2 = stablehlo.subtract %c, %c : tensor<2xui4>
  %2 = stablehlo.subtract %c, %c : tensor<2xui4>
  // CHECK-NEXT: %3 = stablehlo.convert %d : (tensor<i2>) -> tensor<i64>
  %3 = stablehlo.convert %d : (tensor<i2>) -> tensor<i64>
  // CHECK-NEXT: %4 = stablehlo.convert %e : (tensor<3xf8E8M0FNU>) -> tensor<3xbf16>
  %4 = stablehlo.convert %e : (tensor<3xf8E8M0FNU>) -> tensor<3xbf16>
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}
