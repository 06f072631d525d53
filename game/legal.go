package game

import "fmt"

// LegalMoves puts the legal moves of all roles into dst, which has one entry for each
// role. In a state that is not terminal, every role has some: the error is [ErrStuck] if
// one has none, and otherwise that of the machine.
func LegalMoves(g Game, m Machine, s State, dst [][]Move) error {
	for r, name := range g.Roles() {
		dst[r] = m.Legal(s, Role(r), nil)
		if err := m.Err(); err != nil {
			return err
		}
		if len(dst[r]) == 0 {
			return fmt.Errorf("role %s: %w", name, ErrStuck)
		}
	}
	return nil
}
