package aig

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// A Latch is a bit of a state: an input of the graph, with what it is at the start and
// what it becomes.
type Latch struct {
	Name string
	Lit  Lit
	Next Lit
	Init bool
}

// A Named literal is an input or an output with its name.
type Named struct {
	Name string
	Lit  Lit
}

// A Machine is a sequential circuit, as AIGER describes it.
type Machine struct {
	Graph   *Graph
	Inputs  []Named
	Latches []Latch
	Outputs []Named
}

// ordered reports whether the nodes are numbered as AIGER demands: the inputs first, then
// the latches, then the gates.
func (m *Machine) ordered() bool {
	next := uint32(1)
	for _, in := range m.Inputs {
		if in.Lit != Lit(next<<1) {
			return false
		}
		next++
	}
	for _, l := range m.Latches {
		if l.Lit != Lit(next<<1) {
			return false
		}
		next++
	}
	return m.Graph.Inputs() == int(next)-1
}

// WriteTo writes the machine in the binary format of AIGER 1.9, with symbols. The numbers
// of literals in the file are those of the graph. Inputs and latches must have been added
// to the graph in this order, before all gates.
func (m *Machine) WriteTo(w io.Writer) (int64, error) {
	if !m.ordered() {
		return 0, errors.New("aiger: inputs and latches do not come first")
	}
	count := &counter{w: w}
	b := bufio.NewWriter(count)
	first := 1 + len(m.Inputs) + len(m.Latches)
	fmt.Fprintf(b, "aig %d %d %d %d %d\n", m.Graph.Len()-1, len(m.Inputs), len(m.Latches), len(m.Outputs), m.Graph.Len()-first)
	for _, l := range m.Latches {
		if l.Init {
			fmt.Fprintf(b, "%d 1\n", l.Next)
		} else {
			fmt.Fprintf(b, "%d\n", l.Next)
		}
	}
	for _, o := range m.Outputs {
		fmt.Fprintf(b, "%d\n", o.Lit)
	}
	for id := first; id < m.Graph.Len(); id++ {
		x, y := m.Graph.Args(uint32(id))
		writeDelta(b, uint32(id)<<1-uint32(y))
		writeDelta(b, uint32(y)-uint32(x))
	}
	m.writeSymbols(b)
	err := b.Flush()
	return count.n, err
}

func (m *Machine) writeSymbols(b *bufio.Writer) {
	for i, in := range m.Inputs {
		fmt.Fprintf(b, "i%d %s\n", i, in.Name)
	}
	for i, l := range m.Latches {
		fmt.Fprintf(b, "l%d %s\n", i, l.Name)
	}
	for i, o := range m.Outputs {
		fmt.Fprintf(b, "o%d %s\n", i, o.Name)
	}
}

// A counter counts the bytes written.
type counter struct {
	w io.Writer
	n int64
}

func (c *counter) Write(p []byte) (int, error) {
	n, err := c.w.Write(p)
	c.n += int64(n)
	return n, err
}

// writeDelta writes a number in groups of seven bits.
func writeDelta(b *bufio.Writer, n uint32) {
	for ; n >= 0x80; n >>= 7 {
		b.WriteByte(byte(n) | 0x80)
	}
	b.WriteByte(byte(n))
}

// maxNodes bounds what a file may ask for.
const maxNodes = 1 << 27

// Read reads a machine in the binary format of AIGER. The numbers of literals in the graph
// are those of the file.
func Read(r io.Reader) (*Machine, error) {
	p := &reader{b: bufio.NewReader(r)}
	m, err := p.machine()
	if err != nil {
		return nil, fmt.Errorf("aiger: %w", err)
	}
	return m, nil
}

// A reader reads an AIGER file.
type reader struct {
	b                                     *bufio.Reader
	nodes, inputs, latches, outputs, ands int
}

func (p *reader) machine() (*Machine, error) {
	if err := p.header(); err != nil {
		return nil, err
	}
	m := &Machine{Graph: New(), Inputs: make([]Named, p.inputs), Latches: make([]Latch, p.latches), Outputs: make([]Named, p.outputs)}
	for i := range m.Inputs {
		m.Inputs[i].Lit = m.Graph.Input()
	}
	for i := range m.Latches {
		m.Latches[i].Lit = m.Graph.Input()
	}
	for i := range m.Latches {
		if err := p.latch(&m.Latches[i]); err != nil {
			return nil, err
		}
	}
	for i := range m.Outputs {
		line, err := p.line()
		if err != nil {
			return nil, err
		}
		if m.Outputs[i].Lit, err = p.literal(line); err != nil {
			return nil, err
		}
	}
	for range p.ands {
		if err := p.gate(m.Graph); err != nil {
			return nil, err
		}
	}
	return m, p.symbols(m)
}

func (p *reader) line() (string, error) {
	text, err := p.b.ReadString('\n')
	if err != nil {
		return "", fmt.Errorf("the file is cut short: %w", err)
	}
	return strings.TrimSuffix(text, "\n"), nil
}

func (p *reader) header() error {
	line, err := p.line()
	if err != nil {
		return err
	}
	fields := strings.Fields(line)
	if len(fields) != 6 || fields[0] != "aig" {
		return errors.New("the header is not that of a binary file")
	}
	for i, to := range []*int{&p.nodes, &p.inputs, &p.latches, &p.outputs, &p.ands} {
		n, err := strconv.Atoi(fields[i+1])
		if err != nil || n < 0 || n > maxNodes {
			return fmt.Errorf("the header has the number %q", fields[i+1])
		}
		*to = n
	}
	if p.nodes != p.inputs+p.latches+p.ands {
		return errors.New("the numbers in the header do not fit together")
	}
	return nil
}

func (p *reader) literal(text string) (Lit, error) {
	n, err := strconv.ParseUint(text, 10, 32)
	if err != nil || n > uint64(2*p.nodes+1) {
		return 0, fmt.Errorf("there is no literal %q", text)
	}
	return Lit(n), nil
}

func (p *reader) latch(l *Latch) error {
	line, err := p.line()
	if err != nil {
		return err
	}
	next, reset, _ := strings.Cut(line, " ")
	if l.Next, err = p.literal(next); err != nil {
		return err
	}
	if reset != "" && reset != "0" && reset != "1" {
		return fmt.Errorf("a latch begins with %q", reset)
	}
	l.Init = reset == "1"
	return nil
}

// gate reads a conjunction. It must be one that the graph would not simplify, so that the
// numbers agree.
func (p *reader) gate(g *Graph) error {
	id := uint32(g.Len())
	d0, err := p.delta()
	if err != nil {
		return err
	}
	d1, err := p.delta()
	if err != nil {
		return err
	}
	if d0 == 0 || d0 > id<<1 || d1 > id<<1-d0 {
		return fmt.Errorf("gate %d is not in order", id)
	}
	y := Lit(id<<1 - d0)
	if g.And(y-Lit(d1), y) != Lit(id<<1) {
		return fmt.Errorf("gate %d can be simplified", id)
	}
	return nil
}

func (p *reader) delta() (uint32, error) {
	var n uint32
	for shift := 0; ; shift += 7 {
		c, err := p.b.ReadByte()
		if err != nil {
			return 0, fmt.Errorf("the file is cut short: %w", err)
		}
		if shift > 28 {
			return 0, errors.New("a number is too large")
		}
		n |= uint32(c&0x7f) << shift
		if c < 0x80 {
			return n, nil
		}
	}
}

// symbols reads the names, up to a comment or the end.
func (p *reader) symbols(m *Machine) error {
	for {
		line, err := p.b.ReadString('\n')
		if errors.Is(err, io.EOF) && line == "" || line == "c\n" {
			return nil
		}
		if err != nil {
			return fmt.Errorf("the file is cut short: %w", err)
		}
		if err := m.name(strings.TrimSuffix(line, "\n")); err != nil {
			return err
		}
	}
}

// name sets the name that a line of the symbol table gives.
func (m *Machine) name(line string) error {
	place, name, ok := strings.Cut(line, " ")
	if !ok || place == "" {
		return fmt.Errorf("%q is no symbol", line)
	}
	n, err := strconv.Atoi(place[1:])
	if err != nil || n < 0 {
		return fmt.Errorf("%q is no symbol", line)
	}
	switch {
	case place[0] == 'i' && n < len(m.Inputs):
		m.Inputs[n].Name = name
	case place[0] == 'l' && n < len(m.Latches):
		m.Latches[n].Name = name
	case place[0] == 'o' && n < len(m.Outputs):
		m.Outputs[n].Name = name
	default:
		return fmt.Errorf("%q names nothing", line)
	}
	return nil
}
