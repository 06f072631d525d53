// Package timed plays games in real time: descriptions in rtGDL and rtGDL-II,
// whose facts have lifetimes.
//
// # The model
//
// Time is exact: a [Time] counts 10⁻⁹ game units. A [State] is a set of facts
// with lifetimes, the facts that expired at its instant, and that instant. It
// stays the same until something happens: a move arrives or a lifetime runs out.
// All moves and all expiries of one instant are one update, [Game.Update], which
// gives the next state. Nothing ticks in between.
//
// # Main types
//
//   - A [Game] is a description ready to be computed with: states, updates,
//     legal moves, goals, percepts.
//   - A [Policy] plays a role: it says what it is going to do, and when. A
//     [Listener] is also told what happens, in a [Notice].
//   - [MatchOptions] say how a match is played, and an [Event] is something that
//     happens in it.
//
// Package match plays matches of such games, and package realtime has players for
// them.
//
// # How states are computed
//
// To the rules, a number is a constant like any other. The consequences of a state
// are therefore the same for all states that differ only in their numbers, as long
// as the same numbers are equal and the same ones are constants of the rules. So a
// state is split into its shape, which has numbered holes in place of numbers, and
// the numbers themselves; the reference interpreter works on shapes, and its
// results are memoised per shape. This is exact for every description, wherever
// lifetimes flow.
package timed
