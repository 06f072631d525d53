package gdlref

import "ludex/game"

// FindMove implements [game.Vocabulary]. Every term can be a move.
func (g *Game) FindMove(_ game.Role, text string) (game.Move, bool) {
	t, ok := g.find(text)
	return game.Move(t), ok
}

// FindPercept implements [game.Vocabulary]. Every term can be a percept.
func (g *Game) FindPercept(text string) (game.Percept, bool) {
	t, ok := g.find(text)
	return game.Percept(t), ok
}

func (g *Game) find(text string) (term, bool) {
	s, err := g.ParseState([]string{text})
	if err != nil || len(s) != 1 {
		return 0, false
	}
	return term(s[0]), true
}
