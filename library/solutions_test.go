package library_test

import (
	"math"
	"slices"
	"testing"

	"ludex/internal/roster"
	"ludex/player"
	"ludex/solve/equilibrium"
)

// TestKnowledgeSolved checks that equilibria of games in GDL-III are the solutions of the
// literature: patience pays, the man in front knows his hat, and the sum of the cards is safe.
func TestKnowledgeSolved(t *testing.T) {
	if testing.Short() {
		t.Skip("the solver runs on one goroutine, so the race detector would find nothing")
	}
	patient := 100 * float64(patientTalks()) / float64(len(smallPairs()))
	for name, want := range map[string][]float64{
		"muddychildren":      {100, 100, 100},
		"hats":               {100, 100, 0, 0}, // of the king, and from the front to the back
		"consecutivenumbers": {100, 100},
		"russiancards":       {100, 100, 0},
		"sumandproduct":      {patient, patient},
	} {
		g := openGDL(t, name)
		tree, err := equilibrium.FromGame(t.Context(), g, nil, equilibrium.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		res, err := equilibrium.Solve(t.Context(), tree.Tree, equilibrium.Options{Precision: 0.05})
		if err != nil {
			t.Fatal(err)
		}
		for i, got := range res.Assessment.Values {
			if math.Abs(got-want[i]) > 0.2 {
				t.Errorf("%s: role %d gets %f, want %f", name, i, got, want[i])
			}
		}
	}
}

// patientTalks returns for how many pairs sum and product find the numbers if they name
// them only when they know them or have to, and then the first that are possible.
func patientTalks() (right int) {
	for _, pair := range smallPairs() {
		s := talk{step: 1, pair: pair, possible: smallPairs()}
		for !s.over {
			role := talker(s, sumSpeakers)
			move := saysOf(s, role, pair)
			if move == "" || len(alike(s.possible, toldOf(role), pair)) == 1 {
				p := alike(s.possible, toldOf(role), pair)[0]
				move = term("name", p[0], p[1])
			}
			s = sumModel.next(s, map[string]string{role: move})
		}
		if s.right {
			right++
		}
	}
	return right
}

// TestRussianAnnouncements checks what is safe to say in all deals: the sum modulo 7, and
// nothing else.
func TestRussianAnnouncements(t *testing.T) {
	if testing.Short() {
		t.Skip("the model runs on one goroutine, so the race detector would find nothing")
	}
	always := map[string]bool{}
	for _, d := range deals() {
		for _, says := range sayings()[d] {
			s := russianTable{1, d, deals()}.after(func(d deal) []string { return sayings()[d] }, says)
			s = s.after(func(d deal) []string { return []string{s.bill(d)} }, s.bill(d))
			kind := words(says)[0]
			old, ok := always[kind]
			always[kind] = s.exchanged() && (old || !ok)
		}
	}
	for kind, safe := range always {
		if safe != (kind == "sum") {
			t.Errorf("%s is always safe: %v", kind, safe)
		}
	}
}

// TestFireworksTurns checks that eleven turns are enough for all cards and ten are not,
// for those who see all cards but may play by knowledge only.
func TestFireworksTurns(t *testing.T) {
	if testing.Short() {
		t.Skip("the model runs on one goroutine, so the race detector would find nothing")
	}
	fewest := map[int]int{10: 6, 11: 6}
	for n, order := range fireworkOrders() {
		if !full() && n%24 != 0 {
			continue
		}
		var s fireworkTable
		for _, c := range order {
			s = s.lay(c)
		}
		for turns := range fewest {
			fewest[turns] = min(fewest[turns], s.most(turns, map[string]int{}))
		}
	}
	if fewest[10] != 5 || fewest[11] != 6 {
		t.Errorf("the fewest cards by turns are %v", fewest)
	}
}

// fireworkOrders returns all 720 orders of the cards.
func fireworkOrders() (list [][]firework) {
	var add func(order []firework)
	add = func(order []firework) {
		if len(order) == 6 {
			list = append(list, slices.Clone(order))
		}
		for _, c := range fireworkCards {
			if !slices.Contains(order, c) {
				add(append(order, c))
			}
		}
	}
	add(nil)
	return list
}

// TestFireworksPlayed checks that our player for hidden games finds the best result.
func TestFireworksPlayed(t *testing.T) {
	if testing.Short() {
		t.Skip("hundreds of worlds")
	}
	g := openGDL(t, "fireworks")
	for seed := range uint64(few(1)) {
		players := make([]player.Player, 3) // the last one for chance
		for i := range 2 {
			p, err := roster.New("ismcts")
			if err != nil {
				t.Fatal(err)
			}
			players[i] = p
		}
		res, err := player.Play(t.Context(), player.Match{Game: g, Seed: seed, Nodes: 4000, Players: players})
		if err != nil {
			t.Fatal(err)
		}
		if len(res.Faults) > 0 || res.Goals[0] != 100 {
			t.Errorf("play %d: goals %v, faults %v", seed, res.Goals, res.Faults)
		}
	}
}
