package environment

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math/bits"
	"slices"

	"ludex/game"
)

// A served game computes single states for a client, which holds the states itself: it
// sends the words of a state, and gets those of the next one with all that is legal there.
type served struct {
	*Game
	machine  game.Machine
	lister   game.MoveLister // faster than the machine, where the numbers give the order; or nil
	numberer *Numberer
	s, next  game.State
	legal    []game.Move
	joint    []game.Move
	percepts [][]game.Percept // by role, of the step that was made
	listed   []int32          // numbers of legal moves
	bits     []uint64         // zero; for sorting
	goals    []int
	views    views
	words    int      // of a state, or 0 if not known
	isIdle   [][]bool // by role and number
}

func newServed(g *Game) *served {
	n := len(g.Roles())
	idle := make([][]bool, n)
	for r := range idle {
		for _, text := range g.Actions(game.Role(r)) {
			idle[r] = append(idle[r], isIdle(text))
		}
	}
	s := &served{
		isIdle: idle,
		Game:   g, machine: g.NewMachine(), numberer: g.NewNumberer(),
		joint: make([]game.Move, n), percepts: make([][]game.Percept, n),
	}
	if g.reason == nil && g.Sorted() {
		s.lister = game.MachineCapabilitiesOf(s.machine).Moves
	}
	return s
}

// onlyMove is the number that stands for the only legal move of a role.
const onlyMove = -1

var errShort = errors.New("a request is too short")

// state answers a request about a state: the number of the game in two bytes, two bytes
// that mean nothing, the number of words in four, and the words. A step has four bytes more
// for the move of each role.
func (s *Server) state(step bool, body []byte) ([]byte, error) {
	if len(body) < 7 {
		return nil, errShort
	}
	g := s.games[int(binary.LittleEndian.Uint16(body[1:]))]
	if g == nil {
		return nil, errors.New("there is no such game")
	}
	words := int(binary.LittleEndian.Uint32(body[3:]))
	body = body[7:]
	if len(body) < 8*words || step && len(body) != 8*words+4*len(g.joint) {
		return nil, errShort
	}
	g.s = g.s[:0]
	for i := range words {
		g.s = append(g.s, binary.LittleEndian.Uint64(body[8*i:]))
	}
	if words == 0 {
		g.s = g.machine.Initial(g.s)
	} else if len(g.s) != g.width() {
		return nil, fmt.Errorf("a state of %s has %d words, not %d", g.Name(), g.width(), words)
	}
	for r := range g.percepts {
		g.percepts[r] = g.percepts[r][:0]
	}
	if step {
		if err := g.step(body[8*words:]); err != nil {
			return nil, err
		}
	}
	answer, err := g.describe(s.begin(sayState))
	if err == nil {
		err = g.machine.Err()
	}
	return answer, err
}

// width returns how many words a state has, as far as it is known.
func (g *served) width() int {
	if g.reason != nil || g.numbers.board != nil {
		return len(g.s) // the engine's states have no fixed size, or are checked by it
	}
	if g.words == 0 {
		g.words = len(g.machine.Initial(g.next))
	}
	return g.words
}

// step makes the joint move of a request in the current state.
func (g *served) step(joint []byte) error {
	if g.machine.Terminal(g.s) {
		return errors.Join(g.machine.Err(), game.ErrOver)
	}
	for r := range g.joint {
		number := int32(binary.LittleEndian.Uint32(joint[4*r:]))
		g.find(game.Role(r))
		switch {
		case number != onlyMove:
			m, err := g.numberer.Move(g.s, game.Role(r), g.legal, number)
			if err != nil {
				return err
			}
			g.joint[r] = m
		case len(g.legal) == 1:
			g.joint[r] = g.legal[0]
		default:
			return &IllegalError{fmt.Sprintf("no move, where there are %d,", len(g.legal)), g.Roles()[r]}
		}
	}
	if g.Hidden() {
		for r := range g.percepts {
			g.percepts[r] = g.machine.Percepts(g.s, g.joint, game.Role(r), g.percepts[r])
		}
	}
	g.next = g.machine.Next(g.s, g.joint, g.next)
	g.s, g.next = g.next, g.s
	return g.machine.Err()
}

// manyWords is the number of words, as one byte, that stands for that many or more.
const manyWords = 255

// The movers of states in which not just one role decides something.
const chanceMoves = -3 // nobody decides anything but chance

// describe appends the current state to an answer: whether it is terminal, who decides
// something, the number of words or manyWords, and in four bytes each the number of legal moves by
// role; the goals by role, or -1; the number of percepts by role; the number of words; then
// the words, the numbers of the legal moves, and the percepts.
func (g *served) describe(answer []byte) ([]byte, error) {
	over := g.over()
	terminal := byte(0)
	if over {
		terminal = 1
	}
	answer = append(answer, terminal, 0, byte(min(len(g.s), manyWords)))
	mover := len(answer) - 2
	decides := int8(nobody)
	if g.Random() != game.NoRole && !over {
		decides = chanceMoves
	}
	g.listed = g.listed[:0]
	for r := range g.joint {
		before := len(g.listed)
		if !over {
			if err := g.list(game.Role(r)); err != nil {
				return nil, err
			}
		}
		if mine := g.listed[before:]; !over && game.Role(r) != g.Random() && g.decides(game.Role(r), mine) {
			if decides >= 0 || decides == several {
				decides = several
			} else {
				decides = int8(r)
			}
		}
		answer = binary.LittleEndian.AppendUint32(answer, uint32(len(g.listed)-before))
	}
	answer[mover] = byte(decides)
	for r := range g.joint {
		answer = binary.LittleEndian.AppendUint32(answer, uint32(g.goal(game.Role(r), over)))
	}
	for r := range g.joint {
		answer = binary.LittleEndian.AppendUint32(answer, uint32(len(g.percepts[r])))
	}
	answer = binary.LittleEndian.AppendUint32(answer, uint32(len(g.s)))
	for _, w := range g.s {
		answer = binary.LittleEndian.AppendUint64(answer, w)
	}
	for _, k := range g.listed {
		answer = binary.LittleEndian.AppendUint32(answer, uint32(k))
	}
	for _, list := range g.percepts {
		for _, p := range list {
			answer = binary.LittleEndian.AppendUint32(answer, uint32(p))
		}
	}
	return answer, nil
}

// decides reports whether a role has something to decide: more than one move, or one that
// is not for roles that are not to move.
func (g *served) decides(r game.Role, legal []int32) bool {
	if len(legal) != 1 {
		return len(legal) > 1
	}
	if g.reason == nil {
		return !g.isIdle[r][legal[0]]
	}
	return !isIdle(g.MoveText(r, game.Move(legal[0])))
}

// over reports whether the current state is terminal. The machine of a boardgame knows this
// once it has found the moves, which are wanted anyway.
func (g *served) over() bool {
	if g.Rules.IsRBG() {
		for r := range g.joint {
			g.find(game.Role(r))
		}
	}
	return g.machine.Terminal(g.s)
}

// find finds the legal moves of a role, in any order if there is a lister.
func (g *served) find(r game.Role) {
	if g.lister != nil {
		g.legal = g.lister.Moves(g.s, r, g.legal[:0])
	} else {
		g.legal = g.machine.Legal(g.s, r, g.legal[:0])
	}
}

// list lists the numbers of the legal moves of a role.
func (g *served) list(r game.Role) error {
	g.find(r)
	before := len(g.listed)
	if len(g.legal) == 0 && g.machine.Err() == nil {
		return fmt.Errorf("role %s: %w", g.Roles()[r], game.ErrStuck)
	}
	for _, m := range g.legal {
		k, err := g.numberer.Number(g.s, r, m)
		if err != nil {
			return err
		}
		g.listed = append(g.listed, k)
	}
	if g.lister != nil {
		g.sort(g.listed[before:], len(g.Actions(r)))
	}
	return nil
}

// sort sorts different numbers below most. Many of them are sorted as bits, which takes less
// time than to compare them.
func (g *served) sort(numbers []int32, most int) {
	words := (most + 63) / 64
	if words > 4*len(numbers) {
		slices.Sort(numbers)
		return
	}
	if words > len(g.bits) {
		g.bits = make([]uint64, words)
	}
	for _, k := range numbers {
		set(g.bits, int(k))
	}
	n := 0
	for i, w := range g.bits[:words] {
		if w == 0 {
			continue
		}
		for ; w != 0; w &= w - 1 {
			numbers[n] = int32(64*i + bits.TrailingZeros64(w))
			n++
		}
		g.bits[i] = 0
	}
}

// goal returns the goal value of a role at the end of a play, or -1.
func (g *served) goal(r game.Role, over bool) int32 {
	if !over {
		return -1
	}
	g.goals = g.machine.Goals(g.s, r, g.goals[:0])
	if len(g.goals) != 1 {
		return -1
	}
	return int32(g.goals[0])
}
