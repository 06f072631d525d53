// Package budget says how much memory and processor time computations may take,
// and what to say when they need more.
//
// Memory is accounted for by those who use it, not measured: the same rules pass
// the same limit on every machine. Set-up time is processor time, so that a busy
// machine changes no answer.
package budget
