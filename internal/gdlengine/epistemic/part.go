package epistemic

import (
	"encoding/binary"
	"sync"
	"sync/atomic"

	"ludex/game"
)

// A part is a connected set of successors. Most are never asked for, so that its model is
// made on demand.
type part struct {
	mu        sync.Mutex
	unsettled *model                // the successors as worlds, until somebody asks
	settled   atomic.Pointer[model] // nil until then
	worlds    []int32               // by successor, what it is in the model
}

// settle returns the model of a part. If models are shared, bisimilar successors are one
// world of it; otherwise those are that look the same to everybody.
func (g *Game) settle(p *part, machine game.Machine) (*model, error) {
	if m := p.settled.Load(); m != nil {
		return m, nil
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if m := p.settled.Load(); m != nil {
		return m, nil
	}
	reduce := merge
	if g.options.Share {
		reduce = contract
	}
	reduced, worlds := reduce(p.unsettled)
	m, err := g.remember(reduced, machine)
	if err != nil {
		return nil, err
	}
	if err := g.grow(-p.unsettled.size()); err != nil {
		return nil, err
	}
	p.unsettled, p.worlds = nil, worlds
	p.settled.Store(m)
	return m, nil
}

// remember computes what is known in a model. If models are shared, one that was remembered
// before serves for all with the same content.
func (g *Game) remember(m *model, machine game.Machine) (*model, error) {
	var key [32]byte
	if g.options.Share {
		key = m.hash()
		if old := g.find(key); old != nil {
			return old, nil
		}
	}
	if err := m.know(g, machine); err != nil {
		return nil, err
	}
	return g.keep(m, key)
}

// merge makes worlds one that have the same facts and look the same to everybody. It
// returns the model and by world what it is in there.
func merge(m *model) (*model, []int32) {
	out := &model{classes: make([][]int32, len(m.classes))}
	worlds := make([]int32, len(m.states))
	known := map[string]int32{}
	var key []byte
	for i, s := range m.states {
		key = key[:0]
		for _, classes := range m.classes {
			key = binary.LittleEndian.AppendUint32(key, uint32(classes[i]))
		}
		for _, word := range s {
			key = binary.LittleEndian.AppendUint64(key, word)
		}
		w, ok := known[string(key)]
		if !ok {
			w = int32(len(out.states))
			known[string(key)] = w
			out.states = append(out.states, s)
			for p, classes := range m.classes {
				out.classes[p] = append(out.classes[p], classes[i])
			}
		}
		worlds[i] = w
	}
	return out, worlds
}
