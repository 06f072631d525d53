package gdldraw

import (
	"slices"
	"strconv"
	"strings"

	"ludex/gdl"
	"ludex/internal/picture"
)

// parts draws the facts that lie on no board. Facts that no part has are left over.
func (s *scene) parts(rules []*part) []picture.Part {
	byRelation := map[gdl.Symbol][]*fact{}
	for _, f := range s.rest {
		if !f.isPassing() {
			byRelation[f.symbol] = append(byRelation[f.symbol], f)
		}
	}
	open := map[gdl.Symbol][]*fact{}
	for _, f := range factsOf(s.options.Possible) {
		if !s.onBoard(f) {
			open[f.symbol] = append(open[f.symbol], f)
		}
	}
	var list []picture.Part
	var flags picture.Part
	drawn := map[gdl.Symbol]bool{}
	for _, p := range rules {
		sym := p.relation.symbol
		drawn[sym] = true
		if p.undrawn {
			continue
		}
		if len(p.relation.args) == 0 {
			for _, f := range byRelation[sym] {
				flags.Groups = append(flags.Groups, picture.Group{Owner: picture.None, Items: []picture.Item{s.flag(f)}})
			}
			continue
		}
		if out := s.part(p, byRelation[sym], open[sym]); len(out.Groups) > 0 {
			list = append(list, out)
		}
	}
	if len(flags.Groups) > 0 {
		list = append(list, joinFlags(flags.Groups))
	}
	if clocks := s.clocks(); len(clocks.Groups) > 0 {
		list = append(list, clocks)
	}
	s.rest = slices.DeleteFunc(s.rest, func(f *fact) bool { return drawn[f.symbol] || f.isPassing() })
	return list
}

// joinFlags puts facts without arguments side by side.
func joinFlags(groups []picture.Group) picture.Part {
	one := picture.Group{Owner: picture.None}
	for _, g := range groups {
		one.Items = append(one.Items, g.Items...)
	}
	return picture.Part{Minor: true, Groups: []picture.Group{one}}
}

// flag draws a fact without arguments.
func (s *scene) flag(f *fact) picture.Item {
	name := s.words(f.symbol.Name)
	return picture.Item{Text: name, Name: name, Owner: picture.None, Changed: s.isNew(f)}
}

func (s *scene) isNew(f *fact) bool { return s.before != nil && !s.before[f.text()] }

// words returns a canonical text for people.
func (s *scene) words(text string) string { return picture.Clean(s.shown(text)) }

// part draws the facts of a relation.
func (s *scene) part(p *part, facts, open []*fact) picture.Part {
	out := picture.Part{Kind: p.kind, ID: p.relation.symbol.Name, Name: s.words(p.relation.symbol.Name), Minor: p.minor}
	slices.SortStableFunc(facts, s.compareFacts)
	switch {
	case p.kind == picture.Pegs:
		out.Groups = s.pegs(p, facts)
		return out
	case p.kind == picture.Switch && p.group == none:
		if len(facts)+len(open) > 0 {
			out.Groups = []picture.Group{{Owner: picture.None, Items: s.alternatives(p, facts, open)}}
		}
		return out
	}
	for _, key := range s.lines(p, facts, open) {
		g := picture.Group{Name: s.words(key), Owner: s.playerIndex(key)}
		own, hidden := ofLine(p, facts, key), ofLine(p, open, key)
		switch {
		case p.kind == picture.Switch:
			g.Items = s.alternatives(p, own, hidden)
		default:
			g.Items = append(s.things(p, own), s.unknown(p, facts, own, hidden)...)
		}
		if p.kind == picture.Things && p.item == picture.Word && len(p.items) > 1 && len(own) > 1 {
			for i := range own { // a line for each fact
				out.Groups = append(out.Groups, picture.Group{Name: g.Name, Owner: g.Owner, Items: s.things(p, own[i:i+1])})
			}
			continue
		}
		if len(g.Items) > 0 {
			out.Groups = append(out.Groups, g)
		}
	}
	return out
}

// lines returns the values that have a line of their own, in order; "" if there is only
// one line.
func (s *scene) lines(p *part, facts, open []*fact) []string {
	if p.group == none {
		return []string{""}
	}
	found := map[string]bool{}
	var list []string
	for _, f := range slices.Concat(facts, open) {
		if v := f.args[p.group]; !found[v] {
			found[v] = true
			list = append(list, v)
		}
	}
	a := p.relation.args[p.group]
	slices.SortStableFunc(list, func(v, w string) int {
		if a != nil {
			return a.index[v] - a.index[w]
		}
		return s.compare(v, w)
	})
	return list
}

// ofLine returns the facts of a line.
func ofLine(p *part, facts []*fact, key string) []*fact {
	if p.group == none {
		return facts
	}
	var list []*fact
	for _, f := range facts {
		if f.args[p.group] == key {
			list = append(list, f)
		}
	}
	return list
}

// playerIndex returns the index of a role, or None.
func (s *scene) playerIndex(name string) int {
	if !slices.Contains(s.players(), name) {
		return picture.None
	}
	return slices.Index(s.roles, name)
}

// things returns an item for each fact, or for each argument of a single fact with several.
func (s *scene) things(p *part, facts []*fact) []picture.Item {
	var list []picture.Item
	for _, f := range facts {
		if p.backs {
			n, _ := strconv.Atoi(f.args[p.items[len(p.items)-1]])
			list = append(list, slices.Repeat([]picture.Item{{Kind: p.item, Owner: picture.None, Unknown: true}}, max(0, n))...)
			continue
		}
		if p.kind == picture.Things && p.item == picture.Word && len(p.items) > 1 {
			for _, arg := range p.items {
				list = append(list, s.value(p, f, arg))
			}
			continue
		}
		var words []string
		for _, arg := range p.items {
			words = append(words, s.words(f.args[arg]))
		}
		text := strings.Join(words, " ")
		it := picture.Item{Kind: p.item, Text: s.faceOf(p, f, text), Name: text, Owner: picture.None, Changed: s.isNew(f), ID: s.partID(p, f)}
		if p.kind == picture.Scale {
			it.Value, it.Most = s.amount(p.relation.args[p.items[0]], f.args[p.items[0]])
		}
		if p.item == picture.Person {
			it.Owner = s.playerIndex(f.args[p.items[0]])
		}
		list = append(list, it)
	}
	return list
}

// value returns one argument of a fact as an item: a player, a card, a die or a word.
func (s *scene) value(p *part, f *fact, arg int) picture.Item {
	text := s.words(f.args[arg])
	it := picture.Item{Text: text, Name: text, Owner: s.playerIndex(f.args[arg]), Changed: s.isNew(f)}
	switch {
	case it.Owner != picture.None:
		it.Kind = picture.Person
	case p.relation.args[arg] != nil:
		it.Kind = s.kindsOfThings[valuesKey(p.relation.args[arg])]
	}
	return it
}

// amount returns how much a value is, and how much there can be.
func (s *scene) amount(a *axis, value string) (n, most float64) {
	if a == nil {
		n, _ = strconv.ParseFloat(value, 64)
		return n, 0
	}
	if a.order != byValue {
		return float64(a.index[value]), float64(len(a.values) - 1)
	}
	n, _ = strconv.ParseFloat(value, 64)
	most, _ = strconv.ParseFloat(a.values[len(a.values)-1], 64)
	return n, most
}

// unknown returns items for what a line has and nobody knows: one if a line has one thing,
// as many as the others have if all have the same number, and else one that stands for any
// number.
func (s *scene) unknown(p *part, facts, own, hidden []*fact) []picture.Item {
	if len(hidden) == 0 || p.kind == picture.Scale && len(own) > 0 {
		return nil
	}
	n := 1
	if p.equal && !p.relation.isKey(p.group) {
		for _, v := range p.relation.args[p.group].values {
			n = max(n, len(ofLine(p, facts, v))-len(own))
		}
	}
	if len(own) > 0 && p.relation.isKey(max(0, p.group)) {
		return nil
	}
	item := picture.Item{Kind: p.item, Owner: picture.None, Unknown: true}
	return slices.Repeat([]picture.Item{item}, n)
}

// alternatives returns all values of an argument, of which one holds.
func (s *scene) alternatives(p *part, facts, open []*fact) []picture.Item {
	arg := p.items[0]
	values := p.relation.args[arg].values
	if len(values) > mostPlayers && len(facts) > 0 {
		values = []string{facts[0].args[arg]}
	}
	var list []picture.Item
	for _, v := range values {
		it := picture.Item{Kind: p.item, Text: s.words(v), Name: s.words(v), Owner: s.playerIndex(v)}
		for _, f := range facts {
			if f.args[arg] == v {
				it.Current, it.Changed = true, s.isNew(f)
			}
		}
		list = append(list, it)
	}
	if len(facts) == 0 && len(open) > 0 {
		list = append(list, picture.Item{Unknown: true, Owner: picture.None, Current: true})
	}
	return list
}

// mostPlayers is the number of players of which all are shown.
const mostPlayers = 8

// pegs draws where things are, the largest below.
func (s *scene) pegs(p *part, facts []*fact) []picture.Group {
	things, places := p.relation.args[p.items[0]], p.relation.args[p.group]
	var list []picture.Group
	for _, place := range places.values {
		g := picture.Group{Name: s.words(place), Owner: picture.None}
		for i := len(things.values) - 1; i >= 0; i-- {
			for _, f := range facts {
				if f.args[p.items[0]] != things.values[i] || f.args[p.group] != place {
					continue
				}
				it := picture.Item{Text: s.words(things.values[i]), Owner: picture.None, Changed: s.isNew(f), ID: s.partID(p, f)}
				it.Name = it.Text
				if things.order >= byChain {
					it.Value, it.Most = float64(i+1), float64(len(things.values))
				}
				g.Items = append(g.Items, it)
			}
		}
		list = append(list, g)
	}
	return list
}

// clocks draws how long facts last.
func (s *scene) clocks() picture.Part {
	out := picture.Part{Kind: picture.Timeline, Minor: true}
	for _, f := range s.rest {
		if !f.isPassing() || s.onBoard(f) && !s.inText {
			continue
		}
		text := f.text()
		life, err := strconv.ParseFloat(f.life, 64)
		if err != nil {
			continue
		}
		most := max(life, s.lifetimes[f.symbol])
		shown := strconv.FormatFloat(float64(int(life*100+.5))/100, 'f', -1, 64)
		out.Groups = append(out.Groups, picture.Group{Name: s.words(text), Owner: picture.None, Items: []picture.Item{
			{Text: shown, Name: s.words(text) + " for " + f.life, Owner: picture.None, Value: life, Most: most, Changed: s.isNew(f)},
		}})
	}
	return out
}

// onBoard reports whether a fact is of a relation that a board has.
func (s *scene) onBoard(f *fact) bool {
	for _, sh := range s.boards {
		for _, l := range sh.layers {
			if l.relation.symbol == f.symbol {
				return true
			}
		}
	}
	return false
}

// partID returns the identifier of a thing that moves name, or "".
func (s *scene) partID(p *part, f *fact) string {
	if len(p.links) == 0 {
		return ""
	}
	return partID(p, f.args)
}

// longestLives returns for each relation the longest lifetime that the rules give it.
func longestLives(p *gdl.Program) map[gdl.Symbol]float64 {
	found := map[gdl.Symbol]float64{}
	if !p.Dialect.Timed() {
		return found
	}
	for i := range p.Clauses {
		h := &p.Clauses[i].Head
		if (h.Name == gdl.Init || h.Name == gdl.Next) && len(h.Args) == 2 {
			if life, err := strconv.ParseFloat(h.Args[0].Name, 64); err == nil {
				found[h.Args[1].Symbol()] = max(found[h.Args[1].Symbol()], life)
			}
		}
	}
	return found
}

// faceOf returns what is written on a thing. If a table of the rules lists all cards with
// two properties each, these are written on a card.
func (s *scene) faceOf(p *part, f *fact, text string) string {
	if p.item != picture.Card || len(p.items) != 1 || p.relation.args[p.items[0]] == nil {
		return text
	}
	for _, table := range s.tables {
		if len(table[0].Args) != 3 || len(table) != len(p.relation.args[p.items[0]].values) {
			continue
		}
		for _, row := range table {
			if row.Args[0].Name == f.args[p.items[0]] {
				return s.words(row.Args[1].Name) + " " + s.words(row.Args[2].Name)
			}
		}
	}
	return text
}
