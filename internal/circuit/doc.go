// Package circuit compiles a game given by ground rules to Boolean circuits and computes
// with them: state by state for search, and hundreds of playouts at once bit-sliced. It
// is independent of the language of the rules.
//
// The passes are:
//
//	Spec      ground rules over numbered atoms (spec.go, check.go)
//	canon     the same in an order that does not depend on names (order.go)
//	net       one Boolean circuit of conjunctions and negations, with sets of moves
//	          instead of single ones, sums of products factored, and recursive
//	          rules as feedback loops (build.go, and.go, moveset.go, factor.go,
//	          scc.go)
//	phases    the net for each phase of the game's clock, simplified by what is
//	          constant then (clock.go, constant.go, specialise.go)
//
// Two back ends follow. For playouts, a phase is mapped to gates of two or three inputs
// (mapping.go, cover.go, entry.go), which are scheduled and assigned to signals
// (schedule.go, slots.go, emit.go). Gates that seldom matter get a guard (guard.go). The
// result is a [bitslice.Program] (program.go), and one with percepts when first needed
// (perception.go). For single states, a phase becomes an event-driven network, in which
// only changes propagate (network.go, evaluator.go, machine.go).
//
// Compilation is deterministic: a Spec always gives the same gates.
package circuit
