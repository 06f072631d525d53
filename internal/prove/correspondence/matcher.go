package correspondence

import (
	"context"
	"math/bits"
	"math/rand/v2"
	"slices"

	"ludex/internal/prove/transition"
)

// A set is a set of moves.
type set []uint64

func newSet(n int) set { return make(set, (n+63)/64) }

func (s set) add(i int)      { s[i>>6] |= 1 << (i & 63) }
func (s set) remove(i int)   { s[i>>6] &^= 1 << (i & 63) }
func (s set) has(i int) bool { return s[i>>6]>>(i&63)&1 == 1 }

func (s set) len() int {
	n := 0
	for _, w := range s {
		n += bits.OnesCount64(w)
	}
	return n
}

// list returns the elements in ascending order.
func (s set) list() []int {
	var list []int
	for i, w := range s {
		for ; w != 0; w &= w - 1 {
			list = append(list, 64*i+bits.TrailingZeros64(w))
		}
	}
	return list
}

// keep keeps the elements that another set has, or those that it does not have. It reports
// whether one was removed.
func (s set) keep(o set, not bool) bool {
	changed := false
	for i := range s {
		w := s[i] & o[i]
		if not {
			w = s[i] &^ o[i]
		}
		changed = changed || w != s[i]
		s[i] = w
	}
	return changed
}

// A matcher plays two games side by side, and keeps the moves that may correspond.
type matcher struct {
	games   [2]*evaluator
	rng     *rand.Rand
	may     [][]set  // by role and move of the first game: moves of the second
	seen    [][]bool // by role and move of the first game: it was legal
	made    [][]int  // likewise: how often it was made
	ended   int      // plays that came to an end
	quiet   int      // steps since something was excluded
	guesses []guess
	plays   [][][]int    // that the games have to agree on, as moves of the first
	words   [2][][]words // by game, role and move

	at     [2][]bool // the states of the play
	length int       // of the play
}

func newMatcher(a, b *transition.System, roles []int, rng *rand.Rand) *matcher {
	m := &matcher{games: [2]*evaluator{newEvaluator(a, identity(a)), newEvaluator(b, roles)}, rng: rng}
	for i, e := range m.games {
		for _, r := range e.roles {
			var list []words
			for _, move := range e.system.Roles[r].Moves {
				list = append(list, wordsOf(move.Text))
			}
			m.words[i] = append(m.words[i], list)
		}
	}
	for r, other := range roles {
		n := len(b.Roles[other].Moves)
		var may []set
		for range a.Roles[r].Moves {
			s := newSet(n)
			for i := range n {
				s.add(i)
			}
			may = append(may, s)
		}
		m.may = append(m.may, may)
		m.seen = append(m.seen, make([]bool, len(may)))
		m.made = append(m.made, make([]int, len(may)))
	}
	return m
}

// fix excludes all but what is given.
func (m *matcher) fix(list []Fixed) {
	for _, f := range list {
		s := m.may[f.Role][f.Move]
		has := s.has(f.To)
		clear(s)
		if has {
			s.add(f.To)
		}
	}
}

// Limits of a search.
const (
	maxSteps   = 20_000
	maxLength  = 300 // of a play
	enoughEnds = 3
	enough     = 150 // steps in which nothing is excluded
	patience   = 30  // steps in which nothing is excluded before a guess
)

// search plays until nothing is excluded any more. Where moves do not correspond it goes
// back to the last guess, a limited number of times. It reports false if that does not help.
func (m *matcher) search(ctx context.Context, backtracks int) bool {
	m.restart()
	for range maxSteps {
		if ctx.Err() != nil {
			return false
		}
		ok := false
		if m.complete() {
			if ok = m.follows(); ok && m.complete() {
				return true
			}
		} else {
			ok = m.step()
		}
		if ok {
			continue
		}
		if backtracks == 0 || !m.backtrack() {
			return false
		}
		backtracks--
	}
	return false
}

// follows makes the moves of the plays that were given. It reports false if the games differ
// in one of them.
func (m *matcher) follows() bool {
	for _, play := range m.plays {
		m.restart()
		for n := 0; ; n++ {
			views := [2]view{m.games[0].look(m.at[:1])[0], m.games[1].look(m.at[1:])[0]}
			if !m.match(&views) || !m.compareSuccessors(m.at, &views) {
				return false
			}
			if n == len(play) {
				break
			}
			joints := [2][]int{play[n]}
			for r, move := range play[n] {
				if m.may[r][move].len() > 1 {
					m.guess(r, []int{move})
				}
				joints[1] = append(joints[1], m.may[r][move].list()[0])
			}
			if !m.settle() {
				return false
			}
			for i, e := range m.games {
				m.at[i] = e.next(m.at[i], joints[i:i+1])[0]
			}
		}
	}
	m.restart()
	return true
}

// complete reports whether enough was seen.
func (m *matcher) complete() bool {
	return m.quiet >= enough && m.ended >= enoughEnds && !m.undetermined()
}

// restart begins a play.
func (m *matcher) restart() {
	for i, e := range m.games {
		m.at[i] = e.system.Initial()
	}
	m.length = 0
}

// step compares two states and makes a joint move. It reports false if the states do not
// correspond.
func (m *matcher) step() bool {
	m.quiet++
	views := [2]view{m.games[0].look(m.at[:1])[0], m.games[1].look(m.at[1:])[0]}
	if !m.match(&views) || !m.compareSuccessors(m.at, &views) {
		return false
	}
	if views[0].over || stuck(&views[0]) || m.length >= maxLength {
		m.ended++
		m.restart()
		return true
	}
	joints, ok := m.choose(&views)
	if !ok {
		return false
	}
	for i, e := range m.games {
		m.at[i] = e.next(m.at[i], joints[i:i+1])[0]
	}
	m.length++
	return true
}

// A guess is a decision between moves, with what was known before it.
type guess struct {
	role, move, to int
	may            [][]set
	at             [2][]bool
	length, ended  int
}

// backtrack goes back to the last guess, which was wrong. It reports false if there is none.
func (m *matcher) backtrack() bool {
	for len(m.guesses) > 0 {
		g := m.guesses[len(m.guesses)-1]
		m.guesses = m.guesses[:len(m.guesses)-1]
		m.may, m.at, m.length, m.ended = g.may, g.at, g.length, g.ended
		m.may[g.role][g.move].remove(g.to)
		m.quiet = 0
		if m.may[g.role][g.move].len() > 0 && m.settle() {
			return true
		}
	}
	return false
}

func stuck(v *view) bool {
	return slices.ContainsFunc(v.legal, func(moves []int) bool { return len(moves) == 0 })
}

// undetermined reports whether a move that was legal may correspond to several.
func (m *matcher) undetermined() bool {
	for r := range m.may {
		for i, s := range m.may[r] {
			if m.seen[r][i] && s.len() > 1 {
				return true
			}
		}
	}
	return false
}

// match excludes what the views of two states do not allow. It reports false if these
// cannot correspond.
func (m *matcher) match(views *[2]view) bool {
	a, b := &views[0], &views[1]
	if a.over != b.over {
		return false
	}
	if a.over {
		return slices.EqualFunc(a.goals, b.goals, slices.Equal)
	}
	for r := range m.may {
		if len(a.legal[r]) != len(b.legal[r]) {
			return false
		}
		legal := newSet(64 * len(m.may[r][0]))
		for _, i := range b.legal[r] {
			legal.add(i)
		}
		next := 0
		for i := range m.may[r] {
			is := next < len(a.legal[r]) && a.legal[r][next] == i
			if is {
				next++
				m.seen[r][i] = true
			}
			if m.may[r][i].keep(legal, !is) {
				m.quiet = 0
			}
			if is && m.may[r][i].len() == 0 {
				return false
			}
		}
	}
	return m.settle()
}

// settle excludes what corresponds to another move already.
func (m *matcher) settle() bool {
	for r := range m.may {
		settled := map[int]int{}
		for again := true; again; {
			again = false
			for i, s := range m.may[r] {
				if !m.seen[r][i] || s.len() != 1 {
					continue
				}
				to := s.list()[0]
				if other, ok := settled[to]; ok {
					if other != i {
						return false
					}
					continue
				}
				settled[to] = i
				for k, o := range m.may[r] {
					if k != i && o.has(to) {
						o.remove(to)
						again, m.quiet = true, 0
					}
				}
			}
		}
		for i, s := range m.may[r] {
			if m.seen[r][i] && s.len() == 0 {
				return false
			}
		}
	}
	return true
}

// compareSuccessors excludes moves that lead to states of different kinds, where only one
// role has a choice.
func (m *matcher) compareSuccessors(at [2][]bool, views *[2]view) bool {
	role := m.chooser(&views[0])
	if views[0].over || role < 0 || m.determined(role, views[0].legal[role]) {
		return true
	}
	var kinds [2][]string
	for g, e := range m.games {
		joint := make([]int, len(m.may))
		for r := range joint {
			joint[r] = views[g].legal[r][0]
		}
		kinds[g] = e.signatures(at[g], role, views[g].legal[role], joint)
	}
	same := map[string]set{}
	for k, i := range views[1].legal[role] {
		if same[kinds[1][k]] == nil {
			same[kinds[1][k]] = newSet(64 * len(m.may[role][0]))
		}
		same[kinds[1][k]].add(i)
	}
	for k, i := range views[0].legal[role] {
		s := same[kinds[0][k]]
		if s == nil {
			return false
		}
		if m.may[role][i].keep(s, false) {
			m.quiet = 0
		}
		if m.may[role][i].len() == 0 {
			return false
		}
	}
	return m.settle()
}

// chooser returns the only role with more than one move, or -1.
func (m *matcher) chooser(v *view) int {
	found := -1
	for r, moves := range v.legal {
		switch {
		case len(moves) == 0 || len(moves) > 1 && found >= 0:
			return -1
		case len(moves) > 1:
			found = r
		}
	}
	return found
}

func (m *matcher) determined(role int, moves []int) bool {
	return !slices.ContainsFunc(moves, func(i int) bool { return m.may[role][i].len() > 1 })
}

// choose chooses a joint move: for each role one whose correspondence is known and that was
// rarely made, or a guess.
func (m *matcher) choose(views *[2]view) (joints [2][]int, ok bool) {
	for r, moves := range views[0].legal {
		var known, unknown []int
		for _, i := range moves {
			if m.may[r][i].len() == 1 {
				known = append(known, i)
			} else {
				unknown = append(unknown, i)
			}
		}
		var move int
		if len(known) == 0 || m.quiet > patience && len(unknown) > 0 {
			move = m.guess(r, unknown)
		} else {
			move = m.rare(r, known)
		}
		if !m.settle() {
			return joints, false
		}
		m.made[r][move]++
		joints[0] = append(joints[0], move)
		joints[1] = append(joints[1], m.may[r][move].list()[0])
	}
	return joints, true
}

// rare returns a move that was made most rarely, or any.
func (m *matcher) rare(role int, moves []int) int {
	best := moves[m.rng.IntN(len(moves))]
	if m.rng.IntN(4) == 0 {
		return best
	}
	for _, i := range moves {
		if m.made[role][i] < m.made[role][best] {
			best = i
		}
	}
	return best
}

// guess decides which move corresponds to one of those that leave the fewest choices.
func (m *matcher) guess(role int, moves []int) int {
	best := moves[m.rng.IntN(len(moves))]
	for _, i := range moves {
		if m.may[role][i].len() < m.may[role][best].len() {
			best = i
		}
	}
	g := guess{role: role, move: best, to: m.likely(role, best), at: m.at, length: m.length, ended: m.ended}
	for _, sets := range m.may {
		var copies []set
		for _, s := range sets {
			copies = append(copies, slices.Clone(s))
		}
		g.may = append(g.may, copies)
	}
	m.guesses = append(m.guesses, g)
	s := m.may[role][best]
	clear(s)
	s.add(g.to)
	m.quiet = 0
	return best
}

// likely returns the move whose symbols go best with those of moves that are known.
func (m *matcher) likely(role, move int) int {
	known := newPairs()
	for r := range m.may {
		for i, s := range m.may[r] {
			if m.seen[r][i] && s.len() == 1 {
				known.add(m.words[0][r][i], m.words[1][r][s.list()[0]])
			}
		}
	}
	list := m.may[role][move].list()
	m.rng.Shuffle(len(list), func(i, k int) { list[i], list[k] = list[k], list[i] })
	best, most := list[0], 0
	for n, to := range list {
		if score := known.score(m.words[0][role][move], m.words[1][role][to]); n == 0 || score > most {
			best, most = to, score
		}
	}
	return best
}

// result returns what was found.
func (m *matcher) result() *Correspondence {
	c := &Correspondence{Roles: m.games[1].roles}
	for r := range m.may {
		moves := make([]int, len(m.may[r]))
		for i, s := range m.may[r] {
			if moves[i] = -1; m.seen[r][i] {
				moves[i] = s.list()[0]
			}
		}
		c.Moves = append(c.Moves, moves)
	}
	return c
}
