package gdl

import "strconv"

// MaxOdds is the largest weight of a move of random.
const MaxOdds = 1000

// HasOdds reports whether clauses odds(M,W) weigh the moves of random: where random can
// move, it makes the move M with a probability proportional to W. Moves without odds
// have the weight 1.
//
// That is an extension of Ludex. A relation odds that a rule reads, or of a game without a
// role random, is the game's own.
func (p *Program) HasOdds() bool {
	if !p.Dialect.Percepts() {
		return false
	}
	random, odds, read := false, false, false
	for i := range p.Clauses {
		head := &p.Clauses[i].Head
		random = random || head.Name == Role && len(head.Args) == 1 && head.Args[0].Name == Random
		odds = odds || isOdds(head)
		p.Clauses[i].Atoms(func(atom *Term, _ bool) { read = read || isOdds(atom) })
	}
	return random && odds && !read
}

// isOdds reports whether an atom is odds with two arguments.
func isOdds(atom *Term) bool { return atom.Name == Odds && len(atom.Args) == 2 }

// ParseOdds reads a weight: a whole number from 1 to [MaxOdds].
func ParseOdds(t *Term) (weight int, ok bool) {
	if t.Kind != Constant {
		return 0, false
	}
	n, err := strconv.Atoi(t.Name)
	return n, err == nil && n >= 1 && n <= MaxOdds && strconv.Itoa(n) == t.Name
}
