// Package strategy plays by a strategy from a file, such as an equilibrium saved by
// package strategyfile. Moves depend on the role's own moves and percepts only, so
// it plays games that hide information as well.
package strategy

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"slices"

	"ludex/game"
	"ludex/internal/strategyfile"
	"ludex/player"
)

var (
	// ErrNoFile is returned if no strategy file was named.
	ErrNoFile = errors.New("which strategy? Name a file, as in strategy:FILE")
	// ErrOtherGame is returned for a strategy that was made for another game.
	ErrOtherGame = errors.New("the strategy is for another game")
)

// A Player draws its moves from a strategy. In information sets without an entry,
// all legal moves are equally likely.
type Player struct {
	strategy *strategyfile.Strategy
	index    *strategyfile.Index
	setup    player.Setup
	reader   *strategyfile.Reader
	rand     *game.Rand
	asked    int
	unknown  int // choices without an entry
}

var (
	_ player.Player = (*Player)(nil)
	_ player.Noter  = (*Player)(nil)
	_ player.Mixer  = (*Player)(nil)
)

// New returns a player that follows a strategy.
func New(b *strategyfile.Strategy) *Player {
	return &Player{strategy: b, index: strategyfile.NewIndex(b)}
}

// Another returns a player that follows the same strategy.
func (p *Player) Another() *Player { return &Player{strategy: p.strategy, index: p.index} }

// Kind is the player "strategy", whose option names a file.
func Kind() player.Kind {
	return player.Kind{
		Name: "strategy",
		Doc:  "follows a strategy that was saved by \"ludex solve --equilibrium --save FILE\"",
		Main: "file",
		Declare: func(set *flag.FlagSet) func() player.Player {
			// The file is read once, for all players of the kind.
			var b *strategyfile.Strategy
			var index *strategyfile.Index
			set.Func("file", "the file to follow", func(name string) (err error) {
				if b, err = open(name); err == nil {
					index = strategyfile.NewIndex(b)
				}
				return err
			})
			return func() player.Player { return &Player{strategy: b, index: index} }
		},
	}
}

func open(name string) (*strategyfile.Strategy, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	b, err := strategyfile.Read(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return b, nil
}

// Start implements [player.Player]. It refuses games that the strategy was not made
// for.
func (p *Player) Start(_ context.Context, s player.Setup) error {
	if p.strategy == nil {
		return ErrNoFile
	}
	plays, err := strategyfile.Fingerprint(s.Game, s.From)
	if err != nil {
		return err
	}
	if !p.strategy.IsFor(plays) {
		return fmt.Errorf("%w: it was made for %s, whose plays differ from those of %s", ErrOtherGame, p.strategy.Game, s.Game.Name())
	}
	p.setup, p.rand, p.asked, p.unknown = s, game.NewRand(s.Seed), 0, 0
	p.reader = p.index.Reader(s.Game, s.Role)
	return nil
}

// Choose implements [player.Player]: it draws a move.
func (p *Player) Choose(_ context.Context, legal []game.Move) (game.Move, error) {
	if p.reader == nil {
		return 0, ErrNoFile
	}
	p.asked++
	chances, known := p.reader.Find(legal)
	if !known {
		p.unknown++
		return legal[p.rand.Choose(len(legal))], nil
	}
	left := float64(p.rand.Uint64()>>11) / (1 << 53)
	choice := -1
	for i, c := range chances {
		if c <= 0 {
			continue
		}
		if choice = i; left < c {
			break
		}
		left -= c
	}
	return legal[max(choice, 0)], nil
}

// Mixture implements [player.Mixer].
func (p *Player) Mixture(legal []game.Move) []float64 {
	if p.reader == nil {
		return nil
	}
	if chances, known := p.reader.Find(legal); known {
		return chances
	}
	return slices.Repeat([]float64{1 / float64(len(legal))}, len(legal))
}

// Observe implements [player.Player].
func (p *Player) Observe(_ context.Context, e player.Event) error {
	if p.reader != nil {
		p.reader.Add(strategyfile.StepOf(p.setup.Game, p.setup.Role, e.Own, e.Joint, e.Percepts))
	}
	return nil
}

// Stop implements [player.Player].
func (p *Player) Stop() { p.reader = nil }

// Note implements [player.Noter].
func (p *Player) Note() string {
	if p.unknown == 0 {
		return ""
	}
	return fmt.Sprintf("the strategy had nothing to say %d of %d times, and the move was drawn from all", p.unknown, p.asked)
}
