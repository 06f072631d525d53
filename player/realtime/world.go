package realtime

import (
	"slices"

	"ludex/game"
	"ludex/timed"
)

// A model computes how a game may continue. It belongs to one goroutine.
type model struct {
	game   *timed.Game
	me     game.Role
	random game.Role
	hidden bool
	roles  int
	rand   *game.Rand
	margin timed.Time // how long before an expiry a move must be planned to be in time
	pace   timed.Time // the typical lifetime of facts

	updates int // made so far
	moves   []timed.Move
	err     error
}

func newModel(g *timed.Game, me game.Role, seed uint64) *model {
	m := &model{game: g, me: me, random: g.Random(), hidden: g.Hidden(), roles: len(g.Roles()),
		rand: game.NewRand(seed), margin: timed.Moment}
	m.pace = m.findPace()
	return m
}

// rest is the minimal time between two moves of a role. Without it, roles that may
// move at any time could do so without time passing.
func (m *model) rest() timed.Time { return m.pace / 32 }

// A world is a state that the match may be in, with what the roles know in it.
type world struct {
	state    timed.State
	closed   timed.Time // the last instant that is closed to moves
	resting  bool       // random waits for another event
	over     bool
	observed []uint64     // by role: a hash of what it was told so far
	moved    []timed.Time // by role: when it moved last, or -1
}

// initial returns the beginning of a match, before random has moved.
func (m *model) initial() world {
	w := world{state: m.game.Initial(), closed: -1, observed: make([]uint64, m.roles), moved: make([]timed.Time, m.roles)}
	for r := range w.moved {
		w.moved[r] = -1
	}
	return w
}

func (w *world) clone() world {
	c := *w
	c.observed, c.moved = slices.Clone(w.observed), slices.Clone(w.moved)
	return c
}

// open returns the first instant at which a role can move.
func (w *world) open() timed.Time { return max(w.state.Now(), w.closed+timed.Moment) }

// openTo returns the first instant for which a role plans.
func (m *model) openTo(w *world, r game.Role) timed.Time {
	if w.moved[r] < 0 {
		return w.open()
	}
	return max(w.open(), w.moved[r]+m.rest())
}

// fail records an error; the computation continues with what it has.
func (m *model) fail(err error) bool {
	if err != nil && m.err == nil {
		m.err = err
	}
	return err != nil
}

// legal returns the legal moves of a role.
func (m *model) legal(w *world, r game.Role) []string {
	list, err := m.game.Legal(w.state, r)
	if m.fail(err) {
		return nil
	}
	return list
}

// update makes an update at an instant with the moves of the model, and informs
// the roles. It reports whether that worked.
func (m *model) update(w *world, at timed.Time, kind timed.Kind) (timed.Update, bool) {
	m.updates++
	before := w.state
	u, err := m.game.Update(w.state, at-w.state.Now(), m.moves)
	if m.fail(err) {
		w.over = true
		return u, false
	}
	w.state = u.State
	if kind == timed.Joint {
		w.closed, w.resting = at, false
		for i := range m.moves {
			w.moved[m.moves[i].Role] = at
		}
	} else {
		w.resting = w.state.Equal(before)
	}
	if w.over, err = m.game.Terminal(w.state); m.fail(err) {
		w.over = true
		return u, false
	}
	return u, true
}

// observes reports whether a role learns of an update, and records it if so.
func (m *model) observes(w *world, u *timed.Update, r game.Role, kind timed.Kind) bool {
	if r == m.random {
		return false
	}
	own := uint64(0)
	for i := range m.moves {
		if m.moves[i].Role == r {
			own = 1 + textKey(m.moves[i].Text)
		}
	}
	if m.hidden && own == 0 && !u.Perceives(r) {
		return false
	}
	key := w.observed[r]
	key = mix(key ^ uint64(w.state.Now()))
	key = mix(key + u.PerceptKey(r) + own)
	if kind == timed.Chance {
		key = mix(key + 1)
	}
	w.observed[r] = key
	return true
}

// canChance returns the moves that random can choose from, if it is to move.
func (m *model) canChance(w *world) []string {
	if m.random == game.NoRole || w.resting || w.over {
		return nil
	}
	return m.legal(w, m.random)
}

// mix is the output function of SplitMix64.
func mix(z uint64) uint64 { return game.NewRand(z).Uint64() }

// textKey returns a hash of a text.
func textKey(s string) uint64 {
	key := uint64(14695981039346656037)
	for i := range len(s) {
		key = (key ^ uint64(s[i])) * 1099511628211
	}
	return key >> 1
}
