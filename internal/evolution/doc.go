// Package evolution invents games: it mutates descriptions, tries the mutants, and keeps the
// best of each kind in the archive of MAP-Elites, whose cells are ranks of two measures among
// the games of the library.
//
// A run goes on in batches: all mutants of a batch are made of the archive as it was before
// the batch, and join it in the order of their numbers. So a run depends on its [Settings]
// only, and not on how many machines try the mutants. A run can be continued: given the
// results that there are already, it makes the same mutants again without trying them.
package evolution
