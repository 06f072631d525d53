//go:build !js && !small

package circuit

import (
	"bytes"
	"crypto/sha256"
	"encoding/gob"
	"errors"
	"fmt"
	"slices"

	"ludex/internal/circuit/bitslice"
)

// savedFormat names the format of saved circuits. It changes with what is saved.
const savedFormat = "ludex circuit 1\n"

// savedRules is the length of the rules up to which they are saved.
const savedRules = 2_000_000

// A savedGame is a game in a file.
type savedGame struct {
	Key     string
	Spec    Spec
	Program *bitslice.Program
	General *savedNetwork // nil if it is the first phase
	Phases  []*savedNetwork
	Scoring *savedNetwork
	Checks  []savedCheck
	Stats   Stats
}

type savedCheck struct {
	Word   int
	Mask   uint64
	Values []uint64
}

type savedNetwork struct {
	Terminal, Next, Goals, Percepts int32 // the layout of outputs
	Legal                           []int32
	Words                           int
	Bounds                          []int32
	Nodes                           []int32 // four numbers each
	Edges                           []int32
	Outputs                         [][]int32
	States, MoveAt, SetsAt, Sets    []int32
	Components                      []savedFixpoint
	ComponentOf                     []int32
	Trigger                         [][]int32

	State                 []uint64 // of the evaluator
	Joint                 []int32
	Counts                []uint16
	Shown, Dirty, Summary []uint64
}

type savedFixpoint struct {
	Nodes []int32
	Args  [][]lit
	Vars  int
}

// Save returns a game as bytes for [Load]. The key identifies what it was made of.
func (g *Game) Save(key string) ([]byte, error) {
	if g.spec.Hidden {
		return nil, ErrNotSaved // programs for percepts are made when they are needed, of parts that are not saved
	}
	return g.SaveWithoutPercepts(key)
}

// SaveWithoutPercepts is [Game.Save] without what roles see: the game that is loaded hides
// nothing.
func (g *Game) SaveWithoutPercepts(key string) ([]byte, error) {
	s := savedGame{Key: key, Spec: *g.spec, Program: g.program, Scoring: saveNetwork(g.scoring), Stats: g.stats}
	s.Spec.Hidden, s.Spec.Percepts = false, nil
	if len(g.spec.Roles) > 1 && len(g.spec.Rules) > savedRules {
		s.Spec.Rules = nil // only the analysis of puzzles and of symmetries needs them
	}
	for _, n := range g.phases {
		s.Phases = append(s.Phases, saveNetwork(n))
	}
	if g.general != g.phases[0] {
		s.General = saveNetwork(g.general)
	}
	for _, c := range g.checks {
		s.Checks = append(s.Checks, savedCheck{c.word, c.mask, c.values})
	}
	var b bytes.Buffer
	if err := gob.NewEncoder(&b).Encode(&s); err != nil {
		return nil, fmt.Errorf("saving the circuit of %s: %w", g.spec.Name, err)
	}
	return withSum(b.Bytes()), nil
}

// withSum puts the format and a checksum before data.
func withSum(data []byte) []byte {
	sum := sha256.Sum256(data)
	return slices.Concat([]byte(savedFormat), sum[:], data)
}

// errForeign is returned for bytes that are no saved circuit.
var errForeign = errors.New("these bytes are no saved circuit of this version")

// Load returns the game that was saved with a key. Bytes that have been changed, or were
// saved by another version or with another key, are refused.
func Load(data []byte, key string) (*Game, error) {
	rest, ok := bytes.CutPrefix(data, []byte(savedFormat))
	if !ok || len(rest) < sha256.Size || sha256.Sum256(rest[sha256.Size:]) != [sha256.Size]byte(rest) {
		return nil, errForeign
	}
	var s savedGame
	if err := gob.NewDecoder(bytes.NewReader(rest[sha256.Size:])).Decode(&s); err != nil {
		return nil, fmt.Errorf("%w: %w", errForeign, err)
	}
	if s.Key != key || !s.whole() {
		return nil, errForeign
	}
	g := &Game{circuits: &circuits{spec: &s.Spec, program: s.Program, initial: initial(&s.Spec), stats: s.Stats}, engines: new(engines)}
	for _, n := range s.Phases {
		g.phases = append(g.phases, n.network())
	}
	g.general, g.scoring = g.phases[0], s.Scoring.network()
	if s.General != nil {
		g.general = s.General.network()
	}
	for _, c := range s.Checks {
		g.checks = append(g.checks, phaseCheck{c.Word, c.Mask, c.Values})
	}
	g.outputs()
	return g, nil
}

// whole reports whether all parts are there. The checksum and the key guarantee the rest.
func (s *savedGame) whole() bool {
	return len(s.Phases) > 0 && !slices.Contains(s.Phases, nil) && s.Scoring != nil && s.Program != nil &&
		check(&s.Spec) == nil
}

func saveNetwork(n *network) *savedNetwork {
	l, e := &n.layout, n.start
	s := &savedNetwork{
		Terminal: l.terminal, Next: l.next, Goals: l.goals, Percepts: l.percepts, Legal: l.legal, Words: l.words,
		Bounds: n.bounds[:], Edges: n.edges, Outputs: n.outputs, States: n.states, MoveAt: n.moveAt, SetsAt: n.setsAt, Sets: n.sets,
		ComponentOf: n.componentOf, Trigger: n.trigger,
		State: e.state, Joint: e.joint, Counts: e.counts, Shown: e.shown, Dirty: e.dirty, Summary: e.summary,
	}
	for _, x := range n.nodes {
		s.Nodes = append(s.Nodes, x.first, x.negated, x.end, x.output)
	}
	for _, c := range n.components {
		s.Components = append(s.Components, savedFixpoint{c.nodes, c.args, c.vars})
	}
	return s
}

func (s *savedNetwork) network() *network {
	n := &network{
		layout: outputLayout{terminal: s.Terminal, legal: s.Legal, next: s.Next, goals: s.Goals, percepts: s.Percepts, words: s.Words},
		edges:  s.Edges, outputs: s.Outputs, states: s.States, moveAt: s.MoveAt, setsAt: s.SetsAt, sets: s.Sets,
		componentOf: s.ComponentOf, trigger: s.Trigger,
	}
	copy(n.bounds[:], s.Bounds)
	n.nodes = make([]networkNode, len(s.Nodes)/4)
	for i := range n.nodes {
		x := s.Nodes[4*i:]
		n.nodes[i] = networkNode{x[0], x[1], x[2], x[3]}
	}
	for _, c := range s.Components {
		n.components = append(n.components, fixpoint{c.Nodes, c.Args, c.Vars})
	}
	n.start = &evaluator{
		net: n, state: s.State, joint: s.Joint, counts: s.Counts, shown: s.Shown, dirty: s.Dirty, summary: s.Summary,
		nodes: n.nodes, edges: n.edges, hasFeedback: len(n.components) > 0,
	}
	return n
}
