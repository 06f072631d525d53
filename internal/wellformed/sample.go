package wellformed

import (
	"context"
	"errors"
	"fmt"
	"slices"

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
		if err := s.play(ctx, opt.Seed+uint64(k), maxSteps); err != nil {
			return err
		}
		r.Playouts++
		opt.Limits.report("playouts", int(r.Playouts), count)
	}
	return nil
}

type sampler struct {
	r       *Requirements
	game    game.Game
	machine game.Machine
	opt     Options
	path    []string
}

// prepare sets the verdicts that hold unless a playout refutes them. What the
// explored states have refuted stays refuted.
func (s *sampler) prepare() {
	for _, f := range []*Finding{&s.r.Terminates, &s.r.Playable, &s.r.Goals, s.r.Declared["base"], s.r.Declared["input"]} {
		if f != nil && f.Verdict == Undecided {
			f.Verdict = NotRefuted
		}
	}
	for _, by := range []map[string]*Finding{s.r.WeaklyWinnable, s.r.StronglyWon, s.r.ForcedWin} {
		for _, f := range by {
			f.Verdict = NotShown
		}
	}
}

// play checks the states of one playout. It returns an error if the playout does not
// end.
func (s *sampler) play(ctx context.Context, seed uint64, maxSteps int) error {
	s.machine.Bind(ctx)
	p := game.NewPlayout(s.game, s.machine)
	p.Reset(nil, seed)
	s.path = s.path[:0]
	for !p.Over() && p.Steps < maxSteps {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err := s.declared(p.State, true); err != nil {
			return err
		}
		err := p.Step()
		if errors.Is(err, game.ErrStuck) {
			s.refute(&s.r.Playable, err.Error())
			return nil
		}
		if err != nil {
			return err
		}
		s.path = append(s.path, game.JointText(s.game, p.Joint))
	}
	if err := s.declared(p.State, false); err != nil {
		return err
	}
	if p.Over() {
		return s.end(p)
	}
	if s.r.Terminates.Detail == "" {
		s.r.Terminates.Detail = fmt.Sprintf("a playout was cut off after %d steps", maxSteps)
	}
	return nil
}

// end checks a terminal state.
func (s *sampler) end(p *game.Playout) error {
	bad := badGoals(s.game, s.machine, p.State)
	var winners []string
	for r, name := range s.game.Roles() {
		if f := s.r.WeaklyWinnable[name]; f != nil && f.Verdict != Yes && wins(s.machine, p.State, game.Role(r)) {
			winners = append(winners, name)
		}
	}
	if err := s.machine.Err(); err != nil {
		return err
	}
	if bad != "" {
		s.refute(&s.r.Goals, bad)
	}
	for _, name := range winners {
		*s.r.WeaklyWinnable[name] = Finding{Verdict: Yes, Moves: slices.Clone(s.path)}
	}
	return nil
}

// declared compares a state with the declarations.
func (s *sampler) declared(state game.State, live bool) error {
	if f := s.r.Declared["base"]; f != nil && f.Verdict != No {
		if text := missingFact(s.game, state, s.opt.Facts); text != "" {
			s.refute(f, text+" is true but not declared")
		}
	}
	if f := s.r.Declared["input"]; f != nil && f.Verdict != No && live {
		text := missingMove(s.game, s.machine, state, s.opt.Moves)
		if err := s.machine.Err(); err != nil {
			return err
		}
		if text != "" {
			s.refute(f, text+" is legal but not declared")
		}
	}
	return s.machine.Err()
}

// refute records the first counterexample to a requirement.
func (s *sampler) refute(f *Finding, detail string) {
	if f.Verdict != No {
		*f = Finding{Verdict: No, Detail: detail, Moves: slices.Clone(s.path)}
	}
}
