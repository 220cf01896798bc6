// RUN: disc-opt %s --split-input-file --verify-diagnostics --parsing-diagnostics | filecheck %s

// roots of collective_broadcast
// CHECK: 'stablehlo.collective_broadcast' has 1 operands, expected 2 or more with roots
func.func @collective_broadcast_no_data(%a0: tensor<1xi32>) {
  "stablehlo.collective_broadcast"(%a0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, has_dynamic_root}> : (tensor<1xi32>) -> ()
  func.return
}

// -----

// (c3), (c6) of collective_broadcast
// CHECK: 'stablehlo.collective_broadcast' has no operands, expected at least 1
func.func @collective_broadcast_none() {
  "stablehlo.collective_broadcast"() <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : () -> ()
  func.return
}

// -----

// (c3), (c6) of collective_broadcast
// CHECK: 'stablehlo.collective_broadcast' has 1 results, expected 2
func.func @collective_broadcast_count(%a0: tensor<4xf32>, %a1: tensor<4xf32>) {
  %0 = "stablehlo.collective_broadcast"(%a0, %a1) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>)
  func.return
}

// -----

// roots of collective_broadcast
// CHECK: roots of 'stablehlo.collective_broadcast' are tensor<2xi32>, expected tensor<1xi32>
func.func @collective_broadcast_roots(%a0: tensor<4xf32>, %a1: tensor<2xi32>) {
  %0 = "stablehlo.collective_broadcast"(%a0, %a1) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, has_dynamic_root}> : (tensor<4xf32>, tensor<2xi32>) -> (tensor<4xf32>)
  func.return
}

// -----

// roots of collective_broadcast
// CHECK: roots of 'stablehlo.collective_broadcast' are tensor<1xi64>, expected tensor<1xi32>
func.func @collective_broadcast_roots_type(%a0: tensor<4xf32>, %a1: tensor<1xi64>) {
  %0 = "stablehlo.collective_broadcast"(%a0, %a1) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, has_dynamic_root}> : (tensor<4xf32>, tensor<1xi64>) -> (tensor<4xf32>)
  func.return
}

// -----

// roots of collective_broadcast
// CHECK: roots of 'stablehlo.collective_broadcast' are tensor<i32>, expected tensor<1xi32>
func.func @collective_broadcast_roots_rank(%a0: tensor<4xf32>, %a1: tensor<i32>) {
  %0 = "stablehlo.collective_broadcast"(%a0, %a1) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, has_dynamic_root}> : (tensor<4xf32>, tensor<i32>) -> (tensor<4xf32>)
  func.return
}

// -----

// (c3), (c6) of collective_broadcast
// CHECK: dimension 0 of 'stablehlo.collective_broadcast' operand and result differ: 4 and 5
func.func @collective_broadcast_shape(%a0: tensor<4xf32>) {
  %0 = "stablehlo.collective_broadcast"(%a0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4xf32>) -> (tensor<5xf32>)
  func.return
}

// -----

// roots of collective_reduce
// CHECK: 'stablehlo.collective_reduce' has 1 operands, expected 2 or more with roots
func.func @collective_reduce_no_data(%a0: tensor<1xi32>) {
  "stablehlo.collective_reduce"(%a0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, has_dynamic_root}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<1xi32>) -> ()
  func.return
}

// -----

// (c3), (c6) of collective_reduce
// CHECK: 'stablehlo.collective_reduce' has no operands, expected at least 1
func.func @collective_reduce_none() {
  "stablehlo.collective_reduce"() <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : () -> ()
  func.return
}

// -----

// (c3), (c6) of collective_reduce
// CHECK: 'stablehlo.collective_reduce' has 1 results, expected 2
func.func @collective_reduce_count(%a0: tensor<4xf32>, %a1: tensor<4xf32>) {
  %0 = "stablehlo.collective_reduce"(%a0, %a1) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>)
  func.return
}

// -----

// roots of collective_reduce
// CHECK: roots of 'stablehlo.collective_reduce' are tensor<2xi32>, expected tensor<1xi32>
func.func @collective_reduce_roots(%a0: tensor<4xf32>, %a1: tensor<2xi32>) {
  %0 = "stablehlo.collective_reduce"(%a0, %a1) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, has_dynamic_root}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4xf32>, tensor<2xi32>) -> (tensor<4xf32>)
  func.return
}

// -----

// roots of collective_reduce
// CHECK: roots of 'stablehlo.collective_reduce' are tensor<1xi64>, expected tensor<1xi32>
func.func @collective_reduce_roots_type(%a0: tensor<4xf32>, %a1: tensor<1xi64>) {
  %0 = "stablehlo.collective_reduce"(%a0, %a1) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, has_dynamic_root}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4xf32>, tensor<1xi64>) -> (tensor<4xf32>)
  func.return
}

// -----

// roots of collective_reduce
// CHECK: roots of 'stablehlo.collective_reduce' are tensor<i32>, expected tensor<1xi32>
func.func @collective_reduce_roots_rank(%a0: tensor<4xf32>, %a1: tensor<i32>) {
  %0 = "stablehlo.collective_reduce"(%a0, %a1) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, has_dynamic_root}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4xf32>, tensor<i32>) -> (tensor<4xf32>)
  func.return
}

// -----

// (c3), (c6) of collective_reduce
// CHECK: dimension 0 of 'stablehlo.collective_reduce' operand and result differ: 4 and 5
func.func @collective_reduce_shape(%a0: tensor<4xf32>) {
  %0 = "stablehlo.collective_reduce"(%a0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4xf32>) -> (tensor<5xf32>)
  func.return
}

// -----

// (c3) of collective_reduce
// CHECK: replica_groups of 'stablehlo.collective_reduce' lack process 1
func.func @collective_reduce_lacks(%a0: tensor<4xf32>) {
  %0 = "stablehlo.collective_reduce"(%a0) <{replica_groups = dense<[[0, 2]]> : tensor<1x2xi64>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  func.return
}

// -----

// (c4) of collective_reduce
// CHECK: 'stablehlo.collective_reduce' uses global device ids with channel 0, expected more than 0
func.func @collective_reduce_ids(%a0: tensor<4xf32>) {
  %0 = "stablehlo.collective_reduce"(%a0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  func.return
}

// -----

// (c1) of collective_reduce
// CHECK: replica_groups of 'stablehlo.collective_reduce' repeat a process: [0, 0]
func.func @collective_reduce_repeats(%a0: tensor<4xf32>) {
  %0 = "stablehlo.collective_reduce"(%a0) <{replica_groups = dense<[[0, 0]]> : tensor<1x2xi64>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  func.return
}

// -----

// (c5) of collective_reduce
// CHECK: 'stablehlo.collective_reduce' has 1 body arguments, expected 2
func.func @collective_reduce_body(%a0: tensor<4xf32>) {
  %0 = "stablehlo.collective_reduce"(%a0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%x: tensor<f32>):
    stablehlo.return %x : tensor<f32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  func.return
}

// -----

// (c6) of collective_reduce
// CHECK: dimension 0 of 'stablehlo.collective_reduce' operand and result differ: 4 and 3
func.func @collective_reduce_sizes(%a0: tensor<4xf32>) {
  %0 = "stablehlo.collective_reduce"(%a0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4xf32>) -> tensor<3xf32>
  func.return
}

// -----

// (c7) of collective_reduce
// CHECK: element types of 'stablehlo.collective_reduce' body and result 0 differ: f32 and f64
func.func @collective_reduce_element(%a0: tensor<4xf32>) {
  %0 = "stablehlo.collective_reduce"(%a0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4xf32>) -> tensor<4xf64>
  func.return
}
