// RUN: DISC_ROUNDTRIP
// RUN: DISC_GENERIC_ROUNDTRIP

// CHECK-LABEL: func.func @tensors
func.func @tensors(%t: tensor<3x4x5xf32>, %u: tensor<*xf32>, %c: tensor<2x3xi32>,
                   %d: tensor<?x8xf32>, %n: index, %x: f32) {
  // CHECK: tensor.bitcast %{{.*}} : tensor<2x3xi32> to tensor<?x3xf32>
  %0 = tensor.bitcast %c : tensor<2x3xi32> to tensor<?x3xf32>
  // CHECK: tensor.bitcast %{{.*}} : tensor<*xf32> to tensor<*xi32>
  %1 = tensor.bitcast %u : tensor<*xf32> to tensor<*xi32>
  // CHECK: tensor.reshape %{{.*}}(%{{.*}}) : (tensor<?x8xf32>, tensor<1xindex>) -> tensor<?xf32>
  %s1 = tensor.empty() : tensor<1xindex>
  %r1 = tensor.reshape %d(%s1) : (tensor<?x8xf32>, tensor<1xindex>) -> tensor<?xf32>
  // CHECK: tensor.reshape %{{.*}}(%{{.*}}) : (tensor<3x4x5xf32>, tensor<1xindex>) -> tensor<60xf32>
  %r2 = tensor.reshape %t(%s1) : (tensor<3x4x5xf32>, tensor<1xindex>) -> tensor<60xf32>
  // CHECK: tensor.rank %{{.*}} : tensor<*xf32>
  %2 = tensor.rank %u : tensor<*xf32>
  // CHECK: tensor.generate %{{.*}} {
  // CHECK-NEXT: ^{{.*}}(%{{.*}}: index, %{{.*}}: index):
  %7 = tensor.generate %n {
  ^bb0(%a: index, %b: index):
    // CHECK-NEXT: tensor.yield %{{.*}} : f32
    tensor.yield %x : f32
    // CHECK-NEXT: } : tensor<?x3xf32>
  } : tensor<?x3xf32>
  // CHECK: tensor.generate {
  %8 = tensor.generate {
    tensor.yield %x : f32
  } : tensor<f32>
  func.return
}

// CHECK-LABEL: func.func @arith
func.func @arith(%f: f32, %h: f16, %v: tensor<4xf16>, %i: i32, %n: index) {
  // CHECK: arith.remf %{{.*}}, %{{.*}} : f32
  %0 = arith.remf %f, %f : f32
  // CHECK: arith.remf %{{.*}}, %{{.*}} fastmath<fast> : f32
  %1 = arith.remf %f, %f fastmath<fast> : f32
  // CHECK: arith.index_castui %{{.*}} : i32 to index
  %4 = arith.index_castui %i : i32 to index
  // CHECK: arith.index_castui %{{.*}} : index to i32
  %5 = arith.index_castui %n : index to i32
  // xDSL's own operations are still there.
  // CHECK: arith.addi %{{.*}}, %{{.*}} : i32
  %8 = arith.addi %i, %i : i32
  func.return
}

// CHECK-LABEL: func.func @casts
func.func @casts(%i: tensor<2xi32>, %f: tensor<?xf32>, %v: vector<4xi8>, %d: tensor<?xi32>, %s: i32) {
  // CHECK: arith.index_cast %{{.*}} : tensor<2xi32> to tensor<2xindex>
  %0 = arith.index_cast %i : tensor<2xi32> to tensor<2xindex>
  // CHECK: arith.index_castui %{{.*}} : tensor<2xi32> to tensor<2xindex>
  %1 = arith.index_castui %i : tensor<2xi32> to tensor<2xindex>
  // CHECK: arith.extsi %{{.*}} : tensor<2xi32> to tensor<2xi64>
  %2 = arith.extsi %i : tensor<2xi32> to tensor<2xi64>
  // CHECK: arith.extui %{{.*}} : vector<4xi8> to vector<4xi16>
  %3 = arith.extui %v : vector<4xi8> to vector<4xi16>
  // CHECK: arith.trunci %{{.*}} {note = "x"} : tensor<2xi32> to tensor<2xi1>
  %4 = arith.trunci %i {note = "x"} : tensor<2xi32> to tensor<2xi1>
  // CHECK: arith.sitofp %{{.*}} : tensor<2xi32> to tensor<2xf32>
  %5 = arith.sitofp %i : tensor<2xi32> to tensor<2xf32>
  // CHECK: arith.uitofp %{{.*}} : tensor<?xi32> to tensor<?xf32>
  %6 = arith.uitofp %d : tensor<?xi32> to tensor<?xf32>
  // CHECK: arith.fptosi %{{.*}} : tensor<?xf32> to tensor<?xi32>
  %7 = arith.fptosi %f : tensor<?xf32> to tensor<?xi32>
  // CHECK: arith.fptoui %{{.*}} : tensor<?xf32> to tensor<?xi32>
  %8 = arith.fptoui %f : tensor<?xf32> to tensor<?xi32>
  // CHECK: arith.index_cast %{{.*}} : i32 to index
  %9 = arith.index_cast %s : i32 to index
  func.return
}

// CHECK-LABEL: func.func @choices
func.func @choices(%c: i1, %t: tensor<?xi1>, %v: vector<4xi1>, %x: tensor<?xf32>, %y: tensor<?xf32>,
                   %a: vector<4xf32>) {
  // CHECK: arith.select %{{.*}}, %{{.*}}, %{{.*}} {note} : tensor<?xf32>
  %0 = arith.select %c, %x, %y {note} : tensor<?xf32>
  // CHECK: arith.select %{{.*}}, %{{.*}}, %{{.*}} : tensor<?xi1>, tensor<?xf32>
  %1 = arith.select %t, %0, %y : tensor<?xi1>, tensor<?xf32>
  // CHECK: arith.select %{{.*}}, %{{.*}}, %{{.*}} : vector<4xi1>, vector<4xf32>
  %2 = arith.select %v, %a, %a : vector<4xi1>, vector<4xf32>
  func.return
}

// CHECK-LABEL: func.func @padded
func.func @padded(%x: tensor<?x3xf32>, %n: index, %z: f32, %s: tensor<f32>) {
  // CHECK: tensor.pad %{{.*}} low[0, %{{.*}}] high[%{{.*}}, 1] {
  // CHECK: } : tensor<?x3xf32> to tensor<2x6xf32>
  %0 = tensor.pad %x low[0, %n] high[%n, 1] {
  ^bb0(%i: index, %j: index):
    tensor.yield %z : f32
  } : tensor<?x3xf32> to tensor<2x6xf32>
  // CHECK: tensor.expand_shape %{{.*}} [] output_shape [1, 1] : tensor<f32> into tensor<1x1xf32>
  %1 = tensor.expand_shape %s [] output_shape [1, 1] : tensor<f32> into tensor<1x1xf32>
  func.return
}
