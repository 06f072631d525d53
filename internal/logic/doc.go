// Package logic analyses the rules of a logic program: the dependency graph with its
// strongly connected components, stratification, an over-approximation of the values of
// arguments, and the Herbrand universe.
package logic
