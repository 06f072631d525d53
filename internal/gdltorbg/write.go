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
