package circuit

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Stats say how large a game and its circuits are, and how long it took to make
// them.
type Stats struct {
	Atoms, Rules, Literals int // of the Spec
	StateBits              int
	Moves                  []int // by role
	Nodes                  int   // of the general net
	Counts                 int   // chains of rules that adders replace
	Loops                  int   // of the general net
	Constants              int   // state bits that never change
	Phases                 []PhaseStats
	GoalNetGates           int
	Signals                int // of the largest phase

	Order   time.Duration // putting the rules in order
	Build   time.Duration // the general net
	Special time.Duration // the nets of the phases
	Program time.Duration // gate programs
	Machine time.Duration // what evaluation state by state needs
}

// PhaseStats are the sizes of one phase.
type PhaseStats struct {
	Moves   []int  // by role: those that can be legal
	Direct  []bool // by role: whether the choice enters by classes, not by planes
	Legal   int    // gates for legality and the end
	Next    int    // gates for the next state
	Guarded int    // of these, gates that are mostly skipped
	Goal    int    // gates for the goals alone
	Runs    int    // of gates of one kind
	Signals int
	Loops   int
}

// Gates returns the gates that a step takes for legality and the end, and for
// the next state, as averages over the phases.
func (s *Stats) Gates() (legal, next float64) {
	for _, p := range s.Phases {
		legal += float64(p.Legal)
		next += float64(p.Next)
	}
	n := float64(max(1, len(s.Phases)))
	return legal / n, next / n
}

// SetUp returns the total time.
func (s *Stats) SetUp() time.Duration {
	return s.Order + s.Build + s.Special + s.Program + s.Machine
}

// WriteTo writes the statistics as text.
func (s *Stats) WriteTo(w io.Writer) (int64, error) {
	var b strings.Builder
	line := func(name, format string, args ...any) {
		fmt.Fprintf(&b, "%-12s "+format+"\n", append([]any{name}, args...)...)
	}
	line("rules", "%d atoms, %d rules, %d literals", s.Atoms, s.Rules, s.Literals)
	line("state", "%d bits, %d of them constant", s.StateBits, s.Constants)
	line("moves", "%s", join(s.Moves))
	if s.Counts > 0 {
		line("counts", "%d by adders", s.Counts)
	}
	line("net", "%d nodes, %d loops", s.Nodes, s.Loops)
	for i, p := range s.Phases {
		guarded := ""
		if p.Guarded > 0 {
			guarded = fmt.Sprintf(" (%d guarded)", p.Guarded)
		}
		line(fmt.Sprintf("phase %d", i), "%d legal + %d next%s + %d goal gates, %d runs, %d signals, moves %s, %d loops",
			p.Legal, p.Next, guarded, p.Goal, p.Runs, p.Signals, join(p.Moves), p.Loops)
	}
	legal, next := s.Gates()
	line("a step", "%.0f legal + %.0f next gates", legal, next)
	line("goal net", "%d gates", s.GoalNetGates)
	line("set-up", "order %v, net %v, phases %v, programs %v, machine %v", s.Order, s.Build, s.Special, s.Program, s.Machine)
	n, err := io.WriteString(w, b.String())
	return int64(n), err
}

// join lists numbers.
func join(numbers []int) string {
	text := make([]string, len(numbers))
	for i, n := range numbers {
		text[i] = strconv.Itoa(n)
	}
	return strings.Join(text, "/")
}

// phase adds a phase.
func (s *Stats) phase(e *emitter, entries []*entry) {
	n := e.count()
	p := PhaseStats{Legal: n[partLegal], Next: n[partNext], Goal: n[partGoals], Runs: e.order.runs, Signals: e.layout.total, Loops: len(e.sched.components)}
	if r := e.sched.region; r != nil {
		p.Guarded = len(r.inner)
	}
	for _, en := range entries {
		p.Moves = append(p.Moves, len(en.moves))
		p.Direct = append(p.Direct, en.direct)
	}
	s.Phases = append(s.Phases, p)
	s.Signals = max(s.Signals, e.layout.total)
}

// general adds what is the same in all phases.
func (s *Stats) general(spec *Spec, n *net, parts []part, fixed []lit) {
	s.Atoms = spec.Atoms
	for i := 0; i < len(spec.Rules); i += 2 + int(spec.Rules[i+1]) {
		s.Rules++
		s.Literals += int(spec.Rules[i+1])
	}
	s.StateBits = len(spec.State)
	for _, moves := range spec.Moves {
		s.Moves = append(s.Moves, len(moves))
	}
	s.Nodes = len(n.nodes)
	components, _ := findComponents(n, parts)
	s.Loops = len(components)
	for _, b := range fixed {
		if b != unknown {
			s.Constants++
		}
	}
}

// sortedKeys returns the keys of a map in order.
func sortedKeys[K cmp.Ordered, V any](m map[K]V) []K {
	keys := make([]K, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}
