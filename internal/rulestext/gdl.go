package rulestext

import (
	"context"
	"fmt"
	"strings"

	"ludex/game"
	"ludex/gdl"
	"ludex/internal/gdlformat"
	"ludex/rules"
)

// The most clauses that are quoted of one relation, and the longest line.
const (
	mostQuoted = 12
	mostLine   = 300
)

// describeGDL describes a game of the GDL family.
func describeGDL(ctx context.Context, t *Text, r *rules.Rules) error {
	p := r.GDL
	names, chance := rolesOf(p)
	t.add("Players", players(names))
	length := ""
	if p.Dialect.Timed() {
		t.add("Turn", "There are no turns: everybody moves at any moment at which a move is legal, and facts end when their time is over."+byChance(chance))
		t.add("Moves", quotedMoves(p))
	} else {
		s, roles, random, err := look(ctx, r)
		if err != nil {
			return err
		}
		t.add("Turn", s.turns(len(names), random != game.NoRole))
		t.add("Moves", s.moves(roles, random))
		length = s.length()
	}
	if p.Dialect.Percepts() {
		t.add("What players know", "Not everything is seen by all: a player learns of a step only what the rules let that player perceive, and remembers the own moves."+percepts(p))
	} else {
		t.add("What players know", "Everything is open: all players see all moves.")
	}
	t.add("End", strings.TrimSpace(conditions(p, gdl.Terminal, "The play is over when", "The rules name no end.")+"\n"+length))
	t.add("Goals", "Goals are numbers from 0 to 100, and more is better.\n"+conditions(p, gdl.Goal, "", "The rules name no goals."))
	return nil
}

// byChance mentions chance.
func byChance(chance bool) string {
	if chance {
		return " Chance takes part as the role random."
	}
	return ""
}

// rolesOf returns the roles without the one that chance plays, and whether there is that.
func rolesOf(p *gdl.Program) (names []string, chance bool) {
	for i := range p.Clauses {
		head := &p.Clauses[i].Head
		if head.Name != gdl.Role || len(head.Args) != 1 {
			continue
		}
		if name := gdlformat.Term(&head.Args[0], p.Syntax); p.Dialect.Percepts() && name == gdl.Random {
			chance = true
		} else {
			names = append(names, name)
		}
	}
	return names, chance
}

// quotedMoves quotes the heads of the rules about legal moves.
func quotedMoves(p *gdl.Program) string {
	var seen []string
	for i := range p.Clauses {
		head := &p.Clauses[i].Head
		if head.Name != gdl.Legal || len(head.Args) != 2 {
			continue
		}
		text := fmt.Sprintf("%s: %s", gdlformat.Term(&head.Args[0], p.Syntax), gdlformat.Term(&head.Args[1], p.Syntax))
		if len(seen) < mostQuoted && (len(seen) == 0 || seen[len(seen)-1] != text) {
			seen = append(seen, shortened(text))
		}
	}
	if len(seen) == 0 {
		return ""
	}
	return "The rules name these moves, with the role first; words with a capital letter or a question mark stand for many.\n" + strings.Join(seen, "\n")
}

// percepts quotes what can be perceived.
func percepts(p *gdl.Program) string {
	var seen []string
	for i := range p.Clauses {
		head := &p.Clauses[i].Head
		if head.Name == gdl.Sees && len(head.Args) == 2 && len(seen) < mostQuoted {
			seen = append(seen, shortened(fmt.Sprintf("%s: %s", gdlformat.Term(&head.Args[0], p.Syntax), gdlformat.Term(&head.Args[1], p.Syntax))))
		}
	}
	if len(seen) == 0 {
		return " Nobody perceives anything."
	}
	return " The rules name these percepts, with the role first.\n" + strings.Join(seen, "\n")
}

// conditions quotes the clauses of a relation.
func conditions(p *gdl.Program, relation, lead, none string) string {
	var lines []string
	left := 0
	for i := range p.Clauses {
		c := &p.Clauses[i]
		if c.Head.Name != relation || isChance(p, c) {
			continue
		}
		if len(lines) == mostQuoted {
			left++
			continue
		}
		lines = append(lines, shortened(condition(c, p.Syntax, lead)))
	}
	if len(lines) == 0 {
		return none
	}
	if left > 0 {
		lines = append(lines, fmt.Sprintf("There are %d more such rules.", left))
	}
	return strings.Join(lines, "\n")
}

// isChance reports whether a clause is about the role random, which wants nothing.
func isChance(p *gdl.Program, c *gdl.Clause) bool {
	return p.Dialect.Percepts() && len(c.Head.Args) > 0 && c.Head.Args[0].Kind == gdl.Constant && c.Head.Args[0].Name == gdl.Random
}

// condition quotes a clause.
func condition(c *gdl.Clause, s gdl.Syntax, lead string) string {
	if lead == "" && len(c.Head.Args) == 2 {
		who := ""
		if c.Head.Args[0].Kind == gdl.Variable {
			who = "a player "
		}
		lead = fmt.Sprintf("%s%s gets %s", who, gdlformat.Term(&c.Head.Args[0], s), gdlformat.Term(&c.Head.Args[1], s))
		if len(c.Body) > 0 {
			lead += " when"
		}
	}
	var parts []string
	for i := range c.Body {
		parts = append(parts, formula(&c.Body[i], s))
	}
	if len(parts) == 0 {
		return strings.TrimSuffix(lead, " when") + " always."
	}
	return lead + " " + strings.Join(parts, " and ") + "."
}

// formula writes a condition with words between its parts. What is true in a position is
// simply named, unless it has a lifetime.
func formula(f *gdl.Formula, s gdl.Syntax) string {
	var parts []string
	for i := range f.Args {
		parts = append(parts, formula(&f.Args[i], s))
	}
	a := &f.Atom
	switch {
	case f.Op == gdl.OpNot:
		return "not " + parts[0]
	case f.Op == gdl.OpAnd:
		return "(" + strings.Join(parts, " and ") + ")"
	case f.Op == gdl.OpOr:
		return "(" + strings.Join(parts, " or ") + ")"
	case a.Name == gdl.True && len(a.Args) == 1:
		return gdlformat.Term(&a.Args[0], s)
	case a.Name == gdl.Distinct && len(a.Args) == 2:
		return fmt.Sprintf("%s is not %s", gdlformat.Term(&a.Args[0], s), gdlformat.Term(&a.Args[1], s))
	}
	return gdlformat.Formula(f, s)
}

// shortened cuts a long line.
func shortened(line string) string {
	line = strings.Join(strings.Fields(line), " ")
	if runes := []rune(line); len(runes) > mostLine {
		return string(runes[:mostLine]) + " …"
	}
	return line
}
