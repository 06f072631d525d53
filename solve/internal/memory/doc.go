// Package memory holds what a search remembers of states: a [Store] that keeps
// every state it is given and numbers them, and a [Table] of a fixed size that
// forgets what was cheapest to find out.
package memory
