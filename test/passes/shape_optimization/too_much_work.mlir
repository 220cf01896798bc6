// RUN: disc-opt %s -p 'assume-shapes{facts="x: [a, b, c, d, e, f]; (a*b + c*d)//(e + 1) >= max(a*a, b*c)//3; max(a*e, b*f)*min(c, d) <= (a*c*e + 7)//2; (c*c*d)//(b + 1) + min(a*f, d*e) != 9*f; min(a*b, c*d)*e >= max(b*e, a*f)//4; (a*a*b + c)//5 <= d*e*f + max(a, c*c); max(b*b, d*f)*a >= (c*e + d*d)//3; (e*f*a)//(d + 2) + b*b <= c*c*d + 4; min(a*d, b*e)*max(c, f) != (a*b*c)//7 + 1; (b*d*f + a)//(c + 1) >= min(e*e, a*c) - 6; max(a*a*c, b*d)*f <= (d*d*e + 5)//2 + a*b*c; min(a*a, b*f)*max(d, e*c) >= (a*b*f)//(c + 3) - 1"},shape-optimization' 2>&1 | filecheck %s
// RUN: disc-opt %s -p 'assume-shapes{facts="x: [a, b, c, d, e, f]; max(a*e, b*f) <= c*d; b == 4*a"},shape-optimization' 2>&1 | filecheck %s --check-prefix=LITTLE

// What is left undecided for lack of work is said in one line; what needs no search is still known.

// CHECK-DAG: note: the import of facts stopped searching for proofs: the facts of this program take too much work
// CHECK-DAG: note: the shape analysis stopped searching for proofs: the facts of this program take too much work
// CHECK-DAG: func.func @main(%x: tensor<?x?x?x?x?x?xf32, [@a, @b, @c, @d, @e, @f]>)
// CHECK-DAG: "(d0*d1 + d2*d3)//(d4 + 1) >= max(d0*d0, d1*d2)//3"

// LITTLE-NOT: note
func.func @main(%x: tensor<?x?x?x?x?x?xf32>) -> tensor<?x?x?x?x?x?xf32> {
  return %x : tensor<?x?x?x?x?x?xf32>
}
