package auto

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"ludex/game"
)

// A Profile is what a few random plays show of a game.
type Profile struct {
	Roles     int     // chance not counted
	Plays     int     // that were looked at
	Length    float64 // mean number of steps; of plays cut off, too
	Branching float64 // mean number of moves of a role that has a choice
	Together  bool    // several roles, chance not counted, may have a choice at once
	Chance    bool    // chance may have a choice
	Hidden    bool
	Fast      bool // the game runs playouts of its own
}

// String describes the game in a few words.
func (p Profile) String() string {
	parts := []string{fmt.Sprintf("%d roles", p.Roles)}
	if p.Roles == 1 {
		parts[0] = "one role"
	}
	if p.Together {
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

// How much is looked at. The number of plays is fixed so that what is seen does
// not depend on the machine; time ends it only for games that are very slow.
const (
	profilePlays = 8
	profileSteps = 2000
	profileTime  = time.Second
)

// Look profiles a game by a few random plays from a state, or from the initial
// one if it is nil.
func Look(ctx context.Context, g game.Game, from game.State, seed uint64) (Profile, error) {
	fast := game.CapabilitiesOf(g).Playouts != nil
	p := Profile{Hidden: g.Hidden(), Fast: fast}
	for r := range g.Roles() {
		if game.Role(r) != g.Random() {
			p.Roles++
		}
	}
	within, cancel := context.WithTimeout(ctx, profileTime)
	defer cancel()
	l := &looker{Profile: &p, game: g, machine: g.NewMachine()}
	l.machine.Bind(within)
	for play := range profilePlays {
		if within.Err() != nil || l.steps >= profileSteps {
			break
		}
		l.play(within, from, seed+uint64(play))
	}
	if p.Plays > 0 {
		p.Length = float64(l.steps) / float64(p.Plays)
	}
	if l.choices > 0 {
		p.Branching = float64(l.moves) / float64(l.choices)
	}
	err := l.machine.Err()
	if within.Err() != nil && errors.Is(err, within.Err()) {
		err = ctx.Err() // what was seen in time has to do
	}
	return p, err
}

// A looker watches random plays.
type looker struct {
	*Profile
	game                  game.Game
	machine               game.Machine
	steps, choices, moves int
	legal                 []game.Move
}

// play watches one play, until it ends or enough was seen.
func (l *looker) play(ctx context.Context, from game.State, seed uint64) {
	p := game.NewPlayout(l.game, l.machine)
	p.Reset(from, seed)
	for !p.Over() && l.steps < profileSteps && ctx.Err() == nil {
		l.look(p.State)
		if p.Step() != nil {
			break // the rules are at fault; whoever plays will notice
		}
		l.steps++
	}
	l.Plays++
}

// look takes notice of who has a choice in a state.
func (l *looker) look(s game.State) {
	deciders := 0
	for r := range l.game.Roles() {
		l.legal = l.machine.Legal(s, game.Role(r), l.legal[:0])
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
	l.Together = l.Together || deciders > 1
}
