// Package correspondence looks for roles and moves of two games that are the same under
// different names: it plays both games side by side and excludes what cannot correspond,
// because it is legal in one game only or leads to something else. What it finds is a guess
// that remains to be proved.
package correspondence

import (
	"context"
	"errors"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"

	"ludex/internal/prove/transition"
	"ludex/internal/spelling"
)

// A Correspondence says which roles and moves of two games are the same.
type Correspondence struct {
	Roles []int   // by role of the first game: that of the second
	Moves [][]int // by role and move of the first game: the move of the second, or -1
}

// Names are a correspondence by names, as it is written to files.
type Names struct {
	Roles map[string]string            `json:"roles"`
	Moves map[string]map[string]string `json:"moves"` // by role of the first game
}

// Names returns the names that correspond in two games.
func (c *Correspondence) Names(a, b *transition.System) *Names {
	n := &Names{Roles: map[string]string{}, Moves: map[string]map[string]string{}}
	for r, other := range c.Roles {
		name, moves := a.Roles[r].Name, map[string]string{}
		n.Roles[name], n.Moves[name] = b.Roles[other].Name, moves
		for i, to := range c.Moves[r] {
			if to >= 0 {
				moves[a.Roles[r].Moves[i].Text] = b.Roles[other].Moves[to].Text
			}
		}
	}
	return n
}

// Correspondence returns what the names say about two games. Every role of both games must
// correspond to one, and every move that is named must exist.
func (n *Names) Correspondence(a, b *transition.System) (*Correspondence, error) {
	if len(n.Roles) != len(a.Roles) || len(a.Roles) != len(b.Roles) {
		return nil, fmt.Errorf("the correspondence has %s, but %s has %d and %s has %d", spelling.Count(len(n.Roles), "role"), a.Name, len(a.Roles), b.Name, len(b.Roles))
	}
	for name := range n.Moves {
		if n.Roles[name] == "" {
			return nil, fmt.Errorf("moves of %s correspond to others, but the role does not", name)
		}
	}
	c := &Correspondence{}
	for r := range a.Roles {
		own := &a.Roles[r]
		other := slices.IndexFunc(b.Roles, func(role transition.Role) bool { return role.Name == n.Roles[own.Name] })
		if other < 0 || slices.Contains(c.Roles, other) {
			return nil, fmt.Errorf("role %s corresponds to %q, which is no other role of %s", own.Name, n.Roles[own.Name], b.Name)
		}
		moves, err := n.moves(own, &b.Roles[other])
		if err != nil {
			return nil, err
		}
		c.Roles, c.Moves = append(c.Roles, other), append(c.Moves, moves)
	}
	return c, nil
}

// moves returns which moves of two roles correspond.
func (n *Names) moves(a, b *transition.Role) ([]int, error) {
	moves := slices.Repeat([]int{-1}, len(a.Moves))
	for from, to := range n.Moves[a.Name] {
		i, k := moveNamed(a, from), moveNamed(b, to)
		switch {
		case i < 0:
			return nil, fmt.Errorf("%s has no move %s", a.Name, from)
		case k < 0:
			return nil, fmt.Errorf("%s has no move %s", b.Name, to)
		case slices.Contains(moves, k):
			return nil, fmt.Errorf("two moves of %s correspond to %s", a.Name, to)
		}
		moves[i] = k
	}
	return moves, nil
}

func moveNamed(r *transition.Role, text string) int {
	return slices.IndexFunc(r.Moves, func(m transition.Move) bool { return m.Text == text })
}

// ErrNone says that no correspondence was found.
var ErrNone = errors.New("no correspondence of roles and moves was found under which both games allow the same moves")

// A search begins anew, with other plays, after it went back to a guess as often as the next number
// of the Luby sequence says, times leastBacktracks. Most searches either succeed soon or lose themselves
// in the consequences of a wrong guess.
const (
	leastBacktracks = 100
	attempts        = 1023
)

// luby returns a number of the sequence 1, 1, 2, 1, 1, 2, 4, 1, 1, 2, … with indices from 0.
func luby(i int) int {
	for k := bits.Len(uint(i + 1)); ; k = bits.Len(uint(i + 1)) {
		if i+2 == 1<<k {
			return 1 << (k - 1)
		}
		i -= 1<<(k-1) - 1
	}
}

// A Search looks for correspondences of two games.
type Search struct {
	a, b     *transition.System
	rng      *rand.Rand
	possible [][]int // orders of the roles
	tried    int     // attempts
	last     int     // attempt
	// exhausted says that a search found nothing although it was not cut off.
	exhausted bool
	plays     [][][]int
	moves     []map[string]int // of the first game, by role and text
	fixed     []Fixed
}

// Fixed says that a move of a role corresponds to another, which is the same role's if the
// roles do not change.
type Fixed struct{ Role, Move, To int }

// NewSearch returns a search. The seed chooses the plays.
func NewSearch(a, b *transition.System, seed uint64) *Search {
	s := &Search{a: a, b: b, rng: rand.New(rand.NewPCG(seed, 2)), possible: orders(a, b), last: attempts - 1}
	for _, r := range a.Roles {
		numbers := map[string]int{}
		for i, m := range r.Moves {
			numbers[m.Text] = i
		}
		s.moves = append(s.moves, numbers)
	}
	return s
}

// Fix makes the search look only for correspondences with some moves given.
func (s *Search) Fix(list ...Fixed) { s.fixed = append(s.fixed, list...) }

// Learn gives the search a play, with the moves of the first game, after which the games
// differ under the correspondence that was found last.
func (s *Search) Learn(play [][]string) {
	var joints [][]int
	for _, texts := range play {
		var joint []int
		for r, text := range texts {
			joint = append(joint, s.moves[r][text])
		}
		joints = append(joints, joint)
	}
	s.plays = append(s.plays, joints)
}

// Next returns a correspondence under which the games do not differ in any play that was
// tried, or [ErrNone].
func (s *Search) Next(ctx context.Context) (*Correspondence, error) {
	for ; s.tried <= s.last && len(s.possible) > 0; s.tried++ {
		var next [][]int
		for _, roles := range s.possible {
			m := newMatcher(s.a, s.b, roles, s.rng)
			m.plays = s.plays
			m.fix(s.fixed)
			if m.search(ctx, leastBacktracks*luby(s.tried)) {
				return m.result(), nil
			}
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			if len(m.guesses) > 0 { // otherwise everything was tried
				next = append(next, roles)
			}
		}
		s.possible = next
	}
	s.exhausted = len(s.possible) == 0
	return nil, ErrNone
}

// orders returns the ways in which roles can correspond, those with the same names first.
func orders(a, b *transition.System) [][]int {
	if len(a.Roles) != len(b.Roles) {
		return nil
	}
	var list [][]int
	var extend func(order []int)
	extend = func(order []int) {
		if len(order) == len(a.Roles) {
			list = append(list, slices.Clone(order))
			return
		}
		for r := range b.Roles {
			if !slices.Contains(order, r) && b.Roles[r].Chance == a.Roles[len(order)].Chance {
				extend(append(order, r))
			}
		}
	}
	extend(nil)
	slices.SortStableFunc(list, func(x, y []int) int { return sameNames(a, b, y) - sameNames(a, b, x) })
	return list
}

// sameNames counts the roles that correspond to one of the same name.
func sameNames(a, b *transition.System, order []int) int {
	n := 0
	for r, other := range order {
		if a.Roles[r].Name == b.Roles[other].Name {
			n++
		}
	}
	return n
}

// ShareNames reports whether two games use the same names: their roles have the same ones, and
// at least half of all moves do. Then what has the same name corresponds.
func ShareNames(a, b *transition.System) bool {
	if len(a.Roles) != len(b.Roles) {
		return false
	}
	shared, all := 0, 0
	for r := range a.Roles {
		if a.Roles[r].Name != b.Roles[r].Name {
			return false
		}
		names := map[string]bool{}
		for _, m := range a.Roles[r].Moves {
			names[m.Text] = true
		}
		all += len(a.Roles[r].Moves) + len(b.Roles[r].Moves)
		for _, m := range b.Roles[r].Moves {
			if names[m.Text] {
				shared += 2
			}
		}
	}
	return 2*shared >= all
}

// Rename returns the second game with the names that the first one has for its roles and
// moves. Moves that correspond to none are marked.
func (c *Correspondence) Rename(a, b *transition.System) *transition.System {
	out := *b
	out.Roles = nil
	for r, other := range c.Roles {
		role := b.Roles[other]
		role.Name = a.Roles[r].Name
		role.Moves = slices.Clone(role.Moves)
		for i := range role.Moves {
			role.Moves[i].Text = "only in " + b.Name + ": " + role.Moves[i].Text
		}
		for i, to := range c.Moves[r] {
			if to >= 0 {
				role.Moves[to].Text = a.Roles[r].Moves[i].Text
			}
		}
		out.Roles = append(out.Roles, role)
	}
	return &out
}
