package environment

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"strings"
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

// serve returns the answers to a script, each with its kind. The input ends after the last.
func serve(t *testing.T, s *script) [][]byte {
	t.Helper()
	in, requests := io.Pipe()
	answers, out := io.Pipe()
	ended := make(chan error, 1)
	go func() { ended <- Serve(context.Background(), in, out) }()
	var got [][]byte
	for s.Len() > 0 {
		n := 4 + int(binary.LittleEndian.Uint32(s.Bytes()))
		if _, err := requests.Write(s.Next(n)); err != nil {
			t.Fatal(err)
		}
		var length [4]byte
		if _, err := io.ReadFull(answers, length[:]); err != nil {
			t.Fatal(err)
		}
		answer := make([]byte, binary.LittleEndian.Uint32(length[:]))
		if _, err := io.ReadFull(answers, answer); err != nil {
			t.Fatal(err)
		}
		got = append(got, answer)
	}
	_ = requests.Close()
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
	return got
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

// wide are rules that take long to load: a view with very many instances.
func wide() string {
	var b strings.Builder
	for i := range 60 {
		fmt.Fprintf(&b, "(n %d)\n", i)
	}
	b.WriteString(`(role one) (init (s 0))
(<= (view ?a ?b ?c ?d ?e ?f) (n ?a) (n ?b) (n ?c) (n ?d) (n ?e) (n ?f) (true (s ?a)))
(<= (legal one (go ?a ?b)) (view ?a ?b ?c ?d ?e ?f) (true (s ?c)))
(<= (next (s ?a)) (does one (go ?a ?b)) (view ?a ?b ?c ?d ?e ?f))
(<= terminal (true (s 59))) (goal one 100)`)
	return b.String()
}

// TestServeEndsWithItsClient checks that a long computation ends when the client does, before
// there is an answer.
func TestServeEndsWithItsClient(t *testing.T) {
	for name, question := range map[string]map[string]any{
		"playouts": {"op": "playouts", "game": 1, "count": 1 << 50},
		"loading":  {"op": "load", "name": "wide", "text": wide(), "fixed": true},
	} {
		t.Run(name, func(t *testing.T) {
			var s script
			s.ask(t, map[string]any{"op": "load", "name": "tictactoe", "fixed": true})
			s.ask(t, question)
			var out bytes.Buffer
			if err := Serve(context.Background(), &s, &out); err != nil {
				t.Fatal(err)
			}
			if n := int(binary.LittleEndian.Uint32(out.Next(4))); n != out.Len() {
				t.Errorf("there are %d bytes after the first answer", out.Len()-n)
			}
		})
	}
}
