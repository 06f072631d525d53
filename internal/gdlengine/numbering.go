package gdlengine

import (
	"fmt"
	"math/bits"
	"slices"
	"sort"
	"strings"
	"sync"

	"ludex/game"
	"ludex/internal/circuit"
	"ludex/internal/gdlengine/gdlref"
)

// A numbering gives facts, moves and percepts the numbers that they have on the
// interpreter and on the circuit of one game. It numbers them in the order in which the
// interpreter meets them, until the ground rules say what there is.
//
// States are sets of bits, one per fact.
type numbering struct {
	reference *gdlref.Game

	mu       sync.Mutex
	facts    index
	moves    []index // by role
	percepts index   // of games with hidden information
	words    int     // of every state, or 0 if states end with a word that is not 0
}

// An index numbers words of the interpreter, which stand for terms. Once the ground rules
// are known, terms that the interpreter has not met have numbers, too, and their words are
// found by their texts when they are needed: there may be many.
type index struct {
	words   []uint64         // by number
	numbers map[uint64]int32 // by word

	text   func(number int32) string // of the ground rules; nil until they are known
	sorted []int32                   // all numbers in the order of these texts
}

// unmet is the word of a term that the interpreter has not met.
const unmet = ^uint64(0)

func newIndex() index { return index{numbers: map[uint64]int32{}} }

// add returns the number of a word, which is new if the word is.
func (x *index) add(w uint64) int32 {
	n, ok := x.numbers[w]
	if !ok {
		n = int32(len(x.words))
		x.numbers[w] = n
		x.words = append(x.words, w)
	}
	return n
}

func newNumbering(ref *gdlref.Game) *numbering {
	n := &numbering{reference: ref, facts: newIndex(), percepts: newIndex()}
	for range ref.Roles() {
		n.moves = append(n.moves, newIndex())
	}
	return n
}

// number returns the number of a word, which gets one if the ground rules are not known.
func (n *numbering) number(x *index, w uint64) (int32, error) {
	if k, ok := x.numbers[w]; ok {
		return k, nil
	}
	if x.text == nil {
		return x.add(w), nil
	}
	text := n.reference.PerceptText(game.Percept(w))
	k, ok := find(x.sorted, x.text, text)
	if !ok {
		return 0, fmt.Errorf("%s: the circuit does not have %s", n.reference.Name(), text)
	}
	x.words[k], x.numbers[w] = w, k
	return k, nil
}

// find returns the element with a text of a list that is sorted by texts.
func find(sorted []int32, text func(int32) string, wanted string) (int32, bool) {
	i, ok := sort.Find(len(sorted), func(i int) int { return strings.Compare(wanted, text(sorted[i])) })
	if !ok {
		return 0, false
	}
	return sorted[i], true
}

// term returns the word with a number. It is unmet if the interpreter cannot read the
// text, which is canonical.
func (n *numbering) term(x *index, k int) uint64 {
	if x.words[k] == unmet {
		if words, err := n.reference.Words([]string{x.text(int32(k))}); err == nil && len(words) == 1 {
			x.words[k], x.numbers[words[0]] = words[0], int32(k)
		}
	}
	return x.words[k]
}

// state returns the state with the facts of a state of the interpreter, in dst's memory.
func (n *numbering) state(facts, dst game.State) (game.State, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	dst = dst[:0]
	for len(dst) < n.words {
		dst = append(dst, 0)
	}
	for _, w := range facts {
		k, err := n.number(&n.facts, w)
		if err != nil {
			return dst, err
		}
		for int(k>>6) >= len(dst) {
			dst = append(dst, 0)
		}
		dst[k>>6] |= 1 << (k & 63)
	}
	return dst, nil
}

// interpreted returns the state of the interpreter with the facts of a state, in dst's
// memory.
func (n *numbering) interpreted(s, dst game.State) game.State {
	n.mu.Lock()
	defer n.mu.Unlock()
	dst = dst[:0]
	for i, w := range s {
		for ; w != 0; w &= w - 1 {
			dst = append(dst, n.term(&n.facts, i<<6|bits.TrailingZeros64(w)))
		}
	}
	slices.Sort(dst)
	return dst
}

// numberMoves replaces moves of the interpreter by their numbers.
func (n *numbering) numberMoves(r game.Role, moves []game.Move) error {
	n.mu.Lock()
	defer n.mu.Unlock()
	for i, m := range moves {
		k, err := n.number(&n.moves[r], uint64(m))
		if err != nil {
			return err
		}
		moves[i] = game.Move(k)
	}
	return nil
}

// numberPercepts replaces percepts of the interpreter by their numbers.
func (n *numbering) numberPercepts(percepts []game.Percept) error {
	n.mu.Lock()
	defer n.mu.Unlock()
	for i, p := range percepts {
		k, err := n.number(&n.percepts, uint64(p))
		if err != nil {
			return err
		}
		percepts[i] = game.Percept(k)
	}
	return nil
}

// joint returns the interpreter's joint move, in dst's memory.
func (n *numbering) joint(joint, dst []game.Move) []game.Move {
	n.mu.Lock()
	defer n.mu.Unlock()
	dst = dst[:0]
	for r, m := range joint {
		dst = append(dst, game.Move(n.term(&n.moves[r], int(m))))
	}
	return dst
}

// word returns the interpreter's word for a number.
func (n *numbering) word(x *index, k int) uint64 {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.term(x, k)
}

// adopt returns ground rules with the numbers of the numbering, which gives numbers to
// everything that does not have one. It fails if something has a number and is not in
// the rules. If the numbering is not in use yet, the rules keep their own numbers.
func (n *numbering) adopt(spec *circuit.Spec, inUse bool) (*circuit.Spec, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	out := *spec
	var err error
	if out.State, _, err = reorder(n, &n.facts, spec.State, func(b circuit.StateBit) string { return b.Text }); err != nil {
		return nil, err
	}
	var percepts []int32
	if out.Texts, percepts, err = reorder(n, &n.percepts, spec.Texts, func(text string) string { return text }); err != nil {
		return nil, err
	}
	out.Percepts = slices.Clone(spec.Percepts)
	for i := range out.Percepts {
		p := &out.Percepts[i].Percept
		*p = int(percepts[*p])
	}
	out.Moves = make([][]circuit.MoveAtoms, len(spec.Moves))
	for r := range spec.Moves {
		if out.Moves[r], _, err = reorder(n, &n.moves[r], spec.Moves[r], func(m circuit.MoveAtoms) string { return m.Text }); err != nil {
			return nil, err
		}
	}
	if !inUse {
		n.words = (len(spec.State) + 63) / 64
	}
	return &out, nil
}

// reorder numbers the elements of a list by their texts, and returns them in the order of
// their numbers, with the number of each.
func reorder[T any](n *numbering, x *index, list []T, text func(T) string) (ordered []T, numbers []int32, err error) {
	sorted, numbers := make([]int32, len(list)), make([]int32, len(list))
	for i := range list {
		sorted[i], numbers[i] = int32(i), -1
	}
	at := func(i int32) string { return text(list[i]) }
	byText := func(a, b int32) int { return strings.Compare(at(a), at(b)) }
	if !slices.IsSortedFunc(sorted, byText) {
		slices.SortFunc(sorted, byText)
	}
	for k, w := range x.words {
		name := n.reference.PerceptText(game.Percept(w))
		i, ok := find(sorted, at, name)
		if !ok {
			return nil, nil, fmt.Errorf("%s: the circuit does not have %s", n.reference.Name(), name)
		}
		numbers[i] = int32(k)
	}
	for i := range numbers {
		if numbers[i] < 0 {
			numbers[i] = int32(len(x.words))
			x.words = append(x.words, unmet)
		}
	}
	ordered = make([]T, len(list))
	for i, k := range numbers {
		ordered[k] = list[i]
	}
	for i := range sorted {
		sorted[i] = numbers[sorted[i]]
	}
	x.sorted, x.text = sorted, func(k int32) string { return text(ordered[k]) }
	return ordered, numbers, nil
}
