package lockstep

import (
	"cmp"
	"encoding/binary"
	"slices"
	"strings"

	"ludex/game"
	"ludex/internal/circuit"
	"ludex/internal/enginecompare"
)

// A judge gives the correct answers about positions, as computed by a machine one
// state at a time, without lanes. It caches them, since all kernels play the same
// playouts.
type judge struct {
	game    *circuit.Game
	machine game.Machine
	known   map[string]*position
	met     []*position // the first ones, in the order in which they were met
	key     []byte
}

const (
	maxKnown = 1 << 17 // positions that are cached, to bound memory
	maxMet   = 1 << 11
)

// A position holds the judge's answers about a state.
type position struct {
	state   game.State
	over    bool
	stuck   bool
	goals   [][]int                 // by role, if it is over
	choices [][]game.Move           // by role: the legal moves, in the order of the phase
	next    map[string]*consequence // by joint move
}

// newJudge returns a judge that has met the initial state.
func newJudge(g *circuit.Game) (*judge, error) {
	j := &judge{game: g, machine: g.NewMachine(), known: make(map[string]*position)}
	_, err := j.at(j.machine.Initial(nil))
	return j, err
}

// at returns the position of a reachable state.
func (j *judge) at(s game.State) (*position, error) {
	j.key = j.key[:0]
	for _, w := range s {
		j.key = binary.LittleEndian.AppendUint64(j.key, w)
	}
	if p := j.known[string(j.key)]; p != nil {
		return p, nil
	}
	p, err := j.look(slices.Clone(s))
	if err != nil {
		return nil, err
	}
	if len(j.known) < maxKnown {
		j.known[string(j.key)] = p
	}
	if len(j.met) < maxMet {
		j.met = append(j.met, p)
	}
	return p, nil
}

// look asks the machine about a state.
func (j *judge) look(s game.State) (*position, error) {
	p := &position{state: s, over: j.machine.Terminal(s)}
	phase := j.game.PhaseOf(s)
	if phase < 0 {
		return nil, &enginecompare.Difference{What: "phase", A: "a play leads to " + strings.Join(j.game.Facts(s), " "), B: "no phase has such a state"}
	}
	for r, name := range j.game.Roles() {
		legal := j.machine.Legal(s, game.Role(r), nil)
		p.stuck = p.stuck || len(legal) == 0
		if p.over {
			p.goals = append(p.goals, j.machine.Goals(s, game.Role(r), nil))
		}
		var choices []game.Move
		for _, m := range j.game.Program().Phases[phase].Roles[r].Moves {
			if _, ok := slices.BinarySearch(legal, game.Move(m)); ok {
				choices = append(choices, game.Move(m))
			}
		}
		if len(choices) < len(legal) && !p.over {
			return nil, enginecompare.NewDifference("moves that can be legal for "+name, [2]string{"the machine", "the phase"},
				j.texts(r, legal), j.texts(r, choices), nil)
		}
		p.choices = append(p.choices, choices)
	}
	return p, j.machine.Err()
}

// A consequence is the result of a joint move.
type consequence struct {
	to   *position
	seen [][]game.Percept // by role, if it was asked for
}

// after returns the position after a joint move.
func (j *judge) after(p *position, joint []game.Move) (*position, error) {
	c, err := j.made(p, joint)
	return c.to, err
}

// percepts returns what roles perceive when a joint move is made.
func (j *judge) percepts(p *position, joint []game.Move) ([][]game.Percept, error) {
	c, err := j.made(p, joint)
	if err != nil || c.seen != nil {
		return c.seen, err
	}
	for r := range j.game.Roles() {
		c.seen = append(c.seen, j.machine.Percepts(p.state, joint, game.Role(r), nil))
	}
	return c.seen, j.machine.Err()
}

// made returns the result of a joint move.
func (j *judge) made(p *position, joint []game.Move) (*consequence, error) {
	var key []byte
	for _, m := range joint {
		key = binary.LittleEndian.AppendUint32(key, uint32(m))
	}
	if c := p.next[string(key)]; c != nil {
		return c, nil
	}
	to, err := j.at(j.machine.Next(p.state, joint, nil))
	c := &consequence{to: to}
	if err = cmp.Or(j.machine.Err(), err); err != nil || len(j.known) == maxKnown {
		return c, err
	}
	if p.next == nil {
		p.next = make(map[string]*consequence)
	}
	p.next[string(key)] = c
	return c, nil
}

// open reports whether a joint move can be made in the position.
func (p *position) open() bool { return !p.over && !p.stuck }

// goal returns the goal value of a role, or NoGoal if it has none or several.
func (p *position) goal(role int) int {
	if len(p.goals[role]) != 1 {
		return game.NoGoal
	}
	return p.goals[role][0]
}

// badGoals reports whether a role has no goal value or several.
func (j *judge) badGoals(p *position) bool {
	for r := range p.goals {
		if len(p.goals[r]) != 1 && game.Role(r) != j.game.Random() {
			return true
		}
	}
	return false
}

// texts returns the texts of moves, sorted.
func (j *judge) texts(role int, moves []game.Move) []string {
	var out []string
	for _, m := range moves {
		out = append(out, j.game.MoveText(game.Role(role), m))
	}
	slices.Sort(out)
	return out
}
