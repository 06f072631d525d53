package neural

import (
	"bytes"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"ludex/game"
)

// bitFeatures are the bits of the first word of a state.
type bitFeatures int

func (b bitFeatures) Fingerprint() string { return "bits" }

func (b bitFeatures) Features() []string {
	var texts []string
	for i := range int(b) {
		texts = append(texts, string(rune('a'+i)))
	}
	return texts
}

func (b bitFeatures) AppendFeatures(s game.State, dst []int32) []int32 {
	for i := range int32(b) {
		if s[0]>>i&1 == 1 {
			dst = append(dst, i)
		}
	}
	return dst
}

func (b bitFeatures) AppendChanges(from, to game.State, gone, come []int32) (newGone, newCome []int32) {
	return b.AppendFeatures(game.State{from[0] &^ to[0]}, gone), b.AppendFeatures(game.State{to[0] &^ from[0]}, come)
}

const bits = bitFeatures(12)

func randomNetwork(shape Shape, seed uint64) *Network {
	n := New(shape)
	n.Randomize(seed, bitFeatures(shape.Features).Features())
	n.SetMover(0, 0)
	n.SetMover(1, 1)
	return n
}

var shape = Shape{Features: int(bits), Hidden: 20, Roles: 2, ConstantSum: true}

// The values of children computed from differences are those computed from nothing,
// apart from rounding.
func TestChildren(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := randomNetwork(shape, rapid.Uint64().Draw(t, "seed"))
		words := rapid.SliceOfN(rapid.Uint64Range(0, 1<<bits-1), 2, 6).Draw(t, "states")
		var children []game.State
		for _, w := range words[1:] {
			children = append(children, game.State{w})
		}
		a, b := n.NewEvaluator(bits), n.NewEvaluator(bits)
		visited := 0
		a.Children(game.State{words[0]}, children, func(i int, goals []float64) {
			visited++
			// A state with two features of movers has no certain one; see mover.
			if words[1+i]&3 == 3 || words[0]&3 == 3 {
				return
			}
			if want := b.Goals(children[i]); math.Abs(goals[0]-want[0]) > 1e-5 {
				t.Fatalf("child %d: %v, want %v", i, goals, want)
			}
		})
		if visited != len(children) {
			t.Fatalf("%d of %d children", visited, len(children))
		}
	})
}

// Training approximates a function that is not linear, and gives the same weights with
// any number of threads.
func TestTraining(t *testing.T) {
	samples := func(r *game.Rand) (list []Sample) {
		for range 64 {
			w := r.Uint64() & 63
			goal := float32(w>>2&1 ^ w>>3&1) // exclusive or
			list = append(list, Sample{Features: bits.AppendFeatures(game.State{w}, nil), Goals: []float32{goal, 1 - goal}, Weight: 1})
		}
		return list
	}
	var nets []*Network
	for _, threads := range []int{1, 3} {
		n, r := randomNetwork(shape, 5), game.NewRand(9)
		trainer := n.NewTrainer(threads, 64)
		first, last := 0.0, 0.0
		for step := range 2000 {
			if last = trainer.Step(samples(r), 0.02); step == 0 {
				first = last
			}
		}
		if last > first/20 {
			t.Errorf("%d threads: the loss fell from %v to %v", threads, first, last)
		}
		nets = append(nets, n)
	}
	if !slices.Equal(nets[0].input, nets[1].input) || !slices.Equal(nets[0].output, nets[1].output) {
		t.Error("the weights depend on the number of threads")
	}
}

// Values are the same after encoding, also for an engine with another numbering.
func TestEncode(t *testing.T) {
	for _, shape := range []Shape{shape, {Features: int(bits), Hidden: 16, Roles: 3}} {
		n := randomNetwork(shape, 7)
		texts := bits.Features()
		var file bytes.Buffer
		if err := n.Encode(&file, texts); err != nil {
			t.Fatal(err)
		}
		m, names, err := Decode(&file)
		if err != nil {
			t.Fatal(err)
		}
		reversed := slices.Clone(texts)
		slices.Reverse(reversed)
		again := m.Arrange(names, reversed).Arrange(reversed, texts)
		for w := range uint64(64) {
			a, b := slices.Clone(n.NewEvaluator(bits).Goals(game.State{w})), again.NewEvaluator(bits).Goals(game.State{w})
			if !slices.Equal(a, b) {
				t.Fatalf("state %d: %v, want %v", w, b, a)
			}
		}
	}
}

func FuzzDecode(f *testing.F) {
	var file bytes.Buffer
	if err := randomNetwork(Shape{Features: 2, Hidden: 16, Roles: 2}, 1).Encode(&file, []string{"a", "b"}); err != nil {
		f.Fatal(err)
	}
	f.Add(file.Bytes())
	f.Add(file.Bytes()[:20])
	f.Fuzz(func(t *testing.T, data []byte) {
		n, texts, err := Decode(bytes.NewReader(data))
		if err != nil {
			return
		}
		var out bytes.Buffer
		if err := n.Encode(&out, texts); err != nil {
			t.Fatal(err)
		}
	})
}
