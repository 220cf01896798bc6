// RUN: disc-opt %s --split-input-file -p 'shape-optimization{inline=false}' | filecheck %s
// RUN: disc-opt %s --split-input-file -p 'shape-optimization{inline=false}' | disc-opt --split-input-file -p 'shape-optimization{inline=false}' | filecheck %s
// RUN: disc-opt %s --split-input-file -p 'shape-optimization{keep-tie-shape=true inline=false},mhlo-to-lmhlo' | filecheck %s --check-prefix=RETURNED
// RUN: disc-opt %s --split-input-file -p 'shape-optimization{keep-tie-shape=true inline=false},mhlo-to-lmhlo{results=out-params}' | filecheck %s --check-prefix=OUT
// RUN: disc-opt %s --split-input-file -p 'shape-optimization{inline=false},strip-shape-constraints' | filecheck %s --check-prefix=STRIPPED

// Types at the boundary of a function that is called stay as they are. What is not read there
// could not be cast to its symbols either: an attribute carries them.
// CHECK-LABEL: func.func @main
// CHECK: func.call @f({{.*}}) {disc_shape.dims = {{\[\[}}@S2], unit]}
// CHECK: func.func private @f(%a: tensor<?xf32>, %b: tensor<?x4xf32> {disc_shape.dims = [@S4, @C4]})
// CHECK: tie_predicate_affine_eq %S2, affine_map<(d0) -> (d0 * 2)>(%S0)

// RETURNED-LABEL: func.func @main
// RETURNED: func.call @f({{.*}}) {disc_shape.dims = {{\[\[}}@S2], [@S0]]}
// RETURNED: func.func private @f(%a: memref<?xf32> {disc_shape.dims = [@S3]}, %b: memref<?x4xf32> {disc_shape.dims = [@S4, @C4]})
// RETURNED-SAME: -> (memref<?xf32> {disc_shape.dims = [@S5]}, memref<?xf32> {disc_shape.dims = [@S3]})

// OUT-LABEL: func.func @main
// OUT: %[[N:.*]] = memref.alloc(%{{.*}}) {disc_shape.dims = [@S2]} : memref<?xf32>
// OUT: func.call @f(%{{.*}}, %{{.*}}, %[[N]], %{{.*}}) : (memref<?xf32>, memref<?x4xf32>, memref<?xf32>, memref<?xf32>) -> ()
// OUT: func.func private @f(%a: memref<?xf32> {disc_shape.dims = [@S3]}, %b: memref<?x4xf32> {disc_shape.dims = [@S4, @C4]}, %out

// STRIPPED-NOT: disc_shape
func.func @main(%x: tensor<?xf32>, %y: tensor<?x4xf32>) -> tensor<?xf32> {
  %0:2 = func.call @f(%x, %y) : (tensor<?xf32>, tensor<?x4xf32>) -> (tensor<?xf32>, tensor<?xf32>)
  return %0#1 : tensor<?xf32>
}
func.func private @f(%a: tensor<?xf32>, %b: tensor<?x4xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %c = stablehlo.concatenate %a, %a, dim = 0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %t = stablehlo.tanh %a : tensor<?xf32>
  return %c, %t : tensor<?xf32>, tensor<?xf32>
}

// -----

// What was not read when its symbols were written, and is read now, has them in a cast again.
// CHECK-LABEL: func.func @main
// CHECK: func.call @g(%{{.*}}) : (tensor<?xf32>) -> tensor<?xf32>
// CHECK: func.func private @g(%a: tensor<?xf32>) -> tensor<?xf32>
// CHECK: tensor.cast %a : tensor<?xf32> to tensor<?xf32, [@S1]>
func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = func.call @g(%x) {disc_shape.dims = [@S7]} : (tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
func.func private @g(%a: tensor<?xf32> {disc_shape.dims = [@S8]}) -> tensor<?xf32> {
  %t = stablehlo.tanh %a : tensor<?xf32>
  return %t : tensor<?xf32>
}
disc_shape.SymbolDim @S7
disc_shape.SymbolDim @S8

// -----

// What is started asynchronously is called where it starts, and its result keeps its symbol.
// CHECK-LABEL: func.func @asynchronous
// CHECK: "mhlo.async_done"({{.*}}) {disc_shape.dims = [@S1]}
// RETURNED-LABEL: func.func @asynchronous
// RETURNED: func.call @called({{.*}}) {disc_shape.dims = [@S1]} : (memref<?xf32>) -> memref<?xf32>
func.func @asynchronous(%x: tensor<?xf32>) -> tensor<?xf32> {
  %k = "mhlo.async_start"(%x) <{called_computation = @called, execution_thread = "main"}> : (tensor<?xf32>) -> !mhlo.async_bundle<tuple<tensor<?xf32>>, tensor<?xf32>, tensor<i32>>
  %v = "mhlo.async_done"(%k) : (!mhlo.async_bundle<tuple<tensor<?xf32>>, tensor<?xf32>, tensor<i32>>) -> tensor<?xf32>
  return %x : tensor<?xf32>
}
func.func private @called(%a: tensor<?xf32>) -> tensor<?xf32> attributes {execution_thread = "main"} {
  %0 = mhlo.add %a, %a : tensor<?xf32>
  return %0 : tensor<?xf32>
}
