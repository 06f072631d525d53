package learn

import (
	"context"
	"errors"
	"fmt"

	"ludex/game"
)

// A survey is what random plays show about a game.
type survey struct {
	constantSum  bool          // the goals of two roles add up to 100
	simultaneous bool          // several roles, chance not counted, decide at once
	length       float64       // mean number of steps
	movers       map[int32]int // by feature: the role that decides where it is true
	redundant    []int         // features
}

// Limits of a survey.
const (
	surveyPlays = 50
	surveySteps = 20_000
	// moverFeatures bounds the features that say that a role is to move.
	moverFeatures = 4
)

var (
	errElsewhere  = errors.New("the game hides information, and such games are learned in one process only")
	errNoFeatures = errors.New("the engine does not number the facts of states")
)

// A surveyor makes random plays and counts.
type surveyor struct {
	game     game.Game
	source   game.Featurer
	machine  game.Machine
	playout  *game.Playout
	states   [][]int32 // features of states where one role decides
	deciders []int     // of these states
	visited  [][]int32 // features of all states, up to a number
	steps    int
	survey
}

// newSurvey makes random plays of a game.
func newSurvey(ctx context.Context, g game.Game, source game.Featurer, seed uint64) (survey, error) {
	v := &surveyor{game: g, source: source, machine: g.NewMachine()}
	v.constantSum = len(g.Roles()) == 2
	v.machine.Bind(ctx)
	v.playout = game.NewPlayout(g, v.machine)
	plays := 0
	for ; plays < surveyPlays && v.steps < surveySteps && ctx.Err() == nil; plays++ {
		if err := v.play(seed + uint64(plays)); err != nil {
			return survey{}, fmt.Errorf("a random play: %w", err)
		}
	}
	if err := v.machine.Err(); err != nil {
		return survey{}, err
	}
	v.length = float64(v.steps) / float64(max(plays, 1))
	if !g.Hidden() { // where networks see states
		v.findMovers()
		v.redundant = redundant(v.visited, len(source.Features()))
	}
	return v.survey, ctx.Err()
}

// play makes one play.
func (v *surveyor) play(seed uint64) error {
	p := v.playout
	p.Reset(nil, seed)
	for limit := game.MaxSteps(v.game); !p.Over() && limit > 0; limit-- {
		v.look(p.State)
		if err := p.Step(); err != nil {
			return err
		}
		v.steps++
	}
	if !p.Over() || !v.constantSum {
		return nil
	}
	sum := 0
	for r := range v.game.Roles() {
		for _, goal := range v.machine.Goals(p.State, game.Role(r), nil) {
			sum += goal
		}
	}
	v.constantSum = sum == 100
	return nil
}

// look notes a state, and who decides if it is exactly one role.
func (v *surveyor) look(s game.State) {
	features := v.source.AppendFeatures(s, nil)
	if len(v.visited) < maxRedundancyStates {
		v.visited = append(v.visited, features)
	}
	decider, legal := -1, []game.Move(nil)
	for r := range v.game.Roles() {
		legal = v.machine.Legal(s, game.Role(r), legal[:0])
		if len(legal) < 2 {
			continue
		}
		if decider >= 0 {
			random := int(v.game.Random())
			v.simultaneous = v.simultaneous || decider != random && r != random
			return
		}
		decider = r
	}
	if decider >= 0 {
		v.states = append(v.states, features)
		v.deciders = append(v.deciders, decider)
	}
}

// findMovers looks for features that are true only where a certain role decides, and
// that together say so in every state. If there are none, nothing is said.
func (v *surveyor) findMovers() {
	only := map[int32]int{} // by feature: the role that decides where it is true, or -1
	for i, features := range v.states {
		for _, f := range features {
			if r, seen := only[f]; seen && r != v.deciders[i] {
				only[f] = -1
			} else if !seen {
				only[f] = v.deciders[i]
			}
		}
	}
	movers := map[int32]int{}
	for range moverFeatures * len(v.game.Roles()) {
		f, uncovered := v.best(only, movers)
		if uncovered == 0 {
			v.movers = movers
			return
		}
		if f < 0 {
			return
		}
		movers[f] = only[f]
	}
}

// best returns the feature that says who moves in most of the states where no chosen
// feature does, and the number of these states.
func (v *surveyor) best(only, chosen map[int32]int) (best int32, uncovered int) {
	count := map[int32]int{}
	for _, features := range v.states {
		covered := false
		for _, f := range features {
			_, is := chosen[f]
			covered = covered || is
		}
		if covered {
			continue
		}
		uncovered++
		for _, f := range features {
			if only[f] >= 0 {
				count[f]++
			}
		}
	}
	best = -1
	for f, n := range count {
		if best < 0 || n > count[best] || n == count[best] && f < best {
			best = f
		}
	}
	return best, uncovered
}

// Simultaneous reports whether several roles decided at once in a random play of a game.
func Simultaneous(ctx context.Context, g game.Game) (bool, error) {
	source := game.CapabilitiesOf(g).Features
	if source == nil {
		return false, errNoFeatures
	}
	v, err := newSurvey(ctx, g, source, 1)
	return v.simultaneous, err
}
