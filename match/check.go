package match

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"ludex/game"
	"ludex/internal/sexpr"
	"ludex/player"
	"ludex/rules"
	"ludex/source"
	"ludex/timed"
)

// ErrWrong is wrapped by errors about records that do not follow from the rules.
var ErrWrong = errors.New("the record does not follow from the rules")

// wrong returns an error that wraps ErrWrong.
func wrong(format string, args ...any) error {
	return fmt.Errorf("%w: %w", ErrWrong, fmt.Errorf(format, args...))
}

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
	opt, err := d.Reading.options()
	if err != nil {
		return nil, err
	}
	found := rules.Read(source.NewFile(d.Game+ending, []byte(d.Rules)), opt)
	if err := found.Problems.Err(); err != nil {
		return nil, err
	}
	return found, r.ofRules(found)
}

// ofRules checks that the record is of a game with these rules.
func (r *Record) ofRules(rs *rules.Rules) error {
	d := &r.Details
	switch {
	case d.Version < 1:
		return wrong("it has no version")
	case d.Language != string(rs.Language()):
		return wrong("the rules are %s, and the record says %s", rs.Language(), d.Language)
	case d.Hash != rs.Hash():
		return wrong("other rules were played, with the hash %.12s", d.Hash)
	case !d.Reading.same(readingOf(rs)):
		return wrong("the rules were read in another way")
	case d.Rules != "" && d.Rules != rs.Text():
		return wrong("the rules that it has with it are not those with its hash")
	}
	return nil
}

// Check proves that a record follows from its rules and its seed: these rules were
// played, the play began where the record says, every move was legal, every state
// follows from the one before, the moves of chance and of the manager were drawn
// from the seed, and the faults, times, goals and points are consistent with that.
// The game must be made from the rules. A match in real time is replayed with the
// moves as they arrived, and the rest of its record must agree with its log.
//
// Check cannot tell who the players were or how long they thought, nor whether an
// aborted record was longer: that is what the signature is for. Only records of
// version 1 that do not say where they began need a valid signature here.
//
// The error wraps [ErrWrong] if the record is wrong. Any other error means that the
// check could not be completed.
func (r *Record) Check(ctx context.Context, rs *rules.Rules, g Game) error {
	if err := r.ofRules(rs); err != nil {
		return err
	}
	switch g := g.(type) {
	case *timed.Game:
		return r.checkTimed(ctx, g)
	case game.Game:
		return r.checkTurns(ctx, g)
	}
	return fmt.Errorf("a match of a %T", g)
}

// checkTurns checks the play of a turn-based game.
func (r *Record) checkTurns(ctx context.Context, g game.Game) error {
	c := &checker{Record: r, game: g, machine: g.NewMachine(), chance: player.NewChance(r.Details.Seed)}
	c.machine.Bind(ctx)
	for _, check := range []func() error{c.shape, c.checkPlain, c.checkFaults, c.begin} {
		if err := check(); err != nil {
			return err
		}
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
	chance  *player.Chance
	state   game.State
	drawn   [][]bool // by step and role: the manager chose the move
}

// shape checks the lengths of all lists.
func (c *checker) shape() error {
	roles, n := c.game.Roles(), len(c.Moves)
	switch {
	case !slices.Equal(c.Details.Roles, roles):
		return wrong("the roles are %v", roles)
	case len(c.States) != n+1 || len(c.StateTimes) != n+1:
		return wrong("%d states and %d times for %d steps", len(c.States), len(c.StateTimes), n)
	case len(c.Errors) != n+1 && (n > 0 || len(c.Errors) > 0): // a match that ended while preparing has none
		return wrong("%d rows of errors for the start and %d steps", len(c.Errors), n)
	case len(c.Details.Log) > 0:
		return wrong("it has the log of a match in real time")
	case n > c.maxSteps():
		return wrong("%d steps, of which it can have %d", n, c.maxSteps())
	}
	for i, moves := range c.Moves {
		if len(moves) != len(roles) {
			return wrong("step %d has %d moves for %d roles", i+1, len(moves), len(roles))
		}
	}
	return nil
}

// maxSteps returns how many steps the match may have.
func (c *checker) maxSteps() int {
	if n := c.Details.MaxSteps; n > 0 {
		return n
	}
	return game.MaxSteps(c.game)
}

// Elsewhere reports whether a play began at a state other than the initial one. A
// play in real time never does.
func (r *Record) Elsewhere(of Game) (bool, error) {
	g, turns := of.(game.Game)
	if !turns {
		return false, nil
	}
	m := g.NewMachine()
	initial := m.Initial(nil)
	return len(r.States) > 0 && r.States[0] != stateText(g.Facts(initial)), m.Err()
}

// begin goes to the first state and checks that it is where the record says.
func (c *checker) begin() error {
	if err := c.enter(); err != nil {
		return err
	}
	elsewhere, err := c.Elsewhere(c.game)
	if err != nil {
		return err
	}
	switch d := &c.Details; {
	case elsewhere && !d.FromPosition && !(c.isOld() && c.Verify() == nil):
		return wrong("it does not begin with the initial state, and does not say so")
	case !elsewhere && d.FromPosition:
		return wrong("it says that it begins elsewhere, and begins with the initial state")
	}
	if have := stateText(c.game.Facts(c.state)); have != c.States[0] {
		return wrong("the first state is written %s", have)
	}
	return nil
}

// enter goes to the first state, wherever it is.
func (c *checker) enter() error {
	c.state = c.machine.Initial(nil)
	if err := c.machine.Err(); err != nil {
		return err
	}
	if stateText(c.game.Facts(c.state)) == c.States[0] {
		return nil
	}
	list, err := sexpr.Items(c.States[0])
	if err == nil {
		c.state, err = c.game.ParseState(list)
	}
	if err != nil {
		return wrong("the first state: %w", err)
	}
	return nil
}

// step checks a step and goes to the next state.
func (c *checker) step(number int) error {
	over := c.machine.Terminal(c.state)
	if err := c.machine.Err(); err != nil {
		return err
	}
	if over {
		return wrong("the play is over")
	}
	roles := c.game.Roles()
	legal := make([][]game.Move, len(roles))
	for i := range roles {
		legal[i] = c.machine.Legal(c.state, game.Role(i), nil)
		if err := c.machine.Err(); err != nil {
			return err
		}
		if len(legal[i]) == 0 {
			return wrong("%s: %w", roles[i], game.ErrStuck)
		}
	}
	drawn, joint := make([]game.Move, len(roles)), make([]game.Move, len(roles))
	c.chance.Draw(legal, drawn)
	for i := range roles {
		var err error
		if joint[i], err = c.move(number, game.Role(i), legal[i], drawn[i]); err != nil {
			return wrong("%s: %w", roles[i], err)
		}
	}
	c.state = c.machine.Next(c.state, joint, nil)
	if err := c.machine.Err(); err != nil {
		return err
	}
	if have := stateText(c.game.Facts(c.state)); have != c.States[number+1] {
		return wrong("the next state is %s", have)
	}
	return nil
}

// move finds the move of a role and checks that it was made.
func (c *checker) move(number int, r game.Role, legal []game.Move, lot game.Move) (game.Move, error) {
	text := c.Moves[number][r]
	i := slices.IndexFunc(legal, func(m game.Move) bool { return c.game.MoveText(r, m) == text })
	switch {
	case i < 0:
		return 0, fmt.Errorf("%s is not legal", text)
	case c.drawn[number][r] && !c.Details.Unseeded && legal[i] != lot:
		return 0, fmt.Errorf("the seed draws %s and not %s", c.game.MoveText(r, lot), text)
	}
	return legal[i], nil
}

// end checks how the play ended.
func (c *checker) end() error {
	over := c.machine.Terminal(c.state)
	if err := c.machine.Err(); err != nil {
		return err
	}
	d, n := &c.Details, len(c.Moves)
	switch {
	case c.Completed && !over:
		return wrong("the play is not over after %d steps", n)
	case c.Completed && (d.CutOff || d.Reason != ""):
		return wrong("the play is over, and has a reason why it is not")
	case !c.Completed && len(c.Goals) > 0:
		return wrong("the play is not over, and has goals")
	case d.CutOff && (!c.Aborted || over || n != c.maxSteps()):
		return wrong("it was not cut off after %d steps", n)
	}
	if err := c.checkScores(); err != nil || !c.Completed {
		return err
	}
	return c.checkGoals()
}

// checkGoals checks the goals of the last state. Where the rules do not give exactly
// one value, it is 0.
func (c *checker) checkGoals() error {
	if len(c.Goals) != len(c.game.Roles()) {
		return wrong("%d goals for %d roles", len(c.Goals), len(c.game.Roles()))
	}
	for i, role := range c.game.Roles() {
		want := 0
		if values := c.machine.Goals(c.state, game.Role(i), nil); len(values) == 1 {
			want = values[0]
		}
		if c.Goals[i] != want {
			return wrong("the goal of %s is %d", role, want)
		}
	}
	return c.machine.Err()
}

// checkScores checks the points of the last state. A match that is not completed
// may have none, since it may have been aborted before they were counted.
func (c *checker) checkScores() error {
	var want []int
	if s := game.MachineCapabilitiesOf(c.machine).Scores; s != nil {
		want = s.Scores(c.state, nil)
	}
	if !slices.Equal(c.Details.Scores, want) && (c.Completed || len(c.Details.Scores) > 0) {
		return wrong("the points are %v", want)
	}
	return c.machine.Err()
}

// Replay returns the states and joint moves of a record that is not in real time.
// On an error, it also returns what came before.
func (r *Record) Replay(ctx context.Context, g game.Game) (states []game.State, joints [][]game.Move, err error) {
	c := &checker{Record: r, game: g, machine: g.NewMachine()}
	c.machine.Bind(ctx)
	if err := c.shape(); err != nil {
		return nil, nil, err
	}
	if err := c.enter(); err != nil {
		return nil, nil, err
	}
	states = append(states, c.state)
	for number, texts := range r.Moves {
		joint := make([]game.Move, len(g.Roles()))
		for i, text := range texts {
			joint[i], err = game.FindMove(g, c.machine, c.state, game.Role(i), text)
			if failed := c.machine.Err(); failed != nil {
				return states, joints, failed
			}
			if err != nil {
				return states, joints, wrong("step %d: %w", number+1, err)
			}
		}
		c.state = c.machine.Next(c.state, joint, nil)
		if err := c.machine.Err(); err != nil {
			return states, joints, err
		}
		states, joints = append(states, c.state), append(joints, joint)
	}
	return states, joints, nil
}
