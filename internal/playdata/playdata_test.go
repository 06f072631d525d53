package playdata_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"reflect"
	"slices"
	"testing"

	"ludex/game"
	"ludex/internal/budget"
	"ludex/internal/npz"
	"ludex/internal/playdata"
	"ludex/internal/randomplay"
	"ludex/internal/rulestest"
)

func collect(t *testing.T, g game.Game, opt playdata.Options) *playdata.Set {
	t.Helper()
	s, err := playdata.Collect(t.Context(), g, opt)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// facts returns what a state of a set says.
func facts(s *playdata.Set, bits []byte) []string {
	var list []string
	for i, f := range s.Features {
		if bits[i/8]>>(i%8)&1 == 1 {
			list = append(list, f)
		}
	}
	return list
}

// TestPlays checks every state, move and goal against the rules.
func TestPlays(t *testing.T) {
	for _, name := range []string{"nim", "kuhnpoker"} {
		t.Run(name, func(t *testing.T) {
			_, g := rulestest.Open(t, name)
			s := collect(t, g, playdata.Options{Seed: 5, Count: 20})
			m := g.NewMachine()
			for i, p := range s.Plays {
				if p.Seed != 5+uint64(i) || !p.Over || len(p.States) != len(p.Moves)+1 {
					t.Fatalf("play %d: seed %d, %d states, %d moves", i, p.Seed, len(p.States), len(p.Moves))
				}
				rand, state := game.NewRand(p.Seed), m.Initial(nil)
				for k, bits := range p.States {
					if want := slices.Sorted(slices.Values(g.Facts(state))); !slices.Equal(facts(s, bits), want) {
						t.Fatalf("play %d, state %d: %v, not %v", i, k, facts(s, bits), want)
					}
					if k == len(p.Moves) {
						break
					}
					joint := make([]game.Move, len(g.Roles()))
					for r := range joint {
						legal := m.Legal(state, game.Role(r), nil)
						joint[r] = legal[rand.Choose(len(legal))]
						if text := g.MoveText(game.Role(r), joint[r]); s.Moves[p.Moves[k][r]] != text {
							t.Fatalf("play %d, step %d: %s, not %s", i, k, s.Moves[p.Moves[k][r]], text)
						}
					}
					state = m.Next(state, joint, nil)
				}
				for r := range g.Roles() {
					if game.Role(r) != g.Random() && p.Goals[r] != m.Goals(state, game.Role(r), nil)[0] {
						t.Errorf("play %d: goals %v", i, p.Goals)
					}
				}
			}
		})
	}
}

// TestFormats checks that both formats say the same.
func TestFormats(t *testing.T) {
	_, g := rulestest.Open(t, "nim")
	s := collect(t, g, playdata.Options{Seed: 1, Count: 3, Options: randomplay.Options{MaxSteps: 4}})
	var text, file bytes.Buffer
	if err := errors.Join(s.WriteJSON(&text), s.WriteNPZ(&file)); err != nil {
		t.Fatal(err)
	}
	arrays, err := npz.Read(bytes.NewReader(file.Bytes()), int64(file.Len()))
	if err != nil {
		t.Fatal(err)
	}
	of := map[string]any{}
	for _, a := range arrays {
		of[a.Name] = a.Data
	}
	lines := bufio.NewScanner(&text)
	lines.Buffer(nil, 1<<20)
	lines.Scan()
	var head struct{ Features, Moves, Roles []string }
	if err := json.Unmarshal(lines.Bytes(), &head); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(of["features"], head.Features) || !reflect.DeepEqual(of["move_names"], head.Moves) || !reflect.DeepEqual(of["roles"], head.Roles) {
		t.Errorf("%+v, %v", head, of)
	}
	states, moves, starts := of["states"].([]uint8), of["moves"].([]int32), of["starts"].([]int64)
	width := len(states) / int(starts[3])
	for i := 0; lines.Scan(); i++ {
		var p struct {
			Seed   uint64
			Over   bool
			States []string
			Moves  [][]int
			Goals  []int
		}
		if err := json.Unmarshal(lines.Bytes(), &p); err != nil {
			t.Fatal(err)
		}
		if p.Seed != of["seeds"].([]uint64)[i] || p.Over != of["over"].([]bool)[i] || int64(len(p.States)) != starts[i+1]-starts[i] {
			t.Errorf("play %d: %+v", i, p)
		}
		for k, digits := range p.States {
			row := int(starts[i]) + k
			if digits != hex.EncodeToString(states[row*width:(row+1)*width]) {
				t.Errorf("play %d, state %d", i, k)
			}
			for r := range head.Roles {
				want := int32(-1)
				if k < len(p.Moves) {
					want = int32(p.Moves[k][r])
				}
				if moves[row*len(head.Roles)+r] != want {
					t.Errorf("play %d, step %d: %v", i, k, p.Moves)
				}
			}
		}
		if !p.Over && of["goals"].([]int16)[2*i] != -1 {
			t.Errorf("play %d was cut off and has goals", i)
		}
	}
}

// TestLimits checks that the memory and the context count.
func TestLimits(t *testing.T) {
	_, g := rulestest.Open(t, "nim")
	ctx := budget.WithMemory(t.Context(), budget.Memory(4000))
	var limit *budget.MemoryError
	if _, err := playdata.Collect(ctx, g, playdata.Options{Count: 1000}); !errors.As(err, &limit) {
		t.Error(err)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := playdata.Collect(ended, g, playdata.Options{Count: 1000}); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
