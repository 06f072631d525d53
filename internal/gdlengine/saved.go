package gdlengine

import (
	"context"
	"fmt"
	"sync"
	"time"

	"ludex/gdl"
	"ludex/internal/circuit"
	"ludex/internal/filecache"
	"ludex/internal/gdlformat"
	"ludex/internal/tiers"
)

const (
	// worthSaving is how long a circuit takes to set up before it is saved.
	worthSaving = 300 * time.Millisecond
	// savedFiles and savedBytes limit the saved circuits.
	savedFiles = 200
	savedBytes = 1 << 30
)

// A saver keeps the circuits of earlier openings in files.
type saver struct {
	folder *filecache.Folder
	key    string // of the game; "" if nothing is saved
	least  time.Duration
}

// newSaver returns the files of the user. A circuit is used again by the same version of
// the program only, and if it was built with the same limits: where it exceeds them, it
// must not come from a file.
func newSaver(p *gdl.Program, opt *Options) *saver {
	program, ok := filecache.Program()
	if !ok {
		return &saver{}
	}
	key := tiers.Key("gdl", program, fileName(p), string(gdlformat.Program(p, gdl.Prefix)), p.Dialect.String(),
		fmt.Sprint(p.Syntax, opt.ForceHidden, int64(opt.Memory), opt.Time))
	return &saver{folder: filecache.User("circuits", savedFiles, savedBytes), key: key, least: worthSaving}
}

func fileName(p *gdl.Program) string {
	if p.File == nil {
		return ""
	}
	return p.File.Name()
}

// load returns the circuit that an earlier opening has saved, or nil.
func (s *saver) load() *circuit.Game {
	if s.key == "" {
		return nil
	}
	data, ok := s.folder.Load(s.key)
	if !ok {
		return nil
	}
	g, err := circuit.Load(data, s.key)
	if err != nil {
		return nil
	}
	return g
}

var (
	// saving is held while a circuit is saved, so that this takes one core at most.
	saving = make(chan struct{}, 1)
	// ready counts circuits that only have to be written.
	ready sync.WaitGroup
)

// save saves a circuit that took long to set up, in the background. It may be left out.
func (s *saver) save(o *Opened, took time.Duration) {
	if s.key == "" || took < s.least || o.Game.Hidden() || o.Circuit != o.Game || !begin() {
		return // goals that are computed by demand are not part of a circuit
	}
	ready.Go(func() {
		defer end()
		s.write(o.Circuit)
	})
}

// saveAgain saves the circuit of ground rules, for a game whose own circuit has other
// numbers. It is built once more, at low priority.
func (s *saver) saveAgain(spec *circuit.Spec, opt *Options, took time.Duration) {
	if s.key == "" || took < s.least || spec.Hidden || !begin() {
		return
	}
	go func() {
		defer end()
		tiers.LowerPriority()
		if g, err := circuit.New(context.Background(), spec, circuit.Options{Memory: opt.Memory}); err == nil {
			s.write(g)
		}
	}()
}

// begin reports whether a circuit can be saved now: no other one is.
func begin() bool {
	select {
	case saving <- struct{}{}:
		return true
	default:
		return false
	}
}

func end() { <-saving }

// write writes a circuit to its file.
func (s *saver) write(g *circuit.Game) {
	if data, err := g.Save(s.key); err == nil {
		s.folder.Save(s.key, data)
	}
}

// FinishSaving waits until circuits that are ready have been saved, or the context ends.
// A program calls it before it ends.
func FinishSaving(ctx context.Context) {
	done := make(chan struct{})
	go func() {
		ready.Wait()
		close(done)
	}()
	select {
	case <-done:
	case <-ctx.Done():
	}
}
