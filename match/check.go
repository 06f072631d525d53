package match

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"ludex/game"
	"ludex/player"
	"ludex/rules"
	"ludex/source"
)

// ErrWrong is reported for a record that does not follow from the rules.
var ErrWrong = errors.New("the record does not follow from the rules")

// Rules reads the rules that a record has with it.
func (r *Record) Rules() (*rules.Rules, error) {
	d := &r.Details
	if d.Rules == "" {
		return nil, errors.New("the record has no rules with it")
	}
	ending := ".kif"
	if d.Language == string(rules.RBG) {
		ending = ".rbg"
	}
	found := rules.Read(source.NewFile(d.Game+ending, []byte(d.Rules)), rules.Options{})
	if err := found.Problems.Err(); err != nil {
		return nil, err
	}
	if string(found.Language()) != d.Language {
		return nil, fmt.Errorf("%w: the rules are %s, and the record says %s", ErrWrong, found.Language(), d.Language)
	}
	return found, nil
}

// Check proves that a record follows from its rules and its seed: that they are
// the rules that were played, that every move was legal, every state follows from
// the one before, chance and the moves in place of missing ones were drawn as the
// seed says, and the goals are those of the last state. The game has to be one of
// the rules. It does not look at the signature.
func (r *Record) Check(ctx context.Context, rs *rules.Rules, g game.Game) error {
	c := &checker{Record: r, game: g, machine: g.NewMachine(), lots: player.NewLots(r.Details.Seed)}
	if r.Details.Hash != rs.Hash() {
		return fmt.Errorf("%w: other rules were played, with the hash %.12s", ErrWrong, r.Details.Hash)
	}
	if err := c.shape(); err != nil {
		return err
	}
	if err := c.begin(); err != nil {
		return err
	}
	for i := range r.Moves {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := c.step(i); err != nil {
			return fmt.Errorf("step %d: %w", i+1, err)
		}
	}
	return c.end()
}

// A checker follows a record.
type checker struct {
	*Record
	game    game.Game
	machine game.Machine
	lots    *player.Lots
	state   game.State
}

// shape checks that there is as much of everything as there has to be.
func (c *checker) shape() error {
	roles := c.game.Roles()
	switch n := len(c.Moves); {
	case !slices.Equal(c.Details.Roles, roles):
		return fmt.Errorf("%w: the roles are %v", ErrWrong, roles)
	case len(c.States) != n+1 || len(c.StateTimes) != n+1:
		return fmt.Errorf("%w: %d states and %d times for %d steps", ErrWrong, len(c.States), len(c.StateTimes), n)
	case len(c.Errors) != n+1:
		return fmt.Errorf("%w: %d rows of errors for the start and %d steps", ErrWrong, len(c.Errors), n)
	case c.Completed && c.Aborted:
		return fmt.Errorf("%w: the match is both over and aborted", ErrWrong)
	}
	return nil
}

// begin goes to the first state.
func (c *checker) begin() error {
	c.state = c.machine.Initial(nil)
	if stateText(c.game.Facts(c.state)) == c.States[0] {
		return nil
	}
	list, err := facts(c.States[0])
	if err == nil {
		c.state, err = c.game.ParseState(list)
	}
	if err != nil {
		return fmt.Errorf("%w: the first state: %w", ErrWrong, err)
	}
	return nil
}

// step checks a step and goes to the next state.
func (c *checker) step(number int) error {
	if c.machine.Terminal(c.state) {
		return fmt.Errorf("%w: the play is over", ErrWrong)
	}
	roles := c.game.Roles()
	legal := make([][]game.Move, len(roles))
	for i := range roles {
		if legal[i] = c.machine.Legal(c.state, game.Role(i), nil); len(legal[i]) == 0 {
			return fmt.Errorf("%w: %s: %w", ErrWrong, roles[i], game.ErrStuck)
		}
	}
	drawn, joint := make([]game.Move, len(roles)), make([]game.Move, len(roles))
	c.lots.Draw(legal, drawn)
	for i := range roles {
		if err := c.move(number, game.Role(i), legal[i], drawn[i], &joint[i]); err != nil {
			return fmt.Errorf("%w: %s: %w", ErrWrong, roles[i], err)
		}
	}
	c.state = c.machine.Next(c.state, joint, nil)
	if err := c.machine.Err(); err != nil {
		return err
	}
	if have := stateText(c.game.Facts(c.state)); have != c.States[number+1] {
		return fmt.Errorf("%w: the next state is %s", ErrWrong, have)
	}
	return nil
}

// move finds the move of a role and checks that it could make it.
func (c *checker) move(number int, r game.Role, legal []game.Move, drawn game.Move, out *game.Move) error {
	if len(c.Moves[number]) != len(c.game.Roles()) || len(c.Errors[number+1]) != len(c.game.Roles()) {
		return errors.New("there is not one move for each role")
	}
	text := c.Moves[number][r]
	i := slices.IndexFunc(legal, func(m game.Move) bool { return c.game.MoveText(r, m) == text })
	if i < 0 {
		return fmt.Errorf("%s is not legal", text)
	}
	*out = legal[i]
	byLot := r == c.game.Random() || c.Errors[number+1][r] != ""
	if byLot && *out != drawn {
		return fmt.Errorf("the seed draws %s and not %s", c.game.MoveText(r, drawn), text)
	}
	return nil
}

// end checks how the play ended.
func (c *checker) end() error {
	if !c.Completed {
		return nil
	}
	if !c.machine.Terminal(c.state) {
		return fmt.Errorf("%w: the play is not over after %d steps", ErrWrong, len(c.Moves))
	}
	for i, role := range c.game.Roles() {
		goals := c.machine.Goals(c.state, game.Role(i), nil)
		if i >= len(c.Goals) || len(goals) == 1 && goals[0] != c.Goals[i] {
			return fmt.Errorf("%w: the goal of %s is %v", ErrWrong, role, goals)
		}
	}
	return nil
}

// Replay returns the states and joint moves of a record that is not in real time.
// The first error ends it; what was before is returned too.
func (r *Record) Replay(g game.Game) (states []game.State, joints [][]game.Move, err error) {
	c := &checker{Record: r, game: g, machine: g.NewMachine()}
	if err := c.shape(); err != nil {
		return nil, nil, err
	}
	if err := c.begin(); err != nil {
		return nil, nil, err
	}
	states = append(states, c.state)
	for number, texts := range r.Moves {
		joint := make([]game.Move, len(g.Roles()))
		if len(texts) != len(joint) {
			return states, joints, fmt.Errorf("%w: step %d has %d moves", ErrWrong, number+1, len(texts))
		}
		for i, text := range texts {
			if joint[i], err = game.FindMove(g, c.machine, c.state, game.Role(i), text); err != nil {
				return states, joints, fmt.Errorf("%w: step %d: %w", ErrWrong, number+1, err)
			}
		}
		c.state = c.machine.Next(c.state, joint, nil)
		states, joints = append(states, c.state), append(joints, joint)
	}
	return states, joints, nil
}
