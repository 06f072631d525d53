//go:build !js

package timedengine

import (
	"errors"

	"ludex/game"
	"ludex/gdl"
)

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
	mean   uint64 // of the waiting times
	random int
	chance game.Rand // for the moves of random
	roles  []roleDraws

	block   int32 // of the current node
	until   [2][]gdl.Lifetime
	now     gdl.Lifetime // of the state
	mover   int          // of the next event, if it is a single move, or -1
	moves   []Move
	resting bool
	updates int
	instant gdl.Lifetime
	atOnce  int
}

// roleDraws are what a role of a random play has drawn.
type roleDraws struct {
	dice game.Rand
	due  gdl.Lifetime // of its next move
	plan int32        // the place of the move among the legal ones
}

// NewPlayer returns a player whose roles wait for a mean time before each of their moves.
func NewPlayer(e *Engine, mean uint64) *Player {
	return &Player{table: newTable(e), mean: mean, random: e.prog.random, roles: make([]roleDraws, len(e.prog.roles))}
}

// Updates returns how many updates the last play had.
func (p *Player) Updates() int { return p.updates }

// Now returns the time of the last play's last update.
func (p *Player) Now() gdl.Lifetime { return p.now }

// Goals returns the goal values of a role in the last state.
func (p *Player) Goals(role int) []int { return p.table.node(p.block).goals[role] }

// Play plays from the initial state to an end, with seeds for random and for the roles, the
// first of which has this one. The error is [ErrIrregular] for a play that is left to the
// interpreter, or [ErrZeno].
func (p *Player) Play(chance, roles uint64, limits PlayLimits) (Ending, error) {
	p.begin(chance, roles)
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

func (p *Player) begin(chance, roles uint64) {
	p.until[0] = p.until[0][:0]
	for _, g := range p.table.engine.prog.initial {
		if g.length != gdl.Forever {
			p.until[0] = append(p.until[0], g.length)
		}
	}
	p.block, p.now, p.instant = p.table.initial(), 0, 0
	p.chance = *game.NewRand(chance)
	for r := range p.roles {
		p.roles[r] = roleDraws{dice: *game.NewRand(roles + uint64(r)), due: -1}
	}
	p.resting, p.updates, p.atOnce = false, 0, 0
}

// several is the event that more than one thing happens.
const several = -1

// ask lets all roles draw what they do next, not before an instant. It returns the instant
// of the next event, and the event if it is a single one.
func (p *Player) ask(open gdl.Lifetime) (event int32, at gdl.Lifetime) {
	// Which event is the first cannot be predicted, so these are conditional moves instead of branches.
	at = gdl.Forever
	for i, u := range p.until[0] {
		if u == at {
			event = several
		}
		if u < at {
			event = int32(i)
		}
		at = min(at, u)
	}
	mover, first := -1, int32(len(p.until[0]))
	legal := p.table.legal(p.block)
	for r := range p.roles {
		role, count := &p.roles[r], legal[r]
		if r == p.random {
			first += count
			continue
		}
		if role.due < open { // it could not move, or others moved with it
			p.wait(role, open)
		}
		if count > 0 {
			role.plan = choose(&role.dice, count)
			due, move := role.due, first+role.plan
			if due == at {
				event = several
			}
			if due < at {
				event, mover = move, r
			}
			at = min(at, due)
		}
		first += count
	}
	p.mover = mover
	return event, at
}

// wait draws when a role makes its next move.
func (p *Player) wait(role *roleDraws, open gdl.Lifetime) {
	role.due = open + WaitingTime(&role.dice, p.mean)
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
			if r != p.random && count > 0 && p.roles[r].due == at {
				p.move(r)
				p.roles[r].due = -1
			}
		}
		_, err := p.compute(at)
		return err
	}
	if p.mover >= 0 {
		p.wait(&p.roles[p.mover], at+1)
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
		if r != p.random && count > 0 && p.roles[r].due == at {
			if p.mover >= 0 {
				return key, false
			}
			p.mover, key.move = r, first+p.roles[r].plan
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
		p.roles[p.mover].due = -1
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
	p.moves = append(p.moves, Move{int32(r), p.table.node(p.block).legal[r][p.roles[r].plan]})
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
		if err := p.chanceMove(legal); err != nil {
			return 0, false, err
		}
	}
}

// chanceMove makes a move of random.
func (p *Player) chanceMove(legal []int32) error {
	choice := choose(&p.chance, legal[p.random])
	event := int32(len(p.until[0])) + choice
	for _, count := range legal[:p.random] {
		event += count
	}
	before, was := p.table.node(p.block), p.until[0]
	if edge := p.table.edge(p.block, event); edge > 0 {
		p.follow(edge, p.now)
	} else {
		p.roles[p.random].plan, p.moves = choice, p.moves[:0]
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
