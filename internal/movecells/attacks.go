package movecells

import (
	"context"
	"sync"

	"ludex/game"
	"ludex/internal/rbgengine/rbgplay"
	"ludex/internal/rbgengine/rbgref"
)

// An Attack is a piece that its player, who is to move, must not leave attacked, such as a king in
// check.
type Attack struct {
	Name string   `json:"name"` // of the piece and its cell
	Cell string   `json:"cell"`
	By   []string `json:"by"` // the cells of the pieces that attack it
}

// Attacks returns the pieces of the player to move that no move may leave attacked, in a regular
// boardgame whose rules say so ([rbgref.Reasoner.Attacks]). There are none if the rules take too
// long.
func (f *Finder) Attacks(ctx context.Context, s game.State) []Attack {
	if a := f.attacker(); a != nil {
		return a.find(ctx, s)
	}
	return nil
}

// An attacker finds attacks in the positions of a regular boardgame.
type attacker struct {
	finder *Finder
	game   *rbgplay.Game
	owners []int // by piece

	mu       sync.Mutex
	reasoner *rbgref.Reasoner
	position rbgplay.Position
}

func (f *Finder) newAttacker() *attacker {
	g, ok := game.First(f.game).(interface{ Base() *rbgplay.Game })
	if !ok || !f.board.HasGrid() {
		return nil
	}
	a := &attacker{finder: f, game: g.Base()}
	pieces := a.game.Rules().Pieces
	for i := range pieces {
		a.owners = append(a.owners, f.board.Owner(pieces[i].Name))
	}
	var err error
	if a.reasoner, err = rbgref.NewReasoner(a.game.Rules()); err != nil {
		return nil // such rules are played by another engine
	}
	return a
}

func (a *attacker) find(ctx context.Context, s game.State) []Attack {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.reasoner.Bind(ctx)
	a.game.Position(s, &a.position)
	found, err := a.reasoner.Attacks(&a.position, func(piece int) int { return a.owners[piece] })
	if err != nil {
		return nil
	}
	var list []Attack
	at := map[int]int{}
	rules := a.game.Rules()
	for _, x := range found {
		i, ok := at[x.Target]
		if !ok {
			i = len(list)
			at[x.Target] = i
			cell := rules.Board.CellText(x.Target)
			list = append(list, Attack{Name: a.finder.board.PieceOn(rules.Pieces[a.position.Pieces[x.Target]].Name, cell), Cell: cell})
		}
		list[i].By = append(list[i].By, rules.Board.CellText(x.By))
	}
	return list
}
