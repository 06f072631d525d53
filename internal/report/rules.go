package report

import (
	"context"
	"errors"
	"fmt"

	"ludex/game"
	"ludex/internal/wellformed"
)

// RuleFacts are the results of exploring the states.
type RuleFacts struct {
	States    int  `json:"states"`    // number of states explored
	Exhausted bool `json:"exhausted"` // they are all that can be reached
	// Findings say whether the game is well-formed.
	Findings []Fact `json:"findings,omitempty"`
}

// The limits of exploring states one by one.
const (
	rulesStates   = 20_000
	rulesEdges    = 200_000
	rulesPlayouts = 100
)

// rules checks the requirements of a well-formed game.
func (w *worker) rules(ctx context.Context) error {
	r, err := wellformed.Check(ctx, w.subject.Game, wellformed.Options{
		Limits: wellformed.Limits{States: rulesStates, Edges: rulesEdges}, Playouts: rulesPlayouts, Seed: w.method.Seed})
	if err != nil {
		return err
	}
	facts := &RuleFacts{States: r.States, Exhausted: r.Exhausted}
	add := func(name string, f *wellformed.Finding) {
		text := f.Verdict.String()
		if f.Detail != "" {
			text = fmt.Sprintf("%s: %s", text, f.Detail)
		}
		facts.Findings = append(facts.Findings, Fact{name, text})
	}
	add("every play ends", &r.Terminates)
	add("everybody can always move", &r.Playable)
	add("every end has one goal for each role", &r.Goals)
	for _, s := range w.seats {
		role := w.data.About.Roles[s]
		if f := r.WeaklyWinnable[role]; f != nil {
			add(role+" can get 100", f)
		}
		if f := r.ForcedWin[role]; f != nil && r.Exhausted {
			add(role+" can force 100", f)
		}
	}
	w.add(func(d *Data) { d.Rules = facts })
	return nil
}

// An Extent is how much is played by default. Longer games get less, so that most
// reports take no more than a minute.
type Extent struct {
	Playouts int // random plays
	Games    int // of the player against itself
	Nodes    int // its budget for a move
}

// Most and Least are the extents of the shortest and of the longest games.
var (
	Most  = Extent{Playouts: 2000, Games: 200, Nodes: 300}
	Least = Extent{Playouts: 200, Games: 30, Nodes: 20}
)

const (
	extentPlays = 16 // random plays that estimate the length of games
	// The total number of steps of the random plays, of the games, and of the
	// playouts of a search for one move.
	playoutSteps = 400_000
	gameSteps    = 2_000
	nodeSteps    = 25_000
)

// Times returns options for a number of times as many plays as these ask for.
func (o Options) Times(ctx context.Context, s Subject, n int) (Options, error) {
	most := Most
	if s.Game != nil {
		var err error
		if most, err = extentOf(ctx, s.Game); err != nil {
			return o, err
		}
	}
	o.Playouts, o.Games = n*or(o.Playouts, most.Playouts), n*or(o.Games, most.Games)
	if o.Playouts == 0 {
		o.Playouts = -1
	}
	if o.Games == 0 {
		o.Games = -1
	}
	return o, nil
}

// extentOf returns the extent for a game, by the length of random plays. It does not
// depend on the speed of the machine.
func extentOf(ctx context.Context, g game.Game) (Extent, error) {
	m := g.NewMachine()
	m.Bind(ctx)
	p := game.NewPlayout(g, m)
	steps := 1
	for k := range extentPlays {
		p.Reset(nil, uint64(k))
		for !p.Over() && steps < playoutSteps/10 {
			if err := p.Step(); errors.Is(err, game.ErrStuck) {
				break
			} else if err != nil {
				return Extent{}, err
			}
			steps++
		}
	}
	within := func(all, least, most int) int { return min(max(all*extentPlays/steps, least), most) }
	return Extent{
		Playouts: within(playoutSteps, Least.Playouts, Most.Playouts),
		Games:    within(gameSteps, Least.Games, Most.Games),
		Nodes:    within(nodeSteps, Least.Nodes, Most.Nodes),
	}, m.Err()
}
