package realtime

import (
	"errors"
	"fmt"

	"ludex/game"
)

// errNoLexicon is reported for an original game whose percepts have no texts that
// could be looked up.
var errNoLexicon = errors.New("the engine of the original game does not know percepts by their texts")

// percepts returns the numbers that the original game has for what the role saw at
// the end of a turn.
func (t *turnsPlayer) percepts(texts []string) ([]game.Percept, error) {
	lexicon := game.CapabilitiesOf(t.original).Vocabulary
	if lexicon == nil {
		return nil, errNoLexicon
	}
	var out []game.Percept
	for _, text := range texts {
		p, ok := lexicon.FindPercept(text)
		if !ok {
			return out, fmt.Errorf("the original game has no percept %s", text)
		}
		out = append(out, p)
	}
	return out, nil
}
