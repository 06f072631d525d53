// Package benchtable measures how fast games are computed with and lays the
// result out as the table of speeds in the paper on Regular Boardgames (Kowalski,
// Mika, Sutowicz, Szykuła 2019) does: a row for each game; its straightness; and
// for each language and engine, perft and flat Monte Carlo.
//
// [Gather] finds descriptions of the games, [Run] measures, and a [Table] is
// written as text, Markdown, JSON or, as a chart, SVG. [Table.Compare] holds it
// against speeds that were measured elsewhere.
//
// # What is counted
//
// Perft counts the states of the game tree down to a depth: the root, inner nodes,
// leaves and early ends, each as often as it is met. Flat Monte Carlo counts the
// moves of players that are applied in random playouts; what the keeper of a
// boardgame does between them is not counted. Both are divided by the CPU time,
// user and system, that this process and those that it has started have taken.
package benchtable
