package rbgplay

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"ludex/game"
	"ludex/rbg"
)

// A Machine computes with a game; it implements [game.Machine].
//
// Rules may need more than a reasoner can do, such as an endless move. The machine
// then stops: Err returns what happened, every state is terminal, has no legal
// moves, and is its own successor.
type Machine struct {
	game     *Game
	reasoner Reasoner
	states   StateReasoner // the reasoner, or nil if it computes with positions only
	known    index         // the moves that this machine has met

	// Results for the last state.
	loaded   bool
	state    game.State
	unpacked bool // position is the one of state
	position Position
	answered bool // alive is known
	alive    bool // the state has a move
	complete bool // all moves are listed
	moves    Moves
	listed   []listing
	numbered bool        // all moves have numbers, in the field numbers
	numbers  []game.Move // in the order of the reasoner
	seen     []uint32    // by the first move with a text: the last listing it was in
	listings uint32

	next  Position
	after game.State // scratch
	asked [][]Action // scratch
	ctx   context.Context
	err   error
}

var (
	_ game.Machine    = (*Machine)(nil)
	_ game.Scorer     = (*Machine)(nil)
	_ game.MoveLister = (*Machine)(nil)
)

// Err implements [game.Machine].
func (m *Machine) Err() error { return m.err }

// Bind implements [game.Machine].
func (m *Machine) Bind(ctx context.Context) {
	if game.Ended(m.ctx, m.err) {
		m.err, m.loaded = nil, false
	}
	if ctx != m.ctx {
		m.ctx = ctx
		m.reasoner.Bind(ctx)
	}
}

func (m *Machine) fail(err error) {
	if m.err == nil {
		m.err = fmt.Errorf("%s: %w", m.game.Name(), err)
	}
}

// load makes a state the current one.
func (m *Machine) load(s game.State) {
	if m.loaded && slices.Equal(s, m.state) {
		return
	}
	m.state = append(m.state[:0], s...)
	m.loaded, m.unpacked, m.answered, m.complete, m.numbered = true, false, false, false, false
}

// unpack returns the position of the loaded state.
func (m *Machine) unpack() *Position {
	if !m.unpacked {
		m.game.Position(m.state, &m.position)
		m.unpacked = true
	}
	return &m.position
}

// mover returns the player who is to move in a state, or rbg.Keeper.
func (m *Machine) mover(s game.State) int { return m.game.rules.Mover(int(Passed(s))) }

// hasMove asks whether there is a move in the loaded state.
func (m *Machine) hasMove() (bool, error) {
	if m.states != nil {
		return m.states.HasMoveIn(m.state)
	}
	return m.reasoner.HasMove(m.unpack())
}

// Initial implements [game.Machine].
func (m *Machine) Initial(dst game.State) game.State {
	if err := m.reasoner.Start(&m.next); err != nil {
		m.fail(err)
		m.next.Reset(m.game.rules)
	}
	return m.game.State(&m.next, dst)
}

// Terminal implements [game.Machine]: a play ends when the player to move has no
// move.
func (m *Machine) Terminal(s game.State) bool {
	if m.err != nil {
		return true
	}
	m.load(s)
	if !m.answered {
		alive, err := m.hasMove()
		if err != nil {
			m.fail(err)
			return true
		}
		m.answered, m.alive = true, alive
	}
	return !m.alive
}

// Legal implements [game.Machine].
func (m *Machine) Legal(s game.State, r game.Role, dst []game.Move) []game.Move {
	if m.err != nil {
		return dst
	}
	m.load(s)
	if m.mover(s) != int(r) {
		return append(dst, 0)
	}
	if !m.complete && (!m.answered || m.alive) {
		m.list()
	}
	if m.err != nil || !m.complete {
		return dst
	}
	for i := range m.listed {
		dst = append(dst, m.listed[i].move)
	}
	return dst
}

// Moves implements [game.MoveLister].
func (m *Machine) Moves(s game.State, r game.Role, dst []game.Move) []game.Move {
	if m.err != nil {
		return dst
	}
	m.load(s)
	if m.mover(s) != int(r) || m.complete || m.answered && !m.alive {
		return m.Legal(s, r, dst)
	}
	if !m.numbered && !m.enumerate() {
		return m.Legal(s, r, dst)
	}
	return append(dst, m.numbers...)
}

// enumerate finds the legal moves of the loaded state, in the order of the
// reasoner. It reports false if that is not enough to tell them apart.
func (m *Machine) enumerate() bool {
	m.numbers = m.numbers[:0]
	if !m.find() {
		return false
	}
	m.listings++
	for i := range m.moves.Len() {
		if !m.goOn(i) {
			return false
		}
		e, number := m.number(m.moves.At(i), plain)
		if e == nil {
			return false
		}
		for int(e.alike) >= len(m.seen) {
			m.seen = append(m.seen, make([]uint32, len(m.seen)+chunkSize)...)
		}
		if m.seen[e.alike] == m.listings {
			return false // two have the same text
		}
		m.seen[e.alike] = m.listings
		m.numbers = append(m.numbers, number)
	}
	m.numbered, m.answered, m.alive = true, true, len(m.numbers) > 0
	return true
}

// find lets the reasoner find the moves of the loaded state, and reports whether
// there is memory for all of their texts.
func (m *Machine) find() bool {
	m.moves.Clear()
	var err error
	if m.states != nil {
		err = m.states.MovesOf(m.state, &m.moves)
	} else {
		err = m.reasoner.Moves(m.unpack(), &m.moves)
	}
	if err == nil {
		err = m.moves.checkTextMemory()
	}
	if err != nil {
		m.fail(err)
	}
	return err == nil
}

// goOn reports whether to continue with move i; it checks the context from time to
// time.
func (m *Machine) goOn(i int) bool {
	if i&1023 == 1023 && m.ctx.Err() != nil {
		m.fail(context.Cause(m.ctx))
	}
	return m.err == nil
}

// Next implements [game.Machine].
func (m *Machine) Next(s game.State, joint []game.Move, dst game.State) game.State {
	if m.err != nil {
		return append(dst[:0], s...)
	}
	mover := m.mover(s)
	if mover == rbg.Keeper {
		return append(dst[:0], s...) // the play is over
	}
	actions := m.game.Actions(joint[mover])
	if len(actions) == 0 {
		m.fail(fmt.Errorf("%s is to move and made no move", m.game.roles[mover]))
		return append(dst[:0], s...)
	}
	next, err := m.step(s, actions, dst)
	if err != nil {
		m.fail(err)
		return append(dst[:0], s...)
	}
	return next
}

// step makes a move.
func (m *Machine) step(s game.State, move []Action, dst game.State) (game.State, error) {
	if m.states != nil {
		return m.states.Step(s, move, dst)
	}
	m.load(s)
	m.next.Copy(m.unpack())
	if err := m.reasoner.Apply(&m.next, move); err != nil {
		return dst, err
	}
	return m.game.State(&m.next, dst), nil
}

// Goals implements [game.Machine]: a role has one value in every state.
func (m *Machine) Goals(s game.State, r game.Role, dst []int) []int {
	if m.err != nil || r == m.game.random {
		return dst
	}
	return append(dst, Goal(Value(s, int(r)), m.game.rules.Bound(int(r))))
}

// Scores implements [game.Scorer]: points are the values of the players'
// variables.
func (m *Machine) Scores(s game.State, dst []int) []int {
	if m.err != nil {
		return dst
	}
	for r := range m.game.roles {
		dst = append(dst, int(Value(s, r)))
	}
	return dst
}

// Percepts implements [game.Machine]: everybody sees the joint move.
func (m *Machine) Percepts(_ game.State, joint []game.Move, _ game.Role, dst []game.Percept) []game.Percept {
	for _, r := range m.game.byName {
		dst = append(dst, m.game.percept(r, joint[r]))
	}
	return dst
}

// A listing is a legal move of the loaded state.
type listing struct {
	prefix uint64
	text   string
	move   game.Move
	index  int32 // in the reasoner's list
}

// listingSize is the memory of a listing.
const listingSize = 40

func (l listing) compare(o listing) int {
	if l.prefix != o.prefix {
		return cmp.Compare(l.prefix, o.prefix)
	}
	return strings.Compare(l.text, o.text)
}

// list finds the legal moves of the loaded state with texts that are all
// different.
func (m *Machine) list() {
	m.listed = m.listed[:0]
	if !m.find() {
		return
	}
	for i := range m.moves.Len() {
		if !m.goOn(i) {
			return
		}
		m.listed = append(m.listed, m.listing(int32(i), plain))
	}
	slices.SortFunc(m.listed, listing.compare)
	for _, v := range []variant{lastPiece, allPieces, numbered} {
		if !m.distinguish(v) {
			break
		}
	}
	if !m.goOn(-1) {
		return
	}
	m.complete, m.answered, m.alive = true, true, len(m.listed) > 0
}

// distinguish gives moves with equal texts more detailed ones. It reports whether
// there were any.
func (m *Machine) distinguish(v variant) bool {
	found := false
	for start, end := 0, 0; start < len(m.listed); start = end {
		end = start + 1
		for end < len(m.listed) && m.listed[start].compare(m.listed[end]) == 0 {
			end++
		}
		if end-start > 1 {
			found = true
			m.rewrite(m.listed[start:end], v)
		}
	}
	if found {
		slices.SortFunc(m.listed, listing.compare)
	}
	return found
}

// rewrite gives moves the texts of a variant; numbers are given in the order of
// the actions.
func (m *Machine) rewrite(run []listing, v variant) {
	if v == numbered {
		slices.SortFunc(run, func(a, b listing) int {
			return compareActions(m.moves.At(int(a.index)), m.moves.At(int(b.index)))
		})
	}
	for i := range run {
		if !m.goOn(i) {
			return
		}
		run[i] = m.listing(run[i].index, v)
		if v >= numbered {
			v++
		}
	}
}

func compareActions(a, b []Action) int {
	return slices.CompareFunc(a, b, func(x, y Action) int {
		return cmp.Or(cmp.Compare(x.Cell, y.Cell), cmp.Compare(x.Index, y.Index))
	})
}

// listing returns a move of the reasoner's list with its number and text.
func (m *Machine) listing(i int32, v variant) listing {
	move := m.moves.At(int(i))
	e, number := m.number(move, m.game.texts.least(move, v))
	if e == nil {
		return listing{index: i}
	}
	return listing{e.prefix, e.text, number, i}
}

// number returns a variant of a move with its number, or nil if there cannot be
// more of them.
func (m *Machine) number(move []Action, v variant) (*entry, game.Move) {
	hash := hashMove(move, v)
	number := m.known.find(m.game.moves, move, v, hash)
	if number == 0 {
		var err error
		if number, err = m.game.moves.intern(move, v, hash, &m.game.texts); err != nil {
			m.fail(err)
			return nil, 0
		}
		m.known.insert(m.game.moves, number, hash)
	}
	return m.game.moves.at(number), number
}
