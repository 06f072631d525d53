package board

import (
	"ludex/gdl"
	"ludex/internal/picture"
	"ludex/rules"
)

// kindMotifs are the motifs of games of the library, by their kind.
var kindMotifs = map[string]picture.Motif{
	"cards": picture.Cards, "dice": picture.Dice, "puzzle": picture.Jigsaw,
	"guessing": picture.Question, "choices": picture.Hands, "action": picture.Stopwatch,
}

// motifOf returns the motif that the structure of the rules suggests, and the number of
// players.
func motifOf(r *rules.Rules) (motif picture.Motif, players int) {
	if r == nil || r.GDL == nil {
		return picture.Hands, 0
	}
	roles, chance := 0, false
	for i := range r.GDL.Clauses {
		if head := &r.GDL.Clauses[i].Head; head.Name == gdl.Role && len(head.Args) == 1 {
			if head.Args[0].Name == gdl.Random && r.GDL.Dialect.Percepts() {
				chance = true
			} else {
				roles++
			}
		}
	}
	switch {
	case r.GDL.Dialect.Timed():
		return picture.Stopwatch, roles
	case chance && roles > 1:
		return picture.Cards, roles
	case chance:
		return picture.Dice, roles
	case r.GDL.Dialect.Percepts():
		return picture.Question, roles
	case roles == 1:
		return picture.Jigsaw, roles
	}
	return picture.Hands, roles
}
