package environment

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"path/filepath"
	"testing"
)

// script is a list of requests.
type script struct{ bytes.Buffer }

func (s *script) add(kind byte, body []byte) {
	_ = binary.Write(s, binary.LittleEndian, uint32(1+len(body)))
	s.WriteByte(kind)
	s.Write(body)
}

func (s *script) ask(t *testing.T, fields map[string]any) {
	t.Helper()
	body, err := json.Marshal(fields)
	if err != nil {
		t.Fatal(err)
	}
	s.add(askJSON, body)
}

// serve returns the answers to a script, each with its kind.
func serve(t *testing.T, s *script) [][]byte {
	t.Helper()
	var out bytes.Buffer
	if err := Serve(context.Background(), s, &out); err != nil {
		t.Fatal(err)
	}
	var answers [][]byte
	for out.Len() > 0 {
		n := binary.LittleEndian.Uint32(out.Next(4))
		answers = append(answers, bytes.Clone(out.Next(int(n))))
	}
	return answers
}

// TestServe loads a game, makes a step that is legal and one that is not, and steps plays in
// shared memory.
func TestServe(t *testing.T) {
	var s script
	s.ask(t, map[string]any{"op": "load", "name": "tictactoe", "fixed": true})
	s.add(askLook, []byte{0, 1, 0, 0, 0, 0, 0})
	s.ask(t, map[string]any{"op": "vector", "game": 1, "count": 8, "path": filepath.Join(t.TempDir(), "plays")})
	s.add(askVector, []byte{stepRandom, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0})
	s.add(askVector, []byte{stepRandom, 0, 0, 9, 0, 0, 0, 3, 0, 0, 0})
	s.ask(t, map[string]any{"op": "nonsense", "game": 1})
	s.add(99, nil)
	kinds := []byte{sayJSON, sayState, sayJSON, sayDone, sayError, sayError, sayError}
	answers := serve(t, &s)
	if len(answers) != len(kinds) {
		t.Fatalf("there are %d answers, want %d", len(answers), len(kinds))
	}
	for i, a := range answers {
		if a[0] != kinds[i] {
			t.Errorf("answer %d is of kind %d, want %d: %.200q", i, a[0], kinds[i], a)
		}
	}
	if a := answers[1]; a[1] != 0 || a[2] != 0 {
		t.Errorf("the initial state is terminal (%d), or %d is to move", a[1], a[2])
	}
}

// TestServeRefuses checks that rules with errors are refused with diagnostics.
func TestServeRefuses(t *testing.T) {
	var s script
	s.ask(t, map[string]any{"op": "load", "name": "bad", "text": "(role one) (<= (legal one ?x) (true (p ?y)))"})
	a := serve(t, &s)[0]
	var f struct {
		Kind        string
		Diagnostics []any
	}
	if err := json.Unmarshal(a[1:], &f); err != nil || a[0] != sayError || f.Kind != failedRules || len(f.Diagnostics) == 0 {
		t.Errorf("the answer is %q", a)
	}
}
