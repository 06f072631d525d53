package lanes

import (
	"context"

	"ludex/internal/budget"
	"ludex/internal/rbgengine/rbgplay"
	"ludex/rbg"
)

// here is the cell where a move begins, which is not known when formulas are
// made.
const here int32 = -1

// Bounds of what is unrolled.
const (
	maxPieces   = 64
	maxValues   = 1025    // of a variable, from 0 on
	maxContexts = 400_000 // beginnings of moves
	maxMoves    = 40_000
	maxRounds   = 64 // of the keeper after one move
	maxItems    = 1_000_000
)

// An unroller makes formulas of rules: which moves are legal and what the next
// position is.
type unroller struct {
	ctx   context.Context
	rules *rbg.Game
	*graph
	*values
	envs
	cells   int
	scope   *scope
	base    *env  // the position in which a move is made
	at      []lit // by cell: the move begins there
	reads   map[int32][]cellSet
	kin     map[int32]*kinship // by node of a pattern
	scratch []change
	rough   bool // only an upper bound of what positions can be like is wanted
	memo    map[question]*answer
	divided map[int32][]*clustering
	strands map[strandKey][]*strand
	steps   int
	most    int // terms that there may be
	memory  budget.Memory
	// moveBytes is about what the moves and their beginnings take.
	moveBytes int64

	first rbgplay.Position // the initial one
	turns []*turn          // by switch, where a player moves
	queue []int32          // switches to players that still have to be looked at
	moves []*move
	byKey map[string]*move
	// shared are the keys of moves that more than one turn has, and common those
	// that were found to be so when the rules were unrolled before.
	shared, common map[string]bool
	bundles        []*bundle
	wrote          *scope // what can be after a move
	fault          error
}

// A scope is an upper bound of what positions can be like.
type scope struct {
	pieces []uint64 // by cell
	values [][]bool // by variable and value
	at     cellSet  // where moves begin
}

func (u *unroller) fail(format string, args ...any) {
	if u.fault == nil {
		u.fault = refuse(format, args...)
	}
}

// tired counts work and reports whether it has to end.
func (u *unroller) tired() bool {
	if u.steps++; u.steps&1023 == 0 && u.fault == nil {
		u.fault = u.ctx.Err()
	}
	if len(u.terms) > u.most {
		u.fail("the formulas have more than %d parts", u.most)
	}
	if u.steps&1023 == 0 && u.bytes() > budget.Alive(u.memory.Setup()) && u.fault == nil {
		u.fault = &budget.MemoryError{Doing: "setting up lanes", Limit: u.memory.Setup()}
	}
	return u.fault != nil
}

// bytes returns about how much memory is taken by what is remembered.
func (u *unroller) bytes() int64 {
	const answerBytes = 200
	return u.logic.bytes + u.values.bytes + u.envs.bytes + u.moveBytes + answerBytes*int64(len(u.memo))
}

func (u *unroller) slotOf(variable int) int32 { return int32(u.cells + variable) }

// everything is the scope in which nothing is excluded.
func everything(g *rbg.Game) *scope {
	s := emptyScope(g)
	for c := range s.pieces {
		s.pieces[c] = 1<<len(g.Pieces) - 1
		s.at.put(int32(c))
	}
	for v := range s.values {
		for n := range s.values[v] {
			s.values[v][n] = true
		}
	}
	return s
}

func emptyScope(g *rbg.Game) *scope {
	n := len(g.Board.Cells)
	s := &scope{pieces: make([]uint64, n), values: make([][]bool, len(g.Variables)), at: make(cellSet, (n+63)/64)}
	for v := range s.values {
		s.values[v] = make([]bool, min(int(g.Bound(v))+1, maxValues))
	}
	return s
}

// constantsOnly leaves a variable the numbers that are assigned to it, if these
// are all that is.
func (s *scope) constantsOnly(g *rbg.Game, initial *rbgplay.Position) {
	other := make([]bool, len(g.Variables))
	assigned := emptyScope(g).values
	g.Rules.Each(func(e *rbg.Expr) bool {
		if e.Kind == rbg.Assign {
			if e.Value.Kind == rbg.Number {
				if n := e.Value.Number; n < int64(len(assigned[e.Variable])) {
					assigned[e.Variable][n] = true
				}
			} else {
				other[e.Variable] = true
			}
		}
		return true
	})
	for v := range other {
		if !other[v] {
			s.values[v] = assigned[v]
			if n := int(initial.Values[v]); n < len(s.values[v]) {
				s.values[v][n] = true
			}
		}
	}
}

// add adds a position to the scope.
func (s *scope) add(p *rbgplay.Position) {
	for c, piece := range p.Pieces {
		s.pieces[c] |= 1 << piece
	}
	for v, n := range p.Values {
		if int(n) < len(s.values[v]) {
			s.values[v][n] = true
		}
	}
	s.at.put(p.Cell)
}

// newUnroller makes inputs for what the scope allows.
func newUnroller(ctx context.Context, g *rbg.Game, gr *graph, first *rbgplay.Position, sc *scope, opt Options, rough bool) *unroller {
	l := newLogic()
	u := &unroller{ctx: ctx, rules: g, graph: gr, values: newValues(l), envs: envs{known: map[string]*env{}, versions: map[string]*version{}},
		cells: len(g.Board.Cells), scope: sc, memo: map[question]*answer{}, divided: map[int32][]*clustering{}, strands: map[strandKey][]*strand{}, reads: map[int32][]cellSet{}, kin: map[int32]*kinship{},
		most: opt.MaxNodes, memory: opt.Memory, rough: rough, byKey: map[string]*move{}, shared: map[string]bool{}, wrote: emptyScope(g), turns: make([]*turn, len(g.Modifiers)+1)}
	u.first.Copy(first)
	u.wrote.add(first)
	common := u.commonPiece()
	slots := make([]int32, u.cells+len(g.Variables))
	for c, can := range sc.pieces {
		slots[c] = u.slot(can, common)
	}
	for v, can := range sc.values {
		slots[u.slotOf(v)] = u.variable(can)
	}
	u.base = u.of(u.newVersion(slots), nil)
	if !rough { // what is found is worth it only if formulas are used
		u.rivals.unique = gr.unique
		u.rivals.add(u, u.base.version)
	}
	for range u.cells {
		u.at = append(u.at, no)
	}
	for _, c := range sc.at.list() {
		u.at[c] = u.input()
	}
	return u
}

// commonPiece returns the piece that most cells hold at the beginning.
func (u *unroller) commonPiece() int {
	count := make([]int, len(u.rules.Pieces))
	best := 0
	for _, p := range u.first.Pieces {
		if count[p]++; count[p] > count[best] {
			best = int(p)
		}
	}
	return best
}

// slot returns the value of a cell that can hold some pieces.
func (u *unroller) slot(can uint64, common int) int32 {
	if can&(can-1) == 0 {
		n := int32(0)
		for can>>n > 1 {
			n++
		}
		return u.number(n)
	}
	if can>>common&1 == 0 {
		for common = 0; can>>common&1 == 0; {
			common++
		}
	}
	return u.ofGroup(u.newGroup(can, common))
}

// fewValues is how many values a variable may have to be treated like a cell.
const fewValues = 8

// variable returns the value of a variable.
func (u *unroller) variable(can []bool) int32 {
	var mask uint64
	count := 0
	for n, ok := range can {
		if ok {
			count++
			mask |= 1 << min(n, 63)
		}
	}
	if count <= fewValues && len(can) <= 64 {
		return u.slot(mask, 0)
	}
	lits := make([]lit, len(can))
	for n, ok := range can {
		lits[n] = no
		switch {
		case ok && count == 1:
			return u.number(int32(n))
		case ok:
			lits[n] = u.input()
		}
	}
	return u.hold(value{kind: valueLits, lits: lits})
}
