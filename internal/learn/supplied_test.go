package learn

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ludex/game"
	"ludex/internal/playertest"
	"ludex/library"
)

// maxSupplied bounds the networks that come with Ludex, in bytes.
const maxSupplied = 5 << 20

// The networks of the library belong to the rules of today, are better than playouts by
// their own trials, and are small. If rules were changed, scripts/networks learns their
// network anew.
func TestSupplied(t *testing.T) {
	sum := 0
	for _, entry := range library.Games() {
		file := entry.Network()
		if file == nil {
			continue
		}
		sum += len(file)
		if !strings.HasPrefix(string(file), compactMagic) {
			t.Errorf("%s: the network is not in the compact format", entry.Name)
		}
		g := playertest.Open(t, entry.Name)
		m, err := Supplied(fingerprint(g))
		if err != nil || m == nil {
			t.Errorf("%s: the network is for other rules: %v", entry.Name, err)
			continue
		}
		if _, err := m.For(g); err != nil || !m.Supplied {
			t.Errorf("%s: %v", entry.Name, err)
		}
		if !m.Confident() {
			t.Errorf("%s: the trials do not show that %v is better than playouts: %+v", entry.Name, m.Method, m.Proof())
		}
	}
	if sum > maxSupplied {
		t.Errorf("the networks have %d bytes, and at most %d are allowed", sum, maxSupplied)
	}
}

// tiny returns a small network that was learned in a few rounds.
func tiny(t *testing.T, g game.Game) *Model {
	t.Helper()
	opt := Defaults()
	opt.Hidden = 16
	l, err := New(t.Context(), g, nil, opt)
	if err != nil {
		t.Fatal(err)
	}
	for range 20 {
		if err := l.Round(t.Context(), 0.5); err != nil {
			t.Fatal(err)
		}
	}
	return l.Model
}

func compact(t *testing.T, m *Model) []byte {
	t.Helper()
	var file bytes.Buffer
	if err := m.WriteCompact(&file); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

// supply replaces the networks that come with Ludex during a test.
func supply(t *testing.T, files map[string][]byte) {
	before := supplied
	supplied = func() (map[string]func() (*Model, error), error) { return byRules(files) }
	t.Cleanup(func() { supplied = before })
}

// The user's network comes before the one of the library, unless it does not help.
func TestFind(t *testing.T) {
	t.Setenv("HOME", t.TempDir())
	t.Setenv("XDG_CONFIG_HOME", os.Getenv("HOME"))
	g := playertest.Open(t, "tictactoe")
	expect := func(what string, find func(game.Game) (*Model, error), want bool, ours bool) {
		t.Helper()
		m, err := find(g)
		if err != nil || (m != nil) != want || want && m.Supplied != ours {
			t.Errorf("%s: %+v, %v", what, m, err)
		}
	}
	supply(t, nil)
	expect("without networks", Find, false, false)
	expect("without networks", Best, false, false)
	m := tiny(t, g)
	m.Method = Method{Search: BestFirst, Share: 1}
	supply(t, map[string][]byte{"tictactoe": compact(t, m)})
	expect("a supplied network", Find, true, true)
	expect("a supplied network", Best, true, true)
	path, err := PathFor(g)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := m.Save(path); err != nil {
		t.Fatal(err)
	}
	expect("both", Find, true, false)
	expect("both", Best, true, false)
	m.Method = Method{Search: Playouts}
	if err := m.Save(path); err != nil {
		t.Fatal(err)
	}
	expect("the user's does not help", Find, true, false)
	expect("the user's does not help", Best, true, true)
	supply(t, nil)
	expect("only the user's, which does not help", Best, true, false)
	if m, err := Find(playertest.OpenWith(t, "tictactoe", "reference")); m != nil || err != nil {
		t.Errorf("a game without features: %v, %v", m, err)
	}
}

// A supplied file that is broken is an error.
func TestSuppliedBroken(t *testing.T) {
	file := compact(t, tiny(t, playertest.Open(t, "tictactoe")))
	supply(t, map[string][]byte{"broken": []byte("broken")})
	if _, err := Supplied("x"); !errors.Is(err, ErrNotNetwork) {
		t.Errorf("not a network: %v", err)
	}
	file[len(file)-1]++
	supply(t, map[string][]byte{"tictactoe": file})
	if _, err := Supplied(fingerprint(playertest.Open(t, "tictactoe"))); err == nil {
		t.Error("a damaged file is read")
	}
}

// A network of either format values states alike, and features that no play had are left
// out. Learning goes on from both.
func TestFormats(t *testing.T) {
	g := playertest.Open(t, "breakthrough-5x5")
	m := tiny(t, g)
	var exact bytes.Buffer
	if err := m.Write(&exact); err != nil {
		t.Fatal(err)
	}
	small := compact(t, m)
	if len(small) > exact.Len()*2/3 {
		t.Errorf("%d bytes instead of %d", len(small), exact.Len())
	}
	source := game.CapabilitiesOf(g).Features
	values := func(m *Model) (values []float64) {
		net, err := m.For(g)
		if err != nil {
			t.Fatal(err)
		}
		e := net.NewEvaluator(source)
		p := game.NewPlayout(g, g.NewMachine())
		for p.Reset(nil, 1); !p.Over(); {
			values = append(values, e.Goals(p.State)[0])
			if err := p.Step(); err != nil {
				t.Fatal(err)
			}
		}
		return values
	}
	want := values(m)
	for _, file := range [][]byte{exact.Bytes(), small} {
		again, err := Read(bytes.NewReader(file))
		if err != nil {
			t.Fatal(err)
		}
		for i, v := range values(again) {
			if d := v - want[i]; d > 1e-3 || d < -1e-3 {
				t.Errorf("step %d: %v, want %v", i, v, want[i])
			}
		}
		l, err := New(t.Context(), g, again, Defaults())
		if err != nil {
			t.Fatal(err)
		}
		if err := l.Round(t.Context(), 0.5); err != nil || len(l.Model.Features) != len(source.Features()) {
			t.Errorf("going on: %v, %d features", err, len(l.Model.Features))
		}
	}
	if _, err := Read(strings.NewReader("ludex network 3\n12345678")); !errors.Is(err, ErrNewFormat) {
		t.Errorf("a format of the future: %v", err)
	}
}
