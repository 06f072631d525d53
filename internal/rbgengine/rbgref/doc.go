// Package rbgref is the reference interpreter of Regular Boardgames, which defines what
// other reasoners must compute. It shares no code with them, so that they can be compared.
//
// The rules become a control-flow graph with a node for each point of the expression
// ([program]). A move is a path through the graph from the current node to the next
// switch. All paths are tried, depth first, on one position with backtracking
// ([Reasoner.advance]).
//
// Between two modifiers only the current cell changes. A path that reaches a node with
// a cell that was seen there since the last modifier can find nothing new and is cut off.
// That ends loops without modifiers. As each modifier is reached only once per cell, no
// two paths have the same sequence of modifiers: every move is found once.
//
// The order of the search matters for the keeper, which takes the first move found.
// Alternatives are tried from left to right. A star tries its body before it is skipped,
// and after a body it is left before it is repeated. Parts of the rules that only shift,
// each as long as possible, are relations between cells whose targets are tried in the
// order of the board.
package rbgref
