// RUN: disc-opt %s --split-input-file -p expand-math | filecheck %s
// RUN: disc-opt %s --split-input-file -p 'expand-math{fma=false}' | filecheck %s --check-prefix=PLAIN

// Functions that are computed in f64 and rounded once, and functions that are computed in f32, of
// which sines and cosines reduce their argument in f64; without fused products, if the target has
// none.

// CHECK:       func.func @acos(
// CHECK-NOT:   math.acos %x0
// CHECK:       %14 = arith.extf %x0 : f32 to f64
// CHECK:       math.fma
// CHECK-NOT:   math.acos %x0
// CHECK:       %50 = arith.truncf %49 : f64 to f32
// CHECK-NEXT:  func.return %50 : f32
// PLAIN:       func.func @acos(
// PLAIN-NOT:   math.fma
// PLAIN:       arith.truncf
// PLAIN-NEXT:  func.return
func.func @acos(%x0: f32) -> f32 {
  %0 = math.acos %x0 : f32
  func.return %0 : f32
}

// -----

// CHECK:       func.func @acosh(
// CHECK-NOT:   math.acosh %x0
// CHECK:       %19 = arith.extf %x0 : f32 to f64
// CHECK:       math.fma
// CHECK-NOT:   math.acosh %x0
// CHECK:       %59 = arith.truncf %58 : f64 to f32
// CHECK-NEXT:  func.return %59 : f32
// PLAIN:       func.func @acosh(
// PLAIN-NOT:   math.fma
// PLAIN:       arith.truncf
// PLAIN-NEXT:  func.return
func.func @acosh(%x0: f32) -> f32 {
  %0 = math.acosh %x0 : f32
  func.return %0 : f32
}

// -----

// CHECK:       func.func @asin(
// CHECK-NOT:   math.asin %x0
// CHECK:       %13 = arith.extf %x0 : f32 to f64
// CHECK:       math.fma
// CHECK-NOT:   math.asin %x0
// CHECK:       %47 = arith.truncf %46 : f64 to f32
// CHECK-NEXT:  func.return %47 : f32
// PLAIN:       func.func @asin(
// PLAIN-NOT:   math.fma
// PLAIN:       arith.truncf
// PLAIN-NEXT:  func.return
func.func @asin(%x0: f32) -> f32 {
  %0 = math.asin %x0 : f32
  func.return %0 : f32
}

// -----

// CHECK:       func.func @asinh(
// CHECK-NOT:   math.asinh %x0
// CHECK:       %19 = arith.extf %x0 : f32 to f64
// CHECK:       math.fma
// CHECK-NOT:   math.asinh %x0
// CHECK:       %61 = arith.truncf %60 : f64 to f32
// CHECK-NEXT:  func.return %61 : f32
// PLAIN:       func.func @asinh(
// PLAIN-NOT:   math.fma
// PLAIN:       arith.truncf
// PLAIN-NEXT:  func.return
func.func @asinh(%x0: f32) -> f32 {
  %0 = math.asinh %x0 : f32
  func.return %0 : f32
}

// -----

// CHECK:       func.func @atan(
// CHECK-NOT:   math.atan %x0
// CHECK:       %13 = arith.extf %x0 : f32 to f64
// CHECK:       math.fma
// CHECK-NOT:   math.atan %x0
// CHECK:       %43 = arith.truncf %42 : f64 to f32
// CHECK-NEXT:  func.return %43 : f32
// PLAIN:       func.func @atan(
// PLAIN-NOT:   math.fma
// PLAIN:       arith.truncf
// PLAIN-NEXT:  func.return
func.func @atan(%x0: f32) -> f32 {
  %0 = math.atan %x0 : f32
  func.return %0 : f32
}

// -----

// CHECK:       func.func @atanh(
// CHECK-NOT:   math.atanh %x0
// CHECK:       %21 = arith.extf %x0 : f32 to f64
// CHECK:       math.fma
// CHECK-NOT:   math.atanh %x0
// CHECK:       %60 = arith.truncf %59 : f64 to f32
// CHECK-NEXT:  func.return %60 : f32
// PLAIN:       func.func @atanh(
// PLAIN-NOT:   math.fma
// PLAIN:       arith.truncf
// PLAIN-NEXT:  func.return
func.func @atanh(%x0: f32) -> f32 {
  %0 = math.atanh %x0 : f32
  func.return %0 : f32
}

// -----

// CHECK:       func.func @cbrt(
// CHECK-NOT:   math.cbrt %x0
// CHECK:       %26 = arith.extf %x0 : f32 to f64
// CHECK:       math.fma
// CHECK-NOT:   math.cbrt %x0
// CHECK:       %74 = arith.truncf %73 : f64 to f32
// CHECK-NEXT:  func.return %74 : f32
// PLAIN:       func.func @cbrt(
// PLAIN-NOT:   math.fma
// PLAIN:       arith.truncf
// PLAIN-NEXT:  func.return
func.func @cbrt(%x0: f32) -> f32 {
  %0 = math.cbrt %x0 : f32
  func.return %0 : f32
}

// -----

// CHECK:       func.func @cos(
// CHECK-NOT:   math.cos %x0
// CHECK:       %[[SIZE:.*]] = math.absf %x0 : f32
// CHECK-NEXT:  arith.extf %[[SIZE]] : f32 to f64
// CHECK:       math.fma
// CHECK-NOT:   math.cos %x0
// CHECK:       %[[REST:.*]] = arith.truncf %{{.*}} : f64 to f32
// CHECK-NEXT:  arith.mulf %[[REST]], %[[REST]] : f32
// CHECK-NOT:   f64
// CHECK:       func.return
// PLAIN:       func.func @cos(
// PLAIN-NOT:   math.fma
// PLAIN:       arith.truncf
// PLAIN-NOT:   math.fma
// PLAIN:       func.return
func.func @cos(%x0: f32) -> f32 {
  %0 = math.cos %x0 : f32
  func.return %0 : f32
}

// -----

// CHECK:       func.func @cosh(
// CHECK-NOT:   math.cosh %x0
// CHECK:       %14 = arith.extf %x0 : f32 to f64
// CHECK:       math.fma
// CHECK-NOT:   math.cosh %x0
// CHECK:       %39 = arith.truncf %38 : f64 to f32
// CHECK-NEXT:  func.return %39 : f32
// PLAIN:       func.func @cosh(
// PLAIN-NOT:   math.fma
// PLAIN:       arith.truncf
// PLAIN-NEXT:  func.return
func.func @cosh(%x0: f32) -> f32 {
  %0 = math.cosh %x0 : f32
  func.return %0 : f32
}

// -----

// CHECK:       func.func @erf(
// CHECK-NOT:   f64
// CHECK-NOT:   math.erf %x0
// CHECK:       math.fma
// CHECK-NOT:   f64
// CHECK-NOT:   math.erf %x0
// CHECK:       func.return
// PLAIN:       func.func @erf(
// PLAIN-NOT:   math.fma
// PLAIN:       func.return
func.func @erf(%x0: f32) -> f32 {
  %0 = math.erf %x0 : f32
  func.return %0 : f32
}

// -----

// CHECK:       func.func @exp2(
// CHECK-NOT:   math.exp2 %x0
// CHECK:       %12 = arith.extf %x0 : f32 to f64
// CHECK:       math.fma
// CHECK-NOT:   math.exp2 %x0
// CHECK:       %32 = arith.truncf %31 : f64 to f32
// CHECK-NEXT:  func.return %32 : f32
// PLAIN:       func.func @exp2(
// PLAIN-NOT:   math.fma
// PLAIN:       arith.truncf
// PLAIN-NEXT:  func.return
func.func @exp2(%x0: f32) -> f32 {
  %0 = math.exp2 %x0 : f32
  func.return %0 : f32
}

// -----

// CHECK:       func.func @expm1(
// CHECK-NOT:   f64
// CHECK-NOT:   math.expm1 %x0
// CHECK:       math.fma
// CHECK-NOT:   f64
// CHECK-NOT:   math.expm1 %x0
// CHECK:       func.return
// PLAIN:       func.func @expm1(
// PLAIN-NOT:   math.fma
// PLAIN:       func.return
func.func @expm1(%x0: f32) -> f32 {
  %0 = math.expm1 %x0 : f32
  func.return %0 : f32
}

// -----

// CHECK:       func.func @log(
// CHECK-NOT:   f64
// CHECK-NOT:   math.log %x0
// CHECK:       math.fma
// CHECK-NOT:   f64
// CHECK-NOT:   math.log %x0
// CHECK:       func.return
// PLAIN:       func.func @log(
// PLAIN-NOT:   math.fma
// PLAIN:       func.return
func.func @log(%x0: f32) -> f32 {
  %0 = math.log %x0 : f32
  func.return %0 : f32
}

// -----

// CHECK:       func.func @log10(
// CHECK-NOT:   math.log10 %x0
// CHECK:       %17 = arith.extf %x0 : f32 to f64
// CHECK:       math.fma
// CHECK-NOT:   math.log10 %x0
// CHECK:       %44 = arith.truncf %43 : f64 to f32
// CHECK-NEXT:  func.return %44 : f32
// PLAIN:       func.func @log10(
// PLAIN-NOT:   math.fma
// PLAIN:       arith.truncf
// PLAIN-NEXT:  func.return
func.func @log10(%x0: f32) -> f32 {
  %0 = math.log10 %x0 : f32
  func.return %0 : f32
}

// -----

// CHECK:       func.func @log1p(
// CHECK-NOT:   f64
// CHECK-NOT:   math.log1p %x0
// CHECK:       math.fma
// CHECK-NOT:   f64
// CHECK-NOT:   math.log1p %x0
// CHECK:       func.return
// PLAIN:       func.func @log1p(
// PLAIN-NOT:   math.fma
// PLAIN:       func.return
func.func @log1p(%x0: f32) -> f32 {
  %0 = math.log1p %x0 : f32
  func.return %0 : f32
}

// -----

// CHECK:       func.func @sin(
// CHECK-NOT:   math.sin %x0
// CHECK:       %[[SIZE:.*]] = math.absf %x0 : f32
// CHECK-NEXT:  arith.extf %[[SIZE]] : f32 to f64
// CHECK:       math.fma
// CHECK-NOT:   math.sin %x0
// CHECK:       %[[REST:.*]] = arith.truncf %{{.*}} : f64 to f32
// CHECK-NEXT:  arith.mulf %[[REST]], %[[REST]] : f32
// CHECK-NOT:   f64
// CHECK:       func.return
// PLAIN:       func.func @sin(
// PLAIN-NOT:   math.fma
// PLAIN:       arith.truncf
// PLAIN-NOT:   math.fma
// PLAIN:       func.return
func.func @sin(%x0: f32) -> f32 {
  %0 = math.sin %x0 : f32
  func.return %0 : f32
}

// -----

// CHECK:       func.func @sinh(
// CHECK-NOT:   math.sinh %x0
// CHECK:       %15 = arith.extf %x0 : f32 to f64
// CHECK:       math.fma
// CHECK-NOT:   math.sinh %x0
// CHECK:       %43 = arith.truncf %42 : f64 to f32
// CHECK-NEXT:  func.return %43 : f32
// PLAIN:       func.func @sinh(
// PLAIN-NOT:   math.fma
// PLAIN:       arith.truncf
// PLAIN-NEXT:  func.return
func.func @sinh(%x0: f32) -> f32 {
  %0 = math.sinh %x0 : f32
  func.return %0 : f32
}

// -----

// CHECK:       func.func @tan(
// CHECK-NOT:   math.tan %x0
// CHECK:       %29 = arith.extf %x0 : f32 to f64
// CHECK:       math.fma
// CHECK-NOT:   math.tan %x0
// CHECK:       %76 = arith.truncf %75 : f64 to f32
// CHECK-NEXT:  func.return %76 : f32
// PLAIN:       func.func @tan(
// PLAIN-NOT:   math.fma
// PLAIN:       arith.truncf
// PLAIN-NEXT:  func.return
func.func @tan(%x0: f32) -> f32 {
  %0 = math.tan %x0 : f32
  func.return %0 : f32
}

// -----

// CHECK:       func.func @tanh(
// CHECK-NOT:   f64
// CHECK-NOT:   math.tanh %x0
// CHECK:       math.fma
// CHECK-NOT:   f64
// CHECK-NOT:   math.tanh %x0
// CHECK:       func.return
// PLAIN:       func.func @tanh(
// PLAIN-NOT:   math.fma
// PLAIN:       func.return
func.func @tanh(%x0: f32) -> f32 {
  %0 = math.tanh %x0 : f32
  func.return %0 : f32
}

// -----

// CHECK:       func.func @atan2(
// CHECK-NOT:   math.atan2 %x0
// CHECK:       %15 = arith.extf %x0 : f32 to f64
// CHECK:       math.fma
// CHECK-NOT:   math.atan2 %x0
// CHECK:       %51 = arith.truncf %50 : f64 to f32
// CHECK-NEXT:  func.return %51 : f32
// PLAIN:       func.func @atan2(
// PLAIN-NOT:   math.fma
// PLAIN:       arith.truncf
// PLAIN-NEXT:  func.return
func.func @atan2(%x0: f32, %x1: f32) -> f32 {
  %0 = math.atan2 %x0, %x1 : f32
  func.return %0 : f32
}

// -----

// CHECK:       func.func @powf(
// CHECK-NOT:   math.powf %x0
// CHECK:       %30 = arith.extf %x0 : f32 to f64
// CHECK:       math.fma
// CHECK-NOT:   math.powf %x0
// CHECK:       %110 = arith.truncf %109 : f64 to f32
// CHECK-NEXT:  func.return %110 : f32
// PLAIN:       func.func @powf(
// PLAIN-NOT:   math.fma
// PLAIN:       arith.truncf
// PLAIN-NEXT:  func.return
func.func @powf(%x0: f32, %x1: f32) -> f32 {
  %0 = math.powf %x0, %x1 : f32
  func.return %0 : f32
}
