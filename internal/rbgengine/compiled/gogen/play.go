package gogen

// playText is what all games have in common: moves, playouts, perft.
const playText = `
// An Action is a part of a move: a modifier of the rules, told by its index, made
// on a cell of the board.
type Action struct{ Cell, Index int32 }

// An action is a modifier and where it is made, from the cell of a leaf.
type action struct {
	index int32
	to    []int16 // nil is the same cell
}

// An entry is moves that differ in their cell only.
type entry struct {
	cells  set
	before int32 // moves of earlier entries
	apply  int32
	prefix int32
}

// A prefix is the beginning of moves, made at a cell.
type prefix struct{ parent, apply, cell int32 }

const (
	maxActions = 10_000    // modifiers of one move that are made one by one
	maxKeeper  = 1_000_000 // moves of the keeper in a row
	maxWork    = 1 << 30   // calls and changes to answer one question
	maxMoves   = 1<<31 - 1 // of one position
	maxMemory  = 1 << 28   // bytes of the moves of one position, unless something else is said

	entrySize, prefixSize = WORDS*8 + 16, 12 // bytes
)

var (
	errActions  = errors.New("a move has more than 10000 actions without reaching a switch: a star that modifies may go on for ever (limit of actions in one move)")
	errKeeper   = errors.New("the keeper made more than 1000000 moves in a row (limit of keeper moves)")
	errWork     = errors.New("more than 1073741824 steps were made to find the moves of a position (limit of steps)")
	errMoves    = errors.New("a position has more than 2147483647 moves (limit of moves)")
	errMemory   = errors.New("the moves of a position take too much memory")
	errPosition = errors.New("the position is none of the game")
	errMove     = errors.New("the move is none of the game")
)

// New returns a machine at the beginning of a play.
func New() *Machine {
	m := new(Machine)
	m.log = make([]entry, 64)
	m.memory = maxMemory
	m.sharing = true
	m.Reset()
	return m
}

// Reset makes the state the beginning of a play.
func (m *Machine) Reset() {
	m.err = nil
	m.State = blank()
	for c, piece := range declared {
		m.put(int(bitOf[c]), uint8(piece))
	}
	m.cell = bitOf[0]
	s := m.State
	m.goBack(&s)
	m.keep()
}

// Initial returns the state at the beginning of a play.
func Initial() State { return New().State }

// Load makes the state another.
func (m *Machine) Load(s State) {
	m.err = nil
	m.goBack(&s)
}

// SetStop has long computations end when a function returns true.
func (m *Machine) SetStop(stop func() bool) { m.stop = stop }

// SetMemory says how many bytes the moves of a position may take.
func (m *Machine) SetMemory(bytes int) { m.memory = bytes }

// Err returns what went wrong since the state was loaded: rules can ask for more
// than can be computed. There are no moves then.
func (m *Machine) Err() error { return m.err }

// fail ends all computation with an error.
func (m *Machine) fail(err error) {
	if m.err == nil {
		m.err = err
	}
}

var errStopped = errors.New("stopped")

// tick counts work that could go on for ever, and reports whether it shall end.
func (m *Machine) tick() bool {
	if m.work++; m.work&4095 == 0 {
		m.ends()
	}
	return m.err != nil
}

// ends has a computation fail that takes too long or too much, or that nobody wants
// any more. It reports whether it has failed.
func (m *Machine) ends() bool {
	if m.work > maxWork {
		m.fail(errWork)
	}
	if m.stop != nil && m.stop() {
		m.fail(errStopped)
	}
	if m.held+m.bytes() > m.memory {
		m.fail(errMemory)
	}
	return m.err != nil
}

// bytes returns what the moves found so far take.
func (m *Machine) bytes() int { return len(m.log)*entrySize + len(m.prefixes)*prefixSize }

// tooDeep reports whether a move has too many actions.
func (m *Machine) tooDeep() bool {
	if m.depth++; m.depth > maxActions {
		m.fail(errActions)
		return true
	}
	return false
}

// keepsOn reports whether a keeper has made too many moves.
func (m *Machine) keepsOn(kept int) bool {
	if kept >= maxKeeper {
		m.fail(errKeeper)
	}
	return m.tick()
}

// grow makes room for more entries, and for as many again as there are if that is
// not too much.
func (m *Machine) grow(n, more int) {
	if m.held+2*m.bytes() > m.memory {
		m.fail(errMemory)
	}
	if m.err == nil {
		more += n + 64
	}
	m.log = append(m.log, make([]entry, more)...)
}

// begin prepares a search for moves.
func (m *Machine) begin() {
	m.found, m.entries, m.at, m.work, m.depth = 0, 0, -1, 0, 0
	m.prefixes = m.prefixes[:0]
	m.beginSharing()
}

// Count finds the moves of whoever is to move, remembers them for [Machine.Pick]
// and [Machine.Move], and returns how many there are.
func (m *Machine) Count() int {
	m.begin()
	m.listMoves()
	if m.found > maxMoves {
		m.fail(errMoves)
	}
	if m.err != nil {
		m.begin()
	}
	return m.found
}

// CountOnly returns how many moves there are.
func (m *Machine) CountOnly() int {
	m.begin()
	m.countMoves()
	if m.err != nil {
		m.begin()
	}
	return m.found
}

// HasMove reports whether there is a move.
func (m *Machine) HasMove() bool {
	m.begin()
	m.findMoves()
	return m.found > 0 && m.err == nil
}

// Mover returns the player who is to move, or -1 if the rules end here.
func (s *State) Mover() int { return int(movers[s.current]) }

// Piece returns what lies on a cell.
func (s *State) Piece(cell int) uint8 { return s.piece(int(bitOf[cell])) }

// Value returns the value of a variable; those of the players come first.
func (s *State) Value(variable int) int32 { return s.v[variable] }

// Goal returns a player's part of the points that are possible, in percent.
func (s *State) Goal(player int) int {
	bound := int64(bounds[player])
	return int((200*int64(s.v[player]) + bound) / (2 * bound))
}

// Goals returns the players' parts of the points that are possible, in percent.
func (s *State) Goals() (goals [Players]int) {
	for p := range goals {
		goals[p] = s.Goal(p)
	}
	return goals
}

// entryOf returns the entry with a move, one of some entries in a row.
func (m *Machine) entryOf(first, last int32, n int) *entry {
	log := m.log[first:last]
	base := 0
	for size := len(log); size > 1; {
		half := size >> 1
		if mid := base + half; int(log[mid].before) <= n {
			base = mid
		}
		size -= half
	}
	return &log[base]
}

// Pick makes one of the moves that were counted last, told by its number, and
// everything that the rules do by themselves then.
func (m *Machine) Pick(n int) {
	m.make(n)
	m.keep()
}

// replay makes the acts of a prefix behind another.
func (m *Machine) replay(k, behind int32) {
	if k == behind {
		return
	}
	p := m.prefixes[k]
	m.replay(p.parent, behind)
	m.act(p.apply, int(p.cell))
}

// appendPrefix appends the actions of a prefix behind another.
func (m *Machine) appendPrefix(k, behind int32, dst []Action) []Action {
	if k == behind {
		return dst
	}
	p := m.prefixes[k]
	return appendActions(m.appendPrefix(p.parent, behind, dst), p.apply, int(p.cell))
}

func appendActions(dst []Action, id int32, c int) []Action {
	for _, a := range actions[id] {
		at := c
		if a.to != nil {
			at = int(a.to[c])
		}
		dst = append(dst, Action{cellOf[at], a.index})
	}
	return dst
}

// Legal returns all moves of whoever is to move. The slices share memory.
func (m *Machine) Legal() [][]Action {
	n := m.Count()
	moves := make([][]Action, n)
	var all []Action
	ends := make([]int, n)
	for k := range moves {
		all = m.Move(k, all)
		ends[k] = len(all)
	}
	start := 0
	for k, end := range ends {
		moves[k] = all[start:end:end]
		start = end
	}
	return moves
}

// Apply makes a legal move and everything that the rules do by themselves then.
func (m *Machine) Apply(move []Action) error {
	for _, a := range move {
		if a.Cell < 0 || int(a.Cell) >= Cells || !m.do(a.Index, int(bitOf[a.Cell])) {
			return errMove
		}
	}
	m.work = 0
	m.keep()
	return m.err
}

// Keep makes the moves that the rules make by themselves in this state.
func (m *Machine) Keep() error {
	m.work = 0
	m.keep()
	return m.err
}

// SetPosition makes the state a position: what lies on each cell, the values of
// the variables, the current cell and the switch that was passed last.
func (m *Machine) SetPosition(pieces []uint8, values []int32, cell, index int32) error {
	if len(pieces) != Cells || len(values) != Variables || cell < 0 || int(cell) >= Cells || index < 0 || int(index) >= len(movers) {
		return errPosition
	}
	for _, p := range pieces {
		if int(p) >= Pieces {
			return errPosition
		}
	}
	m.err = nil
	m.State = blank()
	for c, p := range pieces {
		m.put(int(bitOf[c]), p)
	}
	copy(m.v[:], values)
	m.cell, m.current = bitOf[cell], index
	s := m.State
	m.goBack(&s)
	return nil
}

// Position returns the current cell and the switch that was passed last. With
// [State.Piece] and [State.Value] they are everything that makes up a position.
func (s *State) Position() (cell, index int32) { return cellOf[s.cell], s.current }

// A Rand is SplitMix64: draw k, counted from 0, of seed s is
// mix(s + (k+1)·0x9E3779B97F4A7C15), and a choice among n is the high word of the
// product of the draw and n.
type Rand uint64

// Choose returns a number from 0 to n-1; n must be positive.
func (r *Rand) Choose(n int) int {
	*r += golden
	return choose(uint64(*r), n)
}

const golden = 0x9E3779B97F4A7C15

// choose returns a number from 0 to n-1 for a seed.
func choose(z uint64, n int) int {
	z = (z ^ z>>30) * 0xBF58476D1CE4E5B9
	z = (z ^ z>>27) * 0x94D049BB133111EB
	hi, _ := bits.Mul64(z^z>>31, uint64(n))
	return int(hi)
}

// Playout makes random moves, chosen uniformly, until the play is over, and
// reports how many and whether it is over: it may have been cut off or have
// failed.
func (m *Machine) Playout(r *Rand, maxSteps int) (steps int, over bool) {
	for {
		if steps >= maxSteps {
			return steps, !m.HasMove() && m.err == nil
		}
		if m.polls >= 64 && m.stops() {
			return steps, false
		}
		if !m.tracing {
			n, over := m.run(r, min(1024, maxSteps-steps))
			m.polls += n/16 + 1 // these are quick, and a play that is over counts too
			steps += n
			if over || m.err != nil {
				return steps, m.err == nil
			}
			if n > 0 {
				continue
			}
		} else {
			m.traceNext(*r)
		}
		m.polls++
		if m.draw(r) == 0 {
			return steps, m.err == nil
		}
		m.keep()
		steps++
		if m.err != nil {
			return steps, false
		}
	}
}

// stops reports whether playouts shall end. It is asked now and then only, since a
// step takes little time.
func (m *Machine) stops() bool {
	m.polls = 0
	return m.stop != nil && m.stop()
}

// A Tally is what was counted in playouts.
type Tally struct {
	Playouts uint64 // that ended or were cut off
	Finished uint64 // that ended
	States   uint64 // moves made
	Steps    uint64 // moves of the playouts in Playouts
	Goals    [Players]uint64
	Trail    []Traced // what players with a choice did, if that is asked for
}

// Add adds what was counted elsewhere.
func (t *Tally) Add(u *Tally) {
	t.Playouts += u.Playouts
	t.Finished += u.Finished
	t.States += u.States
	t.Steps += u.Steps
	for p := range t.Goals {
		t.Goals[p] += u.Goals[p]
	}
	t.Trail = append(t.Trail, u.Trail...)
}

// A Traced is a move that a player made, told by a key of its actions.
type Traced struct {
	Player int32
	Key    uint64
}

// SetTrail has playouts tell which moves were made.
func (m *Machine) SetTrail(on bool) { m.tracing = on }

// traceNext notes the move that a generator will choose, if there is a choice.
func (m *Machine) traceNext(r Rand) {
	n := m.Count()
	if n < 2 {
		return
	}
	m.traced = m.Move(r.Choose(n), m.traced[:0])
	key := uint64(0)
	for _, a := range m.traced {
		key = (key ^ (uint64(uint32(a.Cell))<<32 | uint64(uint32(a.Index))) ^ 0x9E3779B97F4A7C15) * 0xD6E8FEB86659FD93
		key ^= key >> 32
	}
	m.trail = append(m.trail, Traced{int32(m.Mover()), key})
}

// Playouts runs playouts from a state and adds what it counts. Playout k has the
// seed seed+k. It ends after count of them, if that is not 0, or when it is
// stopped.
func (m *Machine) Playouts(from *State, seed uint64, count, maxSteps int, t *Tally) error {
	m.trail = m.trail[:0]
	if m.stops() {
		return nil
	}
	defer func() { t.Trail = append(t.Trail, m.trail...) }()
	for k := 0; count == 0 || k < count; k++ {
		if m.polls >= 64 && m.stops() {
			return nil
		}
		m.err = nil
		m.goBack(from)
		r := Rand(seed + uint64(k))
		steps, over := m.Playout(&r, maxSteps)
		t.States += uint64(steps)
		if m.err != nil && m.err != errStopped {
			return m.err
		}
		if !over && steps < maxSteps {
			return nil
		}
		t.Playouts++
		t.Steps += uint64(steps)
		if !over {
			continue
		}
		t.Finished++
		for p := range t.Goals {
			t.Goals[p] += uint64(m.Goal(p))
		}
	}
	return nil
}

// A Depth is what was counted at a depth of a game tree.
type Depth struct{ Leaves, Terminal uint64 }

// A level is the memory of one depth.
type level struct {
	state    State
	log      []entry
	prefixes []prefix
	entries  int
}

// Perft counts the states below the state, by depth. Which of those at the last
// depth are terminal is counted only if that is asked for. It ends early when it
// is stopped; [Machine.Err] is not nil then.
func (m *Machine) Perft(depth int, terminal bool) []Depth {
	counts := make([]Depth, depth+1)
	for len(m.levels) <= depth {
		m.levels = append(m.levels, level{log: make([]entry, 64)})
	}
	m.visit(counts, 0, terminal)
	return counts
}

// visit counts the state and what is below it.
func (m *Machine) visit(counts []Depth, d int, terminal bool) {
	counts[d].Leaves++
	last := len(counts) - 1
	switch {
	case m.err != nil:
	case d == last && !terminal:
	case d == last:
		if !m.HasMove() {
			counts[d].Terminal++
		}
	case d == last-1 && !terminal:
		n := m.CountOnly()
		counts[d+1].Leaves += uint64(n)
		if n == 0 {
			counts[d].Terminal++
		}
	default:
		m.children(counts, d, terminal)
	}
}

// children makes every move in turn.
func (m *Machine) children(counts []Depth, d int, terminal bool) {
	if m.stop != nil && m.stop() {
		m.fail(errStopped)
		return
	}
	l := &m.levels[d]
	m.swap(l)
	sharing := m.sharing
	m.sharing = false
	n := m.Count()
	m.sharing = sharing
	bytes := m.bytes()
	m.swap(l)
	if n == 0 {
		counts[d].Terminal++
		return
	}
	m.held += bytes
	l.entries = m.entries
	l.state = m.State
	for k := 0; k < l.entries; k++ {
		e := l.log[k]
		for !e.empty() && m.err == nil {
			m.goBack(&l.state)
			if e.prefix >= 0 {
				m.swap(l)
				m.replay(e.prefix, -1)
				m.swap(l)
			}
			m.act(e.apply, e.pop())
			m.keep()
			m.visit(counts, d+1, terminal)
			l = &m.levels[d]
		}
	}
	m.held -= bytes
	m.goBack(&l.state)
}

// swap has a search use the memory of a level.
func (m *Machine) swap(l *level) {
	m.log, l.log = l.log, m.log
	m.prefixes, l.prefixes = l.prefixes, m.prefixes
}
`
