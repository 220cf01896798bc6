// RUN: DISC_ROUNDTRIP
// RUN: DISC_GENERIC_ROUNDTRIP

// CHECK-LABEL: func.func @tensors
func.func @tensors(%t: tensor<3x4x5xf32>, %u: tensor<*xf32>, %i: tensor<6x7x1xindex>, %c: tensor<2x3xi32>,
                   %s: tensor<6x7x3x5xf32>, %e: tensor<2x3x4x5xf32>, %d: tensor<?x8xf32>, %n: index, %x: f32) {
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
  // CHECK: tensor.gather %{{.*}}[%{{.*}}] gather_dims([1]) : (tensor<3x4x5xf32>, tensor<6x7x1xindex>) -> tensor<6x7x3x1x5xf32>
  %3 = tensor.gather %t[%i] gather_dims([1]) : (tensor<3x4x5xf32>, tensor<6x7x1xindex>) -> tensor<6x7x3x1x5xf32>
  // CHECK: tensor.gather %{{.*}}[%{{.*}}] gather_dims([1]) unique : (tensor<3x4x5xf32>, tensor<6x7x1xindex>) -> tensor<6x7x3x5xf32>
  %4 = tensor.gather %t[%i] gather_dims([1]) unique : (tensor<3x4x5xf32>, tensor<6x7x1xindex>) -> tensor<6x7x3x5xf32>
  // CHECK: tensor.gather %{{.*}}[%{{.*}}] gather_dims([0, 1, 2]) : (tensor<3x4x5xf32>, tensor<2x3xi32>) -> tensor<2xf32>
  %5 = tensor.gather %t[%c] gather_dims([0, 1, 2]) : (tensor<3x4x5xf32>, tensor<2x3xi32>) -> tensor<2xf32>
  // CHECK: tensor.scatter %{{.*}} into %{{.*}}[%{{.*}}] scatter_dims([1]) unique : (tensor<6x7x3x5xf32>, tensor<3x4x5xf32>, tensor<6x7x1xindex>) -> tensor<3x4x5xf32>
  %6 = tensor.scatter %s into %t[%i] scatter_dims([1]) unique : (tensor<6x7x3x5xf32>, tensor<3x4x5xf32>, tensor<6x7x1xindex>) -> tensor<3x4x5xf32>
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
  // CHECK: tensor.parallel_insert_slice %{{.*}} into %{{.*}}[%{{.*}}, 0] [4, 8] [1, 1] : tensor<4x8xf32> into tensor<?x8xf32>
  %9 = tensor.empty() : tensor<4x8xf32>
  tensor.parallel_insert_slice %9 into %d[%n, 0] [4, 8] [1, 1] : tensor<4x8xf32> into tensor<?x8xf32>
  func.return
}

// CHECK-LABEL: func.func @arith
func.func @arith(%f: f32, %h: f16, %v: tensor<4xf16>, %i: i32, %n: index) {
  // CHECK: arith.remf %{{.*}}, %{{.*}} : f32
  %0 = arith.remf %f, %f : f32
  // CHECK: arith.remf %{{.*}}, %{{.*}} fastmath<fast> : f32
  %1 = arith.remf %f, %f fastmath<fast> : f32
  // CHECK: arith.convertf %{{.*}} : f16 to bf16
  %2 = arith.convertf %h : f16 to bf16
  // CHECK: arith.convertf %{{.*}} : tensor<4xf16> to tensor<4xbf16>
  %3 = arith.convertf %v : tensor<4xf16> to tensor<4xbf16>
  // CHECK: arith.index_castui %{{.*}} : i32 to index
  %4 = arith.index_castui %i : i32 to index
  // CHECK: arith.index_castui %{{.*}} : index to i32
  %5 = arith.index_castui %n : index to i32
  // CHECK: %{{.*}}, %{{.*}} = arith.subui_extended %{{.*}}, %{{.*}} : i32, i1
  %6, %7 = arith.subui_extended %i, %i : i32, i1
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

// CHECK-LABEL: func.func @math
func.func @math(%f: f32, %v: tensor<?xf32, [@S0]>) -> tensor<?xi1, [@S0]> {
  // CHECK: math.isfinite %{{.*}} : f32
  %0 = math.isfinite %f : f32
  // CHECK: math.isinf %{{.*}} fastmath<fast> : f32
  %1 = math.isinf %f fastmath<fast> : f32
  // CHECK: %[[NAN:.*]] = math.isnan %{{.*}} : tensor<?xf32, [@S0]>
  %2 = math.isnan %v : tensor<?xf32, [@S0]>
  // CHECK: math.isnormal %{{.*}} : f32
  %3 = math.isnormal %f : f32
  // CHECK: math.erfc %{{.*}} : f32
  %4 = math.erfc %f : f32
  // CHECK: math.clampf %{{.*}} to [%{{.*}}, %{{.*}}] : f32
  %5 = math.clampf %f to [%f, %f] : f32
  // CHECK: math.clampf %{{.*}} to [%{{.*}}, %{{.*}}] fastmath<fast> : f32
  %6 = math.clampf %f to [%f, %f] fastmath<fast> : f32
  // CHECK: %{{.*}}, %{{.*}} = math.sincos %{{.*}} : f32
  %7, %8 = math.sincos %f : f32
  func.return %2 : tensor<?xi1, [@S0]>
}
disc_shape.SymbolDim @S0

// CHECK-LABEL: func.func @index
func.func @index(%a: index, %b: index, %i: i32) {
  // CHECK: index.add %{{.*}}, %{{.*}}
  %0 = index.add %a, %b
  // CHECK: index.sub %{{.*}}, %{{.*}}
  %1 = index.sub %a, %b
  // CHECK: index.mul %{{.*}}, %{{.*}}
  %2 = index.mul %a, %b
  // CHECK: index.divs %{{.*}}, %{{.*}}
  %3 = index.divs %a, %b
  // CHECK: index.divu %{{.*}}, %{{.*}}
  %4 = index.divu %a, %b
  // CHECK: index.ceildivs %{{.*}}, %{{.*}}
  %5 = index.ceildivs %a, %b
  // CHECK: index.ceildivu %{{.*}}, %{{.*}}
  %6 = index.ceildivu %a, %b
  // CHECK: index.floordivs %{{.*}}, %{{.*}}
  %7 = index.floordivs %a, %b
  // CHECK: index.rems %{{.*}}, %{{.*}}
  %8 = index.rems %a, %b
  // CHECK: index.remu %{{.*}}, %{{.*}}
  %9 = index.remu %a, %b
  // CHECK: index.maxs %{{.*}}, %{{.*}}
  %10 = index.maxs %a, %b
  // CHECK: index.maxu %{{.*}}, %{{.*}}
  %11 = index.maxu %a, %b
  // CHECK: index.mins %{{.*}}, %{{.*}}
  %12 = index.mins %a, %b
  // CHECK: index.minu %{{.*}}, %{{.*}}
  %13 = index.minu %a, %b
  // CHECK: index.shl %{{.*}}, %{{.*}}
  %14 = index.shl %a, %b
  // CHECK: index.shrs %{{.*}}, %{{.*}}
  %15 = index.shrs %a, %b
  // CHECK: index.shru %{{.*}}, %{{.*}}
  %16 = index.shru %a, %b
  // CHECK: index.and %{{.*}}, %{{.*}}
  %17 = index.and %a, %b
  // CHECK: index.or %{{.*}}, %{{.*}}
  %18 = index.or %a, %b
  // CHECK: index.xor %{{.*}}, %{{.*}}
  %19 = index.xor %a, %b
  // CHECK: index.casts %{{.*}} : index to i32
  %20 = index.casts %a : index to i32
  // CHECK: index.castu %{{.*}} : i32 to index
  %21 = index.castu %i : i32 to index
  // CHECK: index.cmp slt(%{{.*}}, %{{.*}})
  %22 = index.cmp slt(%a, %b)
  // CHECK: index.sizeof
  %23 = index.sizeof
  // CHECK: index.constant 42
  %24 = index.constant 42
  // CHECK: index.bool.constant true
  %25 = index.bool.constant true
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
