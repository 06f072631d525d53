package rbgplay

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"ludex/game"
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

// resolve finds the move of the player to move; the others have just one, which
// does nothing.
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
