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
		if err := n.Encode(&file, texts, Exact); err != nil {
			t.Fatal(err)
		}
		m, names, err := Decode(&file, Exact)
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

// Weights of 16 bits differ from those before by at most half a step, and not any more if
// they are written again.
func TestCompact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		weights := rapid.SliceOfN(rapid.OneOf(rapid.Float32Range(-1e30, 1e30), rapid.Float32Range(-1, 1)), 1, 40).Draw(t, "weights")
		largest := float32(0)
		for _, w := range weights {
			largest = max(largest, w, -w)
		}
		scale, bytes := quantize(weights)
		again := make([]float32, len(weights))
		restore(scale, bytes, again)
		for i, w := range weights {
			if math.Abs(float64(w)-float64(again[i])) > float64(largest)/(1<<15)+1e-30 {
				t.Fatalf("%v became %v; the largest is %v", w, again[i], largest)
			}
		}
		if twice, same := quantize(again); twice != 0 && (twice != scale || !slices.Equal(same, bytes)) {
			t.Fatalf("%v, then %v", scale, twice)
		}
	})
	n := randomNetwork(shape, 7)
	var file bytes.Buffer
	if err := n.Encode(&file, bits.Features(), Compact); err != nil {
		t.Fatal(err)
	}
	m, _, err := Decode(&file, Compact)
	if err != nil {
		t.Fatal(err)
	}
	for w := range uint64(64) {
		a, b := n.NewEvaluator(bits).Goals(game.State{w}), m.NewEvaluator(bits).Goals(game.State{w})
		if math.Abs(a[0]-b[0]) > 1e-4 {
			t.Errorf("state %d: %v, want %v", w, b, a)
		}
	}
}

// A weight that is not a number is not written.
func TestEncodeRefuses(t *testing.T) {
	n := randomNetwork(shape, 7)
	n.bias[3] = float32(math.NaN())
	if err := n.Encode(new(bytes.Buffer), bits.Features(), Compact); err == nil {
		t.Error("NaN is written")
	}
}

// Features that were not trained are those with the first weights, or with none.
func TestLearned(t *testing.T) {
	n, first := randomNetwork(shape, 7), randomNetwork(shape, 7)
	tr := n.NewTrainer(1, 1)
	tr.Step([]Sample{{Features: []int32{3, 5}, Goals: []float32{1, 0}, Weight: 1}}, 0.1)
	clear(n.row(7))
	if got, want := n.Learned(first), []int{0, 1, 3, 5}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v, of which 0 and 1 say who is to move", got, want)
	}
}

func FuzzDecode(f *testing.F) {
	for _, p := range []Precision{Exact, Compact} {
		var file bytes.Buffer
		if err := randomNetwork(Shape{Features: 2, Hidden: 16, Roles: 2}, 1).Encode(&file, []string{"a", "b"}, p); err != nil {
			f.Fatal(err)
		}
		f.Add(file.Bytes())
		f.Add(file.Bytes()[:20])
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, p := range []Precision{Exact, Compact} {
			n, texts, err := Decode(bytes.NewReader(data), p)
			if err != nil {
				continue
			}
			var out bytes.Buffer
			if err := n.Encode(&out, texts, p); err != nil {
				t.Fatal(err)
			}
		}
	})
}
