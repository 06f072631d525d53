// Package automorphism finds automorphisms of graphs with coloured nodes and edges of
// several kinds.
//
// Colour refinement (the Weisfeiler-Leman method) divides the nodes into classes that no
// automorphism mixes. Where a class has several nodes, one of them is individualised, its
// possible images are tried, and the classes are refined again. Permutations that result
// are candidates: whoever uses them checks them. Numbers of nodes play no part in what is
// found.
package automorphism
