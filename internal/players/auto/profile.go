package auto

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"ludex/game"
)

// A Profile describes a game by a few random plays.
type Profile struct {
	Roles        int     // chance not counted
	Plays        int     // number of plays
	Length       float64 // mean number of steps, including plays cut off
	Branching    float64 // mean number of moves of a role that has a choice
	Leaves       float64 // estimated number of different plays; too low if plays were cut off
	Simultaneous bool    // several roles, chance not counted, may have a choice at once
	Chance       bool    // chance may have a choice
	Hidden       bool
	Fast         bool // the game runs playouts of its own
}

// String describes the game in a few words.
func (p Profile) String() string {
	parts := []string{fmt.Sprintf("%d roles", p.Roles)}
	if p.Roles == 1 {
		parts[0] = "one role"
	}
	if p.Simultaneous {
		parts = append(parts, "moves at the same time")
	}
	if p.Chance {
		parts = append(parts, "chance")
	}
	if p.Hidden {
		parts = append(parts, "hidden information")
	}
	if p.Plays > 0 {
		parts = append(parts, fmt.Sprintf("about %.0f moves and %.0f steps", p.Branching, p.Length))
	}
	return strings.Join(parts, ", ")
}

// Limits of a profile. The number of plays is fixed, so that the profile does
// not depend on the machine; the time limit is for very slow games only.
const (
	profilePlays = 8
	profileSteps = 2000
	profileTime  = time.Second
)

// NewProfile profiles a game by a few random plays from a state, or from the initial
// state if from is nil.
func NewProfile(ctx context.Context, g game.Game, from game.State, seed uint64) (Profile, error) {
	fast := game.CapabilitiesOf(g).Playouts != nil
	p := Profile{Hidden: g.Hidden(), Fast: fast}
	for r := range g.Roles() {
		if game.Role(r) != g.Random() {
			p.Roles++
		}
	}
	within, cancel := context.WithTimeout(ctx, profileTime)
	defer cancel()
	l := &profiler{Profile: &p, game: g, machine: g.NewMachine()}
	l.machine.Bind(within)
	for play := range profilePlays {
		if within.Err() != nil || l.steps >= profileSteps {
			break
		}
		l.play(within, from, seed+uint64(play))
	}
	if p.Plays > 0 {
		p.Length = float64(l.steps) / float64(p.Plays)
		p.Leaves = l.leaves / float64(p.Plays)
	}
	if l.choices > 0 {
		p.Branching = float64(l.moves) / float64(l.choices)
	}
	err := l.machine.Err()
	if errors.Is(err, context.DeadlineExceeded) {
		err = nil // the plays made in time suffice
	}
	return p, err
}

// A profiler collects the statistics of random plays.
type profiler struct {
	*Profile
	game                  game.Game
	machine               game.Machine
	steps, choices, moves int
	leaves                float64 // sum of the estimates of the plays
	legal                 []game.Move
}

// play makes one random play, until it ends or the limit of steps is reached.
func (l *profiler) play(ctx context.Context, from game.State, seed uint64) {
	p := game.NewPlayout(l.game, l.machine)
	p.Reset(from, seed)
	joint := 1.0 // the inverse probability of the play
	for !p.Over() && l.steps < profileSteps && ctx.Err() == nil {
		joint *= l.count(p.State)
		if p.Step() != nil {
			break // not well-formed; the player will report it
		}
		l.steps++
	}
	l.Plays++
	l.leaves += joint
}

// count counts the choices of roles in a state, and returns the number of joint moves.
func (l *profiler) count(s game.State) float64 {
	deciders, joint := 0, 1.0
	for r := range l.game.Roles() {
		l.legal = l.machine.Legal(s, game.Role(r), l.legal[:0])
		joint *= float64(max(1, len(l.legal)))
		switch {
		case len(l.legal) < 2:
		case game.Role(r) == l.game.Random():
			l.Chance = true
		default:
			deciders++
			l.choices++
			l.moves += len(l.legal)
		}
	}
	l.Simultaneous = l.Simultaneous || deciders > 1
	return joint
}
