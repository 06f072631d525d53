package gdldraw

import (
	"cmp"
	"context"
	"slices"

	"ludex/game"
	"ludex/gdl"
	"ludex/internal/gdlengine/epistemic"
	"ludex/internal/gdlengine/gdlref"
	"ludex/timed"
)

// Limits of the plays that show how facts depend on each other. They are counts
// and not times, so that the same game always has the same board.
const (
	maxStates  = 40
	maxSteps   = 30      // of a play
	maxTexts   = 10_000  // facts and moves that are examined
	maxBytes   = 1 << 20 // of their texts
	maxFacts   = 100_000 // of a position that is examined
	maxWork    = 400_000 // of the answer to one question
	maxAnswers = 200_000
)

// A sampler plays at random to see facts.
type sampler struct {
	ctx    context.Context
	rank   map[string]int
	rand   *game.Rand
	states [][]*fact
	texts  int
	bytes  int
	chosen *choices
}

// sample returns the facts of some positions, the initial one first. Renaming
// the game changes nothing but the names in them.
func sample(ctx context.Context, p *gdl.Program, rank map[string]int) ([][]*fact, *choices) {
	s := &sampler{ctx: ctx, rank: rank, rand: game.NewRand(1), chosen: newChoices()}
	if p.Dialect.Timed() {
		s.playTimed(p)
	} else {
		s.play(p)
	}
	return s.states, s.chosen
}

// full reports whether the sample is large enough or the context has ended.
func (s *sampler) full() bool {
	return len(s.states) >= maxStates || s.texts > maxTexts || s.bytes > maxBytes || s.ctx.Err() != nil
}

// play plays a game until enough has been seen.
func (s *sampler) play(p *gdl.Program) {
	rules, err := gdlref.New(p, gdlref.Options{MaxAnswers: maxAnswers, MaxWork: maxWork, Knowledge: true})
	if err != nil {
		return
	}
	var g game.Game = rules
	if p.Dialect.Knowledge() {
		g = epistemic.New(rules, epistemic.Options{})
	}
	m := g.NewMachine()
	m.Bind(s.ctx)
	failed := func() bool { return m.Err() != nil }
	initial := m.Initial(nil)
	if failed() {
		return
	}
	s.see(g.Facts(initial))
	for !s.full() {
		before := len(s.states)
		state := initial
		for range maxSteps {
			if over := m.Terminal(state); over || s.full() || failed() {
				break
			}
			joint := s.joint(g, m, state)
			if joint == nil || failed() {
				return
			}
			state = m.Next(state, joint, nil)
			if failed() {
				return
			}
			s.see(g.Facts(state))
		}
		if len(s.states) == before || failed() {
			return
		}
	}
}

// joint chooses a joint move, or returns nil if a role has none.
func (s *sampler) joint(g game.Game, m game.Machine, state game.State) []game.Move {
	joint := make([]game.Move, len(g.Roles()))
	deciders := 0
	for r := range joint {
		legal := m.Legal(state, game.Role(r), nil)
		if len(legal) == 0 {
			return nil
		}
		if len(legal) > 1 && game.Role(r) != g.Random() {
			deciders++
		}
		texts := make([]string, len(legal))
		for i, move := range legal {
			texts[i] = g.MoveText(game.Role(r), move)
		}
		joint[r] = legal[s.choose(texts)]
		s.chosen.see(r, texts)
	}
	s.chosen.together = s.chosen.together || deciders > 1
	return joint
}

// choose draws one of several texts, independently of names.
func (s *sampler) choose(texts []string) int {
	s.texts += len(texts)
	order := make([]int, len(texts))
	keys := make([][]int, len(texts))
	for i, text := range texts {
		order[i] = i
		for _, name := range names(text) {
			keys[i] = append(keys[i], s.rank[name])
		}
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Or(slices.Compare(keys[a], keys[b]), cmp.Compare(a, b)) })
	return order[s.rand.Choose(len(order))]
}

// see records the facts of a position, unless they are too many for a board.
func (s *sampler) see(texts []string) {
	s.texts += len(texts)
	if len(texts) > maxFacts {
		return
	}
	for _, text := range texts {
		s.bytes += len(text)
	}
	s.states = append(s.states, readFacts(texts))
}

// playTimed plays a real-time game event by event: a role moves, or a lifetime runs out.
func (s *sampler) playTimed(p *gdl.Program) {
	g, err := timed.New(p, timed.Options{MaxAnswers: maxAnswers, MaxWork: maxWork})
	if err != nil || len(g.Roles()) == 0 {
		return
	}
	s.seeTimed(g.Initial())
	for !s.full() {
		before := len(s.states)
		s.playTimedOnce(g)
		if len(s.states) == before {
			return
		}
	}
}

func (s *sampler) playTimedOnce(g *timed.Game) {
	state := g.Initial()
	for range maxSteps {
		if over, err := g.Terminal(state); over || err != nil || s.full() {
			return
		}
		role := game.Role(s.rand.Choose(len(g.Roles())))
		legal, err := g.Legal(state, role)
		if err != nil {
			return
		}
		var moves []timed.Move
		wait := timed.Moment
		if len(legal) > 0 {
			moves = []timed.Move{{Role: role, Text: legal[s.choose(legal)]}}
		} else {
			wait = state.Expiry() - state.Now()
		}
		u, err := g.Update(state, wait, moves)
		if err != nil {
			return
		}
		state = u.State
		s.seeTimed(state)
	}
}

func (s *sampler) seeTimed(state timed.State) {
	var texts []string
	for _, f := range state.Facts() {
		texts = append(texts, f.Fact)
	}
	s.see(texts)
}
