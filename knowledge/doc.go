// Package knowledge computes who knows what in a game (epistemic reasoning for
// GDL-II): which plays a role cannot distinguish from the actual one, and how likely
// each of them is.
//
// A [Development] is a sequence of legal joint moves from the initial state (a
// history), including chance's moves; only its last state may be terminal. Step 1 is
// the initial state, so a development at step k has k-1 joint moves. At step k the
// [View] of a role is its own moves and its percepts of the steps 1 to k-1, in
// order. Two developments of the same length are indistinguishable for a role if its
// views of them are equal; an information set is a set of indistinguishable
// developments. In a game without hidden information every role perceives the joint
// move, so a view determines the development.
//
// A [Model] unfolds a game as far as questions require. States, percepts and views
// are interned in it, so that comparing two views is comparing two integers. A [Set]
// holds developments of one length. It merges those that lead to the same state and,
// for the roles whose views it tracks, to the same views: no question about these
// roles can depend on anything else. It counts how many were merged.
//
// Exact computations have limits; beyond them there is a [*LimitError].
package knowledge
