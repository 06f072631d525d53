// Package rewrite holds functions from program to program: scrambling of
// words, the translation of GDL into GDL-II, the removal of disjunctions and
// the renaming of variables.
//
// No function changes its argument, and no result shares memory with it that
// a caller could change, except the source file, which is immutable.
package gdlrewrite
