package lsp

import (
	"ludex/internal/lsp/protocol"
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
