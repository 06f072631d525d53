// Package mcts plays by Monte Carlo tree search: games of any number of players,
// in turns or at the same time, with chance, in any language.
//
// A [Search] takes a game and a state, and returns a move and an analysis. It grows
// a graph of positions: a simulation selects moves from the root down to a position
// without an evaluation, evaluates it by playouts, and backs the result up.
//
//	graph            transpositions share a node (graph.go, node.go, expand.go);
//	                 beyond the memory limit, the least visited nodes are evicted
//	                 (eviction.go)
//	symmetries       of moves that differ by a symmetry of the rules which keeps the
//	                 position, one is tried (symmetry.go)
//	move splitting   many moves with common prefixes are decided part by part
//	                 (split.go)
//	selection        in turns by upper confidence bounds and GRAVE (select.go,
//	                 grave.go, moveid.go); simultaneous moves by regret matching or
//	                 decoupled UCT (joint.go, regret.go); chance moves equally often
//	evaluation       by the game's own playouts (evaluate.go), or step by step with
//	                 MAST or NST (playout.go, ngrams.go)
//	backpropagation  means (backup.go), and bounds that solve positions (MCTS-Solver:
//	                 bounds.go, constantsum.go)
//	tuning           the number of playouts per position (tune.go, playoutcount.go)
//	decision         the best move, and the values of all moves (decide.go, report.go)
//	threads          with a clock, workers search the graph together (workers.go,
//	                 shared.go); without one, a goroutine grows the graph and others
//	                 evaluate batches of leaves, in an order that does not depend on
//	                 their speed (run.go, pool.go)
//
// A [searchPlayer] plays matches with a search that keeps its graph from move to move.
package mcts
