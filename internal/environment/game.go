// Package environment serves games to programs that learn: single states, and thousands
// of plays that are stepped together, in memory that is shared with another process. The
// moves and facts of a game have fixed numbers here.
//
//	game.go      a game whose moves and facts have fixed numbers
//	vector.go    many plays of a game
//	lanerows.go, machinerows.go  how their moves are made
//	device.go    code that steps them on a GPU
//	rollouts.go  random plays from all of their states to the end
//	history.go   what roles did and perceived in these plays
//	layout.go    the shared memory
//	server.go    the messages between a client and the program
//	mailbox.go   the same through shared memory
//	client.go    whether the client is still there
package environment

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"ludex/game"
	"ludex/internal/budget"
	"ludex/internal/circuit"
	"ludex/internal/gdlengine"
	"ludex/internal/rbgengine"
	"ludex/internal/rbgengine/lanes"
	"ludex/internal/rbgengine/rbgplay"
	"ludex/rules"
)

// A Game is a game whose moves and facts have numbers that depend on the rules only, if
// that is possible.
type Game struct {
	game.Game
	Rules *rules.Rules
	Note  string // why the game does not run on the fastest engine, or ""

	numbers  numbering
	reason   error         // why there are no fixed numbers, or nil
	features game.Featurer // numbers what can be true where there are no fixed numbers, or nil
}

// A numbering gives the moves and facts of a game fixed numbers.
type numbering struct {
	circuit *circuit.Game // or nil if there are no fixed numbers
	actions [][]string    // by role and number
	facts   []string      // by number
	order   [][]int32     // by role and number: the move of the circuit; nil if they are equal

	board   *lanes.Game // of a regular boardgame
	base    *rbgplay.Game
	inverse [][]int32 // by role and move of the circuit: the number
	sorted  bool      // the numbers are in the order of the moves in every state
}

// ErrNotFixed is the error for games whose moves cannot be listed beforehand.
var ErrNotFixed = errors.New("the moves of this game cannot be listed beforehand")

// setupTime bounds the processor time for numbering the moves of a boardgame.
const setupTime = 20 * time.Second

// Open opens rules that are not in real time. Without fixed numbers it saves the time for
// finding them.
func Open(ctx context.Context, r *rules.Rules, fixed bool) (*Game, error) {
	r, err := r.Playable(ctx)
	if err != nil {
		return nil, err
	}
	g := &Game{Rules: r}
	if r.IsRBG() {
		err = g.openBoardgame(ctx, fixed)
	} else {
		err = g.openGDL(ctx)
	}
	if err != nil {
		return nil, err
	}
	if g.reason != nil {
		if g.features = game.CapabilitiesOf(g.Game).Features; g.features != nil {
			g.numbers.facts = g.features.Features()
		}
	}
	return g, nil
}

// openGDL opens a description in GDL or GDL-II.
func (g *Game) openGDL(ctx context.Context) error {
	if g.Rules.IsTimed() {
		return fmt.Errorf("%s is a game in real time", g.Rules.File.Name())
	}
	o, err := gdlengine.Open(ctx, g.Rules.GDL, gdlengine.Options{})
	if err != nil {
		return err
	}
	g.Game, g.Note = game.Fixed(o.Game), o.Note
	c, ok := g.Game.(*circuit.Game)
	if !ok {
		g.reason = fmt.Errorf("%w: %s", ErrNotFixed, o.Note)
		return nil
	}
	g.numbers = numbering{circuit: c, facts: c.Features(), sorted: true}
	for r := range c.Roles() {
		g.numbers.actions = append(g.numbers.actions, c.Moves(game.Role(r)))
	}
	return nil
}

// openBoardgame opens a regular boardgame.
func (g *Game) openBoardgame(ctx context.Context, fixed bool) error {
	o, err := rbgengine.Open(ctx, g.Rules.RBG, rbgengine.Options{Opening: game.Opening{Engine: rbgengine.Sets}})
	if err != nil {
		if o, err = rbgengine.Open(ctx, g.Rules.RBG, rbgengine.Options{}); err != nil {
			return err
		}
	}
	g.Game, g.Note = o.Game, o.Note
	base, ok := o.Game.(interface{ Base() *rbgplay.Game })
	if !fixed || !ok {
		g.reason = ErrNotFixed
		return nil
	}
	setup, cancel := budget.WithSetup(ctx, "numbering the moves", setupTime)
	defer cancel()
	board, err := lanes.New(setup, g.Rules.RBG, lanes.Options{Memory: budget.MemoryOf(ctx), Exact: true})
	if err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		g.reason = fmt.Errorf("%w: %w", ErrNotFixed, err)
		return nil
	}
	g.number(board, base.Base())
	return nil
}

// number numbers the moves of a boardgame.
func (g *Game) number(board *lanes.Game, base *rbgplay.Game) {
	n := numbering{circuit: board.Circuit(), board: board, base: base, facts: board.StateFacts()}
	var all [][]lanes.Action
	all, n.sorted = board.Actions()
	for _, actions := range all {
		var texts []string
		var order []int32
		inverse := make([]int32, len(actions))
		for i, a := range actions {
			texts, order = append(texts, a.Text), append(order, a.Number)
			inverse[a.Number] = int32(i)
		}
		n.actions, n.order, n.inverse = append(n.actions, texts), append(n.order, order), append(n.inverse, inverse)
	}
	g.numbers = n
}

// Fixed returns nil if the moves and facts have fixed numbers, or why they have none.
func (g *Game) Fixed() error { return g.reason }

// Actions returns the texts of a role's moves by their numbers.
func (g *Game) Actions(r game.Role) []string {
	if g.reason != nil {
		return nil
	}
	return g.numbers.actions[r]
}

// actionText returns the text of the move with a number.
func (g *Game) actionText(r game.Role, number int32) string {
	if g.reason != nil {
		return g.MoveText(r, game.Move(number))
	}
	return g.numbers.actions[r][number]
}

// FactTexts returns what can be true in a state, by number. Without fixed numbers these are
// the engine's, if it has any.
func (g *Game) FactTexts() []string { return g.numbers.facts }

// Sorted reports whether the legal moves of every state have the same order by their
// numbers as by their texts. Where they have, random plays with the same seed are the
// same in a [Vector] and elsewhere.
func (g *Game) Sorted() bool { return g.numbers.sorted }

// isIdle reports whether a move is one that a role makes which is not to move: in GDL one
// without arguments, in a regular boardgame the one that does nothing.
func isIdle(text string) bool {
	return text == rbgplay.Noop || !strings.ContainsAny(text, "( 0123456789")
}

// A Numberer translates between moves and their numbers. It belongs to one goroutine.
type Numberer struct {
	game     *Game
	known    [][]int32 // by role and move: its number plus 1, or 0; for boardgames
	position rbgplay.Position
	facts    []int32
	words    game.State
}

// NewNumberer returns a numberer.
func (g *Game) NewNumberer() *Numberer {
	return &Numberer{game: g, known: make([][]int32, len(g.Roles()))}
}

// Number returns the number of a move that is legal in a state. Where there are no fixed
// numbers, it is the engine's own, which depends on what was computed before.
func (n *Numberer) Number(s game.State, r game.Role, m game.Move) (int32, error) {
	x := &n.game.numbers
	if x.board == nil {
		return int32(m), nil
	}
	known := n.known[r]
	if int(m) < len(known) && known[m] > 0 {
		return known[m] - 1, nil
	}
	c := x.board.Number(r, x.base.Actions(m), rbgplay.Cell(s))
	if c < 0 {
		return 0, fmt.Errorf("the move %s has no number", n.game.MoveText(r, m))
	}
	number := x.inverse[r][c]
	if x.sorted { // no move depends on where it begins
		for int(m) >= len(known) {
			known = append(known, make([]int32, len(known)+64)...)
		}
		known[m] = number + 1
		n.known[r] = known
	}
	return number, nil
}

// Move returns the legal move with a number.
func (n *Numberer) Move(s game.State, r game.Role, legal []game.Move, number int32) (game.Move, error) {
	if n.game.numbers.board == nil {
		if m := game.Move(number); slices.Contains(legal, m) {
			return m, nil
		}
		return 0, n.game.illegal(r, number)
	}
	for _, m := range legal {
		if k, err := n.Number(s, r, m); err != nil {
			return 0, err
		} else if k == number {
			return m, nil
		}
	}
	return 0, n.game.illegal(r, number)
}

// An IllegalError says that a move is not legal.
type IllegalError struct{ Move, Role string }

// Error implements error.
func (e *IllegalError) Error() string { return fmt.Sprintf("%s is not legal for %s", e.Move, e.Role) }

// illegal returns the error about a move that is not legal.
func (g *Game) illegal(r game.Role, number int32) error {
	text := fmt.Sprintf("action %d", number)
	if g.reason == nil && number >= 0 && int(number) < len(g.numbers.actions[r]) {
		text += " (" + g.numbers.actions[r][number] + ")"
	}
	return &IllegalError{text, g.Roles()[r]}
}

// Observe returns the facts of a state as bits, in memory that the next call uses again.
func (n *Numberer) Observe(s game.State) (game.State, error) {
	x := &n.game.numbers
	switch {
	case n.game.features != nil:
		return n.observeFeatures(s), nil
	case n.game.reason != nil:
		return nil, n.game.reason
	case x.board == nil:
		return s, nil
	}
	words, ok := x.board.CircuitState(s, &n.position, n.words)
	if n.words = words; !ok {
		return nil, circuit.ErrUnreachable
	}
	return words, nil
}

// observeFeatures returns as bits what the engine says is true in a state.
func (n *Numberer) observeFeatures(s game.State) game.State {
	n.facts = n.game.features.AppendFeatures(s, n.facts[:0])
	n.words = slices.Grow(n.words[:0], (len(n.game.numbers.facts)+63)/64)[:(len(n.game.numbers.facts)+63)/64]
	clear(n.words)
	for _, f := range n.facts {
		set(n.words, int(f))
	}
	return n.words
}
