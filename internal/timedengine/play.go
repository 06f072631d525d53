//go:build !js

package timedengine

import (
	"errors"

	"ludex/game"
	"ludex/gdl"
)

// Dice draw the moves of a random play and their times.
type Dice struct {
	Chance game.Rand   // for the moves of random
	Roles  []game.Rand // for moves and waiting times, by role
	Mean   uint64      // of the waiting times
}

// PlayLimits end a play.
type PlayLimits struct {
	MaxTime    gdl.Lifetime
	MaxUpdates int
	// AtOnce is how many updates may happen at one instant.
	AtOnce int
}

// An Ending says why a play ended.
type Ending uint8

// The endings. Idle means that nothing will expire and no role moves, Stuck that none can.
const (
	Terminal Ending = iota
	Stuck
	Idle
	TimeUp
	UpdatesUp
)

// ErrZeno is returned for a play in which time stands still.
var ErrZeno = errors.New("too many updates at one instant")

// A Player plays at random on an engine: in every state each role that can move draws a move,
// which it makes when its time has come, if nothing happens before. After a move it draws
// the time of the next one. It allocates nothing where it has been before.
type Player struct {
	table  *table
	dice   *Dice
	random int
	roles  int

	block   int32 // of the current node
	until   [2][]gdl.Lifetime
	now     gdl.Lifetime // of the state
	due     []gdl.Lifetime
	plan    []int32 // by role: the place of its next move among the legal ones
	mover   int     // of the next event, if it is a single move, or -1
	moves   []Move
	resting bool
	updates int
	instant gdl.Lifetime
	atOnce  int
}

// NewPlayer returns a player with dice for every role.
func NewPlayer(e *Engine, d *Dice) *Player {
	n := len(e.prog.roles)
	return &Player{table: newTable(e), dice: d, random: e.prog.random, roles: n, due: make([]gdl.Lifetime, n), plan: make([]int32, n)}
}

// Updates returns how many updates the last play had.
func (p *Player) Updates() int { return p.updates }

// Now returns the time of the last play's last update.
func (p *Player) Now() gdl.Lifetime { return p.now }

// Goals returns the goal values of a role in the last state.
func (p *Player) Goals(role int) []int { return p.table.node(p.block).goals[role] }

// Play plays from the initial state to an end. The error is [ErrIrregular] for a play that
// is left to the interpreter, or [ErrZeno].
func (p *Player) Play(limits PlayLimits) (Ending, error) {
	p.begin()
	if end, over, err := p.settle(&limits); over || err != nil {
		return end, err
	}
	open := gdl.Lifetime(0)
	for {
		event, at := p.ask(open)
		switch {
		case at == gdl.Forever:
			return Idle, nil
		case at > limits.MaxTime:
			p.now = limits.MaxTime
			return TimeUp, nil
		}
		if at > p.instant {
			p.instant, p.atOnce = at, 0
		}
		p.resting = false
		if err := p.happen(event, at); err != nil {
			return 0, err
		}
		if end, over, err := p.settle(&limits); over || err != nil {
			return end, err
		}
		if at == limits.MaxTime {
			return TimeUp, nil
		}
		open = at + 1
	}
}

func (p *Player) begin() {
	p.until[0] = p.until[0][:0]
	for _, g := range p.table.engine.prog.initial {
		if g.length != gdl.Forever {
			p.until[0] = append(p.until[0], g.length)
		}
	}
	p.block, p.now, p.instant = p.table.initial(), 0, 0
	for r := range p.due {
		p.due[r] = -1
	}
	p.resting, p.updates, p.atOnce = false, 0, 0
}

// several is the event that more than one thing happens.
const several = -1

// ask lets all roles draw what they do next, not before an instant. It returns the instant
// of the next event, and the event if it is a single one.
func (p *Player) ask(open gdl.Lifetime) (event int32, at gdl.Lifetime) {
	at = gdl.Forever
	for i, u := range p.until[0] {
		if u < at {
			event, at = int32(i), u
		} else if u == at {
			event = several
		}
	}
	p.mover = -1
	first := int32(len(p.until[0]))
	for r, count := range p.table.legal(p.block) {
		if r == p.random {
			first += count
			continue
		}
		due := p.due[r]
		if due < open { // it has moved, or could not
			due = open + WaitingTime(&p.dice.Roles[r], p.dice.Mean)
			p.due[r] = due
		}
		if count > 0 {
			choice := choose(&p.dice.Roles[r], count)
			p.plan[r] = choice
			if due < at {
				event, at, p.mover = first+choice, due, r
			} else if due == at {
				event = several
			}
		}
		first += count
	}
	return event, at
}

// choose draws a number below another one. The draw for a single move is left out.
func choose(r *game.Rand, count int32) int32 {
	if count == 1 {
		r.Skip(1)
		return 0
	}
	return int32(r.Choose(int(count)))
}

// happen makes the update of an instant.
func (p *Player) happen(event int32, at gdl.Lifetime) error {
	if event == several && at != p.now && len(p.until[0]) <= 64 {
		if key, ok := p.together(at); ok {
			return p.happenTogether(key, at)
		}
	}
	if event == several || at == p.now {
		p.moves = p.moves[:0]
		for r, count := range p.table.legal(p.block) {
			if r != p.random && count > 0 && p.due[r] == at {
				p.move(r)
				p.due[r] = -1
			}
		}
		_, err := p.compute(at)
		return err
	}
	if p.mover >= 0 {
		p.due[p.mover] = -1
	}
	if edge := p.table.edge(p.block, event); edge > 0 {
		p.follow(edge, at)
		return nil
	}
	p.moves = p.moves[:0]
	if p.mover >= 0 {
		p.move(p.mover)
	}
	return p.computeSingle(event, at)
}

// together returns what happens at an instant, if at most one role moves.
func (p *Player) together(at gdl.Lifetime) (key together, ok bool) {
	for i, u := range p.until[0] {
		if u == at {
			key.expired |= 1 << i
		}
	}
	first := int32(1)
	p.mover = -1
	for r, count := range p.table.legal(p.block) {
		if r != p.random && count > 0 && p.due[r] == at {
			if p.mover >= 0 {
				return key, false
			}
			p.mover, key.move = r, first+p.plan[r]
		}
		first += count
	}
	return key, true
}

// happenTogether makes the update of an instant at which facts expire together, or with a
// move.
func (p *Player) happenTogether(key together, at gdl.Lifetime) error {
	p.moves = p.moves[:0]
	if p.mover >= 0 {
		p.due[p.mover] = -1
	}
	if edge := p.table.edgeTogether(p.block, key); edge > 0 {
		p.follow(edge, at)
		return nil
	}
	if p.mover >= 0 {
		p.move(p.mover)
	}
	from := p.block
	edge, err := p.compute(at)
	if err == nil {
		p.table.addTogether(from, key, p.block, edge)
	}
	return err
}

// move adds the planned move of a role to those that are made.
func (p *Player) move(r int) {
	p.moves = append(p.moves, Move{int32(r), p.table.node(p.block).legal[r][p.plan[r]]})
}

// follow makes an update whose edge the table has.
func (p *Player) follow(edge int32, at gdl.Lifetime) {
	t := p.table
	to, takes := t.follow(edge)
	was, next := p.until[0], p.room(len(takes))
	for i, x := range takes {
		if x >= 0 {
			next[i] = was[x]
		} else {
			next[i] = at + t.lengths[^x]
		}
	}
	p.arrive(to, next, at)
}

// room returns room for the instants of the next state.
func (p *Player) room(n int) []gdl.Lifetime {
	if cap(p.until[1]) < n {
		p.until[1] = make([]gdl.Lifetime, n, 2*n+8)
	}
	return p.until[1][:n]
}

func (p *Player) arrive(block int32, until []gdl.Lifetime, at gdl.Lifetime) {
	p.until[0], p.until[1] = until, p.until[0]
	p.block, p.now = block, at
	p.updates++
	p.atOnce++
}

// computeSingle makes an update on the engine, and adds the edge of its event to the table.
func (p *Player) computeSingle(event int32, at gdl.Lifetime) error {
	from := p.block
	edge, err := p.compute(at)
	if err == nil {
		p.table.addEdge(from, event, p.block, edge)
	}
	return err
}

// compute makes an update on the engine.
func (p *Player) compute(at gdl.Lifetime) (*Edge, error) {
	t := p.table
	n := t.node(p.block)
	edge := t.engine.edge(n, p.until[0], at, at == p.now, p.moves)
	next := p.room(len(edge.take))
	if !edge.fill(p.until[0], at, next) {
		return nil, ErrIrregular
	}
	p.arrive(t.block(t.engine.next(edge, next, at)), next, at)
	return edge, nil
}

// settle finds out whether the play is over, and lets random move as long as it can and
// something changes.
func (p *Player) settle(limits *PlayLimits) (end Ending, over bool, err error) {
	for {
		switch {
		case p.table.terminal(p.block):
			return Terminal, true, nil
		case p.updates >= limits.MaxUpdates:
			return UpdatesUp, true, nil
		}
		if p.random < 0 && len(p.until[0]) > 0 {
			return Stuck, false, nil
		}
		legal := p.table.legal(p.block)
		if p.random < 0 || p.resting || legal[p.random] == 0 {
			return Stuck, len(p.until[0]) == 0 && p.isStuck(legal), nil
		}
		if p.atOnce == limits.AtOnce {
			return 0, false, ErrZeno
		}
		if err := p.chance(legal); err != nil {
			return 0, false, err
		}
	}
}

// chance makes a move of random.
func (p *Player) chance(legal []int32) error {
	choice := choose(&p.dice.Chance, legal[p.random])
	event := int32(len(p.until[0])) + choice
	for _, count := range legal[:p.random] {
		event += count
	}
	before, was := p.table.node(p.block), p.until[0]
	if edge := p.table.edge(p.block, event); edge > 0 {
		p.follow(edge, p.now)
	} else {
		p.plan[p.random], p.moves = choice, p.moves[:0]
		p.move(p.random)
		if err := p.computeSingle(event, p.now); err != nil {
			return err
		}
	}
	p.resting = State{Node: before, Until: was}.Same(State{Node: p.table.node(p.block), Until: p.until[0]})
	return nil
}

// isStuck reports whether no role can move.
func (p *Player) isStuck(legal []int32) bool {
	for r, count := range legal {
		if r != p.random && count > 0 {
			return false
		}
	}
	return true
}
