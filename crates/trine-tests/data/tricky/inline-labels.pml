// Labels inside an inline that is used in two processes.
byte x;
inline f() { if :: x == 0 -> goto out :: else fi; x = 5; out: skip }
active proctype P() { f(); x = 1 }
active proctype Q() { f(); x = 2 }
