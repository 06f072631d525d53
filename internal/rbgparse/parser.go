package rbgparse

import (
	"sort"
	"strconv"

	"ludex/rbg"
	"ludex/source"
)

// A parser reads the expanded words of one section with one word of look-ahead.
type parser struct {
	*reader
	words *expander
	word
	last    rbg.Origin // of the previous word
	depth   int        // how many brackets are open
	index   int        // the number of the word in view
	trouble int        // the number of the word that was last reported
}

// parser begins to read a section.
func (r *reader) parser(section string) *parser {
	b := r.sections[section]
	r.failed = false
	p := &parser{reader: r, words: newExpander(r, b), index: 1}
	p.last = rbg.Origin{Span: b.directive.Name.Span}
	p.word = p.words.next()
	return p
}

// place returns where the section is named.
func (p *parser) place() source.Span { return p.words.section.directive.Name.Span }

// next goes to the next word and returns the one that was in view.
func (p *parser) next() word {
	w := p.word
	p.last = w.Origin
	p.index++
	p.word = p.words.next()
	if p.full() {
		p.stop()
	}
	return w
}

// stop ends the section, after a limit.
func (p *parser) stop() {
	p.words.stopped, p.failed = true, true
	p.kind = End
}

// atName reports whether the word in view is a name, or stands for one.
func (p *parser) atName() bool { return p.kind == Name || p.kind == missing }

// accept moves on if the word in view has the given kind.
func (p *parser) accept(k Kind) bool {
	if p.kind != k {
		return false
	}
	p.next()
	return true
}

// expect is accept with an error if the word has another kind; where says what
// the word stands beside.
func (p *parser) expect(k Kind, code *source.Code, where string) bool {
	if p.accept(k) {
		return true
	}
	p.unexpected(code, spellings[k]+where)
	return false
}

// follows reports whether an error at the word in view would only follow from
// an earlier one. If not, it is remembered as one.
func (p *parser) follows() bool {
	p.failed = true
	if p.kind == missing || p.words.stopped || p.trouble == p.index {
		return true
	}
	p.trouble = p.index
	return false
}

// unexpected reports that another word is needed instead of the word in view.
func (p *parser) unexpected(code *source.Code, want string) *source.Diagnostic {
	switch {
	case p.follows():
		return &source.Diagnostic{}
	case p.kind == End:
		return p.reportAt(p.Origin, code, "expected %s, but the section ends", want)
	case p.kind == Keyword:
		return p.reportAt(p.Origin, Reserved, "expected %s, but %s is a reserved word", want, p.text)
	}
	return p.reportAt(p.Origin, code, "expected %s, found %s", want, quote(p.text))
}

// missingComma reports that the word in view should have a comma before it.
func (p *parser) missingComma(code *source.Code) *source.Diagnostic {
	p.failed = true
	before := source.Span{Start: p.Span.Start, End: p.Span.Start}
	if p.last.In == p.In && p.last.Span.End <= p.Span.Start {
		before = source.Span{Start: p.last.Span.End, End: p.last.Span.End}
	}
	return p.reportAt(p.Origin, code, "a comma is missing before %s", p.text).Fix(before, ",", "add a comma")
}

// leftover reports words behind the end of a section.
func (p *parser) leftover() {
	if p.kind == End || p.failed {
		return
	}
	p.failed = true
	switch p.kind {
	case missing:
	case RParen, RBrace, RBracket:
		p.reportAt(p.Origin, Leftover, "%s closes nothing", quote(p.text))
	default:
		p.reportAt(p.Origin, Leftover, "%s does not belong here: the section could end before it", quote(p.text))
	}
}

// number returns the value of a number that fits 32 bits without a sign.
func (p *parser) number(w word) (int64, bool) {
	n, err := strconv.ParseUint(w.text, 10, 32)
	if err != nil {
		p.failed = true
		p.reportAt(w.Origin, BadNumber, "the number %s is too large", quote(w.text)).
			Advise("numbers go up to 4294967295")
		return 0, false
	}
	return int64(n), true
}

// open enters the bracket in view, unless brackets are nested too deeply.
func (p *parser) open() (word, bool) {
	w := p.next()
	p.depth++
	if p.depth > MaxDepth && !p.words.stopped {
		p.stop()
		p.reportAt(w.Origin, TooDeep, "brackets are nested more than %d deep", MaxDepth)
	}
	return w, p.depth <= MaxDepth
}

// close leaves a bracket. If it is not closed here, that is reported, and the
// words up to its end are skipped.
func (p *parser) close(open word, with Kind) {
	switch {
	case p.accept(with):
		p.depth--
		return
	case p.kind == End:
		if !p.follows() {
			p.reportAt(open.Origin, Unclosed, "%s is never closed", quote(open.text))
		}
	default:
		p.unexpected(BadRules, quote(spellings[with])).Note(open.Span, "to close this")
	}
	p.abandon(with)
}

// abandon leaves a bracket after an error in it, and skips the words up to its
// end. Skipped words are not reported: they may be correct.
func (p *parser) abandon(with Kind) {
	p.depth--
	p.skip(with)
	p.trouble = p.index
}

// skip skips words up to the given closing bracket and over it. Brackets
// between are skipped as a whole; another closing bracket ends it too.
func (p *parser) skip(with Kind) {
	nested := 0
	for ; p.kind != End; p.next() {
		switch p.kind {
		case LParen, LBrace, LPositive, LNegative, LCompare, LBracket, LAssign:
			nested++
		case RParen, RBrace, RBracket:
			if nested == 0 {
				p.accept(with)
				return
			}
			nested--
		}
	}
}

// skipArguments skips a round bracket that follows the name of what may have
// been meant as a macro.
func (p *parser) skipArguments() {
	if p.accept(LParen) {
		p.skip(RParen)
	}
}

// maxLevels is how many macro calls are looked through for a place that covers
// two others.
const maxLevels = 32

// cover returns the place from one to another. If they stand in different
// expansions, it is in the innermost text that holds both or the calls that
// lead to them.
func (r *reader) cover(from, to rbg.Origin) rbg.Origin {
	a := from
	for range maxLevels {
		b := to
		for range maxLevels {
			if a.In == b.In && r.directiveAt(a.Span) == r.directiveAt(b.Span) && a.Span.Start <= b.Span.Start {
				return rbg.Origin{Span: source.Span{Start: a.Span.Start, End: max(a.Span.End, b.Span.End)}, In: a.In}
			}
			if b.In == nil {
				break
			}
			b = rbg.Origin{Span: b.In.Call, In: b.In.Parent}
		}
		if a.In == nil {
			break
		}
		a = rbg.Origin{Span: a.In.Call, In: a.In.Parent}
	}
	return from
}

// directiveAt returns the number of the directive that holds a place.
func (r *reader) directiveAt(s source.Span) int {
	return sort.Search(len(r.starts), func(i int) bool { return r.starts[i] > s.Start })
}
