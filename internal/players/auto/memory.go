package auto

import (
	"slices"
	"sync"

	"ludex/internal/players/strategy"
	"ludex/internal/training"
	"ludex/player"
)

// rememberedGames is the number of games of which is kept what was learned.
const rememberedGames = 4

// A memory keeps what players learned, by the fingerprints of rules, so that the next match
// of the same game goes on from there. It is safe for concurrent use; a nil memory keeps
// nothing.
type memory struct {
	mu      sync.Mutex
	learned map[string]training.Learned
	order   []string // the last one used comes last
	last    solution // of the last game that was solved
}

// A solution is a strategy that is as good as one is looked for.
type solution struct {
	rules    string
	strategy *strategy.Player // never started
	about    string
}

// solved returns a player for rules that were solved before, and a description of it, or
// nil.
func (m *memory) solved(rules string) (player.Player, string) {
	if m == nil || rules == "" {
		return nil, ""
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.last.rules != rules {
		return nil, ""
	}
	return m.last.strategy.Another(), m.last.about
}

// keepSolved keeps the solution of a game. Only the last one is kept.
func (m *memory) keepSolved(rules string, s *strategy.Player, about string) {
	if m == nil || rules == "" {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.last = solution{rules, s, about}
}

// recall returns what was learned about a game, which may be nothing.
func (m *memory) recall(rules string) training.Learned {
	if m == nil {
		return training.Learned{}
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.learned[rules]
}

// keep keeps what was learned about a game, unless another match learned from more plays
// meanwhile.
func (m *memory) keep(rules string, l training.Learned) {
	if m == nil || l.Newest == nil {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.learned == nil {
		m.learned = map[string]training.Learned{}
	}
	if old := m.learned[rules]; old.Newest != nil && old.Newest.Plays > l.Newest.Plays {
		return
	}
	m.learned[rules] = l
	m.order = append(slices.DeleteFunc(m.order, func(other string) bool { return other == rules }), rules)
	if len(m.order) > rememberedGames {
		delete(m.learned, m.order[0])
		m.order = m.order[1:]
	}
}
