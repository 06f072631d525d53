package environment

import (
	"context"
	"errors"
	"fmt"
	"math/bits"
	"slices"
	"testing"

	"ludex/game"
	"ludex/library"
	"ludex/rules"
	"ludex/source"
)

// open opens a game of the library.
func open(t testing.TB, name string) *Game { return openAs(t, name, true) }

// openAs opens a game of the library, with fixed numbers or without.
func openAs(t testing.TB, name string, fixed bool) *Game {
	t.Helper()
	f, err := library.Open(name, nil)
	if err != nil {
		t.Fatal(err)
	}
	return openFile(t, f, fixed)
}

func openFile(t testing.TB, f *source.File, fixed bool) *Game {
	t.Helper()
	g, err := Open(context.Background(), rules.Read(f, rules.Options{}), fixed)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// heap allocates memory that is not shared.
func heap(bytes int) ([]byte, error) { return make([]byte, bytes), nil }

func newVector(t testing.TB, g *Game, opt VectorOptions) *Vector {
	t.Helper()
	v, err := NewVector(g, opt, heap)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// TestVectorPlays compares random plays in a vector with plays of the same seeds on a
// machine: every state, all legal moves, who is to move, percepts, ends and goals.
func TestVectorPlays(t *testing.T) {
	for _, name := range []string{"tictactoe", "breakthrough", "connectfour", "kuhnpoker", "blotto", "pig", "breakthrough-rbg", "connectfour-rbg"} {
		t.Run(name, func(t *testing.T) {
			if testing.Short() && name != "tictactoe" && name != "kuhnpoker" {
				t.Skip("takes long with the race detector: left to the complete run")
			}
			g := open(t, name)
			if g.Fixed() != nil || !g.Sorted() {
				t.Fatalf("no fixed numbers: %v, sorted %v", g.Fixed(), g.Sorted())
			}
			comparePlays(t, g, 40, 60)
		})
	}
}

// TestVectorWithoutNumbers does the same where moves have no fixed numbers.
func TestVectorWithoutNumbers(t *testing.T) {
	for _, name := range []string{"breakthrough-rbg", "connectfour-rbg", "go"} {
		t.Run(name, func(t *testing.T) {
			if testing.Short() && name != "breakthrough-rbg" {
				t.Skip("takes long with the race detector: left to the complete run")
			}
			g := openAs(t, name, false)
			if g.Fixed() == nil || len(g.FactTexts()) == 0 {
				t.Fatalf("numbers: %v, %d facts", g.Fixed(), len(g.FactTexts()))
			}
			comparePlays(t, g, 10, 50)
		})
	}
	t.Run("interpreter", func(t *testing.T) {
		g := openFile(t, source.NewFile("longer.gdl", []byte(longer)), true)
		if g.Fixed() == nil || len(g.FactTexts()) > 0 {
			t.Fatalf("numbers: %v, %d facts", g.Fixed(), len(g.FactTexts()))
		}
		comparePlays(t, g, 5, 20)
	})
}

// longer is a game whose lists can have any length, so that its rules cannot be grounded.
const longer = `(role a) (role b)
(init (list nil))
(<= (legal ?r up) (role ?r))
(<= (legal ?r down) (role ?r) (true (list (cons ?x ?l))))
(<= (next (list (cons x ?l))) (true (list ?l)) (does a up))
(<= (next (list ?l)) (true (list (cons ?x ?l))) (does a down))
(<= terminal (true (list (cons ?x (cons ?y (cons ?z ?l))))))
(goal a 100) (goal b 0)
`

// comparePlays compares random plays in a vector with plays of the same seeds.
func comparePlays(t *testing.T, g *Game, n, steps int) {
	t.Helper()
	const seed = 7
	v := newVector(t, g, VectorOptions{Count: n, Seed: seed, History: 8})
	plays := make([]*scalarPlay, n)
	for i := range plays {
		plays[i] = newScalarPlay(g, seed+uint64(i))
	}
	for range steps {
		for i, p := range plays {
			p.compare(t, v, i)
		}
		if err := v.StepRandom(1); err != nil {
			t.Fatal(err)
		}
		for i, p := range plays {
			p.step(t, v, i)
		}
	}
}

// A scalarPlay is a play on a machine.
type scalarPlay struct {
	game     *Game
	machine  game.Machine
	numberer *Numberer
	rand     *game.Rand
	state    game.State
	seed     uint64
}

func newScalarPlay(g *Game, seed uint64) *scalarPlay {
	p := &scalarPlay{game: g, machine: g.NewMachine(), numberer: g.NewNumberer(), seed: seed}
	p.restart(seed)
	return p
}

func (p *scalarPlay) restart(seed uint64) {
	p.seed, p.rand, p.state = seed, game.NewRand(seed), p.machine.Initial(nil)
}

// numbers returns the numbers of the legal moves of a role.
func (p *scalarPlay) numbers(t *testing.T, r game.Role) []int32 {
	var list []int32
	for _, m := range p.machine.Legal(p.state, r, nil) {
		k, err := p.numberer.Number(p.state, r, m)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, k)
	}
	return list
}

// compare compares a row with the play.
func (p *scalarPlay) compare(t *testing.T, v *Vector, i int) {
	t.Helper()
	words := v.stateWords()
	row := v.memory.states[i*words : (i+1)*words]
	if seen, err := p.numberer.Observe(p.state); err != nil {
		if words > 0 || !errors.Is(err, ErrNotFixed) {
			t.Fatal(err)
		}
	} else if !slices.Equal(seen, row) {
		t.Fatalf("row %d: the facts are\n%v, want\n%v", i, texts(v, row), texts(v, seen))
	}
	for r := range p.game.Roles() {
		if got, want := legalOf(v, i, r), p.numbers(t, game.Role(r)); !slices.Equal(got, want) {
			t.Fatalf("row %d: the legal moves of role %d are %v, want %v", i, r, got, want)
		}
	}
}

// step makes the step of a row in the play.
func (p *scalarPlay) step(t *testing.T, v *Vector, i int) {
	t.Helper()
	var joint []game.Move
	for r := range p.game.Roles() {
		legal := p.machine.Legal(p.state, game.Role(r), nil)
		joint = append(joint, legal[p.rand.Choose(len(legal))])
		want, _ := p.numberer.Number(p.state, game.Role(r), joint[r])
		if got := v.memory.made[i*v.roles+r]; got != want {
			t.Fatalf("row %d: role %d made move %d, want %d", i, r, got, want)
		}
	}
	p.compareHistory(t, v, i, joint)
	p.state = p.machine.Next(p.state, joint, nil)
	over := p.machine.Terminal(p.state)
	if over != (v.memory.done[i] == 1) {
		t.Fatalf("row %d: over is %v", i, over)
	}
	if !over {
		return
	}
	for r := range p.game.Roles() {
		want := p.machine.Goals(p.state, game.Role(r), nil)
		got := v.memory.rewards[i*v.roles+r]
		if game.Role(r) != p.game.Random() && (len(want) != 1 || float32(want[0])/100 != got) {
			t.Fatalf("row %d: the reward of role %d is %v, want %v", i, r, got, want)
		}
	}
	p.restart(p.seed + uint64(v.opt.Count))
}

// compareHistory compares what roles perceive in a step.
func (p *scalarPlay) compareHistory(t *testing.T, v *Vector, i int, joint []game.Move) {
	t.Helper()
	l, ok := v.rows.(*laneRows)
	if !ok {
		return
	}
	h := &l.history
	if h.steps == 0 || v.memory.done[i] == 1 || int(v.memory.steps[i]) > h.steps {
		return
	}
	for r := range p.game.Roles() {
		at := (int(v.memory.steps[i]) - 1) * h.words[r]
		step := h.row(i, r)[at : at+h.words[r]]
		var got []game.Percept
		for _, k := range indices(step[h.moves[r]:]) {
			got = append(got, l.stepper.Percept(game.Role(r), int(k)+h.from[r]))
		}
		if want := p.machine.Percepts(p.state, joint, game.Role(r), nil); !slices.Equal(got, want) {
			t.Fatalf("row %d: role %d perceives %v, want %v", i, r, got, want)
		}
		if own := indices(step[:h.moves[r]]); len(own) != 1 || own[0] != v.memory.made[i*v.roles+r] {
			t.Fatalf("row %d: role %d remembers the moves %v", i, r, own)
		}
	}
}

// legalOf returns the numbers of the legal moves of a role in a row.
func legalOf(v *Vector, i, r int) []int32 {
	if m, ok := v.rows.(*machineRows); ok {
		return m.legal(i, r)
	}
	return indices(v.rows.(*laneRows).legal(i, r))
}

// indices returns the bits that are set.
func indices(words []uint64) []int32 {
	var list []int32
	for k, w := range words {
		for ; w != 0; w &= w - 1 {
			list = append(list, int32(64*k+bits.TrailingZeros64(w)))
		}
	}
	return list
}

func texts(v *Vector, state []uint64) []string {
	var list []string
	for _, k := range indices(state) {
		list = append(list, v.game.FactTexts()[k])
	}
	return list
}

// TestVectorErrors checks what is refused, and that a refused step changes nothing.
func TestVectorErrors(t *testing.T) {
	v := newVector(t, open(t, "tictactoe"), VectorOptions{Count: 3, Seed: 1})
	before := slices.Clone(v.memory.states)
	v.memory.choice[0], v.memory.choice[1], v.memory.choice[2] = 0, 1, 9999
	if err := v.StepChoice(); err == nil {
		t.Error("a move that does not exist was made")
	}
	if !slices.Equal(before, v.memory.states) {
		t.Error("a refused step changed the plays")
	}
	free := newVector(t, openAs(t, "connectfour-rbg", false), VectorOptions{Count: 3, Seed: 1})
	before = slices.Clone(free.memory.states)
	free.memory.choice[0], free.memory.choice[1], free.memory.choice[2] = legalOf(free, 0, 0)[0], -1, 9999
	if err := free.StepChoice(); err == nil {
		t.Error("a move that does not exist was made without fixed numbers")
	}
	if !slices.Equal(before, free.memory.states) {
		t.Error("a refused step changed the plays")
	}
	joint := newVector(t, open(t, "blotto"), VectorOptions{Count: 2})
	if err := joint.StepChoice(); err == nil {
		t.Error("one move was enough for two roles that move at once")
	}
	if _, err := NewVector(v.game, VectorOptions{}, heap); err == nil {
		t.Error("there are no plays")
	}
}

func BenchmarkVector(b *testing.B) {
	for _, name := range []string{"tictactoe", "connectfour", "breakthrough", "chess"} {
		b.Run(name, func(b *testing.B) {
			const n = 4096
			v := newVector(b, open(b, name), VectorOptions{Count: n, Seed: 1})
			b.ResetTimer()
			if err := v.StepRandom(b.N); err != nil {
				b.Fatal(err)
			}
			b.ReportMetric(float64(b.N)*n/b.Elapsed().Seconds()/1e6, "Msteps/s")
		})
	}
}

func ExampleNewVector() {
	f, _ := library.Open("tictactoe", nil)
	g, _ := Open(context.Background(), rules.Read(f, rules.Options{}), true)
	v, _ := NewVector(g, VectorOptions{Count: 1000, Seed: 1}, heap)
	_ = v.StepRandom(9)
	fmt.Println(len(v.Layout.Arrays) > 0)
	// Output: true
}
