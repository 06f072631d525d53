package strategyfile

import (
	"maps"
	"slices"
	"strings"

	"ludex/game"
)

// A Step is what a role learns in one step, as canonical texts: its own move,
// followed by its percepts in sorted order.
type Step []string

// StepOf returns what a role learns in a step: percepts, or the moves of the others
// where nothing is hidden and the joint move is given.
func StepOf(g game.Game, r game.Role, own game.Move, joint []game.Move, percepts []game.Percept) Step {
	var seen []string
	if g.Hidden() {
		for _, p := range percepts {
			seen = append(seen, g.PerceptText(p))
		}
	} else {
		for i, m := range joint {
			if game.Role(i) != r {
				seen = append(seen, "("+g.Roles()[i]+" "+g.MoveText(game.Role(i), m)+")")
			}
		}
	}
	slices.Sort(seen)
	return append(Step{g.MoveText(r, own)}, slices.Compact(seen)...)
}

// String returns the texts with blanks between them.
func (s Step) String() string { return strings.Join(s, " ") }

// What separates texts, steps, and the view from the moves in a key.
const (
	afterText  = "\x1f"
	afterStep  = "\x1e"
	afterView  = "\x1d"
	separators = afterText + afterStep + afterView
)

// key returns a text that is equal for entries with the same view and the same
// legal moves.
func (e *Entry) key() string {
	var b strings.Builder
	for _, s := range e.View {
		s.addTo(&b)
	}
	return keyOf(b.String(), slices.Collect(maps.Keys(e.Moves)))
}

// Distinct returns the first entry for each view and list of legal moves.
func Distinct(entries []Entry) []Entry {
	out, seen := entries[:0], map[string]bool{}
	for _, e := range entries {
		if k := e.key(); !seen[k] {
			seen[k] = true
			out = append(out, e)
		}
	}
	return out
}

// addTo adds a step to the key of a view.
func (s Step) addTo(b *strings.Builder) {
	for _, text := range s {
		b.WriteString(text)
		b.WriteString(afterText)
	}
	b.WriteString(afterStep)
}

// keyOf returns the key for the key of a view, and moves.
func keyOf(view string, moves []string) string {
	slices.Sort(moves)
	return view + afterView + strings.Join(moves, afterText)
}

// A Reader looks the moves of one role up, step by step. It belongs to one
// goroutine; the index is shared.
type Reader struct {
	game    game.Game
	role    game.Role
	entries map[string]map[string]float64
	view    strings.Builder
}

// An Index finds the entries of a strategy. It is safe for concurrent use.
type Index struct {
	roles map[string]map[string]map[string]float64
}

// NewIndex returns an index of a strategy.
func NewIndex(b *Strategy) *Index {
	x := &Index{map[string]map[string]map[string]float64{}}
	for _, r := range b.Roles {
		entries := make(map[string]map[string]float64, len(r.Entries))
		for _, e := range r.Entries {
			entries[e.key()] = e.Moves
		}
		x.roles[r.Name] = entries
	}
	return x
}

// Find returns the probabilities of moves, in their order, for a role with a view.
// It returns false if there is no entry.
func (x *Index) Find(g game.Game, r game.Role, view []Step, legal []game.Move) ([]float64, bool) {
	reader := x.Reader(g, r)
	for _, s := range view {
		reader.Add(s)
	}
	return reader.Find(legal)
}

// Reader returns a reader for a role, at the beginning of a play.
func (x *Index) Reader(g game.Game, r game.Role) *Reader {
	return &Reader{game: g, role: r, entries: x.roles[g.Roles()[r]]}
}

// Add adds a step to the view.
func (r *Reader) Add(s Step) { s.addTo(&r.view) }

// Find returns the probabilities of moves, in their order, in the current view. It
// returns false if there is no entry.
func (r *Reader) Find(legal []game.Move) ([]float64, bool) {
	texts := make([]string, len(legal))
	for i, m := range legal {
		texts[i] = r.game.MoveText(r.role, m)
	}
	entry, ok := r.entries[keyOf(r.view.String(), slices.Clone(texts))]
	if !ok {
		return nil, false
	}
	out := make([]float64, len(legal))
	for i, text := range texts {
		out[i] = entry[text]
	}
	return out, true
}
