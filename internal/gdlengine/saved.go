package gdlengine

import (
	"context"
	"fmt"
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
	key, ok := tiers.ExactKey("gdl", fileName(p), string(gdlformat.Program(p, gdl.Prefix)), p.Dialect.String(),
		fmt.Sprint(p.Syntax, opt.ForceHidden, int64(opt.Memory), opt.Time))
	if !ok {
		return &saver{}
	}
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

// saving is held while a circuit is saved, so that this does not take more than one core.
var saving = make(chan struct{}, 1)

// save saves a circuit that took long to set up, in the background. It may be left out.
func (s *saver) save(o *Opened, took time.Duration) {
	if s.key == "" || took < s.least || o.Game.Hidden() || o.Circuit != o.Game {
		return // goals that are computed by demand are not part of a circuit
	}
	s.background(func() (*circuit.Game, error) { return o.Circuit, nil })
}

// saveAgain saves the circuit of ground rules, for a game whose own circuit has other
// numbers. It is built once more.
func (s *saver) saveAgain(spec *circuit.Spec, opt *Options, took time.Duration) {
	if s.key == "" || took < s.least || spec.Hidden {
		return
	}
	s.background(func() (*circuit.Game, error) {
		return circuit.New(context.Background(), spec, circuit.Options{Memory: opt.Memory})
	})
}

// background makes and saves a circuit, unless another one is being saved.
func (s *saver) background(build func() (*circuit.Game, error)) {
	select {
	case saving <- struct{}{}:
	default:
		return
	}
	go func() {
		defer func() { <-saving }()
		tiers.LowerPriority()
		g, err := build()
		if err != nil {
			return
		}
		if data, err := g.Save(s.key); err == nil {
			s.folder.Save(s.key, data)
		}
	}()
}
