package environment

import (
	"context"
	"errors"
	"fmt"

	"ludex/game"
	"ludex/internal/timedmatch"
	"ludex/rules"
	"ludex/timed"
)

// A timedGame is a game in real time. The client holds its states.
type timedGame struct{ *timed.Game }

// A timedView is a state of a game in real time, with what is legal in it.
type timedView struct {
	Now      timed.Time          `json:"now"`
	Facts    []timed.Fact        `json:"facts"`
	Expired  []string            `json:"expired"`
	Expiry   timed.Time          `json:"expiry"` // when the next fact expires, or "forever"
	Terminal bool                `json:"terminal"`
	Legal    [][]string          `json:"legal"`
	Goals    [][]int             `json:"goals"`
	Percepts map[string][]string `json:"percepts"`
	Moves    [][2]string         `json:"moves"` // roles and moves of the update that led here, in random plays
}

// loadTimed opens a game in real time.
func (s *Server) loadTimed(ctx context.Context, r *rules.Rules, l *loaded) (any, error) {
	g, err := r.OpenTimed(ctx, rules.Opening{})
	if err != nil {
		return nil, err
	}
	s.timed[l.ID] = &timedGame{g}
	l.Timed, l.Roles, l.Random, l.Hidden, l.Engine = true, g.Roles(), int(g.Random()), g.Hidden(), g.Engine()
	return l, nil
}

func roleOf(r int) game.Role { return game.Role(r) }

// askTimed returns the initial state, or the state after an event: moves that are made some
// time after a state.
func (s *Server) askTimed(ctx context.Context, q *question) (any, error) {
	g := s.timed[q.Game]
	if g == nil {
		return nil, errors.New("there is no such game in real time")
	}
	if q.Op == "timedplay" {
		return g.simulate(ctx, q)
	}
	if q.Time == nil {
		return g.view(g.Initial(), nil)
	}
	state, err := g.State(q.Time.Now, q.Time.Facts, q.Time.Expired)
	if err != nil {
		return nil, err
	}
	after, err := timed.ParseTime(q.After)
	if err != nil {
		return nil, err
	}
	var moves []timed.Move
	for _, m := range q.Moves {
		r, err := g.Role(m[0])
		if err != nil {
			return nil, err
		}
		text, err := g.MoveText(m[1])
		if err != nil {
			return nil, fmt.Errorf("%s: %w", m[1], err)
		}
		moves = append(moves, timed.Move{Role: r, Text: text})
	}
	u, err := g.Update(state, after, moves)
	if err != nil {
		return nil, err
	}
	return g.view(u.State, &u)
}

// view returns a state as the client gets it.
func (g *timedGame) view(s timed.State, u *timed.Update) (*timedView, error) {
	over, err := g.Terminal(s)
	if err != nil {
		return nil, err
	}
	v := &timedView{Now: s.Now(), Facts: s.Facts(), Expired: s.Expired(), Expiry: s.Expiry(), Terminal: over, Percepts: map[string][]string{}}
	for r, name := range g.Roles() {
		legal, err := g.Legal(s, roleOf(r))
		if err != nil {
			return nil, err
		}
		goals, err := g.Goals(s, roleOf(r))
		if err != nil {
			return nil, err
		}
		v.Legal, v.Goals = append(v.Legal, legal), append(v.Goals, goals)
		if u != nil && u.Perceives(roleOf(r)) {
			v.Percepts[name] = u.Percepts(roleOf(r))
		}
	}
	return v, nil
}

// simulate returns the states of a play in which every role moves at random once a unit of
// time on average, in virtual time: the play that "ludex simulate" shows for the seed.
func (g *timedGame) simulate(ctx context.Context, q *question) (any, error) {
	opt := timed.MatchOptions{Seed: q.Seed, MaxEvents: q.Steps}
	var err error
	if opt.MaxTime, err = timed.ParseTime(q.After); err != nil {
		return nil, err
	}
	views := []*timedView{}
	var failed error
	opt.Observe = func(e *timed.Event) {
		if e.Facts == nil || failed != nil {
			return
		}
		var v *timedView
		if v, failed = g.view(e.State, nil); failed != nil {
			return
		}
		for _, m := range e.Moves {
			v.Moves = append(v.Moves, [2]string{m.Role, m.Move})
		}
		for _, p := range e.Percepts {
			v.Percepts[p.Role] = p.Sees
		}
		views = append(views, v)
	}
	policies := make([]timed.Policy, len(g.Roles()))
	for r := range policies {
		if roleOf(r) != g.Random() {
			policies[r] = timedmatch.RandomPolicy(q.Seed+uint64(r), timed.PerUnit)
		}
	}
	m, err := timedmatch.NewMatch(g.Game, opt)
	if err == nil {
		err = timedmatch.Run(ctx, m, timedmatch.RunOptions{Policies: policies, Clock: timedmatch.NewVirtualClock()})
	}
	return views, errors.Join(err, failed, ctx.Err())
}
