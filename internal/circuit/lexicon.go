package circuit

import (
	"sort"

	"ludex/game"
)

// FindMove implements [game.Vocabulary].
func (g *Game) FindMove(r game.Role, text string) (game.Move, bool) {
	list := g.spec.Moves[r]
	i := sort.Search(len(list), func(i int) bool { return list[i].Text >= text })
	if i == len(list) || list[i].Text != text {
		return 0, false
	}
	return game.Move(i), true
}

// FindPercept implements [game.Vocabulary]. It finds percepts only in games with
// hidden information.
func (g *Game) FindPercept(text string) (game.Percept, bool) {
	g.byText.once.Do(func() {
		g.byText.percepts = make(map[string]game.Percept, len(g.spec.Texts))
		for i, t := range g.spec.Texts {
			g.byText.percepts[t] = game.Percept(i)
		}
	})
	p, ok := g.byText.percepts[text]
	return p, ok
}
