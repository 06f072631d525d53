// Package circuit turns a game given by ground rules into Boolean circuits and
// plays it with them: state by state for search, and hundreds of playouts at
// once in lanes. It knows nothing of the language the rules were written in.
//
// A game takes this way:
//
//	Spec      ground rules over numbered atoms (spec.go, check.go)
//	canon     the same in an order that does not depend on names (order.go)
//	net       one Boolean circuit: conjunctions and negations, with sets of moves
//	          instead of single ones, sums of products factored, and recursive
//	          rules as loops (build.go, and.go, moveset.go, factor.go, scc.go)
//	phases    the net again for each turn of the game's clock, with everything
//	          known that is known then (clock.go, constant.go, specialise.go)
//
// From there it forks. For lanes, a phase becomes gates of two or three inputs
// (mapping.go, cover.go, entry.go), which are put in order and given signals
// (schedule.go, slots.go, emit.go), those apart that hardly ever matter (guard.go),
// and make a [lanes.Program] (program.go), and another one with percepts once
// somebody asks for these (perception.go). For evaluation state by state, it becomes a network in which a change spreads as far
// as it has consequences and no further (network.go, evaluator.go, machine.go).
//
// Everything is deterministic: one Spec always gives the same gates.
package circuit
