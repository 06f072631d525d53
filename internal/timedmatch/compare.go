package timedmatch

import (
	"context"
	"fmt"
	"slices"

	"ludex/game"
	"ludex/timed"
)

// A Comparison plays a game at random on two engines and compares all that they say about
// each update and state.
type Comparison struct {
	want, got         *timed.Game
	state, other      timed.State
	rand              *game.Rand
	Updates           int    // compared so far
	Difference        string // the first one, or ""
	wantOver, gotOver bool
}

// CompareEngines compares a number of updates of random plays. In every other update a role
// moves at an instant that is drawn; otherwise the next lifetime runs out. The error is that
// of an engine or the context.
func CompareEngines(ctx context.Context, want, got *timed.Game, updates int, seed uint64) (*Comparison, error) {
	c := &Comparison{want: want, got: got, rand: game.NewRand(seed)}
	for c.Updates < updates && c.Difference == "" {
		if err := c.play(ctx, updates); err != nil {
			return c, err
		}
		if c.Updates == 0 {
			break // nothing ever happens
		}
	}
	return c, nil
}

// play compares one play.
func (c *Comparison) play(ctx context.Context, updates int) error {
	c.state, c.other = c.want.Initial(), c.got.Initial()
	for c.Updates < updates {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := c.states(); err != nil || c.Difference != "" || c.wantOver {
			return err
		}
		moves, dt, ok, err := c.draw()
		if err != nil || !ok {
			return err
		}
		if err := c.update(dt, moves); err != nil || c.Difference != "" {
			return err
		}
		c.Updates++
	}
	return c.states()
}

// differ records a difference.
func (c *Comparison) differ(what string, want, got any) {
	if c.Difference == "" {
		c.Difference = fmt.Sprintf("%s after %d updates, %v: %v and %v", what, c.Updates, c.state, want, got)
	}
}

// states compares what holds in the states.
func (c *Comparison) states() (err error) {
	if c.state.String() != c.other.String() {
		c.differ("states differ", c.state, c.other)
	}
	if c.wantOver, err = c.want.Terminal(c.state); err != nil {
		return err
	}
	if c.gotOver, err = c.got.Terminal(c.other); err != nil {
		return err
	}
	if c.wantOver != c.gotOver {
		c.differ("the end differs", c.wantOver, c.gotOver)
	}
	for r := range c.want.Roles() {
		if err := c.role(game.Role(r)); err != nil {
			return err
		}
	}
	return nil
}

// role compares the moves and goals of a role.
func (c *Comparison) role(r game.Role) error {
	wantLegal, err := c.want.Legal(c.state, r)
	if err != nil {
		return err
	}
	gotLegal, err := c.got.Legal(c.other, r)
	if err != nil {
		return err
	}
	wantGoals, err := c.want.Goals(c.state, r)
	if err != nil {
		return err
	}
	gotGoals, err := c.got.Goals(c.other, r)
	if err != nil {
		return err
	}
	if !slices.Equal(wantLegal, gotLegal) {
		c.differ("legal moves differ", wantLegal, gotLegal)
	}
	if !slices.Equal(wantGoals, gotGoals) {
		c.differ("goals differ", wantGoals, gotGoals)
	}
	return nil
}

// draw draws an update. It reports false if nothing can happen.
func (c *Comparison) draw() (moves []timed.Move, dt timed.Time, ok bool, err error) {
	for r := range c.want.Roles() {
		legal, err := c.want.Legal(c.state, game.Role(r))
		if err != nil {
			return nil, 0, false, err
		}
		if len(legal) > 0 && c.rand.Choose(2*len(c.want.Roles())) == 0 {
			moves = append(moves, timed.Move{Role: game.Role(r), Text: legal[c.rand.Choose(len(legal))]})
		}
	}
	left := c.state.Expiry() - c.state.Now()
	if c.state.Expiry() == timed.Forever {
		left = timed.Unit
	}
	switch {
	case len(moves) > 0:
		return moves, timed.Time(c.rand.Choose(int(left) + 1)), true, nil
	case c.state.Expiry() != timed.Forever:
		return nil, left, true, nil
	}
	for r := range c.want.Roles() { // somebody has to move
		if legal, err := c.want.Legal(c.state, game.Role(r)); err == nil && len(legal) > 0 {
			return []timed.Move{{Role: game.Role(r), Text: legal[c.rand.Choose(len(legal))]}}, left, true, nil
		}
	}
	return nil, 0, false, nil
}

// update compares an update.
func (c *Comparison) update(dt timed.Time, moves []timed.Move) error {
	want, err := c.want.Update(c.state, dt, moves)
	if err != nil {
		return err
	}
	got, err := c.got.Update(c.other, dt, moves)
	if err != nil {
		return err
	}
	if !slices.Equal(want.Expired(), got.Expired()) {
		c.differ("expired facts differ", want.Expired(), got.Expired())
	}
	for r := range c.want.Roles() {
		if w, g := want.Percepts(game.Role(r)), got.Percepts(game.Role(r)); !slices.Equal(w, g) {
			c.differ("percepts differ", w, g)
		}
	}
	c.state, c.other = want.State, got.State
	return nil
}
