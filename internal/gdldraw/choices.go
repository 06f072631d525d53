package gdldraw

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"ludex/gdl"
	"ludex/internal/picture"
)

// choices are the moves that roles had in the sampled positions.
type choices struct {
	together bool             // several players decided at the same time
	moves    map[int][]string // by role, as far as they are few
	vary     bool             // a role that decides does not always have the same moves
	waits    map[string]bool  // moves of roles that had no choice
}

func newChoices() *choices { return &choices{moves: map[int][]string{}, waits: map[string]bool{}} }

// mostChoices is the number of moves up to which a game of two is a matrix.
const mostChoices = 6

// see records the legal moves of a role.
func (c *choices) see(role int, texts []string) {
	if len(texts) == 1 {
		c.waits[texts[0]] = true
		return
	}
	for _, t := range c.moves[role] {
		c.vary = c.vary || !slices.Contains(texts, t)
	}
	c.vary = c.vary || len(c.moves[role]) > 0 && len(texts) != len(c.moves[role])
	for _, t := range texts {
		if len(c.moves[role]) <= mostChoices && !slices.Contains(c.moves[role], t) {
			c.moves[role] = append(c.moves[role], t)
		}
	}
}

// partsOf draws what is on no board: first what all chose at the same time, then the facts.
func (b *Board) partsOf(s *scene) []picture.Part {
	var list []picture.Part
	if p := s.chosen(len(b.grids) > 0); len(p.Groups) > 0 {
		list = append(list, p)
	}
	return append(list, s.parts(b.parts)...)
}

// chosen draws the choices of a game in which all choose at the same time: a matrix of two
// players with few moves, and else the last choices.
func (s *scene) chosen(hasBoard bool) picture.Part {
	players := s.players()
	if s.choices == nil || !s.choices.together || hasBoard {
		return picture.Part{}
	}
	if len(players) == 2 && !s.options.Hidden && !s.choices.vary {
		a, b := slices.Index(s.roles, players[0]), slices.Index(s.roles, players[1])
		rows, columns := s.choices.moves[a], s.choices.moves[b]
		if min(len(rows), len(columns)) > 1 && max(len(rows), len(columns)) <= mostChoices {
			return s.matrix(a, b, rows, columns)
		}
	}
	out := picture.Part{Name: "last moves"}
	if len(s.options.Last) != len(s.roles) {
		return out
	}
	for i, role := range s.roles {
		if n := s.playerIndex(role); n != picture.None && !s.choices.waits[s.options.Last[i]] {
			text := s.moveWords(s.options.Last[i])
			out.Groups = append(out.Groups, picture.Group{Name: s.words(role), Owner: n, Items: []picture.Item{{Text: text, Name: text, Owner: picture.None, Changed: true}}})
		}
	}
	return out
}

// moveWords returns a move without brackets.
func (s *scene) moveWords(move string) string {
	return picture.Clean(strings.Join(names(move), " "))
}

// matrix draws a game of two players with few moves.
func (s *scene) matrix(a, b int, rows, columns []string) picture.Part {
	rows, columns = slices.Clone(rows), slices.Clone(columns)
	order := func(v, w string) int { return s.compare(lastWord(v), lastWord(w)) }
	slices.SortStableFunc(rows, order)
	slices.SortStableFunc(columns, order)
	out := picture.Part{Kind: picture.Matrix, Name: s.words(s.roles[a]) + " chooses a row, " + s.words(s.roles[b]) + " a column"}
	for _, c := range columns {
		out.Columns = append(out.Columns, s.words(lastWord(c)))
	}
	relation := s.contest(rows)
	for _, r := range rows {
		g := picture.Group{Name: s.words(lastWord(r)), Owner: picture.None}
		for _, c := range columns {
			text := cmp.Or(s.payoffs(lastWord(r), lastWord(c)), s.between(relation, lastWord(r), lastWord(c)))
			it := picture.Item{Text: text, Owner: picture.None}
			it.Name = s.words(lastWord(r)) + " against " + s.words(lastWord(c))
			it.Current = len(s.options.Last) > max(a, b) && s.options.Last[a] == r && s.options.Last[b] == c
			g.Items = append(g.Items, it)
		}
		out.Groups = append(out.Groups, g)
	}
	return out
}

// lastWord returns the last word of a move, which tells moves of one name apart.
func lastWord(move string) string {
	words := names(move)
	return words[len(words)-1]
}

// payoffs returns what a table of the rules says about the choices of both.
func (s *scene) payoffs(row, column string) string {
	for _, table := range s.tables {
		if len(table[0].Args) == 3 {
			own, other := lookup(table, row, column), lookup(table, column, row)
			if own != nil && other != nil {
				return own[0].Name + " : " + other[0].Name
			}
			continue
		}
		if got := lookup(table, row, column); got != nil {
			return got[0].Name + " : " + got[1].Name
		}
	}
	return ""
}

// contest returns the name of a relation of which the rules list, for each two choices, one
// or the other order, as that one beats the other; or "".
func (s *scene) contest(moves []string) string {
	count := map[string]int{}
	for i, m := range moves {
		for _, n := range moves[:i] {
			a, b := lastWord(m), lastWord(n)
			for name, pairs := range s.pairs() {
				if pairs[[2]string{a, b}] != pairs[[2]string{b, a}] {
					count[name]++
				}
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(count)) {
		if count[name] == len(moves)*(len(moves)-1)/2 {
			return name
		}
	}
	return ""
}

// pairs returns the pairs of constants that the rules list, by the names of relations.
func (s *scene) pairs() map[string]map[[2]string]bool {
	found := map[string]map[[2]string]bool{}
	for i := range s.program.Clauses {
		if c := &s.program.Clauses[i]; len(c.Body) == 0 && len(c.Head.Args) == 2 && flat(&c.Head) && !gdl.IsReserved(c.Head.Name) {
			if found[c.Head.Name] == nil {
				found[c.Head.Name] = map[[2]string]bool{}
			}
			found[c.Head.Name][[2]string{c.Head.Args[0].Name, c.Head.Args[1].Name}] = true
		}
	}
	return found
}

// between says in words how two choices are related.
func (s *scene) between(relation, row, column string) string {
	switch pairs := s.pairs()[relation]; {
	case pairs[[2]string{row, column}]:
		return s.words(row) + " " + s.words(relation) + " " + s.words(column)
	case pairs[[2]string{column, row}]:
		return s.words(column) + " " + s.words(relation) + " " + s.words(row)
	}
	return ""
}

// lookup returns what a table has after two words, or nil.
func lookup(table []*gdl.Term, first, second string) []gdl.Term {
	for _, t := range table {
		if t.Args[0].Name == first && t.Args[1].Name == second {
			return t.Args[2:]
		}
	}
	return nil
}

// Example returns the facts of a sampled position of a game without a board of rows and
// columns: the first of those with most to see. It is nil for other games.
func (b *Board) Example() []string {
	if len(b.grids) > 0 && len(b.grids[0].axes) > 1 {
		return nil
	}
	major := map[gdl.Symbol]bool{}
	for _, p := range b.parts {
		major[p.relation.symbol] = !p.minor
	}
	for _, g := range b.grids {
		for _, l := range g.layers {
			major[l.relation.symbol] = true
		}
	}
	best, most := -1, 0
	for i, state := range b.model.states {
		n := 0
		for _, f := range state {
			if major[f.symbol] {
				n++
			}
		}
		if n > most {
			best, most = i, n
		}
	}
	if best < 0 {
		return nil
	}
	var texts []string
	for _, f := range b.model.states[best] {
		if len(f.args) == 0 {
			texts = append(texts, f.symbol.Name)
		} else {
			texts = append(texts, "("+f.text()+")")
		}
	}
	return texts
}
