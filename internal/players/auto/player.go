// Package auto is the default player: it profiles the game by a few random plays,
// and chooses among the other players.
package auto

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"runtime"
	"strconv"
	"time"

	"ludex/game"
	"ludex/internal/players/nested"
	"ludex/internal/sleep"
	"ludex/internal/spelling"
	"ludex/player"
	"ludex/player/mcts"
)

// A Player chooses a player when it is started, by the kind of game, and delegates
// the match to it: puzzles to nested and tree search, games that hide information to
// an equilibrium if they are small and to package infoset if not, and all others to a search with a learned network where that is
// stronger, and to Monte Carlo tree search where it is not.
type Player struct {
	// Solve solves puzzles, if it is not nil.
	Solve nested.Solver
	// Threads is the number of threads of a search; 0 is all there are, or one with
	// a node budget.
	Threads int

	memory  *memory // of earlier matches; may be nil
	setup   player.Setup
	chosen  player.Player
	profile Profile
	note    string
	study   study
}

var (
	_ player.Player   = (*Player)(nil)
	_ player.Noter    = (*Player)(nil)
	_ player.Analyst  = (*Player)(nil)
	_ player.Ponderer = (*Player)(nil)
	_ player.Mixer    = (*Player)(nil)
)

// Kind is the player by name. The solver for puzzles may be nil.
func Kind(solve nested.Solver) player.Kind {
	return player.Kind{
		Name: "auto",
		Doc:  "looks at the game and chooses how to play it",
		Declare: func(set *flag.FlagSet) func() player.Player {
			threads := set.Int("threads", 0, "threads of a search; 0 is all, or one if there is a budget of nodes")
			memory := new(memory)
			return func() player.Player { return &Player{Solve: solve, Threads: *threads, memory: memory} }
		},
	}
}

// Start implements [player.Player].
func (p *Player) Start(ctx context.Context, s player.Setup) error {
	*p = Player{Solve: p.Solve, Threads: p.Threads, memory: p.memory, setup: s}
	var err error
	if p.profile, err = NewProfile(ctx, s.Game, s.From, s.Seed); err != nil {
		return fmt.Errorf("looking at the game: %w", err)
	}
	if p.chosen, p.note, err = p.choose(ctx, s); err != nil {
		return err
	}
	return p.chosen.Start(ctx, s)
}

// choose returns the player for a game, and a description of the choice. It may learn
// for most of the start clock.
func (p *Player) choose(ctx context.Context, s player.Setup) (player.Player, string, error) {
	switch {
	case p.profile.Hidden:
		chosen, about, err := p.equilibrium(ctx, s)
		if chosen == nil && err == nil {
			chosen, about = p.hidden(s)
		}
		return chosen, fmt.Sprintf("%s: %s", p.profile, about), err
	case nested.Supports(s.Game):
		return newPuzzlePlayer(p.Solve, p.options(s)), fmt.Sprintf("%s: a puzzle, searched for the best way", p.profile), nil
	}
	chosen, about := p.learned(ctx, s)
	if chosen != nil {
		return chosen, fmt.Sprintf("%s: %s", p.profile, about), nil
	}
	if about != "" {
		about = "; " + about
	}
	opt := p.options(s)
	return mcts.NewPlayer(opt), fmt.Sprintf("%s: tree search, %s%s", p.profile, spelling.CountText(strconv.Itoa(opt.Threads), "thread"), about), nil
}

// options returns the options of the tree search.
func (p *Player) options(s player.Setup) mcts.Options {
	opt := mcts.Defaults()
	if opt.Threads = p.Threads; opt.Threads == 0 {
		if opt.Threads = 1; s.Nodes <= 0 {
			opt.Threads = runtime.GOMAXPROCS(0)
		}
	}
	return opt
}

// Choose implements [player.Player].
func (p *Player) Choose(ctx context.Context, legal []game.Move) (game.Move, error) {
	return p.chosen.Choose(ctx, legal)
}

// Mixture implements [player.Mixer].
func (p *Player) Mixture(legal []game.Move) []float64 {
	if chosen, ok := p.chosen.(player.Mixer); ok {
		return chosen.Mixture(legal)
	}
	return nil
}

// Observe implements [player.Player].
func (p *Player) Observe(ctx context.Context, e player.Event) error {
	return errors.Join(p.study.observe(e), p.chosen.Observe(ctx, e))
}

// Ponder implements [player.Ponderer]. Where a game is still being learned and the match is long
// enough for that, half of the time goes into learning.
func (p *Player) Ponder(ctx context.Context) error {
	if !p.study.wanted {
		return p.search(ctx)
	}
	p.study.ponderings++
	p.study.exhausted = false
	for ctx.Err() == nil {
		sleep.Turn()
		began := time.Now()
		err := p.ponderOrStudy(ctx)
		p.study.pondered += time.Since(began)
		if err != nil {
			return err
		}
	}
	return nil
}

// search lets the chosen player think in the time of others.
func (p *Player) search(ctx context.Context) error {
	if chosen, ok := p.chosen.(player.Ponderer); ok {
		return chosen.Ponder(ctx)
	}
	return nil
}

// Stop implements [player.Player].
func (p *Player) Stop() {
	p.stopStudy()
	if p.chosen != nil {
		p.chosen.Stop()
	}
}

// Note implements [player.Noter]: it describes the choice.
func (p *Player) Note() string {
	note := p.note + p.study.note()
	if p.chosen == nil {
		return note
	}
	if more := player.NoteOf(p.chosen); more != "" {
		return note + "; " + more
	}
	return note
}

// Profile returns the profile of the game.
func (p *Player) Profile() Profile { return p.profile }

// Analysis implements [player.Analyst].
func (p *Player) Analysis() player.Analysis {
	if a, ok := p.chosen.(player.Analyst); ok {
		return a.Analysis()
	}
	return player.Analysis{Note: p.note}
}
