package infotracker

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"ludex/game"
	"ludex/internal/percepttext"
	"ludex/knowledge"
)

// SampleOptions configure [Sample]. The zero value means one development.
type SampleOptions struct {
	From      game.State // where developments begin; nil is the initial state
	Count     int        // how many developments; 0 is 1
	Particles int        // how many are followed at once; 0 is twice as many, at least 256
	Seed      uint64     // equal seeds give equal samples
	Work      int        // how many joint moves are tried at most; 0 is 4,000,000
}

// Sample draws developments with a given view, where [knowledge.Model.Filter] would exceed its
// limits. The distribution approximates the probabilities under uniform moves of
// random and of the other roles; more particles make it more exact. It depends on
// the rules, the view and the seed only, so that nothing about the actual play can
// leak into the sample.
//
// It is a particle filter: particles are developments that grow step by step. Each
// is extended by one of the joint moves consistent with the view, and resampled by
// the share of such moves. If no particle is left, the sample is drawn by a
// depth-first search with backtracking, which finds rare developments but is
// somewhat biased.
//
// It returns an [*knowledge.InconsistentError] if no development has the view, and a
// [*knowledge.LimitError] if it has found none within its work limit.
func Sample(ctx context.Context, g game.Game, v knowledge.View, opt SampleOptions) ([]knowledge.Development, error) {
	m, err := knowledge.New(g, knowledge.Limits{})
	if err != nil {
		return nil, err
	}
	if !slices.Contains(m.Players(), v.Role) {
		return nil, fmt.Errorf("role %d: %w", v.Role, knowledge.ErrNoPlayer)
	}
	opt = opt.withDefaults()
	s := newSampler(g, v, opt)
	s.machine.Bind(ctx)
	out, err := s.particles(ctx)
	if errors.Is(err, errNoneLeft) {
		s.rand = game.NewRand(opt.Seed ^ 0x5851F42D4C957F2D)
		s.most, s.incomplete = maxSearched, false
		out, err = s.search(ctx)
	}
	return out, err
}

func (o SampleOptions) withDefaults() SampleOptions {
	if o.Count == 0 {
		o.Count = 1
	}
	if o.Particles == 0 {
		o.Particles = max(256, 2*o.Count)
	}
	if o.Work == 0 {
		o.Work = 4_000_000
	}
	return o
}

// errNoneLeft says that no particle is left that is consistent with the view.
var errNoneLeft = errors.New("no particle is left")

// The numbers of joint moves of a state up to which all are enumerated, and
// otherwise sampled: for a particle, and in a search.
const (
	maxEnumerated = 1024
	maxSearched   = 1 << 14
)

// A sampler extends developments along a view. Unlike a model it does not store
// states.
type sampler struct {
	game       game.Game
	machine    game.Machine
	view       knowledge.View
	opt        SampleOptions
	rand       *game.Rand
	work       int
	most       int         // joint moves of a state that are enumerated
	incomplete bool        // the joint moves of some state were sampled
	matches    []stepMatch // by step of the view

	legal    [][]game.Move
	joint    []game.Move
	percepts []game.Percept
	found    []game.Move // joint moves that fit, one after the other
}

// A stepMatch caches which moves and percepts have the texts of a step.
type stepMatch struct {
	moves    map[game.Move]bool
	percepts map[game.Percept]bool
}

func newSampler(g game.Game, v knowledge.View, opt SampleOptions) *sampler {
	s := &sampler{game: g, machine: g.NewMachine(), view: knowledge.View{Role: v.Role}, opt: opt, rand: game.NewRand(opt.Seed), most: maxEnumerated}
	for _, e := range v.Steps {
		e.Percepts = percepttext.SortedSet(slices.Clone(e.Percepts))
		s.view.Steps = append(s.view.Steps, e)
		s.matches = append(s.matches, stepMatch{map[game.Move]bool{}, map[game.Percept]bool{}})
	}
	s.legal = make([][]game.Move, len(g.Roles()))
	s.joint = make([]game.Move, len(g.Roles()))
	return s
}

// continuations collects the joint moves of a state that are consistent with a step
// of the view. It returns their number, and the number of joint moves tried.
func (s *sampler) continuations(state game.State, step int) (fitting, tried int, err error) {
	s.found = s.found[:0]
	if s.machine.Terminal(state) {
		return 0, 1, s.machine.Err()
	}
	tried = 1
	for r := range s.legal {
		s.legal[r] = s.machine.Legal(state, game.Role(r), s.legal[r][:0])
		if game.Role(r) == s.view.Role {
			s.legal[r] = slices.DeleteFunc(s.legal[r], func(m game.Move) bool { return !s.ownMove(m, step) })
		}
		if tried = min(tried*len(s.legal[r]), s.most+1); tried == 0 {
			return 0, 1, s.machine.Err()
		}
	}
	if tried > s.most {
		tried, s.incomplete = s.most, true
		for range tried {
			s.draw()
			s.keep(state, s.joint, step)
		}
	} else {
		for joint := range game.JointMoves(s.legal) {
			s.keep(state, joint, step)
		}
	}
	if s.work += tried; s.work > s.opt.Work {
		return 0, 0, &knowledge.LimitError{What: "joint moves", Limit: s.opt.Work}
	}
	return len(s.found) / len(s.joint), tried, s.machine.Err()
}

// initial returns the state in which developments begin.
func (s *sampler) initial() game.State {
	if s.opt.From != nil {
		return s.opt.From
	}
	return s.machine.Initial(nil)
}

func (s *sampler) draw() {
	for r, moves := range s.legal {
		s.joint[r] = moves[s.rand.Choose(len(moves))]
	}
}

func (s *sampler) keep(state game.State, joint []game.Move, step int) {
	if s.perceived(state, joint, step) {
		s.found = append(s.found, joint...)
	}
}

// ownMove reports whether a move of the role is the one of the view.
func (s *sampler) ownMove(move game.Move, step int) bool {
	known := s.matches[step].moves
	same, ok := known[move]
	if !ok {
		same = percepttext.Same(s.game.MoveText(s.view.Role, move), s.view.Steps[step].Move, true)
		known[move] = same
	}
	return same
}

// perceived reports whether the role's percepts of a joint move are those of the
// view.
func (s *sampler) perceived(state game.State, joint []game.Move, step int) bool {
	want := s.view.Steps[step].Percepts
	if !s.game.Hidden() {
		texts := make([]string, len(joint))
		for r, move := range joint {
			texts[r] = percepttext.MovePercept(s.game, game.Role(r), move)
		}
		return percepttext.SameSet(percepttext.SortedSet(texts), want, true)
	}
	s.percepts = s.machine.Percepts(state, joint, s.view.Role, s.percepts[:0])
	if len(s.percepts) != len(want) {
		return false
	}
	for _, p := range s.percepts {
		if !s.percept(p, step) {
			return false
		}
	}
	return true
}

// percept reports whether a percept belongs to a step.
func (s *sampler) percept(p game.Percept, step int) bool {
	known := s.matches[step].percepts
	same, ok := known[p]
	if !ok {
		text := s.game.PerceptText(p)
		same = slices.ContainsFunc(s.view.Steps[step].Percepts, func(w string) bool { return percepttext.Same(text, w, true) })
		known[p] = same
	}
	return same
}
