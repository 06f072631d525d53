package circuit

import (
	"bufio"
	"fmt"
	"io"
)

// maxDrawn is the number of nodes above which a circuit is not kept for drawing;
// layout programs cannot handle so many.
const maxDrawn = 20_000

// A drawing is what drawing needs of a game's general net.
type drawing struct {
	net   *net
	roots *roots
	canon *canon
}

// WriteDot writes the circuit of a small game, not specialised for a phase, in the
// DOT language of Graphviz. Boxes are inputs, ellipses conjunctions, and double
// octagons what is computed; a dot at the head of an arrow is a negation.
func (g *Game) WriteDot(w io.Writer) error {
	if g.drawing == nil {
		return fmt.Errorf("the circuit of %s has %d nodes; more than %d are not drawn", g.spec.Name, g.stats.Nodes, maxDrawn)
	}
	d := &dotWriter{w: bufio.NewWriter(w), spec: g.spec, drawing: g.drawing}
	d.write()
	return d.w.Flush()
}

type dotWriter struct {
	w    *bufio.Writer
	spec *Spec
	*drawing
}

func (d *dotWriter) write() {
	d.printf("digraph %q {\n\trankdir=LR\n\tnode [fontsize=10]\n", d.spec.Name)
	uses := countUses(d.net, d.roots.all())
	for i := range d.net.nodes {
		if uses[i] > 0 {
			d.node(int32(i))
		}
	}
	d.outputs()
	d.printf("}\n")
}

func (d *dotWriter) printf(format string, args ...any) { fmt.Fprintf(d.w, format, args...) }

// node writes a node and the arrows that lead to it.
func (d *dotWriter) node(id int32) {
	switch nd := &d.net.nodes[id]; nd.kind {
	case kindTrue:
		d.printf("\tn0 [shape=box label=\"true\"]\n")
	case kindState:
		d.printf("\tn%d [shape=box label=%q]\n", id, d.spec.State[d.canon.state[nd.x].bit].Text)
	case kindMoves:
		d.printf("\tn%d [shape=box style=rounded label=%q]\n", id, d.set(&d.net.moves.sets[nd.x]))
	case kindLoop:
		d.printf("\tn%d [shape=diamond label=\"loop\"]\n", id)
	case kindAnd:
		d.printf("\tn%d [label=\"∧\"]\n", id)
	}
	for _, a := range d.net.dependencies(id) {
		d.arrow(a, fmt.Sprintf("n%d", id))
	}
}

// set describes a set of moves.
func (d *dotWriter) set(s *moveSet) string {
	text := d.spec.Roles[s.role] + ":"
	for i, m := range s.members {
		if i == 8 {
			return fmt.Sprintf("%s … (%d)", text, len(s.members))
		}
		ref := d.canon.moves[s.role][m-d.net.moves.first[s.role]]
		text += " " + d.spec.Moves[s.role][ref.number].Text
	}
	return text
}

func (d *dotWriter) arrow(from lit, to string) {
	head := ""
	if from.negated() {
		head = " [arrowhead=dot]"
	}
	d.printf("\tn%d -> %s%s\n", from.node(), to, head)
}

// output writes something that is computed, unless it is never true.
func (d *dotWriter) output(name, text string, l lit) {
	if l == litFalse {
		return
	}
	d.printf("\t%s [shape=doubleoctagon label=%q]\n", name, text)
	d.arrow(l, name)
}

func (d *dotWriter) outputs() {
	s := d.spec
	d.output("terminal", "terminal", d.roots.terminal)
	for r, moves := range d.roots.legal {
		for i, l := range moves {
			number := d.canon.moves[r][i].number
			d.output(fmt.Sprintf("legal_%d_%d", r, number), "legal "+s.Roles[r]+" "+s.Moves[r][number].Text, l)
		}
	}
	for i, l := range d.roots.next {
		bit := d.canon.state[i].bit
		d.output(fmt.Sprintf("next_%d", bit), "next "+s.State[bit].Text, l)
	}
	for i, l := range d.roots.goals {
		d.output(fmt.Sprintf("goal_%d", i), fmt.Sprintf("goal %s %d", s.Roles[s.Goals[i].Role], s.Goals[i].Value), l)
	}
	for i, l := range d.roots.percepts {
		p := s.Percepts[i]
		d.output(fmt.Sprintf("sees_%d", i), "sees "+s.Roles[p.Role]+" "+s.Texts[p.Percept], l)
	}
}
