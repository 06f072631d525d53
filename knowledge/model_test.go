package knowledge_test

import (
	"errors"
	"math/big"
	"strings"
	"testing"

	"ludex/game"
	"ludex/internal/knowledgetest"
	"ludex/knowledge"
)

// TestUnfairCoin is the paper's footnote 8: three moves of random, two of which
// do the same.
func TestUnfairCoin(t *testing.T) {
	g := &knowledgetest.Toy{RoleNames: []string{"ann", "random"}, RandomRole: 1, States: []knowledgetest.ToyState{
		{Goals: [][]int{{0}, nil}, Legal: [][]int{{0}, {0, 1, 2}}, Edges: []knowledgetest.ToyEdge{
			{Next: 1, Percepts: [][]int{{}, {}}}, {Next: 2, Percepts: [][]int{{}, {}}}, {Next: 2, Percepts: [][]int{{}, {}}},
		}},
		{Terminal: true, Goals: [][]int{{0}, nil}, Legal: [][]int{{}, {}}},
		{Terminal: true, Goals: [][]int{{0}, nil}, Legal: [][]int{{}, {}}},
	}}
	m := newModel(t, g)
	outcomes, err := m.Measure(knowledge.Initial, []game.Move{0, -1})
	if err != nil || len(outcomes) != 2 {
		t.Fatalf("%v, %v", outcomes, err)
	}
	for i, want := range []*big.Rat{big.NewRat(1, 3), big.NewRat(2, 3)} {
		if outcomes[i].P.Cmp(want) != 0 {
			t.Errorf("outcome %d has the probability %v, want %v", i, outcomes[i].P, want)
		}
	}
	if _, err := m.Measure(knowledge.Initial, []game.Move{1, 0}); !errors.Is(err, knowledge.ErrNotLegal) {
		t.Errorf("an illegal move gives %v", err)
	}
	if _, err := m.Measure(outcomes[0].State, []game.Move{0, 0}); !errors.Is(err, knowledge.ErrNotLegal) {
		t.Errorf("a move after the end gives %v", err)
	}
	if list, err := m.Distribution(t.Context(), 0, knowledge.Policy{}); err != nil || len(list) != 1 || list[0].P.Cmp(big.NewRat(1, 1)) != 0 {
		t.Errorf("no step: %v, %v", list, err)
	}
}

func TestInconsistentViews(t *testing.T) {
	g := open(t, "cardgame")
	m := newModel(t, g)
	for _, test := range []struct {
		view string // moves and percepts, separated by blanks; steps by semicolons
		want string
	}{
		{"allIn", "step 1: allIn is no legal move of jane"},
		{"noop", "step 1: jane cannot do noop and perceive nothing"},
		{"noop (yourCard,2)", "step 1: jane cannot do and perceive noop (yourCard 2) then"},
		{"noop (yourCard,7);fold (ricksBid,fold);noop", "step 3: the play is surely over before"},
	} {
		v := knowledge.View{Role: role(t, g, "jane")}
		for _, step := range strings.Split(test.view, ";") {
			words := strings.Fields(step)
			e := knowledge.Experience{Move: words[0]}
			for _, w := range words[1:] {
				e.Percepts = append(e.Percepts, strings.ReplaceAll(w, ",", " "))
			}
			v.Steps = append(v.Steps, e)
		}
		var inconsistent *knowledge.InconsistentError
		if _, err := m.Filter(t.Context(), v, 0); !errors.As(err, &inconsistent) || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%q gives %v, want %q", test.view, err, test.want)
		}
	}
}

// TestCaseOfViews reads views in which letters have another case.
func TestCaseOfViews(t *testing.T) {
	g := open(t, "cardgame")
	v := knowledge.View{Steps: []knowledge.Experience{{Move: "NOOP", Percepts: []string{"(yourcard KING)"}}}}
	set, err := newModel(t, g).Filter(t.Context(), v, 0)
	if err != nil || set.Len() != 7 {
		t.Errorf("%v, %v", set, err)
	}
}

func TestIllegalDevelopments(t *testing.T) {
	g := open(t, "cardgame")
	m := newModel(t, g)
	over := develop(t, g, "deal(king,7) ; fold fold")
	over.Joints = append(over.Joints, over.Joints[1])
	for want, d := range map[string]knowledge.Development{
		"step 3: the play is over": over,
		"step 1: the move of jane": {Joints: [][]game.Move{{1000, 0, 0}}},
		"step 1: 2 moves for 3":    {Joints: [][]game.Move{{0, 0}}},
	} {
		if _, err := m.Follow(d); !errors.Is(err, knowledge.ErrNotLegal) || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

func TestNoPlayers(t *testing.T) {
	g := open(t, "cardgame")
	m := newModel(t, g)
	for _, r := range []game.Role{g.Random(), -1, 3} {
		if _, err := m.Filter(t.Context(), knowledge.View{Role: r}, 0); !errors.Is(err, knowledge.ErrNoPlayer) {
			t.Errorf("role %d: %v", r, err)
		}
	}
	if _, err := knowledge.New(&knowledgetest.Toy{}, knowledge.Limits{}); err == nil {
		t.Error("a game without roles has a model")
	}
}

// TestManyDevelopments merges more developments than a word can count: chance
// has three moves in each of 50 steps, two of which turn a coin.
func TestManyDevelopments(t *testing.T) {
	edges := func(a, b int) []knowledgetest.ToyEdge {
		return []knowledgetest.ToyEdge{{Next: a, Percepts: [][]int{{}, {}}}, {Next: b, Percepts: [][]int{{}, {}}}, {Next: b, Percepts: [][]int{{}, {}}}}
	}
	g := &knowledgetest.Toy{RoleNames: []string{"ann", "random"}, RandomRole: 1, States: []knowledgetest.ToyState{
		{Goals: [][]int{{0}, nil}, Legal: [][]int{{0}, {0, 1, 2}}, Edges: edges(0, 1)},
		{Goals: [][]int{{0}, nil}, Legal: [][]int{{0}, {0, 1, 2}}, Edges: edges(1, 0)},
	}}
	const steps = 50
	v := knowledge.View{Steps: make([]knowledge.Experience, steps)}
	for i := range v.Steps {
		v.Steps[i].Move = "m0"
	}
	b, err := newModel(t, g).Belief(t.Context(), v, knowledge.Policy{})
	if err != nil {
		t.Fatal(err)
	}
	count := new(big.Int).Exp(big.NewInt(3), big.NewInt(steps), nil)
	if b.Set().Developments().Cmp(count) != 0 || b.Len() != 2 {
		t.Errorf("%v developments to %d states", b.Set().Developments(), b.Len())
	}
	// the coin has been turned an even number of times with (1 + (-1/3)^steps) / 2
	even := new(big.Rat).SetFrac(new(big.Int).Add(count, big.NewInt(1)), new(big.Int).Lsh(count, 1))
	got := b.Probability(func(s game.State) bool { return s[0] == 0 })
	absolute := new(big.Rat).Add(b.Set().Probability(0), b.Set().Probability(1))
	if got.Cmp(even) != 0 || absolute.Cmp(big.NewRat(1, 1)) != 0 {
		t.Errorf("the coin is back with %v, want %v; all have %v", got, even, absolute)
	}
}

// A brokenGame has machines that fail when they are to make a move.
type brokenGame struct{ game.Game }

type brokenMachine struct {
	game.Machine
	err error
}

var errBroken = errors.New("the machine is broken")

func (g brokenGame) NewMachine() game.Machine { return &brokenMachine{Machine: g.Game.NewMachine()} }

func (m *brokenMachine) Err() error { return m.err }

func (m *brokenMachine) Next(s game.State, _ []game.Move, dst game.State) game.State {
	m.err = errBroken
	return append(dst, s...)
}

func TestBrokenMachine(t *testing.T) {
	g := open(t, "cardgame")
	d := develop(t, g, "deal(king,7)")
	v, err := newModel(t, g).ViewOf(d, 0)
	if err != nil {
		t.Fatal(err)
	}
	broken := brokenGame{g}
	_, followed := newModel(t, broken).Follow(d)
	_, filtered := newModel(t, broken).Filter(t.Context(), v, 0)
	for what, err := range map[string]error{"follow": followed, "filter": filtered} {
		if !errors.Is(err, errBroken) {
			t.Errorf("%s: %v", what, err)
		}
	}
}
