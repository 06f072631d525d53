package gdldraw

import (
	"errors"
	"strings"

	"ludex/gdl"
)

// errFact says that a text is not a fact.
var errFact = errors.New("no ground term in prefix form")

// maxNesting is how deep terms may be nested.
const maxNesting = 1000

// A fact is something that is true in a position.
type fact struct {
	life   string // its remaining lifetime, in a real-time game
	symbol gdl.Symbol
	args   []string // canonical texts
}

// readFact reads the canonical text of a fact, or of a fact with a lifetime before
// it, as in real-time games.
func readFact(text string) (*fact, error) {
	r := reader{text: text}
	f, err := r.fact()
	if err != nil {
		return nil, err
	}
	if r.skip(); r.at < len(text) && len(f.args) == 0 {
		life := f.symbol.Name
		if f, err = r.fact(); err != nil {
			return nil, err
		}
		f.life = life
		r.skip()
	}
	if r.at < len(text) {
		return nil, errFact
	}
	return f, nil
}

// readFacts reads the texts of facts. It skips other texts.
func readFacts(texts []string) []*fact {
	facts := make([]*fact, 0, len(texts))
	for _, text := range texts {
		if f, err := readFact(text); err == nil {
			facts = append(facts, f)
		}
	}
	return facts
}

// factsOf reads the texts of facts for drawing. Other texts are shown as they are.
func factsOf(texts []string) []*fact {
	facts := make([]*fact, 0, len(texts))
	for _, text := range texts {
		f, err := readFact(text)
		if err != nil {
			f = &fact{symbol: gdl.Symbol{Name: text}}
		}
		facts = append(facts, f)
	}
	return facts
}

// A reader reads terms in prefix form.
type reader struct {
	text string
	at   int
}

func (r *reader) skip() {
	for r.at < len(r.text) && strings.IndexByte(" \t\r\n", r.text[r.at]) >= 0 {
		r.at++
	}
}

// fact reads a term and records where its arguments are.
func (r *reader) fact() (*fact, error) {
	r.skip()
	f := &fact{}
	if r.at == len(r.text) || r.text[r.at] != '(' {
		t, err := r.name()
		f.symbol.Name = t.Name
		return f, err
	}
	r.at++
	t, err := r.name()
	if err != nil {
		return nil, err
	}
	f.symbol.Name = t.Name
	for {
		r.skip()
		if r.at < len(r.text) && r.text[r.at] == ')' {
			r.at++
			f.symbol.Arity = len(f.args)
			return f, nil
		}
		start := r.at
		if _, err := r.term(0); err != nil {
			return nil, err
		}
		f.args = append(f.args, r.text[start:r.at])
	}
}

// readTerm reads a whole text as a term.
func readTerm(text string) (gdl.Term, error) {
	r := reader{text: text}
	t, err := r.term(0)
	if err != nil {
		return t, err
	}
	if r.skip(); r.at < len(text) {
		return t, errFact
	}
	return t, nil
}

// term reads a term.
func (r *reader) term(depth int) (gdl.Term, error) {
	r.skip()
	if r.at == len(r.text) || depth > maxNesting {
		return gdl.Term{}, errFact
	}
	if r.text[r.at] != '(' {
		return r.name()
	}
	r.at++
	t, err := r.name()
	if err != nil {
		return t, err
	}
	for {
		r.skip()
		if r.at == len(r.text) {
			return t, errFact
		}
		if r.text[r.at] == ')' {
			r.at++
			return gdl.Fn(t.Name, t.Args...), nil
		}
		arg, err := r.term(depth + 1)
		if err != nil {
			return t, err
		}
		t.Args = append(t.Args, arg)
	}
}

// name reads a word.
func (r *reader) name() (gdl.Term, error) {
	r.skip()
	start := r.at
	for r.at < len(r.text) && strings.IndexByte(" \t\r\n()", r.text[r.at]) < 0 {
		r.at++
	}
	if start == r.at {
		return gdl.Term{}, errFact
	}
	return gdl.Const(r.text[start:r.at]), nil
}

// names returns the words of a term's text, outermost first.
func names(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(" \t\r\n()", r) })
}
