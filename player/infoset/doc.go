// Package infoset plays games that hide information, from the rules alone.
//
// A player of this package never knows the state. It follows what it did and
// perceived with a [knowledge.Tracker]: all the developments that it cannot tell
// from what happened, each with its probability, and a sample of them when they
// are too many. There are three ways to go on from there.
//
//	[Search]    information-set Monte Carlo tree search, "ismcts". Every role has
//	            a tree of its own views, so nobody acts on what one cannot know;
//	            a simulation begins in a development that is drawn. What others
//	            think possible is drawn as well while it is known, so a player
//	            can hide something from them, and bluff (walk.go, select.go).
//	[Thinker]   a search in the style of HyperPlay-II, "hyperplay". A move is
//	            worth what the role can make of it later, given what it will and
//	            will not have seen by then. Alone against chance it searches
//	            information sets move by move and percept by percept; against
//	            others it takes them for players who reason likewise, one level
//	            below (belief.go, levels.go).
//	blind       a search that draws developments and then plays each of them with
//	            open eyes, "pimc". It is fast, and it values no information: the
//	            yardstick for the other two.
//
// Where a role learns by its own moves and nobody gets in the way, the first two
// make an inquiry instead: they follow all that is possible to the end, by plans
// that know no more than the role would (inquiry.go, fits.go, plan.go).
//
// All of them depend on the rules, the view and the seed only.
package infoset
