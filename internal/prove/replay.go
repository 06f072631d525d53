package prove

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"ludex/game"
	"ludex/gdl"
	"ludex/internal/prove/claim"
)

// A Play is a sequence of joint moves that shows something, from the initial state.
type Play struct {
	Moves [][]string // by step and role, canonical texts
	// Loop is the number of steps after which the state is the one at the end of the
	// play, so that it can go on for ever; -1 if there is no such state.
	Loop int
}

// errNotShown says that a play does not show what it should.
var errNotShown = errors.New("the interpreter does not confirm it")

// A replayer makes the moves of a play with an engine.
type replayer struct {
	game   *Interpreter
	m      game.Machine
	states []game.State
	joints [][]game.Move
}

// replay makes the moves of a play with an engine, which is independent of the transition
// system, and returns an error unless every move is legal and the end violates a property.
func replay(ctx context.Context, g *Interpreter, p claim.Property, play *Play) error {
	x := &replayer{game: g, m: g.NewMachine()}
	x.m.Bind(ctx)
	err := x.shows(p, play)
	if failed := x.m.Err(); failed != nil {
		return failed // what was found out since then means nothing, such as that there is no move
	}
	return err
}

// shows makes the moves of a play, and returns an error unless its end violates a property.
func (x *replayer) shows(p claim.Property, play *Play) error {
	x.states = append(x.states, x.m.Initial(nil))
	for _, texts := range play.Moves {
		if err := x.step(texts); err != nil {
			return err
		}
	}
	ok, err := x.violates(p, play)
	if err == nil && !ok {
		err = errNotShown
	}
	return err
}

// step makes a joint move.
func (x *replayer) step(texts []string) error {
	s := x.states[len(x.states)-1]
	if x.m.Terminal(s) {
		return fmt.Errorf("%w: the play is over before", errNotShown)
	}
	joint := make([]game.Move, len(texts))
	for r, text := range texts {
		move, ok := x.find(s, game.Role(r), text)
		if !ok {
			return fmt.Errorf("%w: %s cannot move %s", errNotShown, x.game.Roles()[r], text)
		}
		joint[r] = move
	}
	x.states, x.joints = append(x.states, x.m.Next(s, joint, nil)), append(x.joints, joint)
	return nil
}

// replayBoth makes the moves of a play in two games, and returns an error unless these
// differ at its end.
func replayBoth(ctx context.Context, a, b *Interpreter, play *Play) error {
	var seen [2]string
	for i, g := range []*Interpreter{a, b} {
		x := &replayer{game: g, m: g.NewMachine()}
		x.m.Bind(ctx)
		var err error
		seen[i], err = x.seen(play)
		if failed := x.m.Err(); failed != nil {
			return failed
		}
		if err != nil {
			return err
		}
	}
	if seen[0] == seen[1] {
		return errNotShown
	}
	return nil
}

// seen makes the moves of a play in one of two games, and returns what is seen in its last step and after it, as text.
func (x *replayer) seen(play *Play) (seen string, err error) {
	s := x.m.Initial(nil)
	for _, texts := range play.Moves {
		joint := make([]game.Move, len(texts))
		for r, text := range texts {
			role := x.game.roles[r]
			move, ok := x.find(s, role, text)
			if !ok || x.m.Terminal(s) {
				return "", fmt.Errorf("%w: %s cannot move %s", errNotShown, x.game.Roles()[role], text)
			}
			joint[role] = move
		}
		seen = x.perceived(s, joint)
		s = x.m.Next(s, joint, nil)
	}
	return seen + x.outcome(s), nil
}

// perceived returns what roles perceive in a step of a game that hides information, as text.
func (x *replayer) perceived(s game.State, joint []game.Move) string {
	if !x.game.Hidden() {
		return ""
	}
	var b strings.Builder
	for r, role := range x.game.roles {
		var texts []string
		for _, p := range x.m.Percepts(s, joint, role, nil) {
			texts = append(texts, x.game.PerceptText(p))
		}
		slices.Sort(texts)
		fmt.Fprintln(&b, r, texts)
	}
	return b.String()
}

// outcome returns what roles can do in a state, or what they get at the end, as text.
func (x *replayer) outcome(s game.State) string {
	var b strings.Builder
	over := x.m.Terminal(s)
	fmt.Fprintln(&b, over)
	for r, role := range x.game.roles {
		if over {
			fmt.Fprintln(&b, x.m.Goals(s, role, nil))
			continue
		}
		var moves []string
		for _, m := range x.m.Legal(s, role, nil) {
			moves = append(moves, x.game.TextInSystem(s, role, m))
		}
		slices.Sort(moves)
		fmt.Fprintln(&b, r, moves)
	}
	return b.String()
}

// find returns a legal move by its text.
func (x *replayer) find(s game.State, r game.Role, text string) (game.Move, bool) {
	for _, m := range x.m.Legal(s, r, nil) {
		if x.game.TextInSystem(s, r, m) == text {
			return m, true
		}
	}
	return 0, false
}

// violates reports whether the play violates a property at its end.
func (x *replayer) violates(p claim.Property, play *Play) (bool, error) {
	last := len(x.states) - 1
	s := x.states[last]
	over := x.m.Terminal(s)
	switch p.Kind {
	case claim.Playable:
		return !over && x.stuck(s), nil
	case claim.Goals:
		return over && x.goals(s) == nil, nil
	case claim.Turns:
		return !over && x.choosers(s) > 1, nil
	case claim.ConstantSum:
		sum, one := x.sum(s)
		return over && (!one || sum != p.Sum), nil
	case claim.Monotone:
		return x.falls(last), nil
	case claim.Unwinnable:
		r := slices.Index(x.game.Roles(), p.Role)
		return over && r >= 0 && slices.Contains(x.m.Goals(s, game.Role(r), nil), 100), nil
	case claim.Ends:
		return x.loops(play), nil
	case claim.Always:
		return x.fails(p.Formula)
	case claim.Eventually:
		return x.avoids(p.Formula, play)
	}
	return false, fmt.Errorf("%q is no property", p.Kind)
}

func (x *replayer) stuck(s game.State) bool {
	for r := range x.game.Roles() {
		if len(x.m.Legal(s, game.Role(r), nil)) == 0 {
			return true
		}
	}
	return false
}

// players calls f for all roles but chance, until it returns false.
func (x *replayer) players(f func(r game.Role) bool) bool {
	for r := range x.game.Roles() {
		if game.Role(r) != x.game.Random() && !f(game.Role(r)) {
			return false
		}
	}
	return true
}

func (x *replayer) choosers(s game.State) int {
	n := 0
	for r := range x.game.Roles() {
		if len(x.m.Legal(s, game.Role(r), nil)) > 1 {
			n++
		}
	}
	return n
}

// sum returns the sum of the goals, and whether every role has exactly one.
func (x *replayer) sum(s game.State) (sum int, one bool) {
	goals := x.goals(s)
	for _, v := range goals {
		sum += v
	}
	return sum, goals != nil
}

// falls reports whether goals are not defined at the end of a play or before, or one fell
// in the last step.
func (x *replayer) falls(last int) bool {
	now := x.goals(x.states[last])
	if last == 0 || now == nil {
		return now == nil
	}
	before := x.goals(x.states[last-1])
	if before == nil {
		return true
	}
	for i := range now {
		if now[i] < before[i] {
			return true
		}
	}
	return false
}

// goals returns the goals of all roles but chance, or nil unless each has exactly one.
func (x *replayer) goals(s game.State) []int {
	list := []int{}
	one := x.players(func(r game.Role) bool {
		goals := x.m.Goals(s, r, nil)
		list = append(list, goals...)
		return len(goals) == 1
	})
	if !one {
		return nil
	}
	return list
}

// maxRounds is how often a loop is made until the interpreter comes back to a state. It
// does not at once if states have parts on which nothing depends any more, such as the cell
// where the last move ended.
const maxRounds = 4

// loops reports whether the play comes back to a state.
func (x *replayer) loops(play *Play) bool {
	if play.Loop < 0 || play.Loop >= len(play.Moves) {
		return false
	}
	for round := range maxRounds {
		last := len(x.states) - 1
		if slices.Equal(x.states[last-(len(play.Moves)-play.Loop)], x.states[last]) {
			return true
		}
		if round == maxRounds-1 {
			break
		}
		for _, texts := range play.Moves[play.Loop:] {
			if x.step(texts) != nil {
				return false
			}
		}
	}
	return false
}

// holds evaluates a formula at a state of the play.
func (x *replayer) holds(f *claim.Formula, at int) (bool, error) {
	s := x.states[at]
	return f.Holds(func(a claim.Atom) (bool, error) {
		role := slices.Index(x.game.Roles(), a.Role)
		switch a.Word {
		case gdl.Terminal:
			return x.m.Terminal(s), nil
		case gdl.True:
			return slices.Contains(x.game.Facts(s), a.Text), nil
		case gdl.Goal:
			return role >= 0 && slices.ContainsFunc(x.m.Goals(s, game.Role(role), nil), func(v int) bool { return strconv.Itoa(v) == a.Text }), nil
		case gdl.Legal:
			_, ok := x.find(s, game.Role(max(role, 0)), a.Text)
			return role >= 0 && ok, nil
		}
		return role >= 0 && at < len(x.joints) && x.game.TextInSystem(s, game.Role(role), x.joints[at][role]) == a.Text, nil
	})
}

// fails reports whether a formula does not hold at the end of the play, or in its last step
// if it is about moves.
func (x *replayer) fails(f *claim.Formula) (bool, error) {
	at := len(x.states) - 1
	if f.UsesMoves() {
		at--
	}
	if at < 0 {
		return false, nil
	}
	ok, err := x.holds(f, at)
	return !ok, err
}

// avoids reports whether a formula holds in no state of the play, which is over or goes on
// for ever.
func (x *replayer) avoids(f *claim.Formula, play *Play) (bool, error) {
	s := x.states[len(x.states)-1]
	if !x.m.Terminal(s) && !x.stuck(s) && !x.loops(play) {
		return false, nil
	}
	for at := range x.states {
		if ok, err := x.holds(f, at); ok || err != nil {
			return false, err
		}
	}
	return true, nil
}
