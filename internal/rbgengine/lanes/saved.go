package lanes

import (
	"bytes"
	"crypto/sha256"
	"encoding/gob"
	"errors"
	"fmt"

	"ludex/internal/budget"
	"ludex/internal/circuit"
	"ludex/internal/rbgengine/rbgplay"
	"ludex/rbg"
)

// A savedGame is a game in a file: what playouts need.
type savedGame struct {
	Loader  []byte // a loader
	Circuit []byte // see circuit.Save
}

// circuitKey returns the key of the circuit. It includes the loader, so that both are
// protected by the checksum of the circuit.
func (s *savedGame) circuitKey(key string) string {
	return fmt.Sprintf("%s %x", key, sha256.Sum256(s.Loader))
}

// errForeign is returned for bytes that are no saved game.
var errForeign = errors.New("these bytes are no saved game of this version")

// Save returns a game as bytes for [Load]. The key identifies what it was made of.
func (g *Game) Save(key string) ([]byte, error) {
	var s savedGame
	var err error
	if s.Loader, err = encodeGob(g.loader); err != nil {
		return nil, fmt.Errorf("saving the circuit of %s: %w", name(g.Rules()), err)
	}
	if s.Circuit, err = g.circuit.SaveWithoutPercepts(s.circuitKey(key)); err != nil {
		return nil, err
	}
	return encodeGob(&s)
}

func encodeGob(v any) ([]byte, error) {
	var b bytes.Buffer
	err := gob.NewEncoder(&b).Encode(v)
	return b.Bytes(), err
}

// Load returns the game that was saved with a key. It plays in lanes. Single positions are
// left to another reasoner, since what relates them to the circuit is not saved. Bytes that
// have been changed, or were saved with another key, are refused.
func Load(data []byte, key string, g *rbg.Game, memory budget.Memory, newReasoner func() rbgplay.Reasoner) (*Game, error) {
	var s savedGame
	if err := gob.NewDecoder(bytes.NewReader(data)).Decode(&s); err != nil {
		return nil, fmt.Errorf("%w: %w", errForeign, err)
	}
	c, err := circuit.Load(s.Circuit, s.circuitKey(key))
	if err != nil {
		return nil, err
	}
	var l loader
	if err := gob.NewDecoder(bytes.NewReader(s.Loader)).Decode(&l); err != nil {
		return nil, fmt.Errorf("%w: %w", errForeign, err)
	}
	out := &Game{loader: &l, circuit: c, memory: memory}
	out.Game = rbgplay.New(g, "lanes", memory, newReasoner)
	return out, nil
}
