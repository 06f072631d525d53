// Package solve finds out what a game is worth if everybody plays as well as can
// be: the goals of all roles, a line of best play, and how this was proved. What
// cannot be proved within the limits is reported as undecided, with the bounds
// that are known.
//
// It speaks to package game alone and looks at the game to choose a method:
//
//   - One player: breadth-first search, which finds a shortest line. If memory
//     does not suffice, nested Monte Carlo search for a good line, and iterative
//     deepening with a table of dead ends for proofs.
//   - Two players who take turns, and of whom one gets more exactly if the other
//     gets less: alpha-beta search and depth-first proof-number search by turns,
//     each with a table of a fixed size.
//   - The same where plays can go on for ever: retrograde analysis of all states,
//     and alpha-beta search with a horizon if there are too many.
//   - Anything else in which everybody sees everything: backward induction over
//     all states. Where several roles choose at once, two rivals play the matrix
//     game exactly; chance counts by its expectation. Values are fractions.
//
// # What best play means
//
// For one player it is a line with the highest goal there is. Of two rivals,
// either can get its value whatever the other does. With more players, or two
// who can both win, everybody cares for their own goal only; who has the choice
// between equal goals takes the one that gives all roles together most. A result
// notes if such a choice mattered, since other choices are as good and may lead
// elsewhere.
//
// A play that never ends is not won: it counts 0 for a single player, and 50 for
// both of two rivals. Other games that can go on for ever are left undecided.
//
// # What is tried first
//
// A search that proves something is as long as its guesses are bad, so alpha-beta
// search learns which moves to try. Random plays say which are good on the whole.
// Every proof says by which moves it succeeded: a move that was part of the proofs
// against other choices on the way to a state is likely to be the answer there,
// too, and a choice by which those proofs are avoided is tried before others.
// Where there are many choices, they are searched in rounds, each with a loan of
// states that grows from round to round, so that one that is hard to decide does
// not hold up another that is easy.
//
// # Repetitions
//
// That a search remembers what it found out about a state is dangerous where
// plays can repeat themselves, since what was found may depend on how the state
// was reached. Nothing here relies on a repetition: alpha-beta search counts what
// lies beyond its horizon as not proved, whoever attacks, so that every proof is
// a finite tree that holds on all paths; proof-number search gives up when a line
// does not end; retrograde analysis knows all states and needs no paths.
package solve
