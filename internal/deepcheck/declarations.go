package deepcheck

import (
	"context"
	"slices"
	"strings"

	"ludex/internal/gdlengine"
	"ludex/internal/prove"
	"ludex/internal/prove/transition"
	"ludex/internal/wellformed"
	"ludex/rules"
)

// declarations returns the questions whether base and input cover the game: whether none of the facts,
// or moves, that they leave out can hold, or be legal, before the end. Where the ground rules have
// none of these, it says so in the finding.
func declarations(ctx context.Context, r *rules.Rules, l *prove.Loaded, open map[string]*wellformed.Finding) ([]prove.Question, error) {
	if open["base"] == nil && open["input"] == nil {
		return nil, nil
	}
	facts, moves, err := gdlengine.Declared(ctx, r.GDL, l.Game.Roles())
	if err != nil {
		return nil, err
	}
	var list []prove.Question
	for _, declared := range []struct {
		word   string
		others []string
		when   string
	}{{"base", otherFacts(l.System, facts), ""}, {"input", otherMoves(l.System, moves), "(not terminal)"}} {
		f := open[declared.word]
		switch {
		case f == nil:
			continue
		case len(declared.others) == 0:
			*f = wellformed.Finding{Verdict: wellformed.Yes, Detail: proved + "the ground rules have no others"}
			continue
		}
		q, err := l.Formula("never", "(and "+declared.when+" (or "+strings.Join(declared.others, " ")+"))")
		if err != nil {
			return nil, err
		}
		q.Name = declared.word
		list = append(list, q)
	}
	return list, nil
}

// otherFacts returns the facts of a system that are not declared, as formulas.
func otherFacts(s *transition.System, declared []string) []string {
	var list []string
	for _, bit := range s.State {
		if _, ok := slices.BinarySearch(declared, bit.Name); !ok {
			list = append(list, "(true "+bit.Name+")")
		}
	}
	return list
}

// otherMoves returns what says that a move is legal that is not declared. Roles are in the order of the
// declared moves.
func otherMoves(s *transition.System, declared [][]string) []string {
	var list []string
	for r, role := range s.Roles {
		for _, m := range role.Moves {
			if _, ok := slices.BinarySearch(declared[r], m.Text); !ok {
				list = append(list, "(legal "+role.Name+" "+m.Text+")")
			}
		}
	}
	return list
}
