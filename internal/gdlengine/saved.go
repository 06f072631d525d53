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

// A saver keeps the circuits of earlier openings in files.
type saver struct{ filecache.Saver }

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
	return &saver{filecache.Saver{Folder: filecache.Circuits(), Key: key, Least: filecache.WorthSaving}}
}

func fileName(p *gdl.Program) string {
	if p.File == nil {
		return ""
	}
	return p.File.Name()
}

// load returns the circuit that an earlier opening has saved, or nil.
func (s *saver) load() *circuit.Game {
	data, ok := s.Load()
	if !ok {
		return nil
	}
	g, err := circuit.Load(data, s.Key)
	if err != nil {
		return nil
	}
	return g
}

// save saves a circuit that took long to set up, in the background. It may be left out.
func (s *saver) save(o *Opened, took time.Duration) {
	if o.Game.Hidden() || o.Circuit != o.Game {
		return // goals that are computed by demand are not part of a circuit
	}
	s.Save(took, func() ([]byte, error) { return o.Circuit.Save(s.Key) })
}

// saveAgain saves the circuit of ground rules, for a game whose own circuit has other
// numbers. It is built once more, at low priority.
func (s *saver) saveAgain(spec *circuit.Spec, opt *Options, took time.Duration) {
	if spec.Hidden {
		return
	}
	s.SaveLater(took, func() ([]byte, error) {
		tiers.LowerPriority()
		g, err := circuit.New(context.Background(), spec, circuit.Options{Memory: opt.Memory})
		if err != nil {
			return nil, err
		}
		return g.Save(s.Key)
	})
}
