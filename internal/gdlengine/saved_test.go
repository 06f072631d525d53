package gdlengine

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"ludex/internal/circuit"
	"ludex/internal/enginecompare"
	"ludex/internal/filecache"
	"ludex/internal/gametest"
	"ludex/internal/gdlengine/gdlref"
)

// TestSavedCircuit opens games a second time, on the circuit that was saved the first
// time. It plays as the interpreter does, and bytes that were changed are not used.
func TestSavedCircuit(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long with the race detector: left to the complete run")
	}
	for _, early := range []bool{false, true} {
		dir := t.TempDir()
		files := &saver{filecache.Saver{Folder: filecache.New(dir, 10, 0), Key: "key"}}
		prog := parse(t, "connectfour")
		open := func() *Opened {
			t.Helper()
			o, err := openAuto(t.Context(), prog, Options{}, files)
			if err != nil {
				t.Fatal(err)
			}
			return o
		}
		if early { // the circuit has numbers of its own, and is built again
			openTrioWith(t, "connectfour", prog, true, files)
		} else if o := open(); o.Ground == nil {
			t.Fatal("the circuit was there before it was built")
		}
		filecache.AwaitIdle()
		o := open()
		if o.Ground != nil {
			t.Fatal("the circuit was not saved")
		}
		ref, err := gdlref.New(prog)
		if err != nil {
			t.Fatal(err)
		}
		gametest.Run(t, o.Game, 30)
		if _, err := (enginecompare.Comparison{Plies: 100}).Run(t.Context(), ref, o.Game); err != nil {
			t.Error(err)
		}
		path := filepath.Join(dir, "key")
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		data[len(data)/2]++
		if err := os.WriteFile(path, data, 0o644); err != nil {
			t.Fatal(err)
		}
		if o := open(); o.Ground == nil {
			t.Error("a circuit was used that had been changed")
		}
		filecache.AwaitIdle()
	}
}

// TestNotSaved checks what is not saved.
func TestNotSaved(t *testing.T) {
	dir := t.TempDir()
	save := func(name string, least, took time.Duration) int {
		o, err := Open(t.Context(), parse(t, name), Options{})
		if err != nil {
			t.Fatal(err)
		}
		(&saver{filecache.Saver{Folder: filecache.New(dir, 10, 0), Key: name, Least: least}}).save(o, took)
		filecache.AwaitIdle()
		entries, err := os.ReadDir(dir)
		if err != nil {
			t.Fatal(err)
		}
		return len(entries)
	}
	if save("tictactoe", time.Second, time.Millisecond) != 0 {
		t.Error("a circuit that is built quickly was saved")
	}
	if save("kriegspiel-tictactoe", 0, time.Second) != 0 {
		t.Error("a game with hidden information was saved")
	}
	if save("tictactoe", 0, time.Second) != 1 {
		t.Error("nothing was saved")
	}
	var g *circuit.Game
	if g = (&saver{}).load(); g != nil {
		t.Error("there is a circuit without a key")
	}
}
