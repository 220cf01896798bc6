// RUN: disc-opt %s --split-input-file -p relax-insert-checks | filecheck %s
// RUN: disc-opt %s --split-input-file -p relax-insert-checks,relax-insert-checks | filecheck %s
// RUN: disc-opt %s --split-input-file -p relax-insert-checks,relax-eliminate-checks | filecheck %s --check-prefix LEFT
// RUN: disc-opt %s --split-input-file -p 'relax-insert-checks,relax-eliminate-checks{everything=true}' | filecheck %s --check-prefix NONE

// Parameters are checked in order, whatever dimension comes first (RLX-191); at a public boundary the
// checks stay (RLX-190).
// CHECK-LABEL: relax.func @order
// CHECK-SAME: attributes {relax.unchecked}
// CHECK-NEXT: relax.check %x : {{.*}} is !relax.tensor<[@m * @n], f32> {what = "argument 0 of @order"}
// CHECK-NEXT: relax.check %y : {{.*}} is !relax.tensor<[@m, @n], f32> {what = "argument 1 of @order"}
// CHECK-NEXT: relax.return
// LEFT-LABEL: relax.func @order
// LEFT: relax.check %x
// LEFT-NEXT: relax.check %y
// NONE-LABEL: relax.func @order
// NONE-NEXT: relax.return
relax.func @order(%x: !relax.tensor<[@m * @n], f32>, %y: !relax.tensor<[@m, @n], f32>) -> !relax.object {
  relax.return %y : !relax.tensor<[@m, @n], f32>
}

// -----

// A cast that binds a new symbol always succeeds, one that widens is an alias (RLX-182), one that
// compares symbols stays.
// CHECK-LABEL: relax.func @casts
// CHECK: %a = relax.match_cast %y {relax.unchecked}
// CHECK-NEXT: relax.check %y : {{.*}} is !relax.tensor<[?, @q], f32> {what = "the value"}
// CHECK: %b = relax.match_cast %y {relax.unchecked}
// CHECK-NEXT: relax.check
// CHECK: %c = relax.match_cast %y {relax.unchecked}
// CHECK-NEXT: relax.check
// CHECK: %d = relax.match_cast %w {relax.unchecked}
// CHECK-NEXT: relax.check
// LEFT-LABEL: relax.func @casts
// LEFT: %a = relax.match_cast %y {relax.unchecked}
// LEFT-NEXT: %b = relax.bind %y {relax.unchecked}
// LEFT-NEXT: %c = relax.match_cast %y {relax.unchecked}
// LEFT-NEXT: relax.check %y : {{.*}} is !relax.tensor<[@k, @k], f32>
// LEFT-NEXT: %d = relax.match_cast %w {relax.unchecked}
// LEFT-NEXT: relax.check %w : !relax.object is !relax.tensor<[@n], f32>
// NONE-LABEL: relax.func @casts
// NONE-NOT: relax.check
// NONE: %a = relax.match_cast
// NONE-NOT: relax.check
// NONE: %b = relax.bind
// NONE: %c = relax.match_cast
// NONE-NOT: relax.check
// NONE: %d = relax.bind
// NONE-NOT: relax.check
relax.func @casts(%y: !relax.tensor<[@m, @n], f32>, %w: !relax.object) -> !relax.object {
  %a = relax.match_cast %y : !relax.tensor<[@m, @n], f32> to !relax.tensor<[?, @q], f32>
  %b = relax.match_cast %y : !relax.tensor<[@m, @n], f32> to !relax.tensor<[@m, ?], f32>
  %c = relax.match_cast %y : !relax.tensor<[@m, @n], f32> to !relax.tensor<[@k, @k], f32>
  %d = relax.match_cast %w : !relax.object to !relax.tensor<[@n], f32>
  relax.return %d : !relax.tensor<[@n], f32>
}

// -----

// An annotation that says more, and a result that is narrower: both are checked, by their own types.
// CHECK-LABEL: relax.func @annotated
// CHECK: %[[e:.*]] = relax.exp %x : {{.*}} -> !relax.tensor<[@n], f32>
// CHECK-NEXT: relax.check %[[e]] : !relax.tensor<[@n], f32> is !relax.tensor<[3], f32> {what = "the value"}
// CHECK-NEXT: %r = relax.bind %[[e]] {relax.unchecked} : !relax.tensor<[@n], f32> -> !relax.tensor<[3], f32>
// CHECK-NEXT: relax.check %r : !relax.tensor<[3], f32> is !relax.tensor<[@m], f32> {what = "the result of @annotated"}
// LEFT-LABEL: relax.func @annotated
// LEFT: relax.check %[[e:.*]] : {{.*}} is !relax.tensor<[3], f32>
// LEFT: relax.check %r : {{.*}} is !relax.tensor<[@m], f32>
relax.func @annotated(%x: !relax.tensor<[@n], f32>, %y: !relax.tensor<[@m], f32>) -> !relax.tensor<[@m], f32> {
  %r = relax.exp %x : (!relax.tensor<[@n], f32>) -> !relax.tensor<[3], f32>
  relax.return %r : !relax.tensor<[3], f32>
}

// -----

// A private function whose calls all fit checks nothing (RLX-194); a call that may not fit keeps the
// check of its argument.
// LEFT-LABEL: relax.func private @fits
// LEFT-NEXT: relax.return
relax.func private @fits(%a: !relax.tensor<[@p, @k], f32>, %b: !relax.tensor<[@k], f32>) -> !relax.object {
  relax.return %a : !relax.tensor<[@p, @k], f32>
}
// LEFT-LABEL: relax.func private @doubtful
// LEFT-NEXT: relax.check %b : {{.*}} {what = "argument 1 of @doubtful"}
// LEFT-NEXT: relax.return
relax.func private @doubtful(%a: !relax.tensor<[@p], f32>, %b: !relax.tensor<[@p], f32>) -> !relax.object {
  relax.return %a : !relax.tensor<[@p], f32>
}
relax.func @main(%x: !relax.tensor<[2, @n], f32>, %y: !relax.tensor<[@n], f32>, %z: !relax.tensor<[@m], f32>) -> !relax.object {
  %0 = relax.call @fits(%x, %y) : (!relax.tensor<[2, @n], f32>, !relax.tensor<[@n], f32>) -> !relax.object
  %1 = relax.call @doubtful(%y, %z) : (!relax.tensor<[@n], f32>, !relax.tensor<[@m], f32>) -> !relax.object
  relax.return %0 : !relax.object
}

// -----

// The type of a parameter proves nothing for its own check: not where the function is a value, and not
// where it calls itself.
// LEFT-LABEL: relax.func private @value
// LEFT-NEXT: relax.check %a
relax.func private @value(%a: !relax.tensor<[@p, 2], f32>) -> !relax.object {
  relax.return %a : !relax.tensor<[@p, 2], f32>
}
// LEFT-LABEL: relax.func private @recursive
// LEFT-NEXT: relax.check %a
relax.func private @recursive(%a: !relax.tensor<[@p, 2], f32>) -> !relax.object {
  %0 = relax.call @recursive(%a) : (!relax.tensor<[@p, 2], f32>) -> !relax.object
  relax.return %0 : !relax.object
}
// LEFT-LABEL: relax.func @closures
// LEFT: relax.closure %self
// LEFT-NEXT: relax.check %t : {{.*}} {what = "argument 0 of the function"}
relax.func @closures(%x: !relax.tensor<[@n, 2], f32>) -> !relax.object {
  %f = relax.closure %self (%t: !relax.tensor<[@n, 2], f32>) -> !relax.object {
    relax.return %t : !relax.tensor<[@n, 2], f32>
  }
  %v = relax.function_ref @value : !relax.func<(!relax.tensor<[@p, 2], f32>) -> !relax.object>
  %0 = relax.call %f(%x) : (!relax.tensor<[@n, 2], f32>) -> !relax.object
  %1 = relax.call @recursive(%x) : (!relax.tensor<[@n, 2], f32>) -> !relax.object
  relax.return %0 : !relax.object
}

// -----

// A parameter of a private function that is an object stays so: a cast of it is checked.
// LEFT-LABEL: relax.func private @object
// LEFT-NEXT: relax.match_cast %w
// LEFT-NEXT: relax.check %w : !relax.object is !relax.tensor<[@p, 2], f32>
relax.func private @object(%w: !relax.object) -> !relax.object {
  %0 = relax.match_cast %w : !relax.object to !relax.tensor<[@p, 2], f32>
  relax.return %0 : !relax.tensor<[@p, 2], f32>
}
relax.func @calls(%x: !relax.tensor<[@n, 2], f32>) -> !relax.object {
  %0 = relax.call @object(%x) : (!relax.tensor<[@n, 2], f32>) -> !relax.object
  relax.return %0 : !relax.object
}
