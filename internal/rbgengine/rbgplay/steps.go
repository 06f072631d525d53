package rbgplay

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"ludex/game"
	"ludex/rbg"
)

// Steps reads moves as people write them: separated by ";" or line breaks.
// Lines that begin with "%" or "#" are comments.
func Steps(text string) []string {
	var steps []string
	for _, line := range strings.FieldsFunc(text, func(c rune) bool { return c == ';' || c == '\n' }) {
		line = strings.TrimSpace(line)
		if line != "" && line[0] != '%' && line[0] != '#' {
			steps = append(steps, line)
		}
	}
	return steps
}

// Replay applies moves one after the other to a state and returns the states
// passed through, the given one first, and the joint moves.
func Replay(g game.Game, m game.Machine, from game.State, steps []string) (states []game.State, joints [][]game.Move, err error) {
	return game.Replay(m, from, len(steps), func(i int, s game.State) ([]game.Move, error) { return resolve(g, m, s, steps[i]) })
}

// resolve finds the move of the player to move; the others only have Noop.
func resolve(g game.Game, m game.Machine, s game.State, text string) ([]game.Move, error) {
	joint := make([]game.Move, len(g.Roles()))
	found := false
	for r := range joint {
		legal := m.Legal(s, game.Role(r), nil)
		if err := m.Err(); err != nil {
			return nil, err
		}
		if len(legal) == 0 {
			return nil, errors.New("nobody is to move")
		}
		joint[r] = legal[0]
		if legal[0] == 0 { // Noop
			continue
		}
		i := slices.IndexFunc(legal, func(move game.Move) bool { return g.MoveText(game.Role(r), move) == text })
		if i < 0 {
			return nil, noMove(g, game.Role(r), legal, text)
		}
		joint[r], found = legal[i], true
	}
	if !found {
		return nil, errors.New("nobody is to move")
	}
	return joint, nil
}

// noMove says what would have been legal.
func noMove(g game.Game, r game.Role, legal []game.Move, text string) error {
	const few = 12
	var b strings.Builder
	fmt.Fprintf(&b, "%q is no legal move of %s, who has %d:", text, g.Roles()[r], len(legal))
	for _, m := range legal[:min(len(legal), few)] {
		b.WriteString(" " + g.MoveText(r, m))
	}
	if len(legal) > few {
		b.WriteString(" …")
	}
	return errors.New(b.String())
}

// A TerminalFinder is a reasoner that can tell which of many moves end a play. It
// is a capability that a Reasoner may have.
type TerminalFinder interface {
	// Ending appends to dst whether each of a number of legal moves leads to a
	// position in which no player has a move.
	Ending(p *Position, moves [][]Action, dst []bool) ([]bool, error)
}

var _ game.TerminalFinder = (*Machine)(nil)

// Ending implements [game.TerminalFinder].
func (m *Machine) Ending(s game.State, joints []game.Move, dst []bool) []bool {
	roles, before := len(m.game.roles), len(dst)
	f, ok := m.reasoner.(TerminalFinder)
	if m.load(s); !ok || m.err != nil || m.mover(s) == rbg.Keeper {
		for ; len(joints) > 0; joints = joints[roles:] {
			m.after = m.Next(s, joints[:roles], m.after[:0])
			dst = append(dst, m.Terminal(m.after))
		}
		return dst
	}
	m.asked = m.asked[:0]
	for i := m.mover(s); i < len(joints); i += roles {
		m.asked = append(m.asked, m.game.Actions(joints[i]))
	}
	dst, err := f.Ending(m.unpack(), m.asked, dst)
	if err != nil {
		m.fail(err)
		for dst = dst[:before]; len(dst)-before < len(joints)/roles; {
			dst = append(dst, true)
		}
	}
	return dst
}
