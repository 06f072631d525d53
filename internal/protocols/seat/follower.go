package seat

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"ludex/game"
	"ludex/internal/disguise"
	"ludex/internal/gdlmoves"
	"ludex/internal/infotracker"
	"ludex/player"
	"ludex/rules"
)

// A follower follows the match on one engine: it converts the manager's texts to
// moves and percepts.
type follower struct {
	match   *Match
	words   *disguise.Disguise
	game    game.Game
	role    game.Role
	from    game.State // nil is the initial state
	machine game.Machine

	open   *player.Tracker      // of a game that hides nothing
	closed *infotracker.Tracker // of one that does, unless the manager lists legal moves
}

// newFollower returns a follower at the beginning of a match.
func newFollower(ctx context.Context, m *Match, r *rules.Rules, g game.Game) (*follower, error) {
	f := &follower{match: m, words: disguise.Plain(r), game: g}
	var err error
	if f.role, err = m.roleOf(g); err != nil {
		return nil, err
	}
	if m.From != nil {
		if f.from, err = g.ParseState(m.From); err != nil {
			return nil, fmt.Errorf("where the match begins: %w", err)
		}
	}
	return f, f.reset(ctx)
}

// roleOf finds the role. Some managers send everything in capitals.
func (m *Match) roleOf(g game.Game) (game.Role, error) {
	if m.Role == "" {
		if m.Number < 1 || m.Number > len(g.Roles()) {
			return 0, fmt.Errorf("there is no role %d", m.Number)
		}
		return game.Role(m.Number - 1), nil
	}
	r := slices.IndexFunc(g.Roles(), func(name string) bool { return strings.EqualFold(name, m.Role) })
	if r < 0 {
		return 0, fmt.Errorf("there is no role %s", m.Role)
	}
	return game.Role(r), nil
}

// reset goes back to the beginning.
func (f *follower) reset(ctx context.Context) (err error) {
	f.open, f.closed = nil, nil
	switch {
	case !f.game.Hidden():
		f.open = player.NewTracker(player.Setup{Game: f.game, From: f.from})
		f.machine = f.open.Machine
	case f.match.Listed:
		f.machine = f.game.NewMachine()
	default:
		f.closed, err = infotracker.NewTracker(f.game, f.role, infotracker.TrackerOptions{Common: -1, From: f.from, Seed: f.match.Seed})
		f.machine = f.game.NewMachine()
	}
	f.machine.Bind(ctx)
	return errors.Join(err, f.err())
}

// err returns why the engine has failed, or nil.
func (f *follower) err() error { return f.machine.Err() }

// state returns the current state as far as the role knows, or nil.
func (f *follower) state() game.State {
	switch {
	case f.open != nil:
		return f.open.State
	case f.closed != nil:
		return f.closed.State(0)
	}
	return nil
}

// over reports whether the play is over, so far as the role knows.
func (f *follower) over() bool { return f.state() != nil && f.machine.Terminal(f.state()) }

// legal returns the role's legal moves, so far as it knows.
func (f *follower) legal() []game.Move {
	if f.state() == nil {
		return nil
	}
	return f.machine.Legal(f.state(), f.role, nil)
}

// text writes a move.
func (f *follower) text(m game.Move) string {
	if f.match.Text != nil {
		return f.match.Text(f.game, f.role, m)
	}
	return f.game.MoveText(f.role, m)
}

// find returns the move of a role that a text means. It has to be legal, so far as
// that is known.
func (f *follower) find(r game.Role, text string) (game.Move, error) {
	if s := f.state(); s != nil {
		legal := f.machine.Legal(s, r, nil)
		if err := f.err(); err != nil {
			return 0, err
		}
		return f.words.FindMove(f.game, r, legal, text)
	}
	return f.lookUp(r, text)
}

// lookUp returns the move that a text means, legal or not.
func (f *follower) lookUp(r game.Role, text string) (game.Move, error) {
	words, err := f.lexicon()
	if err != nil {
		return 0, err
	}
	move, ok := words.FindMove(r, gdlmoves.Canonical(text))
	if !ok {
		return 0, &game.IllegalMoveError{Text: text}
	}
	return move, nil
}

func (f *follower) lexicon() (game.Vocabulary, error) {
	words := game.CapabilitiesOf(f.game).Vocabulary
	if words == nil {
		return nil, fmt.Errorf("%s hides information and has no lexicon", f.game.Name())
	}
	return words, nil
}

// listed returns the moves that a manager lists, and their texts. Unknown ones are
// left out.
func (f *follower) listed(texts []string) (legal []game.Move, known []string, err error) {
	find := func(text string) (game.Move, error) { return f.lookUp(f.role, text) }
	if f.open != nil {
		find = f.finder()
	}
	for _, text := range texts {
		move, unknown := find(text)
		if unknown != nil {
			err = unknown
			continue
		}
		legal, known = append(legal, move), append(known, text)
	}
	if len(legal) > 0 {
		err = nil
	}
	return legal, known, errors.Join(err, f.err())
}

// finder returns a function that finds legal moves of the role by their texts.
func (f *follower) finder() func(text string) (game.Move, error) {
	legal := f.legal()
	index := make(map[string]game.Move, len(legal))
	for _, m := range legal {
		index[f.game.MoveText(f.role, m)] = m
	}
	return func(text string) (game.Move, error) {
		if m, ok := index[text]; ok {
			return m, nil
		}
		return f.words.FindMove(f.game, f.role, legal, text)
	}
}

// errGap is reported if a manager leaves steps out.
var errGap = errors.New("steps before it were not told")

// observe makes a step, and returns the event for the role.
func (f *follower) observe(ctx context.Context, s Step) (player.Event, error) {
	if s.gap {
		return player.Event{}, errGap
	}
	if f.open == nil {
		return f.perceive(ctx, s)
	}
	joint, err := f.joint(s)
	if err != nil {
		return player.Event{}, err
	}
	e := player.Event{Own: joint[f.role], Joint: joint}
	return e, f.open.Observe(e)
}

// joint returns the joint move of a step.
func (f *follower) joint(s Step) ([]game.Move, error) {
	if s.Mover != "" {
		return f.moved(s.Mover)
	}
	if len(s.Joint) != len(f.game.Roles()) {
		return nil, fmt.Errorf("%d moves for %d roles", len(s.Joint), len(f.game.Roles()))
	}
	joint := make([]game.Move, len(s.Joint))
	for r, text := range s.Joint {
		var err error
		if joint[r], err = f.find(game.Role(r), text); err != nil {
			return nil, err
		}
	}
	return joint, nil
}

// moved returns the joint move in which the role that can choose makes a move.
func (f *follower) moved(text string) ([]game.Move, error) {
	joint, found := make([]game.Move, len(f.game.Roles())), false
	for r := range joint {
		legal := f.machine.Legal(f.open.State, game.Role(r), nil)
		if len(legal) == 0 {
			return nil, errors.Join(f.err(), game.ErrStuck)
		}
		joint[r] = legal[0]
		if move, err := f.words.FindMove(f.game, game.Role(r), legal, text); err == nil {
			joint[r], found = move, true
		}
	}
	if !found {
		return nil, &game.IllegalMoveError{Text: text}
	}
	return joint, nil
}

// perceive makes a step that the role sees in part.
func (f *follower) perceive(ctx context.Context, s Step) (e player.Event, err error) {
	if e.Own, err = f.find(f.role, s.Own); err != nil {
		return e, err
	}
	words, err := f.lexicon()
	if err != nil {
		return e, err
	}
	for _, text := range sorted(s.Percepts) {
		p, ok := words.FindPercept(text)
		if !ok {
			return e, fmt.Errorf("%s is no percept", text)
		}
		e.Percepts = append(e.Percepts, p)
	}
	if f.closed != nil {
		err = f.closed.Step(ctx, infotracker.Observation{Own: e.Own, Percepts: e.Percepts})
	}
	return e, err
}

// sorted returns the canonical texts of percepts in the order of the game.
// Managers may use another one.
func sorted(texts []string) []string {
	out := make([]string, len(texts))
	for i, t := range texts {
		out[i] = gdlmoves.Canonical(t)
	}
	slices.Sort(out)
	return slices.Compact(out)
}
