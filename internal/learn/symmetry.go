package learn

import (
	"ludex/game"
	"ludex/internal/neural"
)

// images replaces samples by their images under symmetries of the game, so that what is
// learned about a state is learned about all states like it.
type images struct {
	symmetries []game.Symmetry
	features   []int32   // scratch memory
	goals      []float32 // likewise
}

// replace replaces each sample by the image under a random symmetry, or by itself.
func (m *images) replace(samples []neural.Sample, rand *game.Rand) {
	if len(m.symmetries) == 0 {
		return
	}
	m.features, m.goals = m.features[:0], m.goals[:0]
	for i := range samples {
		if k := rand.Choose(len(m.symmetries) + 1); k > 0 {
			m.replaceOne(&samples[i], &m.symmetries[k-1])
		}
	}
}

// replaceOne replaces a sample by its image.
func (m *images) replaceOne(s *neural.Sample, y *game.Symmetry) {
	first := len(m.features)
	for _, f := range s.Features {
		m.features = append(m.features, y.Features[f])
	}
	s.Features = m.features[first:len(m.features):len(m.features)]
	first = len(m.goals)
	m.goals = append(m.goals, s.Goals...)
	goals := m.goals[first:len(m.goals):len(m.goals)]
	for r, to := range y.Roles {
		goals[to] = s.Goals[r]
	}
	s.Goals = goals
}
