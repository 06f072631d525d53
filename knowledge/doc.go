// Package knowledge answers who knows what in a game: which plays a role cannot
// tell from the one that is played, and how likely each of them is.
//
// A [Development] is a sequence of legal joint moves from the initial state,
// chance's moves included; only its last state may be terminal. Step 1 is the
// initial state, so a development at step k has k-1 joint moves. At step k the
// [View] of a role is its own moves and its percept sets of the steps 1 to k-1,
// in order. Two developments of one length are indistinguishable for a role if
// its views of them are the same. In a game without hidden information every
// role perceives the joint move, so a view tells the development.
//
// A [Model] unfolds a game as far as a question asks for. States, percept sets
// and views exist once in it and have numbers, so that comparing two views is
// comparing two integers. A [Set] holds developments of one length. It merges
// those that lead to the same state and, for the roles whose views it tracks, to
// the same views: what such developments have in common is all that a question
// about these roles can depend on. How many were merged is counted.
//
// What is exact has limits; past them there is a [*LimitError], and [Sample]
// draws developments at random instead.
package knowledge
