// Package benchtable measures the speed of games and engines and presents it like
// the table in the paper on Regular Boardgames (Kowalski, Mika, Sutowicz, Szykuła
// 2019): a row per game, with its straightness and, for each language and engine,
// perft and flat Monte Carlo.
//
// [FindSubjects] finds descriptions of the games, [Run] measures, and a [Table] is
// written as text, Markdown, JSON or, as a chart, SVG. [Table.Compare] compares it
// with speeds that were measured elsewhere.
//
// # What is counted
//
// Perft counts the states of the game tree down to a depth: the root, inner nodes,
// leaves and early ends, each as often as it is visited. Flat Monte Carlo counts the
// moves of players in random playouts; moves of a boardgame's keeper are not
// counted. Both are divided by the CPU time, user and system, of this process and
// its child processes.
package benchtable
