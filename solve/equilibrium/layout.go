package equilibrium

import (
	"fmt"
	"slices"
)

// A sequenceLayout numbers the sets and sequences of a new tree, and lists its
// leaves by sequences.
type sequenceLayout struct {
	*Tree
	number []int // by set as it was made: its number in the tree
}

// newSequenceLayout numbers the sets by player and by their first occurrence in the
// tree.
func newSequenceLayout(t *Tree) *sequenceLayout {
	l := &sequenceLayout{t, make([]int, len(t.sets))}
	came := make([]int, len(t.sets))
	for n := len(t.set) - 1; n >= 0; n-- {
		if s := t.set[n]; s >= 0 {
			came[s] = n
		}
	}
	order := make([]int, len(t.sets))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int {
		if d := t.sets[a].player - t.sets[b].player; d != 0 {
			return int(d)
		}
		if came[a] != came[b] {
			return came[a] - came[b]
		}
		return a - b
	})
	sets := make([]set, len(order))
	next := int32(t.players)
	t.setRange = make([]int, t.players+1)
	for i, old := range order {
		sets[i] = t.sets[old]
		sets[i].first = next
		next += sets[i].count
		l.number[old] = i
		t.setRange[sets[i].player+1] = i + 1
	}
	for p := range t.players {
		t.setRange[p+1] = max(t.setRange[p], t.setRange[p+1])
	}
	t.sets, t.sequences = sets, int(next)
	for n, s := range t.set {
		if s >= 0 {
			t.set[n] = int32(l.number[s])
		}
	}
	return l
}

// walk visits the nodes, parents first, and computes the sequences that lead to sets
// and leaves.
func (l *sequenceLayout) walk() error {
	p := l.players
	seq := make([]int32, len(l.set)*p)
	chance := make([]float64, len(l.set))
	chance[0] = 1
	for i := range p {
		seq[i] = int32(i)
	}
	l.ends.seq, l.ends.weight = make([][]int32, p), make([][]float64, p)
	for n := range l.set {
		here := seq[n*p : (n+1)*p]
		s := l.set[n]
		if s == isLeaf {
			l.leaf(n, here, chance[n])
			continue
		}
		if s >= 0 {
			if err := l.setParent(int(s), here); err != nil {
				return err
			}
		}
		total := 1.0
		if s == isChance {
			total = float64(l.total(n))
		}
		for a := range l.count[n] {
			child := int(l.first[n] + a)
			copy(seq[child*p:], here)
			if chance[child] = chance[n] * float64(l.draws[child]) / total; s >= 0 {
				seq[child*p+int(l.sets[s].player)] = l.sets[s].first + a
			}
		}
	}
	for i, s := range l.sets {
		if s.parent == undefined {
			return fmt.Errorf("%w: set %d is empty", errTree, i)
		}
	}
	return nil
}

// setParent records the sequence that leads to an information set; with perfect
// recall there is only one.
func (l *sequenceLayout) setParent(number int, seq []int32) error {
	s := &l.sets[number]
	came := seq[s.player]
	if s.parent == undefined {
		s.parent = came
	}
	if s.parent != came || came >= s.first {
		return fmt.Errorf("%w: different choices of player %d lead to one information set", errImperfectRecall, s.player)
	}
	return nil
}

// leaf adds a leaf to the leaf table.
func (l *sequenceLayout) leaf(node int, seq []int32, chance float64) {
	e := &l.ends
	last := len(e.seq[0]) - 1
	same := last >= 0
	for p := range seq {
		same = same && e.seq[p][last] == seq[p]
	}
	for p := range seq {
		w := chance * float64(l.payoff[int(l.first[node])*l.players+p])
		if same {
			e.weight[p][last] += w
			continue
		}
		e.seq[p] = append(e.seq[p], seq[p])
		e.weight[p] = append(e.weight[p], w)
	}
}
