package gogen

import (
	"strconv"
	"strings"
)

const shareFields = `
	spans    []span
	stations []station // a table by fingerprint
	met      int32 // the span that was known
	sharing  bool // moves that are known are not found again
	shares   [%d]experience
`

// shareText is what games with shared functions have in common.
const shareText = `
// A span is the entries that a function has made, which begin with a prefix.
type span struct {
	first, last int32 // entries
	before      int32 // moves of earlier entries
	moves       int32 // or -1 while it is being made
	prefix      int32
}

// An experience is how often the moves that a function would find were known.
type experience struct {
	asked, known int
	vain         bool // seldom
}

// ask has an experience know that it is asked again.
func (x *experience) ask() {
	if x.asked++; x.asked == trial {
		*x = experience{vain: x.known < trial/8}
	}
}

// begins has a span begin here.
func (s *span) begins(m *Machine) {
	*s = span{int32(m.entries), 0, int32(m.found), -1, m.at}
}

// ends has a span end here.
func (s *span) ends(m *Machine) {
	s.last, s.moves = int32(m.entries), int32(m.found)-s.before
}

// A station is where a span is remembered, by the fingerprint of the position.
type station struct {
	key  uint64
	home uint32
	span int32 // from 1 on; 0 is none
}

const (
	known    = -1 // the moves from here are known
	unneeded = -2 // they are known, and there are none
	unknown  = -3 // they are not known, and will not be remembered

	maxStations = 1 << 21
	// trial is after how many questions it is asked whether sharing is worth it: in
	// many games, positions do not come again.
	trial = 1 << 13
)

// share reports whether the moves are known that go on from a board. If they are
// not, it returns the span that they will be.
func (m *Machine) share(h hash, seed uint64, function int) int {
	experience := &m.shares[function]
	experience.ask()
	if 3*len(m.spans) >= 2*len(m.stations) && !m.widen() {
		return unknown
	}
	at := m.find(station{key: h.a + seed, home: uint32(h.b ^ seed)})
	if at.span == 0 {
		m.spans = append(m.spans, span{moves: -1})
		*at = station{h.a + seed, uint32(h.b ^ seed), int32(len(m.spans))}
		return len(m.spans) - 1
	}
	experience.known++
	m.met = at.span - 1
	switch m.spans[m.met].moves {
	case -1:
		return unknown
	case 0:
		return unneeded
	}
	return known
}

// find returns the place of a station: it is there, or nothing.
func (m *Machine) find(s station) *station {
	for k := s.home; ; k++ {
		at := &m.stations[int(k)&(len(m.stations)-1)]
		if at.span == 0 || at.key == s.key && at.home == s.home {
			return at
		}
	}
}

// refer has the list of moves refer to the span that was met last.
func (m *Machine) refer() {
	s := &m.spans[m.met]
	if m.found+int(s.moves) > maxMoves {
		m.fail(errMoves)
		return
	}
	if len(m.log) <= m.entries {
		m.grow(m.entries, 1)
	}
	m.log[m.entries] = entry{before: int32(m.found), apply: -1 - m.met, prefix: m.at}
	m.entries++
	m.found += int(s.moves)
}

// widen makes room for more stations, if there may be more.
func (m *Machine) widen() bool {
	old := m.stations
	if len(old) >= maxStations {
		return false
	}
	m.stations = make([]station, max(1<<12, 2*len(old)))
	for _, s := range old {
		if s.span != 0 {
			*m.find(s) = s
		}
	}
	return true
}

// beginSharing forgets what was shared in the search before. The table gets as
// small as that could have been: what is near is found soon.
func (m *Machine) beginSharing() {
	if len(m.spans) == 0 {
		return
	}
	if size := len(m.stations); size > 1<<12 && 6*len(m.spans) < size {
		m.stations = m.stations[:size/2]
	}
	clear(m.stations)
	m.spans = m.spans[:0]
}

// follow follows references to the entry with a move. It hands on the prefixes on
// the way, from one up to another that is not part of them.
func (m *Machine) follow(n int, prefixes func(from, to int32)) (*entry, int) {
	first, last, to := int32(0), int32(m.entries), int32(-1)
	for {
		e := m.entryOf(first, last, n)
		prefixes(e.prefix, to)
		if e.apply >= 0 {
			return e, n - int(e.before)
		}
		s := &m.spans[-1-e.apply]
		n += int(s.before - e.before)
		first, last, to = s.first, s.last, s.prefix
	}
}

// make makes one of the moves that were counted last, and nothing more.
func (m *Machine) make(n int) {
	e, n := m.follow(n, m.replay)
	m.act(e.apply, e.nth(n))
}

// Move appends the actions of one of the moves that were counted last.
func (m *Machine) Move(n int, dst []Action) []Action {
	e, n := m.follow(n, func(from, to int32) { dst = m.appendPrefix(from, to, dst) })
	return appendActions(dst, e.apply, e.nth(n))
}
`

// plainText is the same for games without.
const plainText = `
// make makes one of the moves that were counted last, and nothing more.
func (m *Machine) make(n int) {
	e := m.entryOf(0, int32(m.entries), n)
	m.replay(e.prefix, -1)
	m.act(e.apply, e.nth(n-int(e.before)))
}

// Move appends the actions of one of the moves that were counted last.
func (m *Machine) Move(n int, dst []Action) []Action {
	e := m.entryOf(0, int32(m.entries), n)
	return appendActions(m.appendPrefix(e.prefix, -1, dst), e.apply, e.nth(n-int(e.before)))
}
`

// playFile returns what is the same for all games.
func (e *emitter) playFile() string {
	words := strings.NewReplacer("WORDS", strconv.Itoa(e.p.Words))
	if len(e.shares) == 0 {
		return words.Replace(strings.NewReplacer("\tm.beginSharing()\n", "", "\tm.sharing = true\n", "",
			"\tsharing := m.sharing\n\tm.sharing = false\n", "", "\tm.sharing = sharing\n", "").Replace(playText)) + plainText
	}
	return words.Replace(playText) + shareText
}
