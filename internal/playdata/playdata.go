// Package playdata makes data of random plays, for learning: states as bits, moves as
// numbers, goals and seeds. It writes JSON lines, or arrays of numpy.
package playdata

import (
	"bufio"
	"context"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"ludex/game"
	"ludex/internal/budget"
	"ludex/internal/npz"
	"ludex/internal/randomplay"
)

// A Set is the data of some plays. A play has a row for each of its states.
type Set struct {
	Game  string
	Rules string // a fingerprint of the rules
	Roles []string
	// Features are what can be true in a state, in order: bit i of a state, the lowest
	// bit of a byte first, says whether feature i is true. For the interpreter, which
	// does not know all, they are those that were seen.
	Features []string
	// Moves are the moves that were made, in order.
	Moves []string
	Plays []Play
}

// A Play is one play.
type Play struct {
	Seed   uint64
	Over   bool     // it was not cut off
	States [][]byte // bits
	Moves  [][]int  // between the states, by role: numbers of moves
	Goals  []int    // by role, where the play is over; 0 for chance
}

// Options say which plays are made. Play i has the seed Seed+i, so that it is the one
// that "ludex simulate" shows for this seed.
type Options struct {
	randomplay.Options
	Seed  uint64
	Count int

	Progress func(plays int) // is called after each play; may be nil
}

// Collect makes plays and returns their data, within the memory of the context. If the
// context ends, the error is its own.
func Collect(ctx context.Context, g game.Game, opt Options) (*Set, error) {
	c := &collector{ctx: ctx, game: g, limit: budget.MemoryOf(ctx).Total() / 4, player: randomplay.New(ctx, g, opt.Options)}
	c.features = game.CapabilitiesOf(g).Features
	for i := range uint64(opt.Count) {
		play, err := c.player.Play(opt.Seed + i)
		if err != nil {
			return nil, fmt.Errorf("the play with seed %d: %w", opt.Seed+i, err)
		}
		if err := c.add(play); err != nil {
			return nil, err
		}
		if opt.Progress != nil {
			opt.Progress(int(i) + 1)
		}
	}
	return c.set(), nil
}

// A collector collects plays before it is known what their features and moves are.
type collector struct {
	ctx      context.Context
	game     game.Game
	player   *randomplay.Player
	features game.Featurer // nil if the engine has none
	plays    []rawPlay
	seen     map[string]int // facts, where there are no features; numbered as they come
	moves    map[string]int // numbered as they come
	limit    int64
	used     int64
}

// A rawPlay is a play with the numbers of a collector.
type rawPlay struct {
	*randomplay.Play
	states [][]int32
	moves  [][]int
}

// add adds a play.
func (c *collector) add(p *randomplay.Play) error {
	raw := rawPlay{Play: p}
	for _, s := range p.States {
		facts := c.facts(s)
		raw.states = append(raw.states, facts)
		c.used += int64(4*len(facts)) + 64
	}
	for _, joint := range p.Joints {
		row := make([]int, len(joint))
		for r, m := range joint {
			row[r] = number(&c.moves, c.game.MoveText(game.Role(r), m))
		}
		raw.moves = append(raw.moves, row)
		c.used += int64(8*len(row)) + 64
	}
	p.States, p.Joints = nil, nil
	c.plays = append(c.plays, raw)
	if c.used > c.limit {
		return fmt.Errorf("%d plays: %w", len(c.plays), &budget.MemoryError{Doing: "collecting plays", Limit: c.limit})
	}
	return c.ctx.Err()
}

// facts returns the numbers of what is true in a state.
func (c *collector) facts(s game.State) []int32 {
	if c.features != nil {
		return c.features.AppendFeatures(s, nil)
	}
	var list []int32
	for _, f := range c.game.Facts(s) {
		list = append(list, int32(number(&c.seen, f)))
	}
	return list
}

// number returns the number of a text, which is new if there is none.
func number(m *map[string]int, text string) int {
	if *m == nil {
		*m = map[string]int{}
	}
	n, ok := (*m)[text]
	if !ok {
		n = len(*m)
		(*m)[text] = n
	}
	return n
}

// ordered returns texts in order, and the place of each by its number.
func ordered(texts []string) (sorted []string, place []int) {
	numbers := make([]int, len(texts))
	for i := range numbers {
		numbers[i] = i
	}
	slices.SortStableFunc(numbers, func(a, b int) int { return strings.Compare(texts[a], texts[b]) })
	sorted, place = make([]string, len(texts)), make([]int, len(texts))
	for i, n := range numbers {
		sorted[i], place[n] = texts[n], i
	}
	return sorted, place
}

// listed returns texts by their numbers.
func listed(numbers map[string]int) []string {
	texts := make([]string, len(numbers))
	for t, n := range numbers {
		texts[n] = t
	}
	return texts
}

// set returns the data with everything in order.
func (c *collector) set() *Set {
	features := listed(c.seen)
	if c.features != nil {
		features = c.features.Features()
	}
	s := &Set{Game: c.game.Name(), Rules: game.Fingerprint(c.game), Roles: c.game.Roles()}
	var fact, move []int
	s.Features, fact = ordered(features)
	s.Moves, move = ordered(listed(c.moves))
	for _, raw := range c.plays {
		p := Play{Seed: raw.Seed, Over: raw.Over, Goals: raw.Goals, Moves: raw.moves}
		for _, facts := range raw.states {
			bits := make([]byte, (len(s.Features)+7)/8)
			for _, f := range facts {
				bits[fact[f]/8] |= 1 << (fact[f] % 8)
			}
			p.States = append(p.States, bits)
		}
		for _, row := range p.Moves {
			for r := range row {
				row[r] = move[row[r]]
			}
		}
		s.Plays = append(s.Plays, p)
	}
	return s
}

// WriteJSON writes JSON lines: first what the numbers mean, then the plays.
func (s *Set) WriteJSON(w io.Writer) error {
	out := bufio.NewWriter(w)
	e := json.NewEncoder(out)
	e.SetEscapeHTML(false)
	if err := e.Encode(struct {
		Game     string   `json:"game"`
		Rules    string   `json:"rules"`
		Roles    []string `json:"roles"`
		Features []string `json:"features"`
		Moves    []string `json:"moves"`
	}{s.Game, s.Rules, s.Roles, s.Features, s.Moves}); err != nil {
		return err
	}
	for i := range s.Plays {
		p := &s.Plays[i]
		line := struct {
			Seed   uint64   `json:"seed"`
			Over   bool     `json:"over"`
			States []string `json:"states"` // bytes in hexadecimal digits
			Moves  [][]int  `json:"moves"`
			Goals  []int    `json:"goals,omitempty"`
		}{p.Seed, p.Over, nil, p.Moves, p.Goals}
		for _, bits := range p.States {
			line.States = append(line.States, hex.EncodeToString(bits))
		}
		if line.Moves == nil {
			line.Moves = [][]int{}
		}
		if err := e.Encode(line); err != nil {
			return err
		}
	}
	return out.Flush()
}

// WriteNPZ writes arrays of numpy; see docs/data.md.
func (s *Set) WriteNPZ(w io.Writer) error {
	roles, bytes := len(s.Roles), (len(s.Features)+7)/8
	var states []uint8
	var moves []int32
	var goals []int16
	var over []bool
	var seeds []uint64
	starts := []int64{0}
	rows := 0
	for i := range s.Plays {
		p := &s.Plays[i]
		for k, bits := range p.States {
			states = append(states, bits...)
			for r := range roles {
				move := int32(-1)
				if k < len(p.Moves) {
					move = int32(p.Moves[k][r])
				}
				moves = append(moves, move)
			}
		}
		for r := range roles {
			goal := int16(-1)
			if p.Over {
				goal = int16(p.Goals[r])
			}
			goals = append(goals, goal)
		}
		rows += len(p.States)
		over, seeds, starts = append(over, p.Over), append(seeds, p.Seed), append(starts, int64(rows))
	}
	n := len(s.Plays)
	return npz.Write(w, []npz.Array{
		{Name: "states", Shape: []int{rows, bytes}, Data: states},
		{Name: "moves", Shape: []int{rows, roles}, Data: moves},
		{Name: "starts", Shape: []int{n + 1}, Data: starts},
		{Name: "goals", Shape: []int{n, roles}, Data: goals},
		{Name: "over", Shape: []int{n}, Data: over},
		{Name: "seeds", Shape: []int{n}, Data: seeds},
		{Name: "features", Shape: []int{len(s.Features)}, Data: s.Features},
		{Name: "move_names", Shape: []int{len(s.Moves)}, Data: s.Moves},
		{Name: "roles", Shape: []int{roles}, Data: s.Roles},
		{Name: "game", Shape: []int{2}, Data: []string{s.Game, s.Rules}},
	})
}
