package mcts

import "ludex/game"

// An amaf is what a node has seen of moves made anywhere below it: all moves as
// first.
type amaf struct {
	seen  int
	moves map[made]amafStat
}

type amafStat struct {
	count float32
	sum   float32
}

// collect adds what a simulation moved below a node.
func (a *amaf) collect(moves []made, values []float64) {
	a.seen++
	for _, m := range moves {
		s := a.moves[m]
		s.count++
		s.sum += float32(values[m.role])
		a.moves[m] = s
	}
}

// graveTrust is how many visits of a move itself, evaluated by one playout, make
// up for any number of sights of it elsewhere.
const graveTrust = 20

// blend returns a mean of what a move has done itself and what was seen of it
// elsewhere. A visit counts the more, the more playouts evaluate.
func (s *Search) blend(value, visits float64, ref *amaf, r game.Role, m game.Move) float64 {
	stat := ref.moves[made{r, m}]
	if stat.count == 0 {
		return value
	}
	count, visits := float64(stat.count), visits*s.weight
	beta := count / (count + visits + count*visits/graveTrust)
	return (1-beta)*value + beta*float64(stat.sum)/count
}
