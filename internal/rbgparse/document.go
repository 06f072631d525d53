package rbgparse

import (
	"slices"

	"ludex/source"
)

// A Document is a text cut into directives: what a formatter or an editor
// needs. Nothing in it is expanded or resolved.
type Document struct {
	File       *source.File
	Directives []*Directive
	Comments   []Comment // in the order of the text
	Tokens     []Token   // all of them, those of directives that are left out too

	dropped bool // too little was read to continue
	lost    bool // a directive whose name is not known is missing
}

// A Directive is a section or the definition of a macro.
type Directive struct {
	Hash   Token
	Name   Token   // a Keyword for a section
	Params []Token // of a macro
	Equals Token
	Body   []Token

	broken bool // what a macro stands for is not known
}

// IsSection reports whether the directive is one of the five sections rather
// than a macro.
func (d *Directive) IsSection() bool { return d.Name.Kind == Keyword }

// Span returns the place of the whole directive, from # to its last token.
func (d *Directive) Span() source.Span {
	if len(d.Body) > 0 {
		return d.Hash.Span.To(d.Body[len(d.Body)-1].Span)
	}
	return d.Hash.Span.To(d.Equals.Span)
}

// end returns the empty place behind the directive's last token.
func (d *Directive) end() source.Span {
	e := d.Span().End
	return source.Span{Start: e, End: e}
}

// Scan splits a text into directives. It reports and skips those that do not begin
// correctly.
func Scan(f *source.File) (*Document, *source.List) {
	list := &source.List{File: f}
	doc := &Document{File: f}
	if !list.Readable(NotText) {
		doc.dropped = true
		return doc, list
	}
	s := scanner{text: f.Text(), list: list}
	doc.dropped = !s.scan()
	doc.Comments, doc.Tokens = s.comments, s.tokens
	doc.cut(s.tokens, list)
	list.Sort()
	return doc, list
}

// cut splits the tokens into directives. Every # begins one.
func (doc *Document) cut(tokens []Token, list *source.List) {
	if len(tokens) == 0 {
		doc.dropped = true
		if !list.HasErrors() {
			list.Report(MissingSection, source.Span{}, "the description is empty").
				Advise("it needs the sections #players, #pieces, #variables, #board and #rules")
		}
		return
	}
	first := 0
	for first < len(tokens) && tokens[first].Kind != Hash {
		first++
	}
	if first > 0 {
		list.Report(BadDirective, tokens[0].Span.To(tokens[first-1].Span), "text before the first directive").
			Advise("a description is a list of directives: #name = …")
	}
	for tokens = tokens[first:]; len(tokens) > 0; {
		if len(list.Items) >= maxErrors {
			doc.dropped = true
			return
		}
		n := 1
		for n < len(tokens) && tokens[n].Kind != Hash {
			n++
		}
		if d := newDirective(tokens[:n], list); d != nil {
			doc.Directives = append(doc.Directives, d)
		} else {
			doc.lost = true
		}
		tokens = tokens[n:]
	}
}

// newDirective reads one directive, which begins with its #, or reports why it is
// not one. It returns nil if not even its name is known.
func newDirective(tokens []Token, list *source.List) *Directive {
	d := &Directive{Hash: tokens[0]}
	if len(tokens) == 1 || tokens[1].Kind != Name && !IsSection(tokens[1].Text) {
		badName(tokens, list)
		return nil
	}
	d.Name = tokens[1]
	rest := tokens[2:]
	if len(rest) > 0 && rest[0].Kind == LParen && !d.IsSection() {
		if rest = d.parameters(rest, list); d.broken {
			return d
		}
	}
	if len(rest) == 0 || rest[0].Kind != Equals {
		d.Body = missingEquals(d, rest, list)
		return d
	}
	d.Equals, d.Body = rest[0], rest[1:]
	return d
}

func badName(tokens []Token, list *source.List) {
	if len(tokens) == 1 {
		list.Report(BadDirective, tokens[0].Span, "a directive without a name").
			Advise("write #name = …")
		return
	}
	t := tokens[1]
	if t.Kind == Keyword {
		list.Report(Reserved, t.Span, "%s is a reserved word and names no macro", t.Text)
		return
	}
	d := list.Report(BadDirective, t.Span, "expected the name of a directive, found %s", quote(t.Text))
	if t.Kind == Number {
		d.Advise("names begin with a letter")
	}
}

// missingEquals reports that there is no = and returns what is probably the
// content.
func missingEquals(d *Directive, rest []Token, list *source.List) []Token {
	if len(rest) == 0 {
		d.broken = true
		list.Report(BadDirective, d.Hash.Span.To(d.Name.Span), "directive %s has no = and no content", d.Name.Text).
			Advise("write #%s = …", d.Name.Text)
		return nil
	}
	t := rest[0]
	diagnostic := list.Report(BadDirective, t.Span, "expected = behind the name of the directive, found %s", quote(t.Text))
	if !d.IsSection() || t.Kind != LParen {
		return rest
	}
	diagnostic.Advise("a section has no parameters")
	i := slices.IndexFunc(rest, func(t Token) bool { return t.Kind == Equals })
	return rest[i+1:]
}

// parameters reads (p; q; …) and returns what stands behind it. Commas are taken
// for semicolons. If the list cannot be read at all, the directive is broken.
func (d *Directive) parameters(tokens []Token, list *source.List) []Token {
	open := tokens[0]
	seen := map[string]Token{}
	var commas []Token
	defer func() { wrongCommas(commas, list) }()
	for tokens = tokens[1:]; len(tokens) > 0; tokens = tokens[1:] {
		if !d.parameter(tokens[0], seen, list) {
			return nil
		}
		tokens = tokens[1:]
		if len(tokens) == 0 {
			break
		}
		switch t := tokens[0]; t.Kind {
		case RParen:
			return tokens[1:]
		case Semicolon:
		case Comma:
			commas = append(commas, t)
		default:
			d.broken = true
			list.Report(BadDirective, t.Span, "expected ; or ) behind a parameter, found %s", quote(t.Text))
			return nil
		}
	}
	d.broken = true
	list.Report(Unclosed, open.Span, "the list of parameters is never closed")
	return nil
}

// parameter adds a parameter, or reports that the token is not one.
func (d *Directive) parameter(p Token, seen map[string]Token, list *source.List) bool {
	switch p.Kind {
	case Name:
	case Keyword:
		list.Report(Reserved, p.Span, "%s is a reserved word and names no parameter", p.Text)
	default:
		d.broken = true
		list.Report(BadDirective, p.Span, "expected the name of a parameter, found %s", quote(p.Text))
		return false
	}
	if before, ok := seen[p.Text]; ok {
		list.Report(RepeatedParameter, p.Span, "two parameters are called %s", p.Text).
			Note(before.Span, "the first one")
	}
	seen[p.Text] = p
	d.Params = append(d.Params, p)
	return true
}

// wrongCommas reports commas between parameters, all at once.
func wrongCommas(commas []Token, list *source.List) {
	if len(commas) > 0 {
		list.Report(BadDirective, commas[0].Span, "expected ; or ) behind a parameter, found \",\"").
			Advise("parameters are separated by ;").Mend("write ;", semicolons(commas)...)
	}
}

// semicolons returns the edits that replace tokens by semicolons.
func semicolons(tokens []Token) []source.Edit {
	var edits []source.Edit
	for _, t := range tokens {
		edits = append(edits, source.Edit{Span: t.Span, New: ";"})
	}
	return edits
}
