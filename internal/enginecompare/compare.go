// Package enginecompare compares engines of the same game: state by state on random
// plays, and by the means of their playouts.
package enginecompare

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"ludex/game"
)

// A Difference is where two engines disagree about a game.
type Difference struct {
	What  string   // what differs: "legal moves of white", …
	A, B  string   // what each engine says
	Moves []string // the joint moves that lead there, as canonical text
}

// Error describes the difference in one line.
func (d *Difference) Error() string {
	return fmt.Sprintf("%s after %q: %s, but %s", d.What, strings.Join(d.Moves, " ; "), d.A, d.B)
}

// NewDifference returns the difference between the answers of two engines, given as
// lists of texts, after some joint moves. It shows the texts that only one of them
// has, or all of them if only the order differs.
func NewDifference(what string, engines [2]string, a, b, moves []string) *Difference {
	return &Difference{What: what, A: describe(engines[0], a, b), B: describe(engines[1], b, a), Moves: slices.Clone(moves)}
}

// A Comparison compares two engines of one game, state by state, along random plays.
type Comparison struct {
	Plies    int // stop after this many joint moves in all
	Plays    int // stop after this many plays; 0 for no such limit
	MaxSteps int // cut plays after this many steps; 0 is the result of MaxSteps
	Seed     uint64

	Progress func(plies int) // is called after each play; may be nil
}

// Run plays the same random plays on both games and compares everything they say
// about each state. It returns the number of joint moves compared. The error is a
// *Difference if the games disagree.
func (c Comparison) Run(ctx context.Context, a, b game.Game) (plies int, err error) {
	if err := compareHeaders(a, b); err != nil {
		return 0, err
	}
	if c.MaxSteps == 0 {
		c.MaxSteps = game.MaxSteps(a)
	}
	w := &comparer{a: newSide(a), b: newSide(b)}
	w.a.machine.Bind(ctx)
	w.b.machine.Bind(ctx)
	for play := 0; plies < c.Plies && (c.Plays == 0 || play < c.Plays); play++ {
		n, err := w.play(ctx, c.Seed+uint64(play), min(c.MaxSteps, c.Plies-plies))
		plies += n
		if err != nil {
			return plies, err
		}
		if c.Progress != nil {
			c.Progress(plies)
		}
		if n == 0 {
			return plies, nil // the initial state is terminal or stuck: nothing more to compare
		}
	}
	return plies, nil
}

func compareHeaders(a, b game.Game) error {
	switch {
	case !slices.Equal(a.Roles(), b.Roles()):
		return &Difference{What: "roles", A: fmt.Sprint(a.Roles()), B: fmt.Sprint(b.Roles())}
	case a.Random() != b.Random():
		return &Difference{What: "random role", A: fmt.Sprint(a.Random()), B: fmt.Sprint(b.Random())}
	case a.Hidden() != b.Hidden():
		return &Difference{What: "hidden information", A: fmt.Sprint(a.Hidden()), B: fmt.Sprint(b.Hidden())}
	}
	return nil
}

// A side is one engine with its own copy of the play.
type side struct {
	game    game.Game
	machine game.Machine
	state   game.State
	next    game.State
	moves   [][]game.Move
	joint   []game.Move
}

func newSide(g game.Game) *side {
	n := len(g.Roles())
	return &side{game: g, machine: g.NewMachine(), moves: make([][]game.Move, n), joint: make([]game.Move, n)}
}

type comparer struct {
	a, b *side
	path []string
}

func (w *comparer) differ(what string, a, b []string) error {
	return NewDifference(what, [2]string{w.a.game.Engine(), w.b.game.Engine()}, a, b, w.path)
}

// describe shows what only one of the engines has, or everything if only the order
// differs.
func describe(engine string, own, other []string) string {
	var extra []string
	for _, t := range own {
		if !slices.Contains(other, t) {
			extra = append(extra, t)
		}
	}
	if extra == nil && len(own) == len(other) {
		extra = own
	}
	if extra == nil {
		return fmt.Sprintf("%s has %d of them", engine, len(own))
	}
	return fmt.Sprintf("%s has %d, among them %s", engine, len(own), strings.Join(extra, " "))
}

func (w *comparer) play(ctx context.Context, seed uint64, maxSteps int) (steps int, err error) {
	rand := game.NewRand(seed)
	w.path = w.path[:0]
	w.a.state = w.a.machine.Initial(w.a.state[:0])
	w.b.state = w.b.machine.Initial(w.b.state[:0])
	for steps < maxSteps {
		if ctx.Err() != nil {
			return steps, ctx.Err()
		}
		over, err := w.compareState()
		if err := cmp.Or(w.failure(), err); err != nil || over {
			return steps, err
		}
		if !w.choose(rand) {
			return steps, nil
		}
		err = w.step()
		if err := cmp.Or(w.failure(), err); err != nil {
			return steps, err
		}
		steps++
	}
	return steps, nil
}

// failure returns the error of a machine that has failed. Its answers do not count as
// a difference.
func (w *comparer) failure() error {
	return errors.Join(w.a.machine.Err(), w.b.machine.Err())
}

// compareState compares facts, end, goals and legal moves.
func (w *comparer) compareState() (over bool, err error) {
	if fa, fb := w.a.game.Facts(w.a.state), w.b.game.Facts(w.b.state); !slices.Equal(fa, fb) {
		return false, w.differ("facts", fa, fb)
	}
	ta, tb := w.a.machine.Terminal(w.a.state), w.b.machine.Terminal(w.b.state)
	if ta != tb {
		return false, w.differ("terminal", []string{fmt.Sprint(ta)}, []string{fmt.Sprint(tb)})
	}
	for r, name := range w.a.game.Roles() {
		ga, gb := w.a.goals(game.Role(r)), w.b.goals(game.Role(r))
		if !slices.Equal(ga, gb) {
			return false, w.differ("goals of "+name, ga, gb)
		}
		if ta {
			continue // engines need not agree on the moves of a play that is over
		}
		la, lb := w.a.legal(game.Role(r)), w.b.legal(game.Role(r))
		if !slices.Equal(la, lb) {
			return false, w.differ("legal moves of "+name, la, lb)
		}
		if !slices.IsSorted(la) {
			return false, w.differ("order of the legal moves of "+name, la, lb)
		}
	}
	return ta, nil
}

func (s *side) goals(r game.Role) []string {
	var out []string
	for _, v := range s.machine.Goals(s.state, r, nil) {
		out = append(out, fmt.Sprint(v))
	}
	return out
}

func (s *side) legal(r game.Role) []string {
	s.moves[r] = s.machine.Legal(s.state, r, s.moves[r][:0])
	out := make([]string, len(s.moves[r]))
	for i, m := range s.moves[r] {
		out[i] = s.game.MoveText(r, m)
	}
	return out
}

// choose picks the same joint move on both sides; it returns false where a role
// has no move.
func (w *comparer) choose(rand *game.Rand) bool {
	for r := range w.a.joint {
		if len(w.a.moves[r]) == 0 {
			return false
		}
		i := rand.Choose(len(w.a.moves[r]))
		w.a.joint[r], w.b.joint[r] = w.a.moves[r][i], w.b.moves[r][i]
	}
	return true
}

// step compares the percepts of the chosen joint move and applies it.
func (w *comparer) step() error {
	for r, name := range w.a.game.Roles() {
		pa, pb := w.a.percepts(game.Role(r)), w.b.percepts(game.Role(r))
		if !slices.Equal(pa, pb) {
			return w.differ("percepts of "+name, pa, pb)
		}
	}
	w.path = append(w.path, game.JointText(w.a.game, w.a.joint))
	for _, s := range []*side{w.a, w.b} {
		s.next = s.machine.Next(s.state, s.joint, s.next[:0])
		s.state, s.next = s.next, s.state
	}
	return nil
}

func (s *side) percepts(r game.Role) []string {
	var out []string
	for _, p := range s.machine.Percepts(s.state, s.joint, r, nil) {
		out = append(out, s.game.PerceptText(p))
	}
	return out
}
