package analyse

import (
	"context"
	"fmt"

	"ludex/game"
)

// sample looks for counterexamples in random playouts.
func (r *Requirements) sample(ctx context.Context, g game.Game, opt Options) error {
	count, maxSteps := opt.Playouts, opt.MaxSteps
	if count == 0 {
		count = 1000
	}
	if maxSteps == 0 {
		maxSteps = game.MaxSteps(g)
	}
	s := &sampler{r: r, game: g, machine: g.NewMachine(), opt: opt}
	s.prepare()
	for k := range count {
		if ctx.Err() != nil {
			break
		}
		s.play(ctx, opt.Seed+uint64(k), maxSteps)
		r.Playouts++
	}
	return ctx.Err()
}

type sampler struct {
	r       *Requirements
	game    game.Game
	machine game.Machine
	opt     Options
	path    []string
}

// prepare sets what is believed until a playout shows otherwise.
func (s *sampler) prepare() {
	open := Finding{Verdict: NotRefuted}
	s.r.Terminates, s.r.Playable, s.r.Goals = open, open, open
	if s.opt.Facts != nil {
		s.r.Declared["base"] = &Finding{Verdict: NotRefuted}
	}
	if s.opt.Moves != nil {
		s.r.Declared["input"] = &Finding{Verdict: NotRefuted}
	}
	for r, name := range s.game.Roles() {
		if game.Role(r) != s.game.Random() {
			s.r.WeaklyWinnable[name] = &Finding{Verdict: NotShown}
			s.r.StronglyWon[name] = &Finding{Verdict: NotShown}
			s.r.ForcedWin[name] = &Finding{Verdict: NotShown}
		}
	}
}

func (s *sampler) play(ctx context.Context, seed uint64, maxSteps int) {
	p := game.NewPlayout(s.game, s.machine)
	p.Reset(nil, seed)
	s.path = s.path[:0]
	for !p.Over() && p.Steps < maxSteps && ctx.Err() == nil {
		s.declared(p.State, true)
		if err := p.Step(); err != nil {
			s.refute(&s.r.Playable, err.Error())
			return
		}
		s.path = append(s.path, game.JointText(s.game, p.Joint))
	}
	s.declared(p.State, false)
	if !p.Over() {
		if ctx.Err() == nil && s.r.Terminates.Detail == "" {
			s.r.Terminates.Detail = fmt.Sprintf("a playout was cut off after %d steps", maxSteps)
		}
		return
	}
	if bad := badGoals(s.game, s.machine, p.State); bad != "" {
		s.refute(&s.r.Goals, bad)
	}
	for r, name := range s.game.Roles() {
		f := s.r.WeaklyWinnable[name]
		if f != nil && f.Verdict != Yes && wins(s.machine, p.State, game.Role(r)) {
			*f = Finding{Verdict: Yes, Moves: append([]string(nil), s.path...)}
		}
	}
}

func (s *sampler) declared(state game.State, live bool) {
	if f := s.r.Declared["base"]; f != nil && f.Verdict != No {
		if text := missingFact(s.game, state, s.opt.Facts); text != "" {
			s.refute(f, text+" is true but not declared")
		}
	}
	if f := s.r.Declared["input"]; f != nil && f.Verdict != No && live {
		if text := missingMove(s.game, s.machine, state, s.opt.Moves); text != "" {
			s.refute(f, text+" is legal but not declared")
		}
	}
}

// refute records the first counterexample to a requirement.
func (s *sampler) refute(f *Finding, detail string) {
	if f.Verdict != No {
		*f = Finding{Verdict: No, Detail: detail, Moves: append([]string(nil), s.path...)}
	}
}
