package gdlref

import "ludex/gdl"

// Word returns the word by which states hold a ground fact. The spelling must be that of
// the description.
//
// Together with [Game.Fact] it lets callers that build states, such as package timed,
// avoid texts.
func (g *Game) Word(fact *gdl.Term) (_ uint64, err error) {
	defer catch(&err)
	return uint64(g.program.ground(fact)), nil
}

// Fact returns the fact that a word of a state stands for. The numbers of moves
// and percepts are such words too.
func (g *Game) Fact(word uint64) gdl.Term { return g.program.terms.tree(term(word)) }
