package gdllanguage

import (
	"fmt"
	"slices"
	"strings"

	"ludex/gdl"
	"ludex/internal/gdlformat"
	"ludex/internal/gdlparse"
	"ludex/internal/lsp/language"
	"ludex/source"
)

// Complete returns what could be written at an offset.
func (v *View) Complete(offset int) ([]language.Item, source.Span) {
	if v.inComment(offset) {
		return nil, source.Range(offset, offset)
	}
	start := v.wordStart(offset)
	ctx, b := v.outline.context(v.file.Text(), start, v.prog.Syntax)
	c := &completion{View: v, at: start, typed: start < offset, bare: v.prog.Syntax == gdl.Prefix && !ctx.name, seen: map[string]bool{}}
	switch ctx.place {
	case atClause, inHead:
		c.heads(ctx.place == atClause)
	case inBody:
		c.conditions()
	case inTerm:
		parent, arg := ctx.parent()
		c.terms(b, parent, arg, ctx.name)
	}
	return c.items, source.Range(start, offset)
}

// inComment reports whether an offset stands in a comment, behind its mark.
func (v *View) inComment(offset int) bool {
	tokens := v.outline.tokens
	i, _ := slices.BinarySearchFunc(tokens, offset, func(t gdlparse.Token, offset int) int { return t.Span.End.Offset() - offset })
	return i < len(tokens) && tokens[i].Kind == gdlparse.CommentToken && tokens[i].Span.Start.Offset() < offset
}

// A completion collects what could be written.
type completion struct {
	*View
	at    int  // where the word begins
	typed bool // there is an incomplete word, which is not offered itself
	bare  bool // of prefix: not right behind a parenthesis, so that arguments need one
	items []language.Item
	seen  map[string]bool
}

// unfinished reports whether an occurrence is the word that is being typed.
func (c *completion) unfinished(n *name) bool { return c.typed && n.span.Start.Offset() == c.at }

func (c *completion) add(item language.Item) {
	id := fmt.Sprint(item.Kind, item.Text, item.Detail)
	if !c.seen[id] {
		c.seen[id] = true
		c.items = append(c.items, item)
	}
}

// bodyOnly are the relations that no head may have.
var bodyOnly = []string{gdl.True, gdl.Does, gdl.Distinct, gdl.Expired}

// headOnly are the relations that no body may have.
var headOnly = []string{gdl.Base, gdl.Input, gdl.Init, gdl.Next}

// heads adds what a clause can begin with.
func (c *completion) heads(clause bool) {
	if clause && c.prog.Syntax == gdl.Prefix {
		c.word(gdl.Arrow, []string{"head", "condition"})
	}
	c.keywords(bodyOnly)
	c.relations()
}

// conditions adds what a body can hold.
func (c *completion) conditions() {
	c.relations()
	c.keywords(headOnly)
	if c.prog.Syntax == gdl.Prefix {
		c.word(gdl.NotWord, []string{"condition"})
		c.word(gdl.OrWord, []string{"condition", "condition"})
		c.word(gdl.AndWord, []string{"condition", "condition"})
	}
}

// word adds a connective of prefix.
func (c *completion) word(word string, args []string) {
	item := language.Item{Label: word, Kind: language.Operator, Detail: "connective", Doc: keywordDocs[word].doc}
	item.Text, item.Snippet = c.application(word, args)
	c.add(item)
}

func (c *completion) keywords(without []string) {
	for _, word := range c.prog.Dialect.Keywords() {
		if slices.Contains(without, word) {
			continue
		}
		item := language.Item{Label: word, Kind: language.Keyword, Detail: "keyword", Doc: keywordDocs[word].doc}
		item.Text, item.Snippet = c.application(word, c.keywordArgs(word))
		c.add(item)
	}
}

// relations adds the relations of the text, each arity for itself.
func (c *completion) relations() {
	for i := range c.outline.names {
		n := &c.outline.names[i]
		if n.class != aRelation || c.keyword(n) || c.unfinished(n) {
			continue
		}
		c.applied(i, language.Relation, "relation")
	}
}

// applied adds a relation or function with its arguments.
func (c *completion) applied(i int, kind language.Kind, what string) {
	n := &c.outline.names[i]
	id := fmt.Sprint(n.class, c.fold(n.text), n.arity)
	if c.seen[id] {
		return
	}
	c.seen[id] = true
	item := language.Item{Label: c.text(n), Kind: kind, Detail: fmt.Sprintf("%s %s/%d", what, n.text, n.arity)}
	item.Text, item.Snippet = c.application(c.text(n), c.arguments(i))
	c.add(item)
}

// application writes a name with arguments, as a text and as a snippet. Right
// behind a parenthesis of prefix the parenthesis is there already.
func (c *completion) application(name string, args []string) (text, snippet string) {
	switch {
	case len(args) == 0:
		return name, ""
	case c.prog.Syntax == gdl.Infix:
		return name, language.Snippet(name+"(", args, ",", ")")
	case c.bare:
		return "(" + name, language.Snippet("("+name+" ", args, " ", ")")
	}
	return name, language.Snippet(name+" ", args, " ", "")
}

// terms adds what can stand for an argument: the variables of the clause, and
// what stands for that argument elsewhere.
func (c *completion) terms(b *builder, parent, arg int, named bool) {
	if !named {
		c.variables()
	}
	if parent == none {
		return
	}
	slot := c.slot(&b.names[parent], arg)
	for i := range c.outline.names {
		n := &c.outline.names[i]
		if n.class != anObject || n.parent == none || c.unfinished(n) {
			continue
		}
		if c.slot(&c.outline.names[n.parent], n.arg) != slot {
			continue
		}
		switch {
		case n.arity > 0:
			c.applied(i, language.Function, "function")
		case !named:
			c.constant(n.text, slot)
		}
	}
	if slot == lifetimeSlot && !named {
		c.constant(gdl.Infinity, slot)
	}
}

// constant adds a constant, in the spelling that the syntax asks for.
func (c *completion) constant(word, slot string) {
	t := gdl.Const(word)
	text := gdlformat.Term(&t, c.prog.Syntax)
	c.add(language.Item{Label: text, Kind: language.Constant, Detail: slot, Text: text})
}

// variables adds the variables of the current clause.
func (c *completion) variables() {
	clause := c.outline.before(c.at)
	if clause == none {
		return
	}
	for _, n := range c.outline.clauseNames(clause) {
		if n.class == aVariable && n.text != anonymous && strings.Trim(n.text, "?") != "" && !c.unfinished(&n) {
			c.add(language.Item{Label: n.text, Kind: language.Variable, Detail: "variable", Text: n.text})
		}
	}
}

// The slots that several keywords share.
const lifetimeSlot = "lifetime"

// slot names the kind of things that an argument can be, so that a move that
// stands in legal is offered in does. Other relations and functions have slots of
// their own.
func (v *View) slot(parent *name, arg int) string {
	word := v.fold(parent.text)
	if v.keyword(parent) {
		if args := v.keywordArgs(word); arg < len(args) && word != gdl.Distinct {
			return args[arg]
		}
	}
	return fmt.Sprintf("argument %d of %s", arg+1, parent.text)
}
