package lsp

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"ludex/gdl"
	"ludex/internal/lsp/jsonrpc"
	"ludex/internal/lsp/protocol"
	"ludex/internal/lsp/text"
)

// explainCommand is the command that explains a diagnostic.
const explainCommand = "ludex.explain"

// initialize begins the session.
func (s *Server) initialize(raw json.RawMessage) (any, error) {
	if s.state != starting {
		return nil, jsonrpc.Errorf(jsonrpc.InvalidRequest, "the session has begun already")
	}
	var p protocol.InitializeParams
	if err := readParams(raw, &p); err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.settings.set(p.InitializationOptions); err != nil {
		return nil, jsonrpc.Errorf(jsonrpc.InvalidParams, "initializationOptions: %v", err)
	}
	caps := &p.Capabilities
	if slices.Contains(caps.General.PositionEncodings, text.UTF8) {
		s.client.encoding = text.UTF8
	}
	s.client.snippets = caps.TextDocument.Completion.CompletionItem.SnippetSupport
	s.client.versioned = caps.Workspace.WorkspaceEdit.DocumentChanges
	s.client.symbolTree = caps.TextDocument.DocumentSymbol.Hierarchical
	s.state = running
	return protocol.InitializeResult{
		Capabilities: capabilities(s.client.encoding),
		ServerInfo:   protocol.ServerInfo{Name: "ludex", Version: s.opt.Version},
	}, nil
}

// incremental is the protocol's number for changes that name a range.
const incremental = 2

func capabilities(e text.Encoding) protocol.ServerCapabilities {
	return protocol.ServerCapabilities{
		PositionEncoding:           e,
		TextDocumentSync:           protocol.TextDocumentSync{OpenClose: true, Change: incremental},
		HoverProvider:              true,
		DefinitionProvider:         true,
		ReferencesProvider:         true,
		DocumentHighlightProvider:  true,
		DocumentSymbolProvider:     true,
		WorkspaceSymbolProvider:    true,
		FoldingRangeProvider:       true,
		InlayHintProvider:          true,
		DocumentFormattingProvider: true,
		RangeFormattingProvider:    true,
		RenameProvider:             protocol.RenameOptions{PrepareProvider: true},
		CodeActionProvider:         protocol.CodeActionOptions{CodeActionKinds: []string{quickFix}},
		CompletionProvider:         protocol.CompletionOptions{TriggerCharacters: []string{"(", "?", "#", "{", "[", ">"}},
		SignatureHelpProvider:      protocol.SignatureHelpOptions{TriggerCharacters: []string{"(", ",", ";", " "}},
		ExecuteCommandProvider:     protocol.ExecuteCommandOptions{Commands: []string{explainCommand}},
		SemanticTokensProvider:     protocol.SemanticTokensProvider{Legend: legend(), Full: true, Range: true},
	}
}

// settings is how texts are read and what is reported.
type settings struct {
	strict, hints, caseSensitive bool
	dialect                      gdl.Dialect
}

// set applies the settings of a client. They may be in an object under the name of
// the server.
func (s *settings) set(raw json.RawMessage) error {
	if raw = bytes.TrimSpace(raw); len(raw) == 0 || raw[0] == '[' {
		return nil // an empty table of Lua is an empty list
	}
	var nested struct {
		Ludex json.RawMessage `json:"ludex"`
	}
	if err := json.Unmarshal(raw, &nested); err == nil && len(nested.Ludex) > 0 {
		raw = nested.Ludex
	}
	var p protocol.Settings
	if err := json.Unmarshal(raw, &p); err != nil {
		return err
	}
	next := *s
	if p.Dialect != nil && *p.Dialect != "" {
		d, err := gdl.ParseDialect(*p.Dialect)
		if err != nil {
			return fmt.Errorf("dialect: %w", err)
		}
		next.dialect = d
	}
	for _, b := range []struct {
		value *bool
		to    *bool
	}{{p.Strict, &next.strict}, {p.Hints, &next.hints}, {p.CaseSensitive, &next.caseSensitive}} {
		if b.value != nil {
			*b.to = *b.value
		}
	}
	*s = next
	return nil
}

// configure applies new settings and checks all documents again.
func (s *Server) configure(ctx context.Context, raw json.RawMessage) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.settings.set(raw); err != nil {
		s.show(1, fmt.Sprintf("settings of Ludex: %v", err))
		return err
	}
	for _, d := range s.docs {
		s.replace(ctx, d, d.current.version, d.current.text)
	}
	return nil
}
