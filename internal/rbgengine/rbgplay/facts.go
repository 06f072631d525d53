package rbgplay

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"ludex/game"
	"ludex/rbg"
)

// keeper is the name of the keeper in facts.
const keeper = "keeper"

// moverName returns who is to move after a switch.
func (g *Game) moverName(index int32) string {
	if mover := g.rules.Mover(int(index)); mover != rbg.Keeper {
		return g.roles[mover]
	}
	return keeper
}

// Facts implements [game.Game]: what lies on every cell, the value of every
// variable, the current cell, the switch that was passed last, and who is to
// move.
func (g *Game) Facts(s game.State) []string {
	var p Position
	g.Position(s, &p)
	// The facts are parts of one text, which is written in their order.
	w := factWriter{ends: make([]int, 0, len(p.Pieces)+len(p.Values)+3)}
	w.text.Grow(typicalFact * cap(w.ends))
	w.add("(at ", g.texts.cells[p.Cell])
	for _, c := range g.texts.inOrder {
		w.add("(cell ", g.texts.cells[c], " ", g.rules.Pieces[p.Pieces[c]].Name)
	}
	w.add("(control ", g.moverName(p.Switch))
	w.add("(switch ", strconv.Itoa(int(p.Switch)))
	for v, value := range p.Values {
		w.add("(value ", g.rules.Variables[v].Name, " ", strconv.Itoa(int(value)))
	}
	facts := w.facts()
	slices.Sort(facts)
	return facts
}

// typicalFact is about how many characters a fact has.
const typicalFact = 24

// A factWriter writes facts into one text.
type factWriter struct {
	text strings.Builder
	ends []int // of the facts
}

// add adds a fact, all but its last parenthesis.
func (w *factWriter) add(parts ...string) {
	for _, p := range parts {
		w.text.WriteString(p)
	}
	w.text.WriteByte(')')
	w.ends = append(w.ends, w.text.Len())
}

func (w *factWriter) facts() []string {
	text, begin := w.text.String(), 0
	facts := make([]string, len(w.ends))
	for i, end := range w.ends {
		facts[i], begin = text[begin:end], end
	}
	return facts
}

// ParseState implements [game.Game]. Every fact must occur once, and the state
// must occur in a play: if the keeper is to move, it has no move.
func (g *Game) ParseState(facts []string) (game.State, error) {
	r := newFactReader(g)
	for _, f := range facts {
		if err := r.read(f); err != nil {
			return nil, fmt.Errorf("%s: %w", f, err)
		}
	}
	if err := r.complete(); err != nil {
		return nil, err
	}
	if err := g.seen(&r.position); err != nil {
		return nil, err
	}
	return g.State(&r.position, nil), nil
}

// seen returns an error for a position that is not a state of a play because the
// keeper is about to change it.
func (g *Game) seen(p *Position) error {
	if g.rules.Mover(int(p.Switch)) != rbg.Keeper {
		return nil
	}
	unfinished, err := g.newReasoner().HasMove(p)
	if err == nil && unfinished {
		err = fmt.Errorf("after switch %d the keeper still has a move to make, so that nobody sees this state", p.Switch)
	}
	return err
}

// A factReader collects the facts of a state.
type factReader struct {
	game           *Game
	position       Position
	pieces, values map[string]int
	control        string
	cellSeen       []bool
	valueSeen      []bool
	seen           map[string]bool // at, switch and control
}

func newFactReader(g *Game) *factReader {
	r := &factReader{game: g, pieces: map[string]int{}, values: map[string]int{}, seen: map[string]bool{}}
	r.position.Reset(g.rules)
	for i := range g.rules.Pieces {
		r.pieces[g.rules.Pieces[i].Name] = i
	}
	for i := range g.rules.Variables {
		r.values[g.rules.Variables[i].Name] = i
	}
	r.cellSeen = make([]bool, len(r.position.Pieces))
	r.valueSeen = make([]bool, len(r.position.Values))
	return r
}

// read reads one fact.
func (r *factReader) read(fact string) error {
	inner, ok := strings.CutPrefix(strings.TrimSpace(fact), "(")
	inner, closed := strings.CutSuffix(inner, ")")
	words := strings.Fields(inner)
	if !ok || !closed || len(words) == 0 {
		return fmt.Errorf("a fact of a state is written like (at a1)")
	}
	switch {
	case words[0] == "cell" && len(words) == 3:
		return r.cell(words[1], words[2])
	case words[0] == "value" && len(words) == 3:
		return r.value(words[1], words[2])
	case len(words) != 2 || words[0] != "at" && words[0] != "switch" && words[0] != "control":
		return fmt.Errorf("unknown fact; a state has (cell CELL PIECE), (value VARIABLE NUMBER), (at CELL), (switch INDEX) and (control PLAYER)")
	}
	if r.seen[words[0]] {
		return fmt.Errorf("%q is there twice", words[0])
	}
	r.seen[words[0]] = true
	return r.single(words[0], words[1])
}

// single reads a fact that a state has once.
func (r *factReader) single(what, word string) (err error) {
	switch what {
	case "at":
		var c int
		c, err = r.find(r.game.cells, "cell", word)
		r.position.Cell = int32(c)
	case "switch":
		r.position.Switch, err = r.switchIndex(word)
	default:
		r.control = word
	}
	return err
}

func (r *factReader) find(names map[string]int, what, name string) (int, error) {
	if n, ok := names[name]; ok {
		return n, nil
	}
	return 0, fmt.Errorf("there is no %s %q", what, name)
}

func (r *factReader) cell(cell, piece string) error {
	c, err := r.find(r.game.cells, "cell", cell)
	if err != nil {
		return err
	}
	p, err := r.find(r.pieces, "piece", piece)
	if err != nil {
		return err
	}
	if r.cellSeen[c] {
		return fmt.Errorf("cell %s is there twice", cell)
	}
	r.cellSeen[c] = true
	r.position.Pieces[c] = uint16(p)
	return nil
}

func (r *factReader) value(name, number string) error {
	v, err := r.find(r.values, "variable", name)
	if err != nil {
		return err
	}
	n, err := strconv.ParseInt(number, 10, 32)
	if bound := r.game.rules.Bound(v); err != nil || n < 0 || n > int64(bound) {
		return fmt.Errorf("the value of %s is a number from 0 to %d", name, bound)
	}
	if r.valueSeen[v] {
		return fmt.Errorf("variable %s is there twice", name)
	}
	r.valueSeen[v] = true
	r.position.Values[v] = int32(n)
	return nil
}

func (r *factReader) switchIndex(word string) (int32, error) {
	n, err := strconv.ParseInt(word, 10, 32)
	modifiers := r.game.rules.Modifiers
	if err != nil || n < 0 || int(n) > len(modifiers) || n > 0 && modifiers[n-1].Kind != rbg.Switch {
		return 0, fmt.Errorf("the rules have no switch with this index")
	}
	return int32(n), nil
}

// complete reports what is missing, or does not fit together.
func (r *factReader) complete() error {
	for c, ok := range r.cellSeen {
		if !ok {
			return fmt.Errorf("no fact says what lies on cell %s", r.game.texts.cells[c])
		}
	}
	for v, ok := range r.valueSeen {
		if !ok {
			return fmt.Errorf("no fact says the value of %s", r.game.rules.Variables[v].Name)
		}
	}
	for _, what := range []string{"at", "switch", "control"} {
		if !r.seen[what] {
			return fmt.Errorf("there is no fact (%s …)", what)
		}
	}
	if want := r.game.moverName(r.position.Switch); r.control != want {
		return fmt.Errorf("(control %s) contradicts (switch %d), after which %s is to move", r.control, r.position.Switch, want)
	}
	return nil
}
