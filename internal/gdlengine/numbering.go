package gdlengine

import (
	"fmt"
	"math/bits"
	"slices"
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
	closed   bool    // everything has its number
}

// An index numbers words of the interpreter, which stand for terms.
type index struct {
	words   []uint64         // by number
	numbers map[uint64]int32 // by word
}

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

// number returns the number of a word. It fails if there is none and none can be given.
func (n *numbering) number(x *index, w uint64) (int32, error) {
	if k, ok := x.numbers[w]; ok || !n.closed {
		if !ok {
			k = x.add(w)
		}
		return k, nil
	}
	return 0, fmt.Errorf("%s: the circuit does not have %s", n.reference.Name(), n.reference.PerceptText(game.Percept(w)))
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
			dst = append(dst, n.facts.words[i<<6|bits.TrailingZeros64(w)])
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
		dst = append(dst, game.Move(n.moves[r].words[m]))
	}
	return dst
}

// word returns the interpreter's word for a number.
func (n *numbering) word(x *index, k int) uint64 {
	n.mu.Lock()
	defer n.mu.Unlock()
	return x.words[k]
}

// adopt returns ground rules with the numbers of the numbering, which gives numbers to
// everything that does not have one. It fails if something has a number and is not in
// the rules. If the numbering is not in use yet, the rules keep their own numbers.
func (n *numbering) adopt(spec *circuit.Spec, inUse bool) (*circuit.Spec, error) {
	facts, err := n.parse(len(spec.State), func(i int) string { return spec.State[i].Text })
	if err != nil {
		return nil, err
	}
	percepts, err := n.parse(len(spec.Texts), func(i int) string { return spec.Texts[i] })
	if err != nil {
		return nil, err
	}
	moves := make([][]uint64, len(spec.Moves))
	for r, list := range spec.Moves {
		if moves[r], err = n.parse(len(list), func(i int) string { return list[i].Text }); err != nil {
			return nil, err
		}
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	out := *spec
	if out.State, err = reorder(n, &n.facts, facts, spec.State); err != nil {
		return nil, err
	}
	if out.Texts, err = reorder(n, &n.percepts, percepts, spec.Texts); err != nil {
		return nil, err
	}
	out.Percepts = slices.Clone(spec.Percepts)
	for i := range out.Percepts {
		p := &out.Percepts[i].Percept
		*p = int(n.percepts.numbers[percepts[*p]])
	}
	out.Moves = make([][]circuit.MoveAtoms, len(spec.Moves))
	for r := range spec.Moves {
		if out.Moves[r], err = reorder(n, &n.moves[r], moves[r], spec.Moves[r]); err != nil {
			return nil, err
		}
	}
	n.closed = true
	if !inUse {
		n.words = (len(spec.State) + 63) / 64
	}
	return &out, nil
}

// reorder returns a list in the order of the numbers of its words.
func reorder[T any](n *numbering, x *index, words []uint64, list []T) ([]T, error) {
	for _, w := range words {
		x.add(w)
	}
	if len(x.words) != len(list) {
		stray := slices.IndexFunc(x.words, func(w uint64) bool { return !slices.Contains(words, w) })
		return nil, fmt.Errorf("%s: the circuit does not have %s", n.reference.Name(), n.reference.PerceptText(game.Percept(x.words[max(stray, 0)])))
	}
	out := make([]T, len(list))
	for i, w := range words {
		out[x.numbers[w]] = list[i]
	}
	return out, nil
}

// parse returns the interpreter's words for terms that are given by their texts.
func (n *numbering) parse(count int, text func(int) string) ([]uint64, error) {
	texts := make([]string, count)
	for i := range texts {
		texts[i] = text(i)
	}
	words, err := n.reference.Words(texts)
	if err == nil && len(words) != count {
		err = fmt.Errorf("%s: %d texts are %d terms", n.reference.Name(), count, len(words))
	}
	return words, err
}
