package lsp

import (
	"path"
	"strings"

	"ludex/internal/lsp/language"
	"ludex/internal/lsp/protocol"
	"ludex/internal/lsp/text"
	"ludex/source"
)

// symbolKinds gives kinds of names the protocol's numbers.
var symbolKinds = map[language.Kind]int{
	language.Keyword: 3, language.Relation: 12, language.Function: 23, language.Constant: 22,
	language.Variable: 13, language.Macro: 6, language.Player: 5, language.Label: 7, language.Cell: 8,
	language.Parameter: 13,
}

func (c *call) symbols(*protocol.DocumentParams) (any, error) {
	list := c.doc.view().Outline()
	if c.client.symbolTree {
		return c.symbolTree(list), nil
	}
	out := []protocol.SymbolInformation{}
	for _, s := range list {
		out = append(out, c.symbolInformation(s, ""))
		for _, child := range s.Children {
			out = append(out, c.symbolInformation(child, s.Name))
		}
	}
	return out, nil
}

func (c *call) symbolTree(list []language.Symbol) []protocol.DocumentSymbol {
	out := []protocol.DocumentSymbol{}
	for _, s := range list {
		out = append(out, protocol.DocumentSymbol{
			Name: s.Name, Detail: s.Detail, Kind: symbolKinds[s.Kind], Range: c.rangeOf(s.Span), SelectionRange: c.rangeOf(s.At),
			Children: c.symbolTree(s.Children),
		})
	}
	return out
}

func (c *call) symbolInformation(s language.Symbol, container string) protocol.SymbolInformation {
	return protocol.SymbolInformation{
		Name: s.Name, Kind: symbolKinds[s.Kind], ContainerName: container,
		Location: protocol.Location{URI: c.doc.uri, Range: c.rangeOf(s.Span)},
	}
}

// workspaceSymbols returns the names in all open documents that contain a text, in any
// case. The empty text is contained in all.
func (c *call) workspaceSymbols(p *protocol.WorkspaceSymbolParams) (any, error) {
	out := []protocol.SymbolInformation{}
	query := strings.ToLower(p.Query)
	for _, snap := range c.snapshots() {
		in := *c
		in.doc = snap
		for _, s := range snap.view().Outline() {
			for _, one := range append([]language.Symbol{s}, s.Children...) {
				if err := c.ctx.Err(); err != nil {
					return nil, err
				}
				if strings.Contains(strings.ToLower(one.Name), query) {
					out = append(out, in.symbolInformation(one, path.Base(snap.uri)))
				}
			}
		}
	}
	return out, nil
}

// tokenTypes gives kinds of names the protocol's types of tokens.
var tokenTypes = []struct {
	kind language.Kind
	name string
}{
	{language.Keyword, "keyword"}, {language.Operator, "operator"}, {language.Relation, "function"},
	{language.Function, "struct"}, {language.Constant, "enumMember"}, {language.Number, "number"},
	{language.Variable, "variable"}, {language.Parameter, "parameter"}, {language.Macro, "macro"},
	{language.Player, "class"}, {language.Label, "property"}, {language.Cell, "type"}, {language.Comment, "comment"},
}

// tokenNumbers numbers the types of tokens.
var tokenNumbers = func() map[language.Kind]uint32 {
	out := map[language.Kind]uint32{}
	for i, t := range tokenTypes {
		out[t.kind] = uint32(i)
	}
	return out
}()

// declaration is the only modifier of tokens.
const declaration = 1

func legend() protocol.Legend {
	l := protocol.Legend{TokenModifiers: []string{"declaration"}}
	for _, t := range tokenTypes {
		l.TokenTypes = append(l.TokenTypes, t.name)
	}
	return l
}

func (c *call) tokens(*protocol.DocumentParams) (any, error) {
	return protocol.SemanticTokens{Data: c.encode(c.doc.view().Tokens())}, nil
}

func (c *call) tokensInRange(p *protocol.RangeParams) (any, error) {
	from, to := c.offset(p.Range.Start), c.offset(p.Range.End)
	var some []language.Token
	for _, t := range c.doc.view().Tokens() {
		if t.Span.Start.Offset() < to && t.Span.End.Offset() > from {
			some = append(some, t)
		}
	}
	return protocol.SemanticTokens{Data: c.encode(some)}, nil
}

// encode writes tokens as differences, five numbers each. A token never goes
// over the end of a line there, so comments of several lines become several.
func (c *call) encode(tokens []language.Token) []uint32 {
	data := []uint32{}
	var last text.Position
	for _, t := range tokens {
		for _, r := range c.lines(t.Span) {
			column := r.Start.Character
			if r.Start.Line == last.Line {
				column -= last.Character
			}
			modifiers := uint32(0)
			if t.Definition {
				modifiers = declaration
			}
			data = append(data, r.Start.Line-last.Line, column, r.End.Character-r.Start.Character, tokenNumbers[t.Kind], modifiers)
			last = r.Start
		}
	}
	return data
}

// lines splits a span at the ends of lines.
func (c *call) lines(s source.Span) []text.Range {
	r := c.rangeOf(s)
	var out []text.Range
	for line := r.Start.Line; line <= r.End.Line; line++ {
		part := text.Range{Start: text.Position{Line: line}, End: r.End}
		if line == r.Start.Line {
			part.Start = r.Start
		}
		if line < r.End.Line {
			part.End = c.doc.text.End(int(line), c.client.encoding)
		}
		if part.Start != part.End {
			out = append(out, part)
		}
	}
	return out
}

// inlayHints names the arguments in a range.
func (c *call) inlayHints(p *protocol.RangeParams) (any, error) {
	from, to := c.offset(p.Range.Start), c.offset(p.Range.End)
	out := []protocol.InlayHint{}
	for _, h := range c.doc.view().Hints() {
		if offset := h.At.Offset(); offset >= from && offset <= to {
			at := c.rangeOf(source.Span{Start: h.At, End: h.At}).Start
			out = append(out, protocol.InlayHint{Position: at, Label: h.Name + ":", Kind: parameterHint, PaddingRight: true})
		}
	}
	return out, nil
}

// parameterHint is the protocol's number for hints that name parameters.
const parameterHint = 2

func (c *call) folds(*protocol.DocumentParams) (any, error) {
	out := []protocol.FoldingRange{}
	for _, f := range c.doc.view().Folds() {
		r := c.rangeOf(f.Span)
		fold := protocol.FoldingRange{StartLine: r.Start.Line, EndLine: r.End.Line}
		if f.Comment {
			fold.Kind = "comment"
		}
		out = append(out, fold)
	}
	return out, nil
}
