package rbglanguage

import (
	"ludex/internal/lsp/language"
	"ludex/internal/rbgparse"
	"ludex/source"
)

// A directive is a range of tokens that begins with #, complete or not.
type directive struct {
	first, last int   // its tokens, from first up to but not including last
	name        int   // the token of its name, or none
	params      []int // the tokens of its parameters
	body        int   // the first token behind =, or last
	bracket     int   // the first [ of the body, or last
	section     string
}

// none is the index of no token.
const none = -1

// token returns a token by its index, or one of kind End.
func (v *outline) token(i int) rbgparse.Token {
	if i < 0 || i >= len(v.doc.Tokens) {
		return rbgparse.Token{}
	}
	return v.doc.Tokens[i]
}

// cut splits the tokens into directives. Every # begins one.
func (v *outline) cut() {
	v.macros = map[string][]int{}
	for i := range v.doc.Tokens {
		if v.token(i).Kind == rbgparse.Hash {
			v.directives = append(v.directives, directive{first: i})
		}
	}
	for n := range v.directives {
		d := &v.directives[n]
		d.last = len(v.doc.Tokens)
		if n+1 < len(v.directives) {
			d.last = v.directives[n+1].first
		}
		v.open(d)
		if d.name != none && d.section == "" {
			name := v.token(d.name).Text
			v.macros[name] = append(v.macros[name], n)
		}
	}
}

// open reads the name, the parameters and the = of a directive as far as they
// are there.
func (v *outline) open(d *directive) {
	d.name, d.body, d.bracket = none, d.last, d.last
	i := d.first + 1
	if i >= d.last || v.token(i).Kind != rbgparse.Name && v.token(i).Kind != rbgparse.Keyword {
		return
	}
	d.name = i
	if rbgparse.IsSection(v.token(i).Text) {
		d.section = v.token(i).Text
	}
	for i++; i < d.last; i++ {
		switch v.token(i).Kind {
		case rbgparse.Name:
			d.params = append(d.params, i)
		case rbgparse.Equals:
			d.body = i + 1
			for d.bracket = d.body; d.bracket < d.last && v.token(d.bracket).Kind != rbgparse.LBracket; {
				d.bracket++
			}
			return
		case rbgparse.LParen, rbgparse.RParen, rbgparse.Semicolon:
		default:
			return
		}
	}
}

// span returns the place of a directive.
func (v *outline) span(d *directive) source.Span {
	return v.token(d.first).Span.To(v.token(d.last - 1).Span)
}

// A declaration is what a piece, a player, a variable or a label is declared as.
type declaration struct {
	kind language.Kind
	at   source.Span
	// made says that macros paste the name together, so that it does not stand
	// in the text as it is.
	made bool
}

// sectionKinds says what the sections declare.
var sectionKinds = map[string]language.Kind{
	"players": language.Player, "pieces": language.Constant, "variables": language.Variable,
}

// declare finds the names that the sections declare.
func (v *outline) declare() {
	v.names = map[string]declaration{}
	for n := range v.directives {
		d := &v.directives[n]
		kind, ok := sectionKinds[d.section]
		for i := d.body; i < d.last; i++ {
			switch {
			case v.token(i).Kind != rbgparse.Name || v.macros[v.token(i).Text] != nil:
			case ok && (i == d.body || v.token(i-1).Kind == rbgparse.Comma):
				v.add(v.token(i), kind)
			case d.section == "board" && v.isLabel(d, i):
				v.add(v.token(i), language.Label)
			}
		}
	}
	v.declareMade()
}

func (v *outline) add(t rbgparse.Token, kind language.Kind) {
	if _, ok := v.names[t.Text]; !ok {
		v.names[t.Text] = declaration{kind: kind, at: t.Span}
	}
}

// isLabel reports whether a name of section board labels edges: it stands before
// a colon, or among the first arguments of a generator.
func (v *outline) isLabel(d *directive, i int) bool {
	if v.token(i+1).Kind == rbgparse.Colon {
		return true
	}
	return v.token(d.body).Kind == rbgparse.Keyword && i < d.bracket && v.token(i+1).Kind == rbgparse.Comma
}

// declareMade adds the names of the game that stand in no section: macros make
// them.
func (v *outline) declareMade() {
	if v.game == nil {
		return
	}
	add := func(name string, kind language.Kind, at source.Span) {
		if _, ok := v.names[name]; !ok {
			v.names[name] = declaration{kind: kind, at: at, made: v.file.Slice(at) != name}
		}
	}
	for _, p := range v.game.Pieces {
		add(p.Name, language.Constant, p.Span)
	}
	for i, x := range v.game.Variables {
		kind := language.Variable
		if i < len(v.game.Players) {
			kind = language.Player
		}
		add(x.Name, kind, x.Span)
	}
	for _, l := range v.game.Board.Labels {
		add(l, language.Label, v.sectionName("board"))
	}
}

// sectionName returns the place of a section's name.
func (v *outline) sectionName(section string) source.Span {
	for n := range v.directives {
		if d := &v.directives[n]; d.section == section {
			return v.token(d.name).Span
		}
	}
	return source.Span{}
}
