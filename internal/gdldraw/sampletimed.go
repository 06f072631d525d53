package gdldraw

import (
	"ludex/game"
	"ludex/gdl"
	"ludex/timed"
)

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
