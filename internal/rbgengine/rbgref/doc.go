// Package reference is the definition of Regular Boardgames as a reasoner: what
// other reasoners are measured by.
//
// The rules become a graph of nodes, one for each place in the expression where
// a path can stand ([program]). A move is a path through the graph, from where
// the play stands to the next switch. All paths are tried, depth first, on one
// position that is changed and changed back ([Reasoner.advance]).
//
// Between two modifiers nothing but the current cell changes, so a path that
// comes to a node with a cell with which it was reached since the last modifier
// already can find nothing new and is given up. That ends free loops; and as each
// modifier is reached only once with a cell, no two paths have the same sequence
// of modifiers: every move is found once.
//
// The order of the search matters for the keeper, who takes the first move that
// is found. Alternatives are tried from left to right. A star tries its body
// before it is skipped, and after a body it is left before it is repeated.
// Parts of the rules that only shift, each as long as it can be, are relations
// between cells whose targets are tried in the order of the board.
package rbgref
