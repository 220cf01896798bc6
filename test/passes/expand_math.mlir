// RUN: disc-opt %s --split-input-file -p expand-math | filecheck %s
// RUN: disc-opt %s --split-input-file -p 'expand-math{ldexp=true}' | filecheck %s --check-prefix=LDEXP

// The exponential function: the power of two is multiplied in two steps, as it may leave the normal
// numbers, the first time by a multiply-add of the rest and its exponential less one.
// CHECK:      func.func @exponential(%x: f32) -> f32 {
// CHECK-NEXT: %0 = arith.constant 8.900000e+01 : f32
// CHECK-NEXT: %1 = arith.constant -1.760000e+02 : f32
// CHECK-NEXT: %2 = arith.constant 1.44269502 : f32
// CHECK-NEXT: %3 = arith.constant 0x4B4000FE : f32
// CHECK-NEXT: %4 = arith.constant 1 : i32
// CHECK-NEXT: %5 = arith.constant 23 : i32
// CHECK-NEXT: %6 = arith.constant -0.693145752 : f32
// CHECK-NEXT: %7 = arith.constant -1.42860677e-06 : f32
// CHECK-NEXT: %8 = arith.constant 0.00139269186 : f32
// CHECK-NEXT: %9 = arith.constant 0.0083637666 : f32
// CHECK-NEXT: %10 = arith.constant 0.0416665487 : f32
// CHECK-NEXT: %11 = arith.constant 0.166665733 : f32
// CHECK-NEXT: %12 = arith.constant 5.000000e-01 : f32
// CHECK-NEXT: %13 = arith.cmpf ogt, %x, %0 : f32
// CHECK-NEXT: %14 = arith.select %13, %0, %x : f32
// CHECK-NEXT: %15 = arith.cmpf olt, %14, %1 : f32
// CHECK-NEXT: %16 = arith.select %15, %1, %14 : f32
// CHECK-NEXT: %17 = math.fma %16, %2, %3 : f32
// CHECK-NEXT: %18 = arith.bitcast %17 : f32 to i32
// CHECK-NEXT: %19 = arith.shrsi %18, %4 : i32
// CHECK-NEXT: %20 = arith.subi %18, %19 : i32
// CHECK-NEXT: %21 = arith.shli %19, %5 : i32
// CHECK-NEXT: %22 = arith.bitcast %21 : i32 to f32
// CHECK-NEXT: %23 = arith.shli %20, %5 : i32
// CHECK-NEXT: %24 = arith.bitcast %23 : i32 to f32
// CHECK-NEXT: %25 = arith.subf %17, %3 : f32
// CHECK-NEXT: %26 = math.fma %25, %6, %16 : f32
// CHECK-NEXT: %27 = math.fma %25, %7, %26 : f32
// CHECK-NEXT: %28 = math.fma %8, %27, %9 : f32
// CHECK-NEXT: %29 = math.fma %28, %27, %10 : f32
// CHECK-NEXT: %30 = math.fma %29, %27, %11 : f32
// CHECK-NEXT: %31 = math.fma %30, %27, %12 : f32
// CHECK-NEXT: %32 = arith.mulf %27, %27 : f32
// CHECK-NEXT: %33 = math.fma %32, %31, %27 : f32
// CHECK-NEXT: %34 = math.fma %22, %33, %22 : f32
// CHECK-NEXT: %35 = arith.mulf %34, %24 : f32
// CHECK-NEXT: func.return %35 : f32
// CHECK-NEXT: }
func.func @exponential(%x: f32) -> f32 {
  %0 = math.exp %x : f32
  func.return %0 : f32
}

// -----

// Two operations that are instructions.
// CHECK:      func.func @reciprocal_root(%x: f32) -> f32 {
// CHECK-NEXT: %0 = arith.constant 1.000000e+00 : f32
// CHECK-NEXT: %1 = math.sqrt %x : f32
// CHECK-NEXT: %2 = arith.divf %0, %1 : f32
// CHECK-NEXT: func.return %2 : f32
// CHECK-NEXT: }
func.func @reciprocal_root(%x: f32) -> f32 {
  %0 = math.rsqrt %x : f32
  func.return %0 : f32
}

// -----

// Half precision is computed as f32.
// CHECK:      func.func @half(%x: f16) -> f16 {
// CHECK-NEXT: %0 = arith.constant 1.000000e+00 : f32
// CHECK-NEXT: %1 = arith.extf %x : f16 to f32
// CHECK-NEXT: %2 = math.sqrt %1 : f32
// CHECK-NEXT: %3 = arith.divf %0, %2 : f32
// CHECK-NEXT: %4 = arith.truncf %3 : f32 to f16
// CHECK-NEXT: func.return %4 : f16
// CHECK-NEXT: }
func.func @half(%x: f16) -> f16 {
  %0 = math.rsqrt %x : f16
  func.return %0 : f16
}

// -----

// Two roundings to a nearest integer: one is an instruction.
// CHECK:      func.func @rounded(%x: f64) -> (f64, f64) {
// CHECK-NEXT: %0 = arith.constant 1.000000e+00 : f64
// CHECK-NEXT: %1 = arith.constant 5.000000e-01 : f64
// CHECK-NEXT: %2 = math.trunc %x : f64
// CHECK-NEXT: %3 = math.copysign %0, %x : f64
// CHECK-NEXT: %4 = arith.subf %x, %2 : f64
// CHECK-NEXT: %5 = math.absf %4 : f64
// CHECK-NEXT: %6 = arith.cmpf olt, %5, %1 : f64
// CHECK-NEXT: %7 = arith.addf %2, %3 : f64
// CHECK-NEXT: %8 = arith.select %6, %2, %7 : f64
// CHECK-NEXT: %9 = math.roundeven %x : f64
// CHECK-NEXT: func.return %8, %9 : f64, f64
// CHECK-NEXT: }
func.func @rounded(%x: f64) -> (f64, f64) {
  %0 = math.round %x : f64
  %1 = math.roundeven %x : f64
  func.return %0, %1 : f64, f64
}

// -----

// Functions of f64 are calls of the mathematical library.
// CHECK:      func.func @wide(%x: f64) -> f64 {
// CHECK-NEXT: %0 = math.exp %x : f64
// CHECK-NEXT: func.return %0 : f64
// CHECK-NEXT: }
func.func @wide(%x: f64) -> f64 {
  %0 = math.exp %x : f64
  func.return %0 : f64
}

// -----

// Tensors have loops first.
// CHECK:      func.func @tensors(%x: tensor<?xf32>) -> tensor<?xf32> {
// CHECK-NEXT: %0 = math.exp %x : tensor<?xf32>
// CHECK-NEXT: func.return %0 : tensor<?xf32>
// CHECK-NEXT: }
func.func @tensors(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = math.exp %x : tensor<?xf32>
  func.return %0 : tensor<?xf32>
}

// -----

// The logistic function is one formula.
// CHECK:      func.func @logistic(%x: f32) -> f32 {
// CHECK-NEXT: %0 = arith.constant 1.800000e+01 : f32
// CHECK-NEXT: %1 = arith.constant -1.045000e+02 : f32
// CHECK-NEXT: %2 = arith.constant 1.44269502 : f32
// CHECK-NEXT: %3 = arith.constant 0x4B400067 : f32
// CHECK-NEXT: %4 = arith.constant 23 : i32
// CHECK-NEXT: %5 = arith.constant -0.693145752 : f32
// CHECK-NEXT: %6 = arith.constant -1.42860677e-06 : f32
// CHECK-NEXT: %7 = arith.constant 0.00139269186 : f32
// CHECK-NEXT: %8 = arith.constant 0.0083637666 : f32
// CHECK-NEXT: %9 = arith.constant 0.0416665487 : f32
// CHECK-NEXT: %10 = arith.constant 0.166665733 : f32
// CHECK-NEXT: %11 = arith.constant 5.000000e-01 : f32
// CHECK-NEXT: %12 = arith.constant 5.96046448e-08 : f32
// CHECK-NEXT: %13 = arith.constant 1.000000e+00 : f32
// CHECK-NEXT: %14 = arith.cmpf ogt, %x, %0 : f32
// CHECK-NEXT: %15 = arith.select %14, %0, %x : f32
// CHECK-NEXT: %16 = arith.cmpf olt, %15, %1 : f32
// CHECK-NEXT: %17 = arith.select %16, %1, %15 : f32
// CHECK-NEXT: %18 = arith.negf %17 : f32
// CHECK-NEXT: %19 = math.fma %18, %2, %3 : f32
// CHECK-NEXT: %20 = arith.bitcast %19 : f32 to i32
// CHECK-NEXT: %21 = arith.shli %20, %4 : i32
// CHECK-NEXT: %22 = arith.bitcast %21 : i32 to f32
// CHECK-NEXT: %23 = arith.subf %19, %3 : f32
// CHECK-NEXT: %24 = math.fma %23, %5, %18 : f32
// CHECK-NEXT: %25 = math.fma %23, %6, %24 : f32
// CHECK-NEXT: %26 = math.fma %7, %25, %8 : f32
// CHECK-NEXT: %27 = math.fma %26, %25, %9 : f32
// CHECK-NEXT: %28 = math.fma %27, %25, %10 : f32
// CHECK-NEXT: %29 = math.fma %28, %25, %11 : f32
// CHECK-NEXT: %30 = arith.mulf %25, %25 : f32
// CHECK-NEXT: %31 = math.fma %30, %29, %25 : f32
// CHECK-NEXT: %32 = arith.addf %22, %12 : f32
// CHECK-NEXT: %33 = math.fma %22, %31, %32 : f32
// CHECK-NEXT: %34 = arith.divf %13, %33 : f32
// CHECK-NEXT: %35 = arith.subf %32, %33 : f32
// CHECK-NEXT: %36 = math.fma %22, %31, %35 : f32
// CHECK-NEXT: %37 = arith.negf %36 : f32
// CHECK-NEXT: %38 = arith.negf %33 : f32
// CHECK-NEXT: %39 = math.fma %34, %38, %13 : f32
// CHECK-NEXT: %40 = math.fma %34, %37, %39 : f32
// CHECK-NEXT: %41 = math.fma %34, %40, %34 : f32
// CHECK-NEXT: %42 = arith.mulf %41, %12 : f32
// CHECK-NEXT: func.return %42 : f32
// CHECK-NEXT: }
func.func @logistic(%x: f32) -> f32 {
  %c1 = arith.constant 1.0 : f32
  %0 = arith.negf %x : f32
  %1 = math.exp %0 : f32
  %2 = arith.addf %c1, %1 : f32
  %3 = arith.divf %c1, %2 : f32
  func.return %3 : f32
}

// -----

// A quotient that is no logistic function.
// CHECK:      func.func @quotient(%x: f32) -> f32 {
// CHECK-NEXT: %c1 = arith.constant 1.000000e+00 : f32
// CHECK-NEXT: %c2 = arith.constant 2.000000e+00 : f32
// CHECK-NEXT: %0 = arith.addf %c2, %x : f32
// CHECK-NEXT: %1 = arith.divf %c1, %0 : f32
// CHECK-NEXT: func.return %1 : f32
// CHECK-NEXT: }
func.func @quotient(%x: f32) -> f32 {
  %c1 = arith.constant 1.0 : f32
  %c2 = arith.constant 2.0 : f32
  %0 = arith.addf %c2, %x : f32
  %1 = arith.divf %c1, %0 : f32
  func.return %1 : f32
}

// -----

// Constants are at the top of the function, the formula is in the loop.
// CHECK:      func.func @loop(%x: memref<?xf32>, %n: index) {
// CHECK-NEXT: %0 = arith.constant 4604544271217802189 : i64
// CHECK-NEXT: %1 = arith.constant 4503599627370495 : i64
// CHECK-NEXT: %2 = arith.constant 52 : i64
// CHECK-NEXT: %3 = arith.constant 4843621399236968448 : i64
// CHECK-NEXT: %4 = arith.constant 0x4338000000000000 : f64
// CHECK-NEXT: %5 = arith.constant 1.000000e+00 : f64
// CHECK-NEXT: %6 = arith.constant 0.2829310540165092 : f64
// CHECK-NEXT: %7 = arith.constant 0.31990375398167525 : f64
// CHECK-NEXT: %8 = arith.constant 0.41220929390006794 : f64
// CHECK-NEXT: %9 = arith.constant 0.57707794201791263 : f64
// CHECK-NEXT: %10 = arith.constant 0.96179669411428981 : f64
// CHECK-NEXT: %11 = arith.constant 2.8853900817778495 : f64
// CHECK-NEXT: %12 = arith.constant 0.000000e+00 : f64
// CHECK-NEXT: %13 = arith.constant 0xfff0000000000000 : f64
// CHECK-NEXT: %14 = arith.constant 0x7ff8000000000000 : f64
// CHECK-NEXT: %15 = arith.constant 0x7ff0000000000000 : f64
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: scf.for %i = %c0 to %n step %c1 {
// CHECK-NEXT: %16 = memref.load %x[%i] : memref<?xf32>
// CHECK-NEXT: %17 = arith.extf %16 : f32 to f64
// CHECK-NEXT: %18 = arith.bitcast %17 : f64 to i64
// CHECK-NEXT: %19 = arith.subi %18, %0 : i64
// CHECK-NEXT: %20 = arith.andi %19, %1 : i64
// CHECK-NEXT: %21 = arith.addi %20, %0 : i64
// CHECK-NEXT: %22 = arith.bitcast %21 : i64 to f64
// CHECK-NEXT: %23 = arith.shrsi %19, %2 : i64
// CHECK-NEXT: %24 = arith.addi %23, %3 : i64
// CHECK-NEXT: %25 = arith.bitcast %24 : i64 to f64
// CHECK-NEXT: %26 = arith.subf %25, %4 : f64
// CHECK-NEXT: %27 = arith.subf %22, %5 : f64
// CHECK-NEXT: %28 = arith.addf %22, %5 : f64
// CHECK-NEXT: %29 = arith.divf %27, %28 : f64
// CHECK-NEXT: %30 = arith.mulf %29, %29 : f64
// CHECK-NEXT: %31 = math.fma %6, %30, %7 : f64
// CHECK-NEXT: %32 = math.fma %31, %30, %8 : f64
// CHECK-NEXT: %33 = math.fma %32, %30, %9 : f64
// CHECK-NEXT: %34 = math.fma %33, %30, %10 : f64
// CHECK-NEXT: %35 = math.fma %34, %30, %11 : f64
// CHECK-NEXT: %36 = math.fma %29, %35, %26 : f64
// CHECK-NEXT: %37 = arith.cmpf oeq, %17, %12 : f64
// CHECK-NEXT: %38 = arith.select %37, %13, %14 : f64
// CHECK-NEXT: %39 = arith.cmpf ogt, %17, %12 : f64
// CHECK-NEXT: %40 = arith.cmpf olt, %17, %15 : f64
// CHECK-NEXT: %41 = arith.select %40, %36, %17 : f64
// CHECK-NEXT: %42 = arith.select %39, %41, %38 : f64
// CHECK-NEXT: %43 = arith.truncf %42 : f64 to f32
// CHECK-NEXT: memref.store %43, %x[%i] : memref<?xf32>
// CHECK-NEXT: }
// CHECK-NEXT: func.return
// CHECK-NEXT: }
func.func @loop(%x: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %0 = memref.load %x[%i] : memref<?xf32>
    %1 = math.log2 %0 : f32
    memref.store %1, %x[%i] : memref<?xf32>
  }
  func.return
}

// -----

// Where the target scales by powers of two in one instruction, that is the last step.
// LDEXP-LABEL: func.func @scaled_once(
// LDEXP:       %[[MOVED:.*]] = math.fma %x, %{{.*}}, %{{.*}} : f32
// LDEXP-NEXT:  %[[BITS:.*]] = arith.bitcast %[[MOVED]] : f32 to i32
// LDEXP-NEXT:  %[[POWER:.*]] = arith.subi %[[BITS]], %{{.*}} : i32
// LDEXP-NEXT:  %[[WHOLE:.*]] = arith.sitofp %[[POWER]] : i32 to f32
// LDEXP-NEXT:  %[[HIGH:.*]] = math.fma %[[WHOLE]], %{{.*}}, %x : f32
// LDEXP:       %[[SUM:.*]] = arith.addf %{{.*}}, %{{.*}} : f32
// LDEXP-NEXT:  %[[VALUE:.*]] = arith.select %{{.*}}, %{{.*}}, %[[SUM]] : f32
// LDEXP-NEXT:  %[[SCALED:.*]] = llvm.call_intrinsic "llvm.ldexp.f32.i32"(%[[VALUE]], %[[POWER]])
// LDEXP-NEXT:  func.return %[[SCALED]] : f32
func.func @scaled_once(%x: f32) -> f32 {
  %0 = math.exp %x : f32
  func.return %0 : f32
}

// -----

// Powers of constants are products and roots; in f64 those that round once.
// CHECK:      func.func @powers(%x: f32, %y: f64, %n: f32) -> (f32, f64, f32, f32, f64) {
// CHECK-NEXT: %0 = arith.constant 1.000000e+00 : f64
// CHECK-NEXT: %1 = arith.constant 0.000000e+00 : f64
// CHECK-NEXT: %2 = arith.constant 0xfff0000000000000 : f64
// CHECK-NEXT: %3 = arith.constant 0x7ff8000000000000 : f64
// CHECK-NEXT: %three = arith.constant 3.000000e+00 : f64
// CHECK-NEXT: %4 = arith.mulf %x, %x : f32
// CHECK-NEXT: %5 = arith.divf %0, %y : f64
// CHECK-NEXT: %6 = arith.extf %x : f32 to f64
// CHECK-NEXT: %7 = math.absf %6 : f64
// CHECK-NEXT: %8 = math.sqrt %7 : f64
// CHECK-NEXT: %9 = arith.divf %0, %8 : f64
// CHECK-NEXT: %10 = arith.cmpf olt, %6, %1 : f64
// CHECK-NEXT: %11 = arith.cmpf ogt, %6, %2 : f64
// CHECK-NEXT: %12 = arith.andi %10, %11 : i1
// CHECK-NEXT: %13 = arith.select %12, %3, %9 : f64
// CHECK-NEXT: %14 = arith.truncf %13 : f64 to f32
// CHECK-NEXT: %15 = arith.extf %x : f32 to f64
// CHECK-NEXT: %16 = arith.mulf %15, %15 : f64
// CHECK-NEXT: %17 = arith.mulf %15, %16 : f64
// CHECK-NEXT: %18 = arith.truncf %17 : f64 to f32
// CHECK-NEXT: %19 = math.powf %y, %three : f64
// CHECK-NEXT: func.return %4, %5, %14, %18, %19 : f32, f64, f32, f32, f64
// CHECK-NEXT: }
func.func @powers(%x: f32, %y: f64, %n: f32) -> (f32, f64, f32, f32, f64) {
  %two = arith.constant 2.0 : f32
  %less = arith.constant -1.0 : f64
  %half = arith.constant -0.5 : f32
  %three = arith.constant 3.0 : f64
  %0 = math.powf %x, %two : f32
  %1 = math.powf %y, %less : f64
  %2 = math.powf %x, %half : f32
  %c = arith.constant 3.0 : f32
  %3 = math.powf %x, %c : f32
  %4 = math.powf %y, %three : f64
  func.return %0, %1, %2, %3, %4 : f32, f64, f32, f32, f64
}
