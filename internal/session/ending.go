package session

import "ludex/game"

// An EndKind is a way in which a game ends.
type EndKind string

// The ways in which a game ends.
const (
	ByRules     EndKind = ""
	Resignation EndKind = "resignation"
	OutOfTime   EndKind = "time"
	AgreedDraw  EndKind = "draw"
	Left        EndKind = "left" // the people have left
)

// An Ending says how a game ended that did not end by its rules.
type Ending struct {
	Kind EndKind
	Role game.Role // that resigned, or whose time is over
}

// text says how the game ended, for a role.
func (e Ending) text(g game.Game, eyes game.Role) string {
	who := "you"
	if e.Role != eyes && e.Role >= 0 {
		who = g.Roles()[e.Role]
	}
	switch e.Kind {
	case Resignation:
		return who + " resigned"
	case OutOfTime:
		return who + " ran out of time"
	case AgreedDraw:
		return "a draw was agreed"
	}
	return "the table was left"
}

// Verdict returns how a role did: whoever resigns or runs out of time loses, and in a game
// of two the other wins.
func (e Ending) Verdict(g game.Game, r game.Role) Verdict {
	switch {
	case e.Kind == AgreedDraw:
		return Draw
	case e.Kind == Left || r < 0:
		return NoVerdict
	case e.Role == r:
		return Loss
	}
	others := 0
	for other := range g.Roles() {
		if game.Role(other) != r && game.Role(other) != g.Random() {
			others++
		}
	}
	if others == 1 {
		return Win
	}
	return NoVerdict
}
