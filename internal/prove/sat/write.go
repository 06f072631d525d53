package sat

import (
	"bufio"
	"io"
	"strconv"
)

// appendLit appends a literal as DIMACS writes it.
func appendLit(b []byte, l Lit) []byte {
	if l&1 == 1 {
		b = append(b, '-')
	}
	return append(strconv.AppendUint(b, uint64(l.Var()), 10), ' ')
}

// WriteCNF writes the original clauses of the proof in the DIMACS format.
func (p *Proof) WriteCNF(w io.Writer) error {
	most := uint32(0)
	for _, c := range p.Original {
		for _, l := range c.Lits {
			most = max(most, l.Var())
		}
	}
	b := bufio.NewWriter(w)
	line := append([]byte("p cnf "), strconv.Itoa(int(most))...)
	line = append(append(line, ' '), strconv.Itoa(len(p.Original))...)
	b.Write(append(line, '\n'))
	for _, c := range p.Original {
		line = line[:0]
		for _, l := range c.Lits {
			line = appendLit(line, l)
		}
		b.Write(append(line, "0\n"...))
	}
	return b.Flush()
}

// WriteLRAT writes the derived clauses in the LRAT format.
func (p *Proof) WriteLRAT(w io.Writer) error {
	b := bufio.NewWriter(w)
	var line []byte
	for _, c := range p.Derived {
		line = append(strconv.AppendInt(line[:0], int64(c.ID), 10), ' ')
		for _, l := range c.Lits {
			line = appendLit(line, l)
		}
		line = append(line, '0', ' ')
		for _, h := range c.Hints {
			line = append(strconv.AppendInt(line, int64(h), 10), ' ')
		}
		b.Write(append(line, "0\n"...))
	}
	return b.Flush()
}
