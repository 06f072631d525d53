package gdltorbg

import (
	"fmt"
	"slices"
	"strings"

	"ludex/internal/prove/aig"
)

// A writer writes a game as a boardgame.
type writer struct {
	*translator
	names   namer
	players []string
	pieces  []string
	ends    []string          // cells on which moves end that would look like others
	laters  []string          // variables that remember changes
	home    string            // the edge from every cell to the first one
	nothing string            // the piece of cells that mean nothing
	over    string            // the macro that says that the play is over
	first   string            // the cell from which edges lead to all others
	most    string            // the piece that most cells have at the beginning
	endOf   map[string]string // by text of a move: its own cell
	macro   map[string]string // by text: the name of a macro
	macros  strings.Builder   // their definitions
	changes int               // that a variable remembers at most
}

func newWriter(x *translator) *writer {
	w := &writer{translator: x, names: newNamer(), endOf: map[string]string{}, macro: map[string]string{}, changes: 1}
	for _, r := range x.system.Roles {
		w.players = append(w.players, w.names.take(identifier([]string{r.Name})))
	}
	w.home, w.over, w.first = w.names.take("home"), w.names.take("over"), w.names.take("start")
	for i := range x.list {
		x.list[i].name = w.names.take(x.list[i].name)
	}
	w.namePieces()
	return w
}

// namePieces gives values with the same word the same piece.
func (w *writer) namePieces() {
	known := map[string]string{}
	for i := range w.list {
		t := &w.list[i]
		if t.variable {
			continue
		}
		for v := range t.values {
			word := t.values[v].name
			if known[word] == "" {
				name := word
				if w.names[name] {
					name = identifier([]string{t.function, word})
				}
				known[word] = w.names.take(name)
				w.pieces = append(w.pieces, known[word])
			}
			t.values[v].name = known[word]
		}
	}
	w.nothing = w.names.take("nothing")
	w.pieces = append(w.pieces, w.nothing)
}

// later returns the n-th variable that remembers a change.
func (w *writer) later(n int) string {
	for len(w.laters) <= n {
		w.laters = append(w.laters, w.names.take("later"))
	}
	return w.laters[n]
}

// test writes a condition as a way from the first cell back to it.
func (w *writer) test(c *cond) string {
	switch c.kind {
	case condAlways:
		return ""
	case condNever:
		return "{}"
	case condLeaf:
		return w.leafTest(c)
	case condAll:
		parts := make([]string, len(c.kids))
		for i, k := range c.kids {
			parts[i] = w.test(k)
		}
		return strings.Join(parts, " ")
	}
	if not := w.not(c); not.kind == condAll && w.fewer(not, c) {
		return "{! " + w.alternatives(not) + "}"
	}
	return "{? " + w.alternatives(c) + "}"
}

// fewer reports whether a condition is a list of leaves with fewer pieces than another one.
func (w *writer) fewer(c, than *cond) bool {
	n := 0
	for i, k := range c.kids {
		if k.kind != condLeaf || than.kids[i].kind != condLeaf {
			return false
		}
		n += k.mask.count() - than.kids[i].mask.count()
	}
	return n < 0
}

// alternatives writes a condition as the contents of a pattern.
func (w *writer) alternatives(c *cond) string {
	kids := []*cond{c}
	if c.kind == condAny {
		kids = c.kids
	}
	parts := make([]string, len(kids))
	for i, k := range kids {
		parts[i] = strings.TrimSuffix(w.test(k), " "+w.home)
	}
	return strings.Join(parts, " + ")
}

func (w *writer) leafTest(c *cond) string {
	t := &w.list[c.slot]
	values := c.mask.list()
	if !t.variable {
		return t.name + " {" + w.pieceList(c.slot, c.mask) + "} " + w.home
	}
	if len(values) == 1 {
		return fmt.Sprintf("{$ %s == %d}", t.name, t.values[values[0]].number)
	}
	if rest := w.full[c.slot].without(c.mask).list(); len(rest) == 1 {
		return fmt.Sprintf("{$ %s != %d}", t.name, t.values[rest[0]].number)
	}
	if text := t.rangeTest(c.mask); text != "" {
		return text
	}
	parts := make([]string, len(values))
	for i, v := range values {
		parts[i] = fmt.Sprintf("{$ %s == %d}", t.name, t.values[v].number)
	}
	return "{? " + strings.Join(parts, " + ") + "}"
}

// rangeTest writes that a variable is in a range, if the values are all of its values in one.
func (t *slot) rangeTest(m mask) string {
	low, high := maxNumber+1, -1
	for _, v := range m.list() {
		low, high = min(low, t.values[v].number), max(high, t.values[v].number)
	}
	below, above := false, false // there are smaller and larger values
	for v, value := range t.values {
		below, above = below || value.number < low, above || value.number > high
		if value.number > low && value.number < high && !m.has(v) {
			return ""
		}
	}
	text := ""
	if below {
		text = fmt.Sprintf("{$ %s >= %d}", t.name, low)
	}
	if above {
		text += fmt.Sprintf("{$ %s <= %d}", t.name, high)
	}
	return strings.ReplaceAll(text, "}{", "} {")
}

func (w *writer) pieceList(slot int, m mask) string {
	var names []string
	for _, v := range m.list() {
		names = append(names, w.list[slot].values[v].name)
	}
	return strings.Join(names, ", ")
}

// put writes that a slot gets a value.
func (w *writer) put(slot, v int) string {
	t := &w.list[slot]
	if t.variable {
		return fmt.Sprintf("[$ %s = %d]", t.name, t.values[v].number)
	}
	return t.name + " [" + t.values[v].name + "] " + w.home
}

// fixedText writes an effect that does not depend on the state.
func (w *writer) fixedText(e *effect) string {
	t := &w.list[e.slot]
	switch {
	case e.shift > 0:
		return fmt.Sprintf("[$ %s = %s+%d]", t.name, t.name, e.shift)
	case e.shift < 0:
		return fmt.Sprintf("[$ %s = %s-%d]", t.name, t.name, -e.shift)
	}
	return w.put(e.slot, e.changes[0].to)
}

// A branch is a condition, and what happens if it holds and no earlier one does.
type branch struct{ when, then string }

// chain writes branches such that exactly one way is open. The last one may be without a
// condition.
func chain(list []branch) string {
	last := len(list) - 1
	text := ""
	if list[last].when == "" {
		text = list[last].then
		list = list[:last]
	}
	for i := len(list) - 1; i >= 0; i-- {
		b := list[i]
		rest := "{! " + b.when + "}"
		if text != "" {
			rest += " " + text
		}
		text = "({? " + b.when + "} " + b.then + " + " + rest + ")"
	}
	return text
}

// longText is the length from which a condition that is written twice gets a name.
const longText = 60

// named returns the name of a condition that is long, and defines it as a macro.
func (w *writer) named(text string) string {
	if len(text) < longText {
		return text
	}
	if w.macro[text] == "" {
		name := w.names.take(fmt.Sprintf("test%d", len(w.macro)+1))
		w.macro[text] = name
		fmt.Fprintf(&w.macros, "#%s = %s\n", name, text)
	}
	return w.macro[text]
}

// changeTest writes when a change is made.
func (w *writer) changeTest(e *effect, ch change) string {
	return w.named(w.alternatives(w.all(w.leaf(e.slot, ch.from), ch.when)))
}

// effectText writes an effect.
func (w *writer) effectText(e *effect) string {
	if e.fixed() {
		return w.fixedText(e)
	}
	own := !slices.ContainsFunc(e.changes, func(ch change) bool { return ch.when != always })
	if t := &w.list[e.slot]; own && !t.variable {
		var parts []string
		rest := e.possible
		for _, ch := range e.changes {
			parts = append(parts, "{"+w.pieceList(e.slot, ch.from)+"} ["+t.values[ch.to].name+"]")
			rest = rest.without(ch.from)
		}
		if !rest.empty() {
			parts = append(parts, "{"+w.pieceList(e.slot, rest)+"}")
		}
		return t.name + " (" + strings.Join(parts, " + ") + ") " + w.home
	}
	var list []branch
	for _, ch := range e.changes {
		list = append(list, branch{w.changeTest(e, ch), w.put(e.slot, ch.to)})
	}
	return chain(list)
}

// effectsText writes effects one after the other; those that are remembered come in two steps.
func (w *writer) effectsText(list []*effect) string {
	var parts []string
	for i := 0; i < len(list); {
		e := list[i]
		if e.later == "" {
			parts = append(parts, e.text)
			i++
			continue
		}
		var then []string
		for ; i < len(list) && list[i].later != ""; i++ {
			first, second := w.remembered(list[i])
			parts, then = append(parts, first), append(then, second)
		}
		parts = append(parts, then...)
	}
	return strings.Join(parts, " ")
}

// remembered writes an effect as two steps: which change is to be made, and making it.
func (w *writer) remembered(e *effect) (first, second string) {
	w.changes = max(w.changes, len(e.changes))
	var choose, do []branch
	for i, ch := range e.changes {
		choose = append(choose, branch{w.changeTest(e, ch), fmt.Sprintf("[$ %s = %d]", e.later, i+1)})
		do = append(do, branch{fmt.Sprintf("{$ %s == %d}", e.later, i+1), w.put(e.slot, ch.to) + fmt.Sprintf(" [$ %s = 0]", e.later)})
	}
	if e.fixed() {
		return fmt.Sprintf("[$ %s = 1]", e.later), w.fixedText(e) + fmt.Sprintf(" [$ %s = 0]", e.later)
	}
	return chain(choose), chain(do)
}

// tail takes the effects that all moves of a role have in common out of them.
func (w *writer) tail(moves []*move) []*effect {
	if len(moves) == 0 {
		return nil
	}
	common := map[string]*effect{}
	for _, e := range moves[0].effects {
		common[e.text] = e
	}
	for _, m := range moves {
		own := map[string]bool{}
		for _, e := range m.effects {
			own[e.text] = true
		}
		for text := range common {
			if !own[text] {
				delete(common, text)
			}
		}
	}
	for w.dropReaders(common, moves) {
	}
	for _, m := range moves {
		m.effects = slices.DeleteFunc(m.effects, func(e *effect) bool { return common[e.text] != nil })
	}
	var list []*effect
	for _, e := range common {
		list = append(list, e)
	}
	slices.SortFunc(list, func(a, b *effect) int { return a.slot - b.slot })
	return inOrder(list, w.later)
}

// dropReaders drops the common effects that read what other effects change. It reports
// whether there were some.
func (w *writer) dropReaders(common map[string]*effect, moves []*move) bool {
	changed := map[int]bool{}
	for _, m := range moves {
		for _, e := range m.effects {
			if common[e.text] == nil {
				changed[e.slot] = true
			}
		}
	}
	dropped := false
	for text, e := range common {
		for s := range e.reads {
			if changed[s] {
				delete(common, text)
				dropped = true
				break
			}
		}
	}
	return dropped
}

// nameMoves orders what moves do, and gives them names that are different for a role: the
// cells that they change, and a cell of their own where that does not tell them apart.
func (w *writer) nameMoves(moves []*move) {
	count := map[string]int{}
	for _, m := range moves {
		m.order(w.later)
		w.sortCells(m)
		m.name = strings.Join(w.cellNames(m), "-")
		count[m.name]++
	}
	for _, m := range moves {
		if m.name != "" && count[m.name] == 1 {
			continue
		}
		m.ends = w.endCell(m.text)
		m.name = strings.Join(append(w.cellNames(m), m.ends), "-")
	}
}

// endCell returns the cell on which moves with a text end, for all roles.
func (w *writer) endCell(text string) string {
	if w.endOf[text] == "" {
		w.endOf[text] = w.names.take(identifier(wordsIn(text)))
		w.ends = append(w.ends, w.endOf[text])
	}
	return w.endOf[text]
}

// wordsIn returns the words of a term.
func wordsIn(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return r == ' ' || r == '(' || r == ')' })
}

// cellNames returns the cells on which a move puts pieces.
func (w *writer) cellNames(m *move) []string {
	var list []string
	for _, e := range m.cells {
		if t := &w.list[e.slot]; !t.variable {
			list = append(list, t.name)
		}
	}
	return list
}

// sortCells puts a cell behind another one if it gets what lies there: a piece moves from one
// to the other.
func (w *writer) sortCells(m *move) {
	had := map[string]bool{}
	for _, e := range m.cells {
		if old := m.known[e.slot]; old != nil && old.count() == 1 {
			had[w.list[e.slot].values[old.list()[0]].name] = true
		}
	}
	rank := func(e *effect) int {
		t := &w.list[e.slot]
		switch {
		case t.variable:
			return 0
		case had[t.values[e.changes[0].to].name] && t.values[e.changes[0].to].name != w.blank():
			return 2
		}
		return 1
	}
	slices.SortStableFunc(m.cells, func(a, b *effect) int { return rank(a) - rank(b) })
}

// blank returns the piece that most cells have at the beginning.
func (w *writer) blank() string {
	if w.most == "" {
		count := map[string]int{}
		for _, t := range w.list {
			if !t.variable {
				count[t.values[t.initial].name]++
			}
		}
		for _, p := range w.pieces {
			if w.most == "" || count[p] > count[w.most] {
				w.most = p
			}
		}
	}
	return w.most
}

// moveText writes what a player does.
func (w *writer) moveText(m *move) string {
	own := map[int]*cond{} // what has to lie on cells that change
	changes := map[int]bool{}
	for _, e := range m.cells {
		changes[e.slot] = !w.list[e.slot].variable
	}
	kids := []*cond{m.legal}
	if m.legal.kind == condAll {
		kids = m.legal.kids
	}
	var parts []string
	for _, k := range kids {
		if k.kind == condLeaf && changes[k.slot] {
			own[k.slot] = k
		} else if text := w.test(k); text != "" {
			parts = append(parts, text)
		}
	}
	for _, e := range m.cells {
		t, to := &w.list[e.slot], e.changes[0].to
		if c := own[e.slot]; c != nil {
			parts = append(parts, t.name+" {"+w.pieceList(e.slot, c.mask)+"} ["+t.values[to].name+"] "+w.home)
		} else {
			parts = append(parts, w.fixedText(e))
		}
	}
	if m.ends != "" {
		return strings.Join(append(parts, m.ends), " ")
	}
	return strings.TrimSuffix(strings.Join(parts, " "), " "+w.home)
}

// A written game is the text with what it calls roles and moves.
type written struct {
	text    string
	names   [][]string // by role and move of the system: its text in the boardgame, or ""
	players []string
}

// write writes the game. Over is the literal of the end, in the system.
func (w *writer) write(moves [][]*move) (*written, error) {
	plain := w.copier(-1, -1)
	over, err := w.read(plain.Copy(w.system.Terminal), "the end")
	if err != nil {
		return nil, err
	}
	out := &written{players: w.players}
	var macros strings.Builder
	fmt.Fprintf(&macros, "// The play is over.\n#%s = %s\n", w.over, w.alternatives(over))
	var starts []string
	for r := range moves {
		names := make([]string, len(w.system.Roles[r].Moves))
		out.names = append(out.names, names)
		if len(moves[r]) == 0 {
			continue
		}
		name := w.names.take(identifier([]string{"turn", "of", w.players[r]}))
		text, err := w.turnText(r, moves[r], names, plain)
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(&macros, "\n// %s moves.\n#%s = %s\n", w.system.Roles[r].Name, name, text)
		starts = append(starts, name)
	}
	if len(starts) == 0 {
		return nil, refuse("no role can ever move")
	}
	goals, err := w.goals(plain, over)
	if err != nil {
		return nil, err
	}
	var initial []string
	for i, t := range w.list {
		if t.variable && t.values[t.initial].number != 0 {
			initial = append(initial, w.put(i, t.initial)+" ")
		}
	}
	if w.macros.Len() > 0 {
		w.macros.WriteString("\n")
	}
	out.text = w.header() + w.macros.String() + macros.String() + fmt.Sprintf(`
#rules =
    %s(
        {! %s} (%s)
    )*
    {? %s}%s
    ->> {}
`, strings.Join(initial, ""), w.over, strings.Join(starts, " + "), w.over, goals)
	return out, nil
}

// turnText writes the turn of a role.
func (w *writer) turnText(r int, moves []*move, names []string, plain *aig.Copier) (string, error) {
	for _, m := range moves {
		for _, e := range m.effects {
			e.text = w.effectText(e)
		}
	}
	tail := w.tail(moves)
	w.nameMoves(moves)
	var turn *cond
	if w.turns.slot >= 0 {
		turn = w.leaf(w.turns.slot, w.turns.masks[r])
	} else {
		var err error
		if turn, err = w.read(plain.Copy(w.turns.onTurn[r]), "that "+w.system.Roles[r].Name+" is on turn"); err != nil {
			return "", err
		}
	}
	var plainMoves, others []string
	for _, m := range moves {
		names[m.index] = m.name
		if len(m.after) == 0 {
			plainMoves = append(plainMoves, w.moveText(m)+" // "+m.text)
		} else {
			others = append(others, w.moveText(m)+" ->> "+w.home+" // "+m.text+"\n            "+w.effectsText(m.after))
		}
	}
	var alternatives []string
	if len(plainMoves) > 0 {
		alternatives = append(alternatives, "(\n        "+strings.Join(plainMoves, "\n      + ")+"\n    ) ->> "+w.home)
	}
	alternatives = append(alternatives, others...)
	text := w.test(turn) + " ->" + w.players[r] + " (\n    " + strings.Join(alternatives, "\n  + ") + "\n    )"
	if t := w.effectsText(tail); t != "" {
		text += "\n    " + t
	}
	return text, nil
}

// goals writes what the roles get at the end.
func (w *writer) goals(plain *aig.Copier, over *cond) (string, error) {
	text := ""
	known := given{}.and(over)
	for r, role := range w.system.Roles {
		var list []goal
		for _, g := range role.Goals {
			c := w.cond(plain.Copy(g.Lit))
			if c.size <= maxCond {
				c = w.simplify(c, known)
			}
			if c != never {
				list = append(list, goal{c, g.Value})
			}
		}
		slices.SortStableFunc(list, func(a, b goal) int { return a.when.size - b.when.size })
		if n := len(list); n > 1 && list[n-2].when.size > maxCond {
			return "", refuse("that %s gets %d depends on more than %d conditions, which is too much to write down", role.Name, list[n-2].value, maxCond)
		}
		text += w.goalText(w.players[r], list)
	}
	return text, nil
}

// A goal is a condition and the value that a role then has.
type goal struct {
	when  *cond
	value int
}

// goalText writes the goals of a role. One of them always holds, so that the condition of the
// last one, which is the largest, is left out.
func (w *writer) goalText(player string, list []goal) string {
	var branches []branch
	for i, g := range list {
		b := branch{then: fmt.Sprintf("[$ %s = %d]", player, g.value)}
		if i < len(list)-1 {
			b.when = w.named(w.alternatives(g.when))
		}
		branches = append(branches, b)
	}
	if len(branches) == 0 {
		return ""
	}
	return "\n    " + chain(branches)
}

// header writes everything but the rules.
func (w *writer) header() string {
	var b strings.Builder
	fmt.Fprintf(&b, "// From the cell %s an edge leads to every other cell, and %s leads back.\n\n", w.first, w.home)
	var players, variables []string
	for _, p := range w.players {
		players = append(players, p+"(100)")
	}
	for _, t := range w.list {
		if t.variable {
			variables = append(variables, fmt.Sprintf("%s(%d)", t.name, t.bound()))
		}
	}
	for _, l := range w.laters {
		variables = append(variables, fmt.Sprintf("%s(%d)", l, w.changes))
	}
	fmt.Fprintf(&b, "#players = %s\n#pieces = %s\n#variables = %s\n", strings.Join(players, ", "), strings.Join(w.pieces, ", "), strings.Join(variables, ", "))
	var edges, cells []string
	for _, t := range w.list {
		if !t.variable {
			edges = append(edges, t.name+":"+t.name)
			cells = append(cells, fmt.Sprintf("    %s[%s]{%s:%s}", t.name, t.values[t.initial].name, w.home, w.first))
		}
	}
	for _, name := range w.ends {
		edges = append(edges, name+":"+name)
		cells = append(cells, fmt.Sprintf("    %s[%s]{%s:%s}", name, w.nothing, w.home, w.first))
	}
	fmt.Fprintf(&b, "#board =\n    %s[%s]{%s}\n%s\n\n", w.first, w.nothing, strings.Join(edges, ", "), strings.Join(cells, "\n"))
	return b.String()
}
