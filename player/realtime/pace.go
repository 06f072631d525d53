package realtime

import (
	"slices"

	"ludex/game"
	"ludex/timed"
)

// defaultPace is the pace of a game in which nothing expires.
const defaultPace = timed.Unit

// findPace estimates the pace of a game: the median lifetime of new facts in random
// plays. It scales the assumptions about how long others think, and how much time
// roles leave between two moves.
func (m *model) findPace() timed.Time {
	const plays, updates = 4, 50
	var lives []timed.Time
	for range plays {
		w := m.initial()
		lives = appendFresh(lives, nil, 0, w.state.Facts())
		for range updates {
			before, then := w.state.Facts(), w.state.Now()
			if w.over || m.err != nil || !m.randomUpdate(&w) {
				break
			}
			lives = appendFresh(lives, before, w.state.Now()-then, w.state.Facts())
		}
	}
	if len(lives) == 0 {
		return defaultPace
	}
	slices.Sort(lives)
	return max(lives[len(lives)/2], timed.Moment)
}

// appendFresh appends the finite lifetimes of facts that are new in a state.
func appendFresh(dst []timed.Time, before []timed.Fact, passed timed.Time, facts []timed.Fact) []timed.Time {
	for _, f := range facts {
		if f.Lifetime != timed.Forever && !slices.Contains(before, timed.Fact{Lifetime: f.Lifetime + passed, Fact: f.Fact}) {
			dst = append(dst, f.Lifetime)
		}
	}
	return dst
}

// randomUpdate makes a random update, and reports whether there was one.
func (m *model) randomUpdate(w *world) bool {
	at, kind := w.state.Expiry(), timed.Joint
	m.moves = m.moves[:0]
	if legal := m.canChance(w); len(legal) > 0 {
		m.moves = append(m.moves, timed.Move{Role: m.random, Text: legal[m.rand.Choose(len(legal))]})
		at, kind = w.state.Now(), timed.Chance
	} else if r := game.Role(m.rand.Choose(m.roles)); r != m.random && m.rand.Choose(2) == 0 {
		if legal := m.legal(w, r); len(legal) > 0 {
			m.moves = append(m.moves, timed.Move{Role: r, Text: legal[m.rand.Choose(len(legal))]})
			s := span{w.open(), w.state.Expiry()}
			at = min(s.until, s.from+timed.Time(m.rand.Choose(int(s.length()>>3)+1)))
		}
	}
	if at > timed.MaxTime {
		return false
	}
	_, ok := m.update(w, at, kind)
	return ok
}
