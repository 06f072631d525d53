package lsp

import (
	"fmt"

	"ludex/internal/lsp/language"
	"ludex/internal/lsp/protocol"
	"ludex/internal/lsp/text"
)

func (c *call) hover(p *protocol.PositionParams) (any, error) {
	markdown, at := c.doc.view().Hover(c.offset(p.Position))
	if markdown == "" {
		return nil, nil
	}
	return protocol.Hover{Contents: protocol.Markdown(markdown), Range: c.rangeOf(at)}, nil
}

func (c *call) definition(p *protocol.PositionParams) (any, error) {
	out := []protocol.Location{}
	for _, s := range c.doc.view().Definitions(c.offset(p.Position)) {
		out = append(out, protocol.Location{URI: c.doc.uri, Range: c.rangeOf(s)})
	}
	return out, nil
}

func (c *call) references(p *protocol.ReferenceParams) (any, error) {
	out := []protocol.Location{}
	for _, u := range c.doc.view().Uses(c.offset(p.Position)) {
		if !u.Definition || p.Context.IncludeDeclaration {
			out = append(out, protocol.Location{URI: c.doc.uri, Range: c.rangeOf(u.Span)})
		}
	}
	return out, nil
}

// The protocol's numbers for highlights.
const (
	highlightRead  = 2
	highlightWrite = 3
)

func (c *call) highlight(p *protocol.PositionParams) (any, error) {
	out := []protocol.DocumentHighlight{}
	for _, u := range c.doc.view().Uses(c.offset(p.Position)) {
		kind := highlightRead
		if u.Definition {
			kind = highlightWrite
		}
		out = append(out, protocol.DocumentHighlight{Range: c.rangeOf(u.Span), Kind: kind})
	}
	return out, nil
}

// completionKinds gives kinds of names the protocol's numbers.
var completionKinds = map[language.Kind]int{
	language.Keyword: 14, language.Operator: 24, language.Relation: 3, language.Function: 22,
	language.Constant: 20, language.Number: 12, language.Variable: 6, language.Parameter: 6,
	language.Macro: 2, language.Player: 7, language.Label: 10, language.Cell: 5,
}

// The protocol's numbers for what is inserted.
const (
	plainText = 1
	snippet   = 2
)

func (c *call) completion(p *protocol.PositionParams) (any, error) {
	items, at := c.doc.view().Complete(c.offset(p.Position))
	out := protocol.CompletionList{Items: []protocol.CompletionItem{}}
	where := c.rangeOf(at)
	for i, it := range items {
		item := protocol.CompletionItem{
			Label: it.Label, Kind: completionKinds[it.Kind], Detail: it.Detail, Documentation: protocol.Markdown(it.Doc),
			SortText: fmt.Sprintf("%06d", i), FilterText: it.Label, InsertTextFormat: plainText,
			TextEdit: protocol.TextEdit{Range: where, NewText: it.Text},
		}
		if it.Snippet != "" && c.client.snippets {
			item.InsertTextFormat, item.TextEdit.NewText = snippet, it.Snippet
		}
		out.Items = append(out.Items, item)
	}
	return out, nil
}

func (c *call) signatureHelp(p *protocol.PositionParams) (any, error) {
	s := c.doc.view().Signature(c.offset(p.Position))
	if s == nil {
		return nil, nil
	}
	sig := protocol.Signature{Label: s.Label, Documentation: protocol.Markdown(s.Doc), Parameters: []protocol.Parameter{}}
	label := text.New(s.Label)
	for _, at := range s.Parameters {
		r := label.Range(at[0], at[1], c.client.encoding)
		sig.Parameters = append(sig.Parameters, protocol.Parameter{Label: [2]int{int(r.Start.Character), int(r.End.Character)}})
	}
	return protocol.SignatureHelp{Signatures: []protocol.Signature{sig}, ActiveParameter: s.Active}, nil
}
