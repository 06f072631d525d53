// Package review analyses positions, or a whole play, with a player: what the roles
// can expect, what the best moves are, and which of the moves made were mistakes.
package review

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"ludex/game"
	"ludex/player"
	"ludex/player/mcts"
)

// Options configure a reviewer.
type Options struct {
	// New makes the player, which must be a [player.Analyst].
	New player.Maker
	// Nodes and Time are the budget per role and position; 0 is no limit. Without
	// either the player decides.
	Nodes int
	Time  time.Duration
	Seed  uint64
}

var (
	// ErrNoAnalysis says that a player does not report an analysis.
	ErrNoAnalysis = errors.New("the player does not say what it thinks about a position: use auto, mcts or nested")
	// ErrHidden says that roles do not know the position.
	ErrHidden = errors.New("the game hides information from its roles, and what a position is worth to a role depends on what it knows; only games in which all see everything can be analysed so far")
)

// maxForced bounds the number of forced steps that are followed.
const maxForced = 1000

// A Position is the analysis of a state.
type Position struct {
	// Forced are the joint moves that follow without any choice. State is the state
	// after them, to which everything else refers.
	Forced [][]game.Move
	State  game.State
	Over   bool // the play is
	// Values are the expected values of the roles, between 0 and 100, or NaN if
	// unknown; Exact says which of them are proved.
	Values []float64
	Exact  []bool
	// Analyses has one entry per role that has a choice and was requested.
	Analyses []player.Analysis
}

// Of returns the analysis of a role's moves, or nil if it has no choice.
func (p *Position) Of(r game.Role) *player.Analysis {
	for i := range p.Analyses {
		if p.Analyses[i].Role == r {
			return &p.Analyses[i]
		}
	}
	return nil
}

// A Reviewer analyses positions of one game. It is for one goroutine.
type Reviewer struct {
	game    game.Game
	machine game.Machine
	opt     Options
}

// New returns a reviewer.
func New(g game.Game, opt Options) (*Reviewer, error) {
	if g.Hidden() {
		return nil, fmt.Errorf("%s: %w", g.Name(), ErrHidden)
	}
	if _, ok := opt.New().(player.Analyst); !ok {
		return nil, ErrNoAnalysis
	}
	return &Reviewer{game: g, machine: g.NewMachine(), opt: opt}, nil
}

// Deciders returns the roles that have a choice in a state, chance excluded.
func (v *Reviewer) Deciders(s game.State) []game.Role {
	var list []game.Role
	for r := range v.game.Roles() {
		if game.Role(r) != v.game.Random() && len(v.machine.Legal(s, game.Role(r), nil)) > 1 {
			list = append(list, game.Role(r))
		}
	}
	return list
}

// At analyses a state for each role that has a choice, one after the other. If the
// context ends, it returns the results so far.
func (v *Reviewer) At(ctx context.Context, s game.State) (*Position, error) {
	v.machine.Bind(ctx)
	defer v.machine.Bind(context.Background())
	p, err := v.begin(s)
	if err != nil || p.Over {
		return p, err
	}
	for _, r := range v.analysts(p.State) {
		a, err := v.analyse(ctx, p.State, r)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", v.game.Roles()[r], err)
		}
		p.Analyses = append(p.Analyses, a)
	}
	p.combineValues(len(v.game.Roles()), v.game.Random())
	return p, v.machine.Err()
}

// begin follows forced moves. If the play is over then, the values are the goals.
func (v *Reviewer) begin(s game.State) (*Position, error) {
	p := &Position{State: slices.Clone(s)}
	if err := v.followForced(p); err != nil {
		return nil, err
	}
	if p.Over {
		return p, v.ended(p)
	}
	return p, nil
}

// analysts returns the roles for which players analyse a state. Where only chance
// has a choice, it is any role.
func (v *Reviewer) analysts(s game.State) []game.Role {
	if list := v.Deciders(s); len(list) > 0 {
		return list
	}
	for r := range v.game.Roles() {
		if game.Role(r) != v.game.Random() {
			return []game.Role{game.Role(r)}
		}
	}
	return nil
}

// followForced makes the forced moves.
func (v *Reviewer) followForced(p *Position) error {
	for range maxForced {
		if p.Over = v.machine.Terminal(p.State); p.Over {
			return v.machine.Err()
		}
		joint := make([]game.Move, len(v.game.Roles()))
		for r := range joint {
			legal := v.machine.Legal(p.State, game.Role(r), nil)
			if len(legal) == 0 {
				return fmt.Errorf("%s: %w", v.game.Roles()[r], errors.Join(game.ErrStuck, v.machine.Err()))
			}
			if joint[r] = legal[0]; len(legal) > 1 {
				return nil
			}
		}
		p.Forced = append(p.Forced, joint)
		p.State = v.machine.Next(p.State, joint, nil)
	}
	return fmt.Errorf("nobody has a choice for %d steps", maxForced)
}

// ended sets the values to the goals of a terminal state.
func (v *Reviewer) ended(p *Position) error {
	for r, name := range v.game.Roles() {
		value, known := nan, false
		goals := v.machine.Goals(p.State, game.Role(r), nil)
		if known = len(goals) == 1; known {
			value = float64(goals[0])
		} else if game.Role(r) != v.game.Random() {
			return cmp.Or(v.machine.Err(), fmt.Errorf("%s has %d goals at the end of the play", name, len(goals)))
		}
		p.Values, p.Exact = append(p.Values, value), append(p.Exact, known)
	}
	return v.machine.Err()
}

// analyse runs a player in a state for a role.
func (v *Reviewer) analyse(ctx context.Context, s game.State, r game.Role) (player.Analysis, error) {
	legal := v.machine.Legal(s, r, nil)
	if len(legal) == 1 {
		return v.search(ctx, s, r)
	}
	p := v.opt.New()
	setup := player.Setup{Game: v.game, Role: r, From: s, Nodes: v.opt.Nodes, Seed: v.opt.Seed}
	if v.opt.Time > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, v.opt.Time)
		defer cancel()
		if setup.Nodes == 0 {
			setup.Nodes = -1 // as many as there is time for
		}
	}
	defer p.Stop()
	if err := v.prepare(ctx, p, setup.Reproducible()); err != nil {
		return player.Analysis{}, err
	}
	if _, err := p.Choose(ctx, legal); err != nil && ctx.Err() == nil {
		return player.Analysis{}, err
	}
	a := p.(player.Analyst).Analysis()
	if a.Role = r; a.Note == "" {
		a.Note = player.NoteOf(p)
	}
	if a.Note == "" && a.Nodes == 0 && errors.Is(ctx.Err(), context.DeadlineExceeded) {
		a.Note = tooLittleTime
	}
	return a, nil
}

// tooLittleTime is the note of an analysis that looked at nothing, since its engine was not ready in time. Its values mean nothing.
const tooLittleTime = "nothing was searched: the time was up before the engine was ready; allow more time"

// search analyses a state in which only chance has a choice, since a player without
// a choice does not search.
func (v *Reviewer) search(ctx context.Context, s game.State, r game.Role) (player.Analysis, error) {
	limits := mcts.Limits{Nodes: v.opt.Nodes, Role: r}
	if v.opt.Time > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, v.opt.Time)
		defer cancel()
	} else if limits.Nodes == 0 {
		limits.Nodes = mcts.Defaults().Nodes
	}
	search, err := mcts.New(v.game, s, mcts.Defaults(), v.opt.Seed)
	if err != nil {
		return player.Analysis{}, err
	}
	if err := search.Run(ctx, limits); err != nil {
		return player.Analysis{}, err
	}
	return search.Analysis(r), nil
}

// prepareShare is the divisor of the time for a player's preparation.
const prepareShare = 5

// prepare starts a player.
func (v *Reviewer) prepare(ctx context.Context, p player.Player, setup player.Setup) error {
	if v.opt.Time > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, v.opt.Time/prepareShare)
		defer cancel()
	}
	return p.Start(ctx, setup)
}

// combineValues sets the expected values of the roles: those of an analysis that proves
// all of them, and else the means of all analyses. So they add up to what the goals do.
func (p *Position) combineValues(roles int, random game.Role) {
	p.Values, p.Exact = slices.Repeat([]float64{nan}, roles), make([]bool, roles)
	for _, a := range p.Analyses {
		if len(a.Values) == roles && provesAll(&a, random) {
			p.Values, p.Exact = slices.Clone(a.Values), slices.Clone(a.Exact)
			return
		}
	}
	for r := range p.Values {
		sum, n := 0.0, 0
		for _, a := range p.Analyses {
			if r < len(a.Values) && !math.IsNaN(a.Values[r]) {
				sum, n = sum+a.Values[r], n+1
				p.Exact[r] = p.Exact[r] || a.Exact[r]
			}
		}
		if n > 0 {
			p.Values[r] = sum / float64(n)
		}
		for _, a := range p.Analyses {
			if r < len(a.Values) && a.Exact[r] {
				p.Values[r] = a.Values[r]
			}
		}
	}
}

// provesAll reports whether the values of all roles but chance are proved.
func provesAll(a *player.Analysis, random game.Role) bool {
	for r, exact := range a.Exact {
		if !exact && game.Role(r) != random {
			return false
		}
	}
	return true
}
