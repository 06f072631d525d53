package equilibrium

import (
	"pgregory.net/rapid"
)

// drawTree draws a small game with payoffs between -9 and 9, which add up to sum
// if constant is true. Information sets have perfect recall: nodes share one only if
// the player has reached them by the same choices.
func drawTree(t *rapid.T, players int, constant bool) *Tree {
	b := newBuilder(players, 0)
	d := &drawer{t: t, b: b, players: players, constant: constant, sets: map[string][]int{}, budget: 40}
	d.node(0, make([]string, players), 0)
	tree, _, err := b.Finish()
	if err != nil {
		t.Fatal(err)
	}
	return tree
}

type drawer struct {
	t        *rapid.T
	b        *builder
	players  int
	constant bool
	sets     map[string][]int // by player, history of choices and number of actions
	budget   int
}

// node draws what a node is. The history of each player names the sets and actions
// so far.
func (d *drawer) node(node int, history []string, depth int) {
	d.budget--
	kind := rapid.IntRange(0, 5).Draw(d.t, "kind")
	switch {
	case depth >= 5 || d.budget < 0 || kind == 0 && depth > 0:
		payoffs, sum := make([]int32, d.players), int32(0)
		for p := range payoffs {
			payoffs[p] = int32(rapid.IntRange(-9, 9).Draw(d.t, "payoff"))
			if d.constant && p == d.players-1 {
				payoffs[p] = 4 - sum
			}
			sum += payoffs[p]
		}
		d.b.Leaf(node, payoffs)
	case kind == 1:
		draws := rapid.SliceOfN(rapid.Int32Range(1, 3), 1, 3).Draw(d.t, "draws")
		first := d.b.Chance(node, draws)
		for i := range draws {
			d.node(first+i, history, depth+1)
		}
	default:
		d.decide(node, history, depth)
	}
}

func (d *drawer) decide(node int, history []string, depth int) {
	player := rapid.IntRange(0, d.players-1).Draw(d.t, "player")
	actions := rapid.IntRange(1, 3).Draw(d.t, "actions")
	key := string(rune('a'+player)) + string(rune('0'+actions)) + history[player]
	known := d.sets[key]
	i := rapid.IntRange(0, min(len(known), 1)).Draw(d.t, "set")
	if i == len(known) {
		known = append(known, d.b.Set(player, actions))
		d.sets[key] = known
	}
	first := d.b.Decide(node, known[i])
	for a := range actions {
		after := append([]string(nil), history...)
		after[player] += string(rune('A'+known[i])) + string(rune('0'+a))
		d.node(first+a, after, depth+1)
	}
}
