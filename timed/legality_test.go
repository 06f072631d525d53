package timed

import (
	"fmt"
	"strings"

	"ludex/game"
)

// A Legality says which moves are legal for how long.
type Legality struct {
	From, Until Time       // both inclusive; Until may be Forever
	Moves       [][]string // by role, as canonical texts
	roles       []string
}

// Legality returns which moves are legal in a state. They are legal from its
// instant until the next lifetime runs out, inclusive, unless a role moves first.
func (g *Game) Legality(s State) (Legality, error) {
	l := Legality{From: s.Now(), Until: s.Expiry(), roles: g.roles}
	for r := range g.roles {
		moves, err := g.Legal(s, game.Role(r))
		if err != nil {
			return Legality{}, err
		}
		l.Moves = append(l.Moves, moves)
	}
	return l, nil
}

// String returns a line for each role that can move.
func (l Legality) String() string {
	end := "for ever"
	if l.Until != Forever {
		end = "until " + l.Until.String()
	}
	var b strings.Builder
	for r, moves := range l.Moves {
		if len(moves) > 0 {
			fmt.Fprintf(&b, "%s: %s (from %v %s, unless something happens)\n", l.roles[r], strings.Join(moves, " "), l.From, end)
		}
	}
	return b.String()
}
