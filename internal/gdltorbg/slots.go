package gdltorbg

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"ludex/internal/prove"
	"ludex/internal/prove/aig"
	"ludex/internal/prove/transition"
)

// A slot is a cell of the board or a variable. It has exactly one of its values.
type slot struct {
	name     string
	function string // the name of its facts
	values   []value
	initial  int
	variable bool
}

// A value is what a slot can have.
type value struct {
	fact   int    // or -1 where none of the other facts holds
	name   string // of a piece
	number int    // of a variable
}

// A place says which slot and value a fact is. Its slot is -1 if it never changes, and then
// its value is 1 if it always holds.
type place struct{ slot, value int }

// slots are the slots of a game.
type slots struct {
	list  []slot
	full  []mask
	place []place // by fact
}

// Limits of what becomes of facts.
const (
	maxNumber = 1000 // of a variable
	manyTimes = 16   // values of a slot that is a variable rather than a cell
)

// newSlots divides the facts of a system into slots.
func newSlots(s *transition.System, o *prove.Observation) *slots {
	out := &slots{place: make([]place, len(s.State))}
	for i, bit := range s.State {
		out.place[i].slot = -1
		if bit.Init {
			out.place[i].value = 1
		}
	}
	left := map[int]bool{}
	for _, f := range o.Changing() {
		left[f] = true
	}
	words := make([][]string, len(s.State))
	for i, bit := range s.State {
		words[i] = prove.TopWords(bit.Name)
	}
	var groups []prove.Group
	for _, g := range ordered(o.Groups(), words) {
		facts := slices.DeleteFunc(slices.Clone(g.Facts), func(f int) bool { return !left[f] })
		exact := g.Exact && len(facts) == len(g.Facts)
		if len(facts) < 2 || len(facts) > maxNumber || !exact && !sameName(facts, words) {
			continue
		}
		for _, f := range facts {
			delete(left, f)
		}
		groups = append(groups, prove.Group{Facts: facts, Exact: exact})
	}
	for _, f := range unseen(s, o) {
		if g := slices.IndexFunc(groups, func(g prove.Group) bool { return belongs(f, g.Facts, words) }); g >= 0 && !s.State[f].Init {
			groups[g].Facts = append(groups[g].Facts, f)
		} else {
			groups = append(groups, prove.Group{Facts: []int{f}})
		}
	}
	for _, g := range groups {
		out.add(s, words, g.Facts, g.Exact)
	}
	for _, f := range o.Changing() {
		if left[f] {
			out.add(s, words, []int{f}, false)
		}
	}
	slices.SortStableFunc(out.list, func(a, b slot) int { return cmp.Compare(a.first(), b.first()) })
	for i := range out.list {
		out.full = append(out.full, fullMask(len(out.list[i].values)))
		for v, value := range out.list[i].values {
			if value.fact >= 0 {
				out.place[value.fact] = place{i, v}
			}
		}
	}
	out.chooseVariables()
	return out
}

// unseen returns the facts that did not change in any play, but might: that they do not is not
// plain from the rules.
func unseen(s *transition.System, o *prove.Observation) []int {
	constant := make([]bool, len(s.State))
	for f := range constant {
		constant[f] = !slices.Contains(o.Changing(), f)
	}
	var out []int
	for again := true; again; {
		again = false
		to := aig.New()
		c := aig.NewCopier(s.Graph, to)
		for f, bit := range s.State {
			if constant[f] {
				c.Set(bit.Lit, literalOf(bit.Init))
			}
		}
		for f, bit := range s.State {
			if constant[f] && c.Copy(bit.Next) != literalOf(bit.Init) {
				constant[f], again = false, true
				out = append(out, f)
			}
		}
	}
	slices.Sort(out)
	return out
}

// literalOf returns a constant as a literal.
func literalOf(value bool) aig.Lit {
	if value {
		return aig.True
	}
	return aig.False
}

// belongs reports whether a fact has the words that all facts of a group have in common.
func belongs(f int, group []int, words [][]string) bool {
	if len(group) < 2 || !sameName(append(slices.Clone(group), f), words) {
		return false
	}
	for k, w := range words[group[0]] {
		if words[f][k] != w && !slices.ContainsFunc(group, func(g int) bool { return words[g][k] != w }) {
			return false
		}
	}
	return true
}

// first returns the first fact of a slot.
func (s *slot) first() int {
	first := -1
	for _, v := range s.values {
		if v.fact >= 0 && (first < 0 || v.fact < first) {
			first = v.fact
		}
	}
	return first
}

func sameName(facts []int, words [][]string) bool {
	return !slices.ContainsFunc(facts, func(f int) bool { return words[f][0] != words[facts[0]][0] || len(words[f]) != len(words[facts[0]]) })
}

// ordered returns groups in the order in which they are tried: those whose facts differ in the
// argument by which most facts are divided into groups of exactly one, and others last.
func ordered(groups []prove.Group, words [][]string) []prove.Group {
	weight := map[string]int{}
	for _, g := range groups {
		n := len(g.Facts)
		if g.Exact {
			n *= 4
		}
		weight[class(g, words)] += n
	}
	delete(weight, "")
	out := slices.Clone(groups)
	slices.SortStableFunc(out, func(a, b prove.Group) int {
		x, y := class(a, words), class(b, words)
		return cmp.Or(cmp.Compare(weight[y], weight[x]), cmp.Compare(x, y), cmp.Compare(exactly(b), exactly(a)))
	})
	return out
}

func exactly(g prove.Group) int {
	if g.Exact {
		return 1
	}
	return 0
}

// class says by which arguments the facts of a group differ, or is empty if they differ by
// more than that.
func class(g prove.Group, words [][]string) string {
	if !sameName(g.Facts, words) {
		return ""
	}
	first := words[g.Facts[0]]
	key := first[0] + " " + strconv.Itoa(len(first))
	for k := 1; k < len(first); k++ {
		if slices.ContainsFunc(g.Facts, func(f int) bool { return words[f][k] != first[k] }) {
			key += " *"
		} else {
			key += " ."
		}
	}
	return key
}

// add adds a slot for facts, with a value more unless exactly one holds.
func (s *slots) add(sys *transition.System, words [][]string, facts []int, exact bool) {
	t := slot{function: words[facts[0]][0]}
	common, special := divide(facts, words)
	t.name = identifier(common)
	if !exact {
		name := "none"
		if len(facts) == 1 {
			name, special[0] = "off", []string{"on"}
		}
		t.values = append(t.values, value{fact: -1, name: name})
	}
	for i, f := range facts {
		v := value{fact: f, name: identifier(special[i])}
		if n, err := strconv.Atoi(strings.Join(special[i], " ")); err == nil && n >= 0 {
			v.number = n
		} else {
			v.number = -1
		}
		if sys.State[f].Init {
			t.initial = len(t.values)
		}
		t.values = append(t.values, v)
	}
	s.list = append(s.list, t)
}

// divide returns the words that all facts have at the same place, and what is special to each.
func divide(facts []int, words [][]string) (common []string, special [][]string) {
	special = make([][]string, len(facts))
	if !sameName(facts, words) {
		for i, f := range facts {
			special[i] = words[f]
		}
		return words[facts[0]], special
	}
	for k, w := range words[facts[0]] {
		if len(facts) == 1 || !slices.ContainsFunc(facts, func(f int) bool { return words[f][k] != w }) {
			common = append(common, w)
			continue
		}
		for i, f := range facts {
			special[i] = append(special[i], words[f][k])
		}
	}
	return common, special
}

// chooseVariables makes variables of slots with numbers that are alone of their kind, and of
// those with very many values.
func (s *slots) chooseVariables() {
	count := map[string]int{}
	for i := range s.list {
		count[s.list[i].function]++
	}
	for i := range s.list {
		t := &s.list[i]
		numbers := len(t.values) > 2 && count[t.function] <= 4 && t.allNumbers()
		if !numbers && len(t.values) <= manyTimes {
			continue
		}
		t.variable = true
		if !t.allNumbers() {
			for v := range t.values {
				t.values[v].number = v
			}
		}
	}
}

// allNumbers reports whether the values are different numbers that a variable can have.
func (s *slot) allNumbers() bool {
	seen := map[int]bool{}
	for _, v := range s.values {
		if v.fact < 0 || v.number < 0 || v.number > maxNumber || seen[v.number] {
			return false
		}
		seen[v.number] = true
	}
	return true
}

// bound returns the largest number of a variable.
func (s *slot) bound() int {
	n := 1
	for _, v := range s.values {
		n = max(n, v.number)
	}
	return n
}

// identifier makes a name of words: letters and digits, and an x between numbers.
func identifier(words []string) string {
	var b strings.Builder
	for _, w := range words {
		var part []byte
		for _, c := range []byte(w) {
			switch {
			case c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9':
				part = append(part, c)
			case c == ' ' || c == '(' || c == ')':
			case c == '+':
				part = append(part, "Plus"...)
			case c == '-':
				part = append(part, "Minus"...)
			}
		}
		if len(part) == 0 {
			part = []byte("Sign")
		}
		if b.Len() > 0 {
			last := b.String()[b.Len()-1]
			switch {
			case isDigit(part[0]) && isDigit(last):
				b.WriteByte('x')
			case part[0] >= 'a' && part[0] <= 'z':
				part[0] -= 'a' - 'A'
			}
		}
		b.Write(part)
	}
	text := b.String()
	if text == "" || isDigit(text[0]) {
		text = "n" + text
	}
	return text
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// A namer makes names different from each other and from the words of the language.
type namer map[string]bool

func newNamer() namer {
	n := namer{}
	for _, w := range []string{"players", "pieces", "variables", "rules", "board", "hexagon", "cuboid", "rectangle", "random"} {
		n[w] = true
	}
	return n
}

// take returns the name, or one like it.
func (n namer) take(name string) string {
	text := name
	for i := 2; n[text]; i++ {
		text = fmt.Sprintf("%sV%d", name, i)
	}
	n[text] = true
	return text
}
