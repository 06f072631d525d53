package rbglanguage

import (
	"fmt"
	"sort"
	"strings"

	"ludex/internal/lsp/language"
	"ludex/internal/rbgparse"
	"ludex/source"
)

// A site is where something is being written: the tokens before it.
type site struct {
	directive int   // or none
	before    int   // the last token before the word
	opened    []int // the brackets that are open there, the outermost first
}

// site returns where an offset stands. The word that is being typed there does
// not count.
func (v *View) site(start int) site {
	p := source.At(start)
	before := sort.Search(len(v.doc.Tokens), func(i int) bool { return v.token(i).Span.End > p }) - 1
	s := site{directive: none, before: before}
	for n := range v.directives {
		if v.directives[n].first <= before {
			s.directive = n
		}
	}
	if s.directive == none {
		return s
	}
	for i := v.directives[s.directive].first; i <= before; i++ {
		switch v.token(i).Kind {
		case rbgparse.LParen, rbgparse.LBracket, rbgparse.LAssign, rbgparse.LBrace, rbgparse.LPositive, rbgparse.LNegative, rbgparse.LCompare:
			s.opened = append(s.opened, i)
		case rbgparse.RParen, rbgparse.RBracket, rbgparse.RBrace:
			if n := len(s.opened); n > 0 {
				s.opened = s.opened[:n-1]
			}
		}
	}
	return s
}

// wordStart returns where the word begins that an offset stands in or behind.
func (v *View) wordStart(offset int) int {
	t := v.token(v.tokenAt(offset))
	if start := t.Span; (t.Kind == rbgparse.Name || t.Kind == rbgparse.Keyword) && start.Start.Offset() < offset && offset <= start.End.Offset() {
		return start.Start.Offset()
	}
	return offset
}

// Complete returns what could be written at an offset.
func (v *View) Complete(offset int) ([]language.Item, source.Span) {
	if v.inComment(offset) {
		return nil, source.Range(offset, offset)
	}
	start := v.wordStart(offset)
	s := v.site(start)
	c := &completion{View: v, at: start, typed: start < offset, site: s, seen: map[string]bool{}}
	switch {
	case s.directive == none:
	case s.before == v.directives[s.directive].first:
		c.sections()
	case s.before >= v.directives[s.directive].body-1:
		c.inBody()
	}
	return c.items, source.Range(start, offset)
}

func (v *View) inComment(offset int) bool {
	for _, c := range v.doc.Comments {
		if c.Span.Start.Offset() < offset && offset <= c.Span.End.Offset() {
			return !strings.HasPrefix(c.Text, "/*") || offset < c.Span.End.Offset()
		}
	}
	return false
}

// A completion collects what could be written.
type completion struct {
	*View
	site
	at    int  // where the word begins
	typed bool // there is an incomplete word, which is not offered itself
	items []language.Item
	seen  map[string]bool
}

func (c *completion) add(item language.Item) {
	id := item.Label + "\x00" + item.Detail
	if !c.seen[id] {
		c.seen[id] = true
		c.items = append(c.items, item)
	}
}

// sections adds the sections that are missing.
func (c *completion) sections() {
	have := map[string]bool{}
	for n := range c.directives {
		if n != c.directive {
			have[c.directives[n].section] = true
		}
	}
	for _, name := range sections {
		if !have[name] {
			c.add(language.Item{Label: name, Kind: language.Keyword, Detail: keywordDocs[name].title, Doc: keywordDocs[name].doc,
				Text: name, Snippet: language.Snippet(name+" = ", []string{""}, "", "")})
		}
	}
}

// inBody adds what can stand in the content of a directive: what fits best
// comes first.
func (c *completion) inBody() {
	d := &c.directives[c.directive]
	for _, p := range d.params {
		name := c.token(p).Text
		c.add(language.Item{Label: name, Kind: language.Parameter, Detail: "parameter", Text: name})
	}
	if d.section == "board" && c.before == d.body-1 {
		for _, g := range generators {
			c.add(language.Item{Label: g, Kind: language.Keyword, Detail: keywordDocs[g].title, Doc: keywordDocs[g].doc,
				Text: g, Snippet: language.Snippet(g+"(", keywordDocs[g].args, ", ", ")")})
		}
	}
	for _, kind := range c.expected() {
		c.declared(kind)
	}
	c.macroCalls()
}

// expected returns the kinds of names that make sense, by the bracket or the mark
// before.
func (c *completion) expected() []language.Kind {
	if c.token(c.before).Kind == rbgparse.Arrow {
		return []language.Kind{language.Player}
	}
	inner := rbgparse.End
	if n := len(c.opened); n > 0 {
		inner = c.token(c.opened[n-1]).Kind
	}
	switch {
	case inner == rbgparse.LBrace || inner == rbgparse.LBracket:
		return []language.Kind{language.Constant}
	case c.arithmetic():
		return []language.Kind{language.Variable, language.Player, language.Constant}
	case c.directives[c.directive].section == "pieces":
		return nil
	}
	// Outside of brackets directions are expected; as arguments of macros all
	// names are.
	return []language.Kind{language.Label, language.Player, language.Constant, language.Variable}
}

// arithmetic reports whether the place is inside an assignment or a comparison.
func (c *completion) arithmetic() bool {
	for _, i := range c.opened {
		if k := c.token(i).Kind; k == rbgparse.LAssign || k == rbgparse.LCompare {
			return true
		}
	}
	return false
}

var kindTitles = map[language.Kind]string{
	language.Player: "player", language.Constant: "piece", language.Variable: "variable", language.Label: "direction",
}

// declared adds the names of one kind.
func (c *completion) declared(kind language.Kind) {
	var names []string
	for name, d := range c.names {
		if d.kind == kind && !(c.typed && d.at.Start.Offset() == c.at) {
			names = append(names, name)
		}
	}
	sort.Strings(names)
	for _, name := range names {
		c.add(language.Item{Label: name, Kind: kind, Detail: kindTitles[kind], Text: name})
	}
}

// macroCalls adds the macros that are defined before the current directive.
func (c *completion) macroCalls() {
	for n := range c.directive {
		d := &c.directives[n]
		if d.section != "" || d.name == none {
			continue
		}
		name, params := c.token(d.name).Text, c.params(d)
		item := language.Item{Label: name, Kind: language.Macro, Detail: fmt.Sprintf("macro/%d", len(params)), Doc: c.commentAbove(d), Text: name}
		if len(params) > 0 {
			item.Snippet = language.Snippet(name+"(", params, "; ", ")")
		}
		c.add(item)
	}
}

// params returns the names of a macro's parameters.
func (v *View) params(d *directive) []string {
	out := make([]string, len(d.params))
	for i, p := range d.params {
		out[i] = v.token(p).Text
	}
	return out
}

// Signature describes the macro or board whose arguments are written at an
// offset.
func (v *View) Signature(offset int) *language.Signature {
	s := v.site(v.wordStart(offset))
	for n := len(s.opened) - 1; n >= 0; n-- {
		open := s.opened[n]
		callee := v.token(open - 1)
		separator := rbgparse.Semicolon
		if callee.Kind == rbgparse.Keyword {
			separator = rbgparse.Comma
		}
		if v.token(open).Kind != rbgparse.LParen {
			continue
		}
		active := v.separators(open, s.before, separator)
		if doc := keywordDocs[callee.Text]; callee.Kind == rbgparse.Keyword && doc.args != nil {
			return signature(callee.Text, doc.args, ", ", active, doc.doc)
		}
		if d := v.callee(callee, active); d != nil && s.directive != none && open-1 >= v.directives[s.directive].body {
			return signature(callee.Text, v.params(d), "; ", active, v.commentAbove(d))
		}
	}
	return nil
}

// separators counts the separators directly in a bracket, up to a token.
func (v *View) separators(open, last int, separator rbgparse.Kind) int {
	depth, n := 0, 0
	for i := open; i <= last; i++ {
		switch k := v.token(i).Kind; {
		case k == separator && depth == 1:
			n++
		case k == rbgparse.LParen || k == rbgparse.LBracket || k == rbgparse.LBrace:
			depth++
		case k == rbgparse.RParen || k == rbgparse.RBracket || k == rbgparse.RBrace:
			depth--
		}
	}
	return n
}

// callee returns the macro with the fewest parameters that takes an argument with
// the given number.
func (v *View) callee(name rbgparse.Token, active int) *directive {
	var best *directive
	for _, n := range v.macros[name.Text] {
		d := &v.directives[n]
		if len(d.params) > active && (best == nil || len(d.params) < len(best.params)) {
			best = d
		}
	}
	return best
}

func signature(name string, params []string, between string, active int, doc string) *language.Signature {
	s := &language.Signature{Active: active, Doc: doc}
	var out strings.Builder
	out.WriteString(name + "(")
	for i, p := range params {
		if i > 0 {
			out.WriteString(between)
		}
		s.Parameters = append(s.Parameters, [2]int{out.Len(), out.Len() + len(p)})
		out.WriteString(p)
	}
	s.Label = out.String() + ")"
	return s
}
