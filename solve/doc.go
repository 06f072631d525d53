// Package solve computes the value of a game under best play: the goals of all
// roles, a line of best play, and the method that proved it. What cannot be proved
// within the limits is reported as undecided, with the bounds that are known.
//
// It uses package game only, and chooses a method by the kind of game:
//
//   - One player: breadth-first search, which finds a shortest line. If memory does
//     not suffice, nested Monte Carlo search for a good line, and iterative
//     deepening with a transposition table for proofs.
//   - Two players who take turns in a strictly competitive game: alpha-beta search
//     and depth-first proof-number search in alternation, each with a transposition
//     table of a fixed size.
//   - The same with plays that can go on forever: retrograde analysis of all states,
//     and alpha-beta search with a horizon if there are too many.
//   - All other games of perfect information: backward induction over all states.
//     Simultaneous moves of a constant-sum game are solved exactly as matrix games;
//     chance counts by its expectation. Values are fractions.
//
// # Best play
//
// For one player it is a line with the highest goal. In a strictly competitive game,
// each of the two players can guarantee its value. With more players, or two with
// common interests, every player maximises its own goal, and breaks ties in favour
// of the sum of all goals. A result notes whether tie-breaking mattered, since other
// choices are as good and may lead elsewhere.
//
// A play that never ends counts 0 for a single player, and 50 for both of two
// opponents. Other games that can go on forever are left undecided.
//
// # Move ordering
//
// Alpha-beta search depends on good move ordering. Random plays give a prior. Every
// proof records the moves it depends on: a move that refuted other choices on the
// way to a state is likely to be a refutation there too, and a choice that avoids
// those refutations is tried before others. Where there are many choices, they are
// searched in rounds, each with a quota of states that grows from round to round, so
// that a hard choice does not delay an easy one.
//
// # Repetitions
//
// A transposition table is unsound if results depend on the path (the graph history
// interaction problem). Nothing here relies on a repetition: alpha-beta search
// counts everything beyond its horizon as not proved, whichever side attacks, so
// that every proof is a finite tree that holds on all paths; proof-number search
// gives up when a line does not end; retrograde analysis knows all states and needs
// no paths.
package solve
