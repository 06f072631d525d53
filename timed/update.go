package timed

import (
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"

	"ludex/game"
	"ludex/gdl"
	"ludex/internal/timedengine"
)

// A Move is what a role does.
type Move struct {
	Role game.Role
	Text string // of the move, in prefix or infix
}

// errNoEvent is returned for an update without moves and expiries, which is not an
// update.
var errNoEvent = errors.New("nobody moves and nothing expires")

// An instant is what the rules see at an update: the facts that have lifetime left
// and those that have expired, before anything is derived from them.
type instant struct {
	facts   []held
	expired []*atom
	carried []*atom // the expired facts of the next state
	holes   int
	words   game.State
	steps   map[string]*step
}

// A passage leads from a shape to the instant of the next update.
type passage struct {
	to *instant
	// take says where the numbers of the instant come from: the lifetime
	// with this index in the shape, less the time that has passed, or the
	// number of the hole with the complement.
	take []int32
}

// A step leads from an instant with given moves to the next shape.
type step struct {
	to      *shape
	take    []int32 // the numbers of the shape among those of the instant and the moves
	sees    [][]*atom
	defects []string
}

// A madeMove is a move with the holes of an instant.
type madeMove struct {
	role game.Role
	move *atom
}

// An Update is the effect of an event.
type Update struct {
	State State // the next state

	step    *step
	instant *instant
	values  []Time // of the instant and the moves

	edge *timedengine.Edge // on ground rules; then there is no step
	prog *timedengine.Program
}

// Expired returns the facts that expired in this update, sorted.
func (u *Update) Expired() []string {
	if u.edge != nil {
		return u.prog.Expired(u.edge)
	}
	return slices.Compact(texts(u.instant.expired, u.values))
}

// Percepts returns what a role sees, sorted. Where nothing is hidden these are
// the moves, as moves(role,move).
func (u *Update) Percepts(r game.Role) []string {
	if u.edge != nil {
		return u.prog.Sees(u.edge, int(r))
	}
	return texts(u.step.sees[r], u.values)
}

// Defects returns the errors in the rules that this update reveals: invalid
// lifetimes, and facts with several lifetimes.
func (u *Update) Defects() []string {
	if u.edge != nil {
		return nil // such updates are left to the interpreter
	}
	return u.step.defects
}

// Update is the update function of the model. It lets a length of time pass in
// a state, at the end of which the given roles move and lifetimes run out. The
// time must not be longer than until the next lifetime runs out.
//
// It is a function of its arguments alone, and defined for any moves: [Game.Legal]
// and [timedmatch.Match] decide whether they are legal.
func (g *Game) Update(s State, dt Time, moves []Move) (Update, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	switch expiry := s.Expiry(); {
	case dt < 0:
		return Update{}, fmt.Errorf("time cannot go back by %v", -dt)
	case s.now.after(dt) > expiry:
		return Update{}, fmt.Errorf("a lifetime runs out at %v already", expiry)
	case s.now.after(dt) < expiry && len(moves) == 0:
		return Update{}, errNoEvent
	case s.now.after(dt) > MaxTime:
		return Update{}, fmt.Errorf("a match lasts at most %v units", MaxTime)
	}
	if err := g.checkRoles(moves); err != nil {
		return Update{}, err
	}
	if s.isFast() {
		if u, ok := g.updateFast(s, dt, moves); ok {
			return u, nil
		}
	}
	s, err := g.interpreted(s)
	if err != nil {
		return Update{}, err
	}
	u, err := g.update(s, dt, moves)
	if err == nil {
		u.State = g.onGround(u.State)
	}
	return u, err
}

// checkRoles checks that each move is that of another role.
func (g *Game) checkRoles(moves []Move) error {
	for i, m := range moves {
		if m.Role < 0 || int(m.Role) >= len(g.roles) {
			return fmt.Errorf("there is no role %d", m.Role)
		}
		for _, other := range moves[:i] {
			if other.Role == m.Role {
				return fmt.Errorf("%s moves twice at one instant", g.roles[m.Role])
			}
		}
	}
	return nil
}

func (g *Game) update(s State, dt Time, moves []Move) (Update, error) {
	s.shape = g.current(s.shape)
	at, values := g.pass(s, dt)
	made, values, err := g.withMoves(moves, values)
	if err != nil {
		return Update{}, err
	}
	st, err := g.step(at, made)
	if err != nil {
		return Update{}, err
	}
	next := State{shape: st.to, now: s.now + dt}
	if len(st.take) > 0 {
		next.values = make([]Time, len(st.take))
		for i, from := range st.take {
			next.values[i] = values[from]
		}
	}
	return Update{State: next, step: st, instant: at, values: values}, nil
}

// What happens to a lifetime when time passes. Higher codes are constants and
// holes that it then equals.
const (
	codeExpired = iota
	codeNew
	codeEqual
)

// pass lets time pass in a state up to the instant of an update.
func (g *Game) pass(s State, dt Time) (*instant, []Time) {
	sh := s.shape
	inside := s.inside()
	key := append(g.key[:0], byte(min(dt, 1)))
	for _, l := range sh.lives {
		key = binary.AppendUvarint(key, g.code(inside, s.lifetime(l)-dt))
	}
	g.key = key
	p, ok := sh.instants[string(key)]
	if !ok {
		p = g.newPassage(s, dt, inside)
		g.kept++
		sh.instants[string(key)] = p
	}
	if len(p.take) == 0 {
		return p.to, nil
	}
	values := make([]Time, len(p.take), len(p.take)+1)
	for i, from := range p.take {
		if from >= 0 {
			values[i] = s.lifetime(sh.lives[from]) - dt
		} else {
			values[i] = s.values[^from]
		}
	}
	return p.to, values
}

// inside returns the holes inside facts by their numbers; it is nil for most
// states.
func (s State) inside() map[Time]int32 {
	if len(s.shape.inner) == 0 {
		return nil
	}
	out := make(map[Time]int32, len(s.shape.inner))
	for _, h := range s.shape.inner {
		out[s.values[h]] = h
	}
	return out
}

// code says what happens to a lifetime in a state with certain numbers inside
// facts.
func (g *Game) code(inside map[Time]int32, left Time) uint64 {
	if left <= 0 {
		return codeExpired
	}
	if n, ok := g.numbers.numbers[left]; ok {
		return codeEqual + 2*uint64(n)
	}
	if h, ok := inside[left]; ok {
		return codeEqual + 1 + 2*uint64(h)
	}
	return codeNew
}

// newPassage computes the instant that a state reaches when time has passed.
func (g *Game) newPassage(s State, dt Time, inside map[Time]int32) *passage {
	sh := s.shape
	r := newRenumbering(&g.pool)
	index := make(map[life]int32, len(sh.lives))
	for i, l := range sh.lives {
		index[l] = int32(i)
	}
	kept := func(hole int32) int32 { return ^hole }
	at := &instant{}
	if dt == 0 {
		at.carried = r.atoms(sh.expired, kept)
	}
	for _, f := range sh.facts {
		fact, l := r.atom(f.fact, kept), lasting
		if f.life != lasting {
			code := g.code(inside, s.lifetime(f.life)-dt)
			if code == codeExpired {
				at.expired = append(at.expired, fact)
				continue
			}
			l = r.life(code, index[f.life])
		}
		at.facts = append(at.facts, held{fact, l})
	}
	slices.SortFunc(at.facts, compareHeld)
	if dt > 0 {
		at.carried = at.expired
	}
	at.holes = len(r.sources)
	return &passage{to: g.sharedInstant(at), take: r.sources}
}

// life returns the new value of a lifetime, given by its index in the shape, that
// has not run out.
func (r *renumbering) life(code uint64, index int32) life {
	switch {
	case code == codeNew:
		return life(r.hole(index))
	case code%2 == codeEqual%2:
		return ^life((code - codeEqual) / 2)
	}
	return life(r.hole(^int32((code - codeEqual) / 2)))
}

// sharedInstant returns the shared instant that equals this one.
func (g *Game) sharedInstant(at *instant) *instant {
	key := appendShapeKey(nil, at.facts, at.expired, at.carried)
	if known, ok := g.instants[string(key)]; ok {
		return known
	}
	at.steps = map[string]*step{}
	g.kept += 1 + len(at.facts)
	g.instants[string(key)] = at
	return at
}

// step returns the step from an instant with given moves.
func (g *Game) step(at *instant, moves []madeMove) (*step, error) {
	key := g.key[:0]
	for _, m := range moves {
		key = binary.AppendUvarint(key, uint64(m.role))
		key = binary.AppendUvarint(key, uint64(m.move.id))
	}
	g.key = key
	if st, ok := at.steps[string(key)]; ok {
		return st, nil
	}
	name := string(key)
	st, err := g.newStep(at, moves)
	if err != nil {
		return nil, err
	}
	g.kept++
	at.steps[name] = st
	return st, nil
}

func (g *Game) newStep(at *instant, moves []madeMove) (_ *step, err error) {
	if at.words == nil {
		if at.words, err = g.rules.state(at.facts, at.expired); err != nil {
			return nil, err
		}
	}
	words, err := g.rules.withMoves(at.words, moves)
	if err != nil {
		return nil, err
	}
	facts, problems, err := g.rules.next(words)
	if err != nil {
		return nil, err
	}
	r := newRenumbering(&g.pool)
	for i, f := range facts {
		facts[i].fact = r.atom(f.fact, same)
		if f.life >= 0 {
			facts[i].life = life(r.hole(int32(f.life)))
		}
	}
	slices.SortFunc(facts, compareHeld)
	expired := r.atoms(at.carried, same)
	st := &step{take: r.sources, defects: problems}
	if st.sees, err = g.sees(words, moves); err != nil {
		return nil, err
	}
	st.to = g.shape(facts, expired, len(r.sources))
	return st, nil
}

// sees returns what the roles see in an update.
func (g *Game) sees(words game.State, moves []madeMove) ([][]*atom, error) {
	out := make([][]*atom, len(g.roles))
	var all []*atom
	if !g.hidden {
		for _, m := range moves {
			all = append(all, g.pool.get(gdl.Fn("moves", gdl.Const(g.roles[m.role]), m.move.tree)))
		}
	}
	for r := range out {
		out[r] = all
		if !g.hidden || game.Role(r) == g.random {
			continue
		}
		var err error
		if out[r], err = g.rules.percepts(words, game.Role(r)); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// withMoves rewrites moves with the holes of an instant with the given numbers, to
// which it adds the numbers that only the moves have.
func (g *Game) withMoves(moves []Move, values []Time) ([]madeMove, []Time, error) {
	if len(moves) == 0 {
		return nil, values, nil
	}
	out := make([]madeMove, len(moves))
	for i, m := range moves {
		a, more, err := g.parseAtom(m.Text, values)
		if err != nil {
			return nil, nil, err
		}
		out[i], values = madeMove{m.Role, a}, more
	}
	slices.SortFunc(out, func(a, b madeMove) int { return cmp.Compare(a.role, b.role) })
	return out, values, nil
}

// Perceives reports whether a role sees anything; where nothing is hidden, whether
// a role moves.
func (u *Update) Perceives(r game.Role) bool {
	if u.edge != nil {
		return u.edge.Perceives(int(r))
	}
	return len(u.step.sees[r]) > 0
}

// PerceptKey returns a hash of what a role sees: equal for equal percepts of one
// game, and almost surely different otherwise. Searches use it to distinguish
// information sets; it costs much less than the texts.
func (u *Update) PerceptKey(r game.Role) uint64 {
	if u.edge != nil {
		return u.edge.PerceptKey(int(r))
	}
	var key uint64
	for _, a := range u.step.sees[r] {
		if len(a.holes) == 0 {
			key += a.key // as on ground rules
			continue
		}
		k := uint64(a.id) + 1
		for _, h := range a.holes {
			k = k*0x9E3779B97F4A7C15 + uint64(u.values[h])
		}
		key += timedengine.Mix(k) // in any order
	}
	return key
}
