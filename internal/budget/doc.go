// Package budget limits the memory and processor time of computations, and defines the
// errors for exceeding the limits.
//
// Memory is accounted for by the code that uses it, not measured, so that the same rules
// exceed the same limit on every machine. Set-up time is processor time, so that a busy
// machine does not change the result.
package budget
