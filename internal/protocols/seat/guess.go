package seat

import (
	"ludex/gdl"
	"ludex/internal/gdlformat"
	"ludex/rules"
)

// guess returns a move that the text of the rules suggests: one that a rule for
// legal moves names, for the role if possible. It is what is left if no engine can
// say what is legal.
func guess(r *rules.Rules, role, otherwise string) string {
	if r == nil || r.GDL == nil {
		return otherwise
	}
	best := ""
	for i := range r.GDL.Clauses {
		head := &r.GDL.Clauses[i].Head
		if head.Name != "legal" || len(head.Args) != 2 || !head.Args[1].IsGround() {
			continue
		}
		move := gdlformat.Term(&head.Args[1], gdl.Prefix)
		if who := &head.Args[0]; who.Kind == gdl.Variable || who.Name == role {
			return move
		}
		if best == "" {
			best = move
		}
	}
	if best == "" {
		return otherwise
	}
	return best
}
