package review

import (
	"context"
	"errors"
	"fmt"
	"time"

	"ludex/game"
	"ludex/player"
	"ludex/player/mcts"
)

// A Live analysis of a position reports what it has found again and again while it goes on.
// In a game with hidden information each role that has a choice is analysed by what it
// knows: its own moves and percepts.
type Live struct {
	Game game.Game
	// New makes the player, which must be a [player.Analyst].
	New  player.Maker
	Time time.Duration // for all roles together
	Seed uint64
}

// The slices of time after which results are reported. The first is short, so that
// something is shown soon.
const (
	firstSlice = 200 * time.Millisecond
	nextSlice  = 500 * time.Millisecond
	startTime  = time.Second // for a player's preparation
)

// Run analyses the last of the states that a play passed through, until the time is over,
// the analysis is complete, or the context ends. Told is called with each result; the last
// one is final. In a game with hidden information, values of different roles are by
// different knowledge, so that Values is empty if several roles have a choice.
func (l Live) Run(ctx context.Context, states []game.State, joints [][]game.Move, told func(p *Position, final bool)) error {
	v := &Reviewer{game: l.Game, machine: l.Game.NewMachine(), opt: Options{New: l.New, Seed: l.Seed}}
	v.machine.Bind(ctx)
	p, err := l.position(v, states[len(states)-1])
	if err != nil {
		return err
	}
	if p.Over {
		told(p, true)
		return nil
	}
	var searches []*liveSearch
	defer func() {
		for _, s := range searches {
			s.player.Stop()
		}
	}()
	for _, r := range v.analysts(p.State) {
		s, err := l.start(ctx, v, p, r, states, joints)
		if err != nil {
			return fmt.Errorf("%s: %w", l.Game.Roles()[r], err)
		}
		searches = append(searches, s)
	}
	return l.think(ctx, v, p, searches, told)
}

// position returns the position to analyse. Forced moves are not followed if information is
// hidden: what a role perceives of them is part of the play.
func (l Live) position(v *Reviewer, s game.State) (*Position, error) {
	if !l.Game.Hidden() {
		return v.begin(s)
	}
	p := &Position{State: s, Over: v.machine.Terminal(s)}
	if p.Over {
		return p, v.ended(p)
	}
	if len(v.Deciders(s)) == 0 {
		return nil, errors.Join(v.machine.Err(), errNoDecision)
	}
	return p, v.machine.Err()
}

var errNoDecision = errors.New("nobody but chance has a choice here, and what a position with hidden information is worth depends on what a role knows when it chooses")

// A liveSearch is the search for one role.
type liveSearch struct {
	role   game.Role
	legal  []game.Move
	player player.Player
	search *mcts.Search // where only chance has a choice; a player would not search
	done   bool
}

// next returns the next slice of time. With hidden information a player begins anew, so
// that slices grow.
func (l Live) next(slice time.Duration) time.Duration {
	if l.Game.Hidden() {
		return 2 * slice
	}
	return nextSlice
}

// start starts the player of a role.
func (l Live) start(ctx context.Context, v *Reviewer, p *Position, r game.Role, states []game.State, joints [][]game.Move) (*liveSearch, error) {
	s := &liveSearch{role: r, legal: v.machine.Legal(p.State, r, nil), player: l.New()}
	if len(s.legal) == 1 {
		var err error
		s.search, err = mcts.New(l.Game, p.State, mcts.Defaults(), l.Seed)
		return s, err
	}
	if _, ok := s.player.(player.Analyst); !ok {
		return nil, ErrNoAnalysis
	}
	setup := player.Setup{Game: l.Game, Role: r, From: p.State, PlayClock: l.Time, Seed: l.Seed}
	if l.Game.Hidden() {
		setup.From = states[0]
	}
	if !l.Game.Hidden() {
		limited, cancel := context.WithTimeout(ctx, startTime)
		defer cancel()
		return s, s.player.Start(limited, setup)
	}
	// Without a deadline, a search of information sets begins with the decision.
	if err := s.player.Start(ctx, setup); err != nil {
		return s, err
	}
	for i, joint := range joints {
		e := player.Event{Own: joint[r], Percepts: v.machine.Percepts(states[i], joint, r, nil)}
		if err := s.player.Observe(ctx, e); err != nil {
			return s, err
		}
	}
	return s, v.machine.Err()
}

// think lets the players search in turns, and reports after each round.
func (l Live) think(ctx context.Context, v *Reviewer, p *Position, searches []*liveSearch, told func(*Position, bool)) error {
	end := time.Now().Add(l.Time)
	for slice := firstSlice; ; slice = l.next(slice) {
		final := true
		found := &Position{Forced: p.Forced, State: p.State}
		for _, s := range searches {
			left := time.Until(end) / time.Duration(len(searches))
			if left < slice+slice/2 {
				slice = max(left, time.Millisecond)
			}
			a, early, err := s.think(ctx, slice)
			if err != nil {
				return fmt.Errorf("%s: %w", l.Game.Roles()[s.role], err)
			}
			s.done = s.done || early || left <= slice
			final = final && s.done
			found.Analyses = append(found.Analyses, a)
		}
		if !l.Game.Hidden() || len(searches) == 1 {
			found.combineValues(len(l.Game.Roles()), l.Game.Random())
		}
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		told(found, final)
		if final {
			return v.machine.Err()
		}
	}
}

// think searches for a slice of time; early says that it needed less than half.
func (s *liveSearch) think(ctx context.Context, slice time.Duration) (a player.Analysis, early bool, err error) {
	began := time.Now()
	limited, cancel := context.WithTimeout(ctx, slice)
	defer cancel()
	if s.search != nil {
		err = s.search.Run(limited, mcts.Limits{Role: s.role})
		return s.search.Analysis(s.role), false, err
	}
	_, err = s.player.Choose(limited, s.legal)
	if err != nil && limited.Err() == nil {
		return a, false, err
	}
	a = s.player.(player.Analyst).Analysis()
	if a.Role = s.role; a.Note == "" {
		a.Note = player.NoteOf(s.player)
	}
	return a, time.Since(began) < slice/2, nil
}
