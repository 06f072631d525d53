// Package memory stores states for the searches of package solve: a [Store] keeps
// all states and numbers them, and a [Table] is a transposition table of a fixed
// size that replaces the entries that were cheapest to compute.
package memory
