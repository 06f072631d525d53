package lockstep

import (
	"cmp"
	"context"
	"fmt"
	"reflect"
	"slices"

	"ludex/game"
	"ludex/internal/circuit/bitslice"
	"ludex/internal/enginecompare"
)

// perceivedPlayouts is more than lanes can play at once.
const perceivedPlayouts = 2*bitslice.Count + 100

// perceived follows playouts with percepts, and drops some.
func (r *round) perceived(ctx context.Context) error {
	w := &witness{round: r}
	opt := game.PerceivedOptions{Roles: w.roles(), Seed: r.Seed + 3, MaxSteps: r.short()}
	from := r.some(40)
	for k := range perceivedPlayouts {
		p := from[k%len(from)]
		opt.From = append(opt.From, p.state)
		w.plays = append(w.plays, perceivedPlay{at: p})
	}
	res, err := r.game.PerceivedPlayouts(ctx, opt, w.visit)
	if err = cmp.Or(err, ctx.Err()); err != nil {
		return err
	}
	return w.ends(&res, opt.MaxSteps)
}

// A witness compares playouts with percepts.
type witness struct {
	*round
	plays []perceivedPlay
}

// A perceivedPlay is a playout with percepts.
type perceivedPlay struct {
	at      *position
	made    []game.Move
	dropped bool
}

// roles returns all roles, chance included.
func (r *round) roles() []game.Role {
	var out []game.Role
	for i := range r.game.Roles() {
		out = append(out, game.Role(i))
	}
	return out
}

// visit compares a step. Every seventh playout is dropped in its second step.
func (w *witness) visit(s *game.PerceivedStep) error {
	for i, k := range s.Playouts {
		p := &w.plays[k]
		if err := w.step(p, s.Joint(i), s.Next[i], func(r int) []game.Percept { return s.Percepts.Of(i, r) }); err != nil {
			return err
		}
		s.Drop[i] = k%7 == 6 && s.Number == 1
		p.dropped = s.Drop[i]
	}
	return nil
}

// step compares a step of a playout.
func (w *witness) step(p *perceivedPlay, joint []game.Move, next game.State, percepts func(role int) []game.Percept) error {
	for r, m := range joint {
		if !p.at.open() || !slices.Contains(p.at.choices[r], m) {
			return enginecompare.NewDifference("move of "+w.game.Roles()[r]+" in a playout with percepts", w.names(),
				w.judge.texts(r, p.at.choices[r]), w.judge.texts(r, []game.Move{m}), w.path(p.made))
		}
	}
	p.made = append(p.made, joint...)
	if err := w.percepts(p.at, joint, percepts, p.made); err != nil {
		return err
	}
	to, err := w.judge.after(p.at, joint)
	if err != nil {
		return w.led(err, p.made)
	}
	p.at = to
	return w.sameState("next state in a playout with percepts", to, next, p.made)
}

// percepts compares what roles perceive when a joint move is made, the last one
// made.
func (r *round) percepts(at *position, joint []game.Move, got func(role int) []game.Percept, made []game.Move) error {
	want, err := r.judge.percepts(at, joint)
	if err != nil {
		return r.led(err, made)
	}
	for i, name := range r.game.Roles() {
		if !slices.Equal(want[i], got(i)) {
			return enginecompare.NewDifference("percepts of "+name, r.names(), r.seen(want[i]), r.seen(got(i)), r.path(made))
		}
	}
	return nil
}

func (r *round) seen(percepts []game.Percept) []string {
	var out []string
	for _, p := range percepts {
		out = append(out, r.game.PerceptText(p))
	}
	return out
}

// sameState compares a state that lanes have computed.
func (r *round) sameState(what string, want *position, got game.State, made []game.Move) error {
	if slices.Equal(want.state, got) {
		return nil
	}
	return enginecompare.NewDifference(what, r.names(), r.game.Facts(want.state), r.game.Facts(got), r.path(made))
}

// An outcome is the result of a playout with percepts.
type outcome struct {
	end   game.PlayoutEnd
	steps int
	goals []int
}

func (o outcome) String() string {
	return fmt.Sprintf("end %d after %d steps, goals %v", o.end, o.steps, o.goals)
}

// ends compares the results of playouts.
func (w *witness) ends(res *game.PerceivedResult, maxSteps int) error {
	roles := len(w.game.Roles())
	for k := range w.plays {
		p := &w.plays[k]
		steps := len(p.made) / roles
		want := outcome{steps: steps}
		want.end, want.goals = p.end(steps, maxSteps)
		got := outcome{res.Ends[k], res.Steps[k], res.Goals[k*roles : (k+1)*roles]}
		if !reflect.DeepEqual(got, want) {
			return w.led(w.counted("outcome of a playout with percepts", want.String(), got.String()), p.made)
		}
	}
	return nil
}

// end returns how a playout must end, and with which goals.
func (p *perceivedPlay) end(steps, maxSteps int) (game.PlayoutEnd, []int) {
	goals := slices.Repeat([]int{game.NoGoal}, len(p.at.choices))
	switch {
	case p.dropped:
		return game.Dropped, goals
	case p.at.over:
		for r := range goals {
			goals[r] = p.at.goal(r)
		}
		return game.Finished, goals
	case steps >= maxSteps:
		return game.CutOff, goals
	case p.at.stuck:
		return game.Stuck, goals
	}
	return game.Abandoned, goals
}
