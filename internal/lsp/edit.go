package lsp

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/aymanbagabas/go-udiff"

	"ludex/internal/lsp/jsonrpc"
	"ludex/internal/lsp/language"
	"ludex/internal/lsp/protocol"
	"ludex/internal/lsp/text"
	"ludex/source"
)

func (c *call) prepareRename(p *protocol.PositionParams) (any, error) {
	name, at, err := c.doc.view().Renameable(c.offset(p.Position))
	if errors.Is(err, language.ErrNothing) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return protocol.PrepareRename{Range: c.rangeOf(at), Placeholder: name}, nil
}

func (c *call) rename(p *protocol.RenameParams) (any, error) {
	edits, err := c.doc.view().Rename(c.offset(p.Position), p.NewName)
	if err != nil {
		return nil, err
	}
	return c.workspaceEdit(edits), nil
}

// workspaceEdit returns changes of the document in a form that the client
// supports: bound to a version, if possible.
func (c *call) workspaceEdit(edits []source.Edit) *protocol.WorkspaceEdit {
	list := []protocol.TextEdit{}
	for _, e := range edits {
		list = append(list, protocol.TextEdit{Range: c.rangeOf(e.Span), NewText: e.New})
	}
	if !c.client.versioned {
		return &protocol.WorkspaceEdit{Changes: map[string][]protocol.TextEdit{c.doc.uri: list}}
	}
	id := protocol.DocumentID{URI: c.doc.uri, Version: &c.doc.version}
	return &protocol.WorkspaceEdit{DocumentChanges: []protocol.DocumentEdit{{TextDocument: id, Edits: list}}}
}

// formatting writes the document in its canonical form. A part cannot be formatted
// by itself, so a range means the whole. A text with errors is left unchanged
// without an error, since editors format on every save.
func (c *call) formatting(*protocol.DocumentParams) (any, error) {
	edits := []protocol.TextEdit{}
	canonical, err := c.doc.view().Format()
	if err != nil {
		c.log.Info("not formatted", "document", c.doc.uri, "reason", err)
		return edits, nil
	}
	old, formatted := c.doc.text.String(), string(canonical)
	if strings.Contains(old, "\r\n") {
		formatted = strings.ReplaceAll(formatted, "\n", "\r\n")
	}
	for _, e := range udiff.Strings(old, formatted) {
		edits = append(edits, protocol.TextEdit{Range: c.doc.text.Range(e.Start, e.End, c.client.encoding), NewText: e.New})
	}
	return edits, nil
}

// quickFix is the kind of all code actions.
const quickFix = "quickfix"

// codeActions offers the fixes of the problems in a range, and to explain them.
func (c *call) codeActions(p *protocol.CodeActionParams) (any, error) {
	out := []protocol.CodeAction{}
	if len(p.Context.Only) > 0 && !slices.ContainsFunc(p.Context.Only, func(kind string) bool { return kind == "" || kind == quickFix }) {
		return out, nil
	}
	explained := map[string]bool{}
	var explanations []protocol.CodeAction
	for _, d := range c.known().Items {
		at := c.rangeOf(d.Span)
		if !touches(at, p.Range) {
			continue
		}
		shown := []protocol.Diagnostic{c.doc.diagnostic(d, c.client.encoding)}
		for _, f := range d.Fixes {
			out = append(out, protocol.CodeAction{
				Title: f.Message, Kind: quickFix, Diagnostics: shown, Preferred: len(d.Fixes) == 1, Edit: c.workspaceEdit(f.Edits),
			})
		}
		if !explained[d.Code.ID] {
			explained[d.Code.ID] = true
			title := fmt.Sprintf("explain %s: %s", d.Code.ID, d.Code.Title)
			explanations = append(explanations, protocol.CodeAction{
				Title: title, Kind: quickFix, Diagnostics: shown,
				Command: &protocol.Command{Title: title, Command: explainCommand, Arguments: []string{d.Code.ID}},
			})
		}
	}
	return append(out, explanations...), nil
}

// touches reports whether two ranges have a place in common.
func touches(a, b text.Range) bool { return !before(a.End, b.Start) && !before(b.End, a.Start) }

func before(p, q text.Position) bool {
	return p.Line < q.Line || p.Line == q.Line && p.Character < q.Character
}

// executeCommand explains a diagnostic: it shows the explanation and answers
// with it as well.
func (c *call) executeCommand(p *protocol.ExecuteCommandParams) (any, error) {
	if p.Command != explainCommand {
		return nil, jsonrpc.Errorf(jsonrpc.InvalidParams, "there is no command %q", p.Command)
	}
	var id string
	if len(p.Arguments) != 1 || json.Unmarshal(p.Arguments[0], &id) != nil {
		return nil, jsonrpc.Errorf(jsonrpc.InvalidParams, "%s takes the code of a diagnostic", explainCommand)
	}
	for _, code := range c.opt.Codes {
		if strings.EqualFold(code.ID, id) {
			doc := fmt.Sprintf("%s: %s (%s)\n\n%s", code.ID, code.Title, code.Severity, code.Doc)
			c.show(3, doc)
			return doc, nil
		}
	}
	return nil, jsonrpc.Errorf(jsonrpc.InvalidParams, "there is no code %q", id)
}
