package parameters

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// A chain are facts of one relation that count, such as (succ 1 2) (succ 2 3).
type chain struct {
	name      string
	low, high int // the first and the last number
	infix     bool
	facts     [][2]int // where they are, from that of the lowest number on
}

var (
	prefixFact = regexp.MustCompile(`\(\s*([A-Za-z][\w-]*)\s+(\d{1,4})\s+(\d{1,4})\s*\)`)
	infixFact  = regexp.MustCompile(`(?m)^\s*([A-Za-z]\w*)\(\s*(\d{1,4})\s*,\s*(\d{1,4})\s*\)\s*\.`)
)

// leastChain is the least number of facts that are a chain.
const leastChain = 3

// findChains returns the facts of GDL that count, as parameters. Each stands in one piece of
// the text, in which there may be other facts.
func findChains(text string) []Parameter {
	masked := maskComments(text)
	var list []Parameter
	for _, syntax := range []*regexp.Regexp{prefixFact, infixFact} {
		byName := map[string]*chain{}
		var order []string
		for _, m := range syntax.FindAllStringSubmatchIndex(masked, -1) {
			if syntax == prefixFact && depth(masked[:m[0]]) != 0 {
				continue // inside of another fact or rule
			}
			name := masked[m[2]:m[3]]
			a, _ := strconv.Atoi(masked[m[4]:m[5]])
			b, _ := strconv.Atoi(masked[m[6]:m[7]])
			c := byName[name]
			switch {
			case c == nil:
				c = &chain{name: name, low: a, high: a, infix: syntax == infixFact}
				byName[name] = c
				order = append(order, name)
			}
			if a != c.high || b != a+1 {
				c.facts, c.high = nil, -2 // it does not count, or not in order
				continue
			}
			c.high = b
			c.facts = append(c.facts, [2]int{m[2], m[1]})
			if syntax == prefixFact {
				c.facts[len(c.facts)-1][0] = m[0]
			}
		}
		for _, name := range order {
			if c := byName[name]; len(c.facts) >= leastChain {
				list = append(list, c.parameter(text))
			}
		}
	}
	return list
}

// parameter returns the chain as a parameter, whose value is the last number.
func (c *chain) parameter(text string) Parameter {
	first, last := c.facts[0], c.facts[len(c.facts)-1]
	p := Parameter{Name: c.name, Value: c.high, Line: 1 + strings.Count(text[:first[0]], "\n"), Text: text[first[0]:first[1]] + " …",
		places: []place{{start: first[0], end: last[1], chain: c}}}
	rest, _, _ := strings.Cut(text[last[1]:], "\n")
	if _, note := cutComment(rest, ";%"); named(note) != "" {
		p.Name, p.Named = named(note), true
	}
	return p
}

// holds reports whether facts that count are between two places of the text.
func (p *Parameter) holds(start, end int) bool {
	for _, pl := range p.places {
		if pl.chain == nil {
			continue
		}
		for _, f := range pl.chain.facts {
			if f[0] >= start && f[0] < end {
				return true
			}
		}
	}
	return false
}

// with returns a piece of the text, which begins at an offset and has the chain in it, with
// another last number.
func (c *chain) with(text string, offset, value int) string {
	var b strings.Builder
	at := 0
	for i, f := range c.facts {
		if c.low+i+1 > value {
			b.WriteString(text[at : f[0]-offset])
			at = f[1] - offset
		}
	}
	b.WriteString(text[at:])
	for n := c.high; n < value; n++ {
		if c.infix {
			fmt.Fprintf(&b, "\n%s(%d,%d).", c.name, n, n+1)
		} else {
			fmt.Fprintf(&b, " (%s %d %d)", c.name, n, n+1)
		}
	}
	return b.String()
}

// maskComments replaces comments by blanks.
func maskComments(text string) string {
	b := []byte(text)
	inside := false
	for i, c := range b {
		switch {
		case c == '\n':
			inside = false
		case c == ';' || c == '%' || inside:
			inside = true
			b[i] = ' '
		}
	}
	return string(b)
}

// depth returns how many brackets are open at the end of a text.
func depth(text string) int { return strings.Count(text, "(") - strings.Count(text, ")") }
