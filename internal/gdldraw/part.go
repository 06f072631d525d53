package gdldraw

import (
	"slices"
	"strconv"
	"strings"

	"ludex/gdl"
	"ludex/internal/picture"
)

// A part says how the facts of a relation that is on no board are drawn.
type part struct {
	relation *relation
	kind     picture.PartKind
	item     picture.ItemKind
	group    int   // the argument that says to which line a fact belongs, or none
	items    []int // the arguments that are on an item
	minor    bool
	links    map[gdl.Symbol][]int // by move: which of its words are the values of a thing
	undrawn  bool                 // the presentation leaves it out
	equal    bool                 // all lines always have the same number of items
	backs    bool                 // a fact says how many cards lie face down
}

// none is no argument.
const none = -1

// A partFinder finds out what the relations without a board are.
type partFinder struct {
	*model
	things map[string]picture.ItemKind // what values are, by the values of an argument
}

// mostOptions is the number of values up to which all of them are drawn and not only the
// one that holds.
const mostOptions = 5

// findParts chooses parts for relations. Those whose things are known come first, since
// others have the same things: the cards in hands are those on the table.
func (s *model) findParts(left []*relation, chosen map[string]PartChoice) []*part {
	f := &partFinder{s, map[string]picture.ItemKind{}}
	found := map[*relation]*part{}
	for _, r := range left {
		if choice, ok := chosen[r.symbol.Name]; ok {
			found[r] = f.named(r, choice)
			f.remember(found[r])
		}
	}
	for _, sure := range []bool{true, false} {
		for _, r := range left {
			if found[r] == nil {
				if p := f.find(r, sure); p != nil {
					found[r] = p
					f.remember(p)
				}
			}
		}
	}
	var list []*part
	for _, r := range left {
		if p := found[r]; p != nil {
			p.equal = r.isEven(p.group)
			s.findLinks(p)
			list = append(list, p)
		}
	}
	s.kindsOfThings = f.things
	slices.SortStableFunc(list, func(a, b *part) int { return a.rank() - b.rank() })
	return list
}

// rank orders parts: what people play with comes first.
func (p *part) rank() int {
	switch {
	case p.minor:
		return 3
	case p.kind == picture.Scale:
		return 2
	case p.kind == picture.Things && p.item == picture.Word:
		return 1
	}
	return 0
}

// remember records what the values of a part are.
func (f *partFinder) remember(p *part) {
	if p.kind != picture.Things || len(p.items) != 1 || p.item == picture.Word || p.item == picture.Person {
		return
	}
	if a := p.relation.args[p.items[0]]; a != nil && len(a.values) > 1 {
		if key := valuesKey(a); f.things[key] == picture.Word {
			f.things[key] = p.item
		}
	}
}

func valuesKey(a *axis) string { return strings.Join(slices.Sorted(slices.Values(a.values)), "\n") }

// thing returns what the values of an argument are, or Word.
func (f *partFinder) thing(a *axis) picture.ItemKind {
	if a == nil {
		return picture.Word
	}
	return f.things[valuesKey(a)]
}

// ofPlayers reports whether all values of an argument are players.
func (s *model) ofPlayers(a *axis) bool {
	if a == nil {
		return false
	}
	players := s.players()
	for _, v := range a.values {
		if !slices.Contains(players, v) {
			return false
		}
	}
	return true
}

// find chooses a part for a relation, or returns nil if the first look is not sure.
func (f *partFinder) find(r *relation, sure bool) *part {
	roles := []int{}
	var others []int
	for i, a := range r.args {
		if f.ofPlayers(a) {
			roles = append(roles, i)
		} else {
			others = append(others, i)
		}
	}
	p := &part{relation: r, group: none, items: others}
	switch {
	case len(r.args) == 0:
		p.minor = true
	case len(others) == 0 && len(r.args) == 1:
		p.kind, p.item, p.items, p.minor = picture.Switch, picture.Person, roles, true
		if r.maxFacts() > 1 {
			p.kind = picture.Things
		}
	case len(roles) == 1 && f.areCards(r, roles[0], others):
		p.item, p.group = picture.Card, roles[0]
	case len(roles) == 1 && len(others) == 1:
		return f.ofPlayer(p, roles[0], others[0], sure)
	case len(others) == 1 && len(roles) == 0:
		return f.single(p, others[0], sure)
	case len(r.args) == 2 && f.isPlaces(r):
		p.kind, p.group, p.items = picture.Pegs, 1, []int{0}
		p.item = picture.Token
	case len(r.args) == 2 && len(roles) == 0 && r.isKey(0) && f.isDealt(r, 1) && f.areFaces(r.args[1]):
		p.item, p.items = picture.Die, []int{1}
	case sure:
		return nil
	case len(r.args) == 2 && len(roles) == 0 && r.isKey(0) && r.maxFacts() > 1 && f.isAmount(r.args[1]):
		p.kind, p.group, p.items = picture.Scale, 0, []int{1}
	case len(roles) == 1:
		p.group = roles[0]
	case len(roles) == 0 && !r.isKey(0):
		p.group, p.items = 0, others[1:]
	}
	return p
}

// ofPlayer chooses a part for facts about a player and a value.
func (f *partFinder) ofPlayer(p *part, role, arg int, sure bool) *part {
	r := p.relation
	a := r.args[arg]
	p.group = role
	dealt := f.isDealt(r, arg)
	switch one := r.isKey(role); {
	case one && dealt && f.areFaces(a) && !r.isKey(arg):
		p.item = picture.Die
	case one && dealt:
		p.item = picture.Card
	case !one && (dealt || f.program.Dialect.Percepts()):
		p.item = picture.Card
	case sure:
		return nil
	case f.thing(a) != picture.Word:
		p.item = f.thing(a)
	case one && f.isAmount(a):
		p.kind = picture.Scale
	case one && a != nil && len(a.values) <= mostOptions:
		p.kind = picture.Switch
	case !one:
		p.item = picture.Token
	}
	return p
}

// single chooses a part for facts about one value.
func (f *partFinder) single(p *part, arg int, sure bool) *part {
	r := p.relation
	a := r.args[arg]
	one := r.maxFacts() <= 1
	dealt := f.isDealt(r, arg)
	switch {
	case one && dealt && f.thing(a) != picture.Word:
		p.item = f.thing(a)
	case one && dealt && a != nil && len(a.values) == 2 && a.order < byChain:
		p.item = picture.Coin
	case one && dealt && f.areFaces(a):
		p.item = picture.Die
	case one && dealt:
		p.item = picture.Card
	case sure:
		return nil
	case f.thing(a) != picture.Word && !f.isCounter(r):
		p.item = f.thing(a)
	case one && f.isAmount(a):
		p.kind, p.minor = picture.Scale, true
	case one && a != nil && len(a.values) <= mostOptions:
		p.kind, p.minor = picture.Switch, true
	case one:
		p.minor = true
	default:
		p.item = picture.Token
	}
	return p
}

// named returns the part that a presentation chooses.
func (f *partFinder) named(r *relation, choice PartChoice) *part {
	p := f.find(r, false)
	if choice.Kind != "" {
		p.kind, p.minor = picture.Things, false
	}
	switch choice.Kind {
	case "none":
		p.undrawn = true
	case "backs":
		p.item, p.backs = picture.Card, true
	case "cards":
		p.item = picture.Card
		if len(r.args) == 2 && !f.ofPlayers(r.args[0]) && !f.ofPlayers(r.args[1]) {
			p.group, p.items = none, []int{0, 1} // both say which card it is
		}
		p.items = r.withoutPlace(p)
	case "dice":
		p.item = picture.Die
	case "coins":
		p.item = picture.Coin
	case "tokens":
		p.item = picture.Token
	case "words":
		p.item = picture.Word
	case "scale":
		p.kind = picture.Scale
	case "switch":
		p.kind = picture.Switch
	case "pegs":
		p.kind, p.item = picture.Pegs, picture.Token
		if len(r.args) == 2 {
			p.group, p.items = 1, []int{0}
		}
	}
	if len(choice.Shows) > 0 {
		p.items = nil
		for _, n := range choice.Shows {
			if n >= 1 && n <= len(r.args) {
				p.items = append(p.items, n-1)
			}
		}
	}
	return p
}

// withoutPlace returns the arguments that are written on a card. A number that no two cards
// share says in which order they lie, and is not written.
func (r *relation) withoutPlace(p *part) []int {
	if p.group == none && len(p.items) > 2 && r.isKey(p.items[0]) && r.args[p.items[0]] != nil && r.args[p.items[0]].order == byValue {
		return p.items[1:]
	}
	return p.items
}

// isAmount reports whether values count something: numbers, or words in an order that begin
// where a relation of the rules begins.
func (f *partFinder) isAmount(a *axis) bool {
	return a != nil && len(a.values) > 2 && a.order == byValue || a != nil && len(a.values) > mostOptions && a.order == byChain
}

// areFaces reports whether values are the faces of a die.
func (f *partFinder) areFaces(a *axis) bool {
	const most = 6
	if a == nil || a.order < byChain || len(a.values) > most || len(a.values) < 3 {
		return false
	}
	if a.order == byChain {
		return len(a.values) == most
	}
	return a.values[0] == "1" && a.values[len(a.values)-1] == strconv.Itoa(len(a.values))
}

// areCards reports whether a relation says who has which card: chance deals what its other
// arguments name together, or they have the values of a relation of which it does.
func (f *partFinder) areCards(r *relation, role int, others []int) bool {
	if len(others) != 2 || f.chance() == "" {
		return false
	}
	for _, other := range f.relations {
		if len(other.args) != len(r.args) || !f.ofPlayers(other.args[role]) {
			continue
		}
		same := true
		for _, arg := range others {
			same = same && other.args[arg] != nil && r.args[arg] != nil && alike(other.args[arg], r.args[arg])
		}
		if same && f.isDealt(other, others...) && !other.isKey(role) {
			return true
		}
	}
	return false
}

// isCards reports whether a relation is a card game's and no board: it says who has which
// card, or it lists cards.
func (s *model) isCards(r *relation) bool {
	f := &partFinder{s, nil}
	var roles, others []int
	for i, a := range r.args {
		if s.ofPlayers(a) {
			roles = append(roles, i)
		} else {
			others = append(others, i)
		}
	}
	if len(roles) == 1 && len(others) == 2 {
		return f.areCards(r, roles[0], others)
	}
	return len(others) == 1 && len(roles) <= 1 && r.args[others[0]] != nil && s.areDealt(r.args[others[0]])
}

// areDealt reports whether values are those of cards that chance deals to players, several to
// each.
func (s *model) areDealt(a *axis) bool {
	for _, r := range s.relations {
		if len(r.args) != 2 {
			continue
		}
		for role := range r.args {
			item := 1 - role
			if s.ofPlayers(r.args[role]) && r.args[item] != nil && !s.ofPlayers(r.args[item]) && alike(r.args[item], a) && !r.isKey(role) && s.isDealt(r, item) {
				return true
			}
		}
	}
	return false
}

// isPlaces reports whether a relation says where things are: each is in one of a few places
// that have names, from the beginning.
func (s *model) isPlaces(r *relation) bool {
	if len(r.args) != 2 || !r.usable(0) || !r.usable(1) || !r.isKey(0) || r.isKey(1) || r.maxFacts() < 3 || len(r.facts(0)) < r.maxFacts() {
		return false
	}
	things, places := r.args[0], r.args[1]
	if places.order == byValue || len(places.values) > mostOptions || s.ofRoles(places) || s.ofRoles(things) || !r.varies(1) || !r.moves() {
		return false
	}
	return things.order < byChain || s.isMoved(r)
}

// isMoved reports whether moves of players name the places of a relation.
func (s *model) isMoved(r *relation) bool {
	found := false
	s.eachNext(r, func(head *gdl.Term, c *gdl.Clause) {
		if head.Args[1].Kind != gdl.Variable {
			return
		}
		c.Atoms(func(a *gdl.Term, negated bool) {
			if a.Name == gdl.Does && len(a.Args) == 2 && !negated && a.Args[0].Name != s.chance() {
				for _, w := range leaves(&a.Args[1], nil) {
					found = found || w.Kind == gdl.Variable && w.Name == head.Args[1].Name
				}
			}
		})
	})
	return found
}

// moves reports whether things of a relation were seen in more than one place each while
// others stayed.
func (r *relation) moves() bool {
	for i := 1; i < len(r.seen); i++ {
		was := map[string]string{}
		for _, f := range r.seen[i-1] {
			was[f.args[0]] = f.args[1]
		}
		changed, stayed := 0, 0
		for _, f := range r.seen[i] {
			switch w, ok := was[f.args[0]]; {
			case !ok:
			case w != f.args[1]:
				changed++
			default:
				stayed++
			}
		}
		if changed > 0 && stayed > 0 {
			return true
		}
	}
	return false
}

// chance returns the name of the chance role, or "".
func (s *model) chance() string {
	if s.program.Dialect.Percepts() && slices.Contains(s.roles, gdl.Random) {
		return gdl.Random
	}
	return ""
}

// eachNext calls visit for each rule that says when a fact of a relation is true next.
func (s *model) eachNext(r *relation, visit func(head *gdl.Term, c *gdl.Clause)) {
	for i := range s.program.Clauses {
		c := &s.program.Clauses[i]
		if c.Head.Name != gdl.Next || len(c.Head.Args) == 0 {
			continue
		}
		if head := &c.Head.Args[len(c.Head.Args)-1]; head.Symbol() == r.symbol {
			visit(head, c)
		}
	}
}

// isDealt reports whether moves of chance choose the values of arguments.
func (s *model) isDealt(r *relation, args ...int) bool {
	if s.chance() == "" {
		return false
	}
	found := false
	s.eachNext(r, func(head *gdl.Term, c *gdl.Clause) {
		c.Atoms(func(a *gdl.Term, negated bool) {
			if a.Name != gdl.Does || len(a.Args) != 2 || a.Args[0].Name != gdl.Random || negated {
				return
			}
			all := true
			for _, arg := range args {
				all = all && head.Args[arg].Kind == gdl.Variable && slices.ContainsFunc(leaves(&a.Args[1], nil), func(w *gdl.Term) bool {
					return w.Kind == gdl.Variable && w.Name == head.Args[arg].Name
				})
			}
			found = found || all
		})
	})
	return found
}

// isCounter reports whether the value of a relation follows from the one before by a
// relation of the rules.
func (s *model) isCounter(r *relation) bool {
	found := false
	s.eachNext(r, func(head *gdl.Term, c *gdl.Clause) {
		var old []string
		c.Atoms(func(a *gdl.Term, _ bool) {
			if a.Name == gdl.True && len(a.Args) > 0 && a.Args[len(a.Args)-1].Symbol() == r.symbol {
				old = append(old, a.Args[len(a.Args)-1].Args[0].Name)
			}
		})
		c.Atoms(func(a *gdl.Term, _ bool) {
			if len(a.Args) == 2 && !gdl.IsReserved(a.Name) && head.Args[0].Kind == gdl.Variable {
				pair := []string{a.Args[0].Name, a.Args[1].Name}
				found = found || slices.Contains(pair, head.Args[0].Name) && slices.ContainsFunc(old, func(v string) bool { return v != head.Args[0].Name && slices.Contains(pair, v) })
			}
		})
	})
	return found
}

// isEven reports whether all values of an argument that were seen always had the same
// number of facts.
func (r *relation) isEven(arg int) bool {
	if arg == none || r.args[arg] == nil {
		return false
	}
	for _, state := range r.seen {
		count := map[string]int{}
		for _, f := range state {
			count[f.args[arg]]++
		}
		for _, v := range r.args[arg].values {
			if count[v] != count[r.args[arg].values[0]] {
				return false
			}
		}
	}
	return true
}
