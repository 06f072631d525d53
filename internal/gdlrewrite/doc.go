// Package gdlrewrite holds functions from program to program: scrambling of words, the
// translations of GDL into GDL-II and rtGDL, the removal of disjunctions and the renaming
// of variables.
//
// No function changes its argument. A result shares no mutable memory with it.
package gdlrewrite
