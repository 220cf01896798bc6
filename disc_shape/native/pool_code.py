"""
The machine code by which threads share the parts of loops: one pool for all programs of a process.

The memory of a pool are words: a mutex, two conditions, and the loop that runs. A run that finds
the pool in use runs all parts itself, one after the other, and so does one without a pool.

A thread takes the number of the next part until there is none. Only who holds the mutex changes how
many threads are running; a new loop begins once there are none, so that no thread takes a part of a
loop that it did not see begin.
"""

from __future__ import annotations

from functools import cache

from disc_shape.native.call_state import DISTRIBUTE, PARTS, POOL, WORKER
from disc_shape.native.compilation import MachineCode, machine_code
from disc_shape.native.machine import Host, compiling_for
from disc_shape.native.pool import (
    BUSY,
    FRAME,
    GENERATION,
    IDLE,
    MUTEX,
    NEXT,
    NUMBER,
    RUN_PART,
    RUNNING,
    TOTAL,
    WAKE,
)

TEXT = """
declare i32 @pthread_mutex_lock(ptr)
declare i32 @pthread_mutex_unlock(ptr)
declare i32 @pthread_cond_wait(ptr, ptr)
declare i32 @pthread_cond_broadcast(ptr)

define internal void @disc_run_parts(ptr %pool, ptr %function, i64 %number, ptr %frame,
                                     i64 %total) nounwind noinline {
entry:
  %next = getelementptr i64, ptr %pool, i64 {NEXT}
  br label %take
take:
  %part = atomicrmw add ptr %next, i64 1 monotonic
  %more = icmp slt i64 %part, %total
  br i1 %more, label %run, label %done
run:
  call void %function(i64 %number, ptr %frame, i64 %part)
  br label %take
done:
  ret void
}

define internal void @disc_lock_when_idle(ptr %pool) nounwind noinline {
entry:
  %mutex = getelementptr i64, ptr %pool, i64 {MUTEX}
  %idle = getelementptr i64, ptr %pool, i64 {IDLE}
  %running = getelementptr i64, ptr %pool, i64 {RUNNING}
  call i32 @pthread_mutex_lock(ptr %mutex)
  br label %look
look:
  %others = load i64, ptr %running
  %some = icmp sgt i64 %others, 0
  br i1 %some, label %hold, label %done
hold:
  call i32 @pthread_cond_wait(ptr %idle, ptr %mutex)
  br label %look
done:
  ret void
}

define void @{DISTRIBUTE}(ptr %state, i64 %number, ptr %frame, i64 %total) nounwind {
entry:
  %place = getelementptr i64, ptr %state, i64 {PARTS}
  %function = load ptr, ptr %place
  %at = getelementptr i64, ptr %state, i64 {POOL}
  %pool = load ptr, ptr %at
  %busy = getelementptr i64, ptr %pool, i64 {BUSY}
  %mutex = getelementptr i64, ptr %pool, i64 {MUTEX}
  %wake = getelementptr i64, ptr %pool, i64 {WAKE}
  %none = icmp eq ptr %pool, null
  %one = icmp slt i64 %total, 2
  %alone = or i1 %none, %one
  br i1 %alone, label %serial, label %ask
ask:
  %found = cmpxchg ptr %busy, i64 0, i64 1 acquire monotonic
  %free = extractvalue { i64, i1 } %found, 1
  br i1 %free, label %begin, label %serial
begin:
  call void @disc_lock_when_idle(ptr %pool)
  %p0 = getelementptr i64, ptr %pool, i64 {RUN_PART}
  store ptr %function, ptr %p0
  %p1 = getelementptr i64, ptr %pool, i64 {NUMBER}
  store i64 %number, ptr %p1
  %p2 = getelementptr i64, ptr %pool, i64 {FRAME}
  store ptr %frame, ptr %p2
  %p3 = getelementptr i64, ptr %pool, i64 {TOTAL}
  store i64 %total, ptr %p3
  %p4 = getelementptr i64, ptr %pool, i64 {NEXT}
  store atomic i64 0, ptr %p4 monotonic, align 8
  %p5 = getelementptr i64, ptr %pool, i64 {GENERATION}
  %before = load i64, ptr %p5
  %after = add i64 %before, 1
  store i64 %after, ptr %p5
  call i32 @pthread_cond_broadcast(ptr %wake)
  call i32 @pthread_mutex_unlock(ptr %mutex)
  call void @disc_run_parts(ptr %pool, ptr %function, i64 %number, ptr %frame, i64 %total)
  call void @disc_lock_when_idle(ptr %pool)
  call i32 @pthread_mutex_unlock(ptr %mutex)
  store atomic i64 0, ptr %busy release, align 8
  ret void
serial:
  br label %each
each:
  %i = phi i64 [ 0, %serial ], [ %following, %body ]
  %go = icmp slt i64 %i, %total
  br i1 %go, label %body, label %finished
body:
  call void %function(i64 %number, ptr %frame, i64 %i)
  %following = add i64 %i, 1
  br label %each
finished:
  ret void
}

define void @{WORKER}(ptr %pool) nounwind {
entry:
  %mutex = getelementptr i64, ptr %pool, i64 {MUTEX}
  %wake = getelementptr i64, ptr %pool, i64 {WAKE}
  %idle = getelementptr i64, ptr %pool, i64 {IDLE}
  %running = getelementptr i64, ptr %pool, i64 {RUNNING}
  %p0 = getelementptr i64, ptr %pool, i64 {RUN_PART}
  %p1 = getelementptr i64, ptr %pool, i64 {NUMBER}
  %p2 = getelementptr i64, ptr %pool, i64 {FRAME}
  %p3 = getelementptr i64, ptr %pool, i64 {TOTAL}
  %p5 = getelementptr i64, ptr %pool, i64 {GENERATION}
  call i32 @pthread_mutex_lock(ptr %mutex)
  %first = load i64, ptr %p5
  br label %look
look:
  %seen = phi i64 [ %first, %entry ], [ %seen, %sleep ], [ %generation, %leave ]
  %generation = load i64, ptr %p5
  %new = icmp ne i64 %generation, %seen
  br i1 %new, label %join, label %sleep
sleep:
  call i32 @pthread_cond_wait(ptr %wake, ptr %mutex)
  br label %look
join:
  %count = load i64, ptr %running
  %more = add i64 %count, 1
  store i64 %more, ptr %running
  %function = load ptr, ptr %p0
  %number = load i64, ptr %p1
  %frame = load ptr, ptr %p2
  %total = load i64, ptr %p3
  call i32 @pthread_mutex_unlock(ptr %mutex)
  call void @disc_run_parts(ptr %pool, ptr %function, i64 %number, ptr %frame, i64 %total)
  call i32 @pthread_mutex_lock(ptr %mutex)
  %now = load i64, ptr %running
  %less = sub i64 %now, 1
  store i64 %less, ptr %running
  %empty = icmp eq i64 %less, 0
  br i1 %empty, label %tell, label %leave
tell:
  call i32 @pthread_cond_broadcast(ptr %idle)
  br label %leave
leave:
  br label %look
}
"""
"""In LLVM's IR, with the places of words in braces."""

PLACES = {
    "MUTEX": MUTEX,
    "WAKE": WAKE,
    "IDLE": IDLE,
    "BUSY": BUSY,
    "NEXT": NEXT,
    "RUNNING": RUNNING,
    "GENERATION": GENERATION,
    "RUN_PART": RUN_PART,
    "NUMBER": NUMBER,
    "FRAME": FRAME,
    "TOTAL": TOTAL,
    "POOL": POOL,
    "PARTS": PARTS,
    "DISTRIBUTE": DISTRIBUTE,
    "WORKER": WORKER,
}


@cache
def pool_code(target: Host) -> MachineCode:
    """The functions of a pool, which each program with parts is linked with."""
    text = TEXT
    for name, place in PLACES.items():
        text = text.replace(f"{{{name}}}", str(place))
    with compiling_for(target):
        return machine_code(text)
