package environment

import (
	"encoding/binary"
	"errors"

	"ludex/game"
)

// A mappedVector is a vector whose memory is a file that the client has mapped as well.
type mappedVector struct {
	*Vector
	unmap func() error
}

func (v *mappedVector) close() { _ = v.unmap() }

// newVector makes a vector. Its memory is a new file that the client removes.
func (s *Server) newVector(q *question) (any, error) {
	g := s.games[q.Game]
	if g == nil {
		return nil, errors.New("there is no such game")
	}
	m := &mappedVector{unmap: func() error { return nil }}
	v, err := NewVector(g.Game, VectorOptions{Count: q.Count, Seed: q.Seed, MaxSteps: q.Steps, History: q.Limit}, func(bytes int) ([]byte, error) {
		memory, unmap, err := mapFile(q.Path, bytes)
		if err == nil {
			m.unmap = unmap
		}
		return memory, err
	})
	if err != nil {
		return nil, errors.Join(err, m.unmap())
	}
	m.Vector = v
	id := s.number()
	s.vectors[id] = m
	return map[string]any{"id": id, "layout": v.Layout, "percepts": v.perceptTexts(), "max_steps": v.opt.MaxSteps}, nil
}

// perceptTexts returns for each role what the bits of its percepts mean.
func (v *Vector) perceptTexts() [][]string {
	all := make([][]string, v.roles)
	l, ok := v.rows.(*laneRows)
	for r := range all {
		all[r] = []string{}
		if !ok {
			continue
		}
		for k := l.history.from[r]; k < l.history.to[r]; k++ {
			all[r] = append(all[r], v.game.PerceptText(l.stepper.Percept(game.Role(r), k)))
		}
	}
	return all
}

// resetVector begins all plays of a vector anew.
func (s *Server) resetVector(q *question) (any, error) {
	v := s.vectors[q.ID]
	if v == nil {
		return nil, errors.New("there are no such plays")
	}
	return nil, v.Reset(q.Seed)
}

// release releases a vector or a player.
func (s *Server) release(id int) {
	if v := s.vectors[id]; v != nil {
		v.close()
		delete(s.vectors, id)
	}
	if p := s.players[id]; p != nil {
		p.stop()
		delete(s.players, id)
	}
}

// The ways to step a vector.
const (
	stepChoice = 0
	stepJoint  = 1
	stepRandom = 2
)

// stepVector answers a request to step a vector: the way, two bytes that mean nothing, its
// number in four bytes, and in four bytes how many times if moves are random.
func (s *Server) stepVector(body []byte) ([]byte, error) {
	if len(body) != 11 {
		return nil, errShort
	}
	v := s.vectors[int(binary.LittleEndian.Uint32(body[3:]))]
	if v == nil {
		return nil, errors.New("there are no such plays")
	}
	var err error
	switch body[0] {
	case stepChoice:
		err = v.StepChoice()
	case stepJoint:
		err = v.StepJoint()
	case stepRandom:
		err = v.StepRandom(int(binary.LittleEndian.Uint32(body[7:])))
	}
	return s.begin(sayDone), err
}
