// Package mcts plays by Monte Carlo tree search: games of any number of players,
// in turns or at the same time, with chance, in any language.
//
// A [Search] grows a graph of positions from a root. A simulation goes down from
// the root by choosing moves, until it meets a position that was never evaluated;
// that one is evaluated by playouts, and everything on the way back takes notice.
//
//	graph       a position exists once, however it is reached (node.go, table.go);
//	            what is over the limit of memory is forgotten, the least visited
//	            first (memory.go)
//	moves       where there are many that begin alike, they are decided part by
//	            part (split.go)
//	choice      in turns by confidence bounds, and by what was seen of a move
//	            elsewhere (select.go, grave.go); at the same time by regret
//	            matching or by bounds for each role alone (joint.go, regret.go);
//	            for chance evenly
//	evaluation  by the game's own playouts, as many at once as are nearly free
//	            (evaluate.go), or step by step, where moves that did well
//	            elsewhere are preferred (playout.go, grams.go)
//	return      means, and bounds of what each role can be sure of (backup.go,
//	            bounds.go): positions whose bounds meet are solved
//	tuning      how many playouts evaluate a position (tune.go)
//	answer      the best move, and what is known of all of them (decide.go,
//	            report.go)
//	threads     one goroutine grows the graph and others evaluate for it, in an
//	            order that does not depend on their speed (run.go, pool.go)
//
// A [Player] plays matches with a search that goes on from move to move.
package mcts
