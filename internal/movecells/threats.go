package movecells

import (
	"slices"

	"ludex/game"
)

// A Threat is a move of another role that would end the game, if nothing is done about it.
type Threat struct {
	Role  game.Role
	Name  string   // of the move
	Cells []string // that it touches; its source first, if it has one
	// Source says that the first cell is a source.
	Source bool
}

// Limits of the search for threats.
const (
	maxDefences = 24  // moves of the role that are tried
	maxReplies  = 250 // moves of another role after each of them
	maxThreats  = 4
)

// Threats returns the moves with which another role would win at once, whatever the role does
// now or nearly so: after more than half of its moves. It follows from the rules and the
// position, so that everybody could find it. There are none where several roles decide at the
// same time, where chance decides next, and in a game with hidden information.
func (f *Finder) Threats(m game.Machine, s game.State, r game.Role) []Threat {
	if f.game.Hidden() {
		return nil
	}
	legal := make([][]game.Move, len(f.game.Roles()))
	if !f.alone(m, s, legal, r) {
		return nil
	}
	t := &threats{finder: f, machine: m, role: r, count: map[reply]int{}}
	all := legal[r]
	tried := 0
	for i := range min(len(all), maxDefences) {
		joint := firstOf(legal)
		joint[r] = all[i*len(all)/min(len(all), maxDefences)]
		if t.defend(s, joint) {
			tried++
		}
		if m.Err() != nil {
			return nil
		}
	}
	return t.list(tried)
}

// alone lists the legal moves, and reports whether a role is the only one that has a choice.
func (f *Finder) alone(m game.Machine, s game.State, legal [][]game.Move, r game.Role) bool {
	if over := m.Terminal(s); over || game.LegalMoves(f.game, m, s, legal) != nil {
		return false
	}
	for q, list := range legal {
		if (len(list) > 1) != (game.Role(q) == r) {
			return false
		}
	}
	return true
}

// firstOf returns the joint move of the first legal moves.
func firstOf(legal [][]game.Move) []game.Move {
	joint := make([]game.Move, len(legal))
	for r, list := range legal {
		joint[r] = list[0]
	}
	return joint
}

// A reply is a move of another role.
type reply struct {
	role game.Role
	move game.Move
}

// threats counts after how many moves of a role a reply wins.
type threats struct {
	finder  *Finder
	machine game.Machine
	role    game.Role
	count   map[reply]int
	order   []reply
	example map[reply]Position
}

// defend makes a move of the role, and counts the replies that win. It reports whether the game
// goes on after the move.
func (t *threats) defend(s game.State, joint []game.Move) bool {
	f, m := t.finder, t.machine
	next := m.Next(s, joint, nil)
	if m.Err() != nil || m.Terminal(next) {
		return false
	}
	legal := make([][]game.Move, len(joint))
	other := game.NoRole
	for q := range joint {
		if q := game.Role(q); q != t.role && q != f.game.Random() && f.alone(m, next, legal, q) {
			other = q
		}
	}
	if other < 0 || game.LegalMoves(f.game, m, next, legal) != nil || len(legal[other]) > maxReplies {
		return m.Err() == nil
	}
	var end game.State
	for _, move := range legal[other] {
		answer := firstOf(legal)
		answer[other] = move
		if end = m.Next(next, answer, end[:0]); m.Err() != nil {
			return false
		}
		if t.wins(end, other) {
			t.add(reply{other, move}, Position{Machine: m, State: next, Role: other, Joint: answer})
		}
	}
	return m.Err() == nil
}

// wins reports whether the game is over and another role has more than the role.
func (t *threats) wins(end game.State, other game.Role) bool {
	if !t.machine.Terminal(end) {
		return false
	}
	mine, theirs := t.machine.Goals(end, t.role, nil), t.machine.Goals(end, other, nil)
	return len(mine) == 1 && len(theirs) == 1 && theirs[0] > mine[0]
}

func (t *threats) add(r reply, p Position) {
	if t.count[r] == 0 {
		if t.order = append(t.order, r); t.example == nil {
			t.example = map[reply]Position{}
		}
		t.example[r] = p
	}
	t.count[r]++
}

// list returns the replies that win after more than half of the moves.
func (t *threats) list(tried int) []Threat {
	var list []Threat
	for _, r := range t.order {
		if 2*t.count[r] <= tried || len(list) == maxThreats {
			continue
		}
		p := t.example[r]
		legal := t.machine.Legal(p.State, r.role, nil)
		at := slices.Index(legal, r.move)
		if at < 0 {
			continue // the machine failed
		}
		found := t.finder.Find(p, legal)[at]
		path, _ := found.Touched()
		list = append(list, Threat{Role: r.role, Name: found.InText(), Cells: path, Source: found.HasSource()})
	}
	if t.machine.Err() != nil {
		return nil
	}
	return list
}
