// Package infoset plays games that hide information, from the rules alone.
//
// A player of this package does not know the state. A [infotracker.Tracker] follows
// its moves and percepts and yields the developments (histories) consistent with
// them, each with its probability, or a sample if they are too many. There are three
// search methods.
//
//	[Search]       information-set Monte Carlo tree search, "ismcts". Every role has
//	               a tree of its own views, so no role acts on what it cannot know.
//	               A simulation starts from a sampled development, including those
//	               that only other roles consider possible, so a player can hide
//	               information and bluff (search.go, select.go, startsampler.go).
//	               A network of views may value moves before they are tried
//	               (prior.go).
//	[HyperPlayer]  a search in the style of HyperPlay-II, "hyperplay". It values a
//	               move by the best continuation given what the role will know then.
//	               Against chance alone it searches belief states (beliefsearch.go);
//	               against others it uses level-k reasoning (levelk.go,
//	               gametree.go).
//	determinized   perfect information Monte Carlo, "pimc": a [Search] in which every
//	               role sees the state. It is fast and does not value information:
//	               the baseline for the other two.
//
// Where a role learns by its own moves and others do not interfere, the first two
// use rollouts of the whole belief state instead (rollout.go, applicable.go,
// plan.go).
//
// All of them depend on the rules, the view and the seed only.
package infoset
