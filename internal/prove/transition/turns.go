package transition

import "ludex/internal/prove/aig"

// Waiting is the move of a role that is not on turn in [System.TakingTurns].
const Waiting = "noop"

// TakingTurns returns the system with one move more for each role, Waiting. It stands for the
// role's idle move where the role is not on turn, and the idle move itself is legal only
// where it is; everything else is as before. A role without an idle move has -1. So the plays
// are the same ones, with other words for some moves, as in games in which only the role on
// turn moves.
func (s *System) TakingTurns(idle []int, onTurn []aig.Lit) *System {
	out := &System{Name: s.Name, Source: s.Source, Graph: aig.New()}
	c := aig.NewCopier(s.Graph, out.Graph)
	waits := make([]aig.Lit, len(s.Roles))
	for r, role := range s.Roles {
		to := Role{Name: role.Name, Chance: role.Chance}
		for i, m := range role.Moves {
			does := out.Graph.Input()
			to.Moves = append(to.Moves, Move{Text: "move " + m.Text, Does: does})
			if i != idle[r] {
				c.Set(m.Does, does)
			}
		}
		waits[r] = out.Graph.Input()
		to.Moves = append(to.Moves, Move{Text: Waiting, Does: waits[r]})
		out.Roles = append(out.Roles, to)
	}
	for _, bit := range s.State {
		l := out.Graph.Input()
		c.Set(bit.Lit, l)
		out.State = append(out.State, aig.Latch{Name: bit.Name, Lit: l, Init: bit.Init})
	}
	for r, role := range s.Roles {
		if i := idle[r]; i >= 0 {
			c.Set(role.Moves[i].Does, out.Graph.Or(out.Roles[r].Moves[i].Does, waits[r]))
		}
	}
	for i, bit := range s.State {
		out.State[i].Next = c.Copy(bit.Next)
	}
	out.Terminal, out.Derived = c.Copy(s.Terminal), c.CopyAll(s.Derived)
	for r := range s.Roles {
		out.addTurns(s, r, idle[r], c.Copy(onTurn[r]), c)
	}
	return out
}

// addTurns says what is legal for a role, and copies its goals.
func (s *System) addTurns(from *System, r, idle int, onTurn aig.Lit, c *aig.Copier) {
	role, moves := &s.Roles[r], from.Roles[r].Moves
	waits := &role.Moves[len(moves)]
	waits.Legal = onTurn.Not()
	for i, m := range moves {
		role.Moves[i].Legal = c.Copy(m.Legal)
		if i == idle {
			waits.Legal = s.Graph.And(onTurn.Not(), role.Moves[i].Legal)
			role.Moves[i].Legal = s.Graph.And(onTurn, role.Moves[i].Legal)
		}
	}
	for _, g := range from.Roles[r].Goals {
		role.Goals = append(role.Goals, Goal{g.Value, c.Copy(g.Lit)})
	}
}
