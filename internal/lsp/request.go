package lsp

import (
	"context"
	"encoding/json"
	"runtime/debug"

	"ludex/internal/lsp/jsonrpc"
	"ludex/internal/lsp/protocol"
	"ludex/internal/lsp/text"
	"ludex/source"
)

// A call is a request that is being worked on.
type call struct {
	*Server
	ctx    context.Context
	doc    *snapshot // the document that it is about, or nil
	client client
}

// offset returns the byte that a position means.
func (c *call) offset(p text.Position) int { return c.doc.text.Offset(p, c.client.encoding) }

// rangeOf returns the range of a span.
func (c *call) rangeOf(s source.Span) text.Range { return c.doc.rangeOf(s, c.client.encoding) }

// A handler answers a request.
type handler func(c *call, params json.RawMessage) (any, error)

// handle turns a function with its own parameter type into a handler.
func handle[P any](f func(*call, *P) (any, error)) handler {
	return func(c *call, raw json.RawMessage) (any, error) {
		var p P
		if err := readParams(raw, &p); err != nil {
			return nil, err
		}
		return f(c, &p)
	}
}

// readParams reads parameters, which may be left out where all of them can be.
func readParams(raw json.RawMessage, p any) error {
	if len(raw) == 0 {
		return nil
	}
	if err := json.Unmarshal(raw, p); err != nil {
		return jsonrpc.Errorf(jsonrpc.InvalidParams, "%v", err)
	}
	return nil
}

// handlers returns the handlers of requests about a document.
func handlers() map[string]handler {
	return map[string]handler{
		"textDocument/hover":                handle((*call).hover),
		"textDocument/definition":           handle((*call).definition),
		"textDocument/references":           handle((*call).references),
		"textDocument/documentHighlight":    handle((*call).highlight),
		"textDocument/prepareRename":        handle((*call).prepareRename),
		"textDocument/rename":               handle((*call).rename),
		"textDocument/completion":           handle((*call).completion),
		"textDocument/signatureHelp":        handle((*call).signatureHelp),
		"textDocument/formatting":           handle((*call).formatting),
		"textDocument/rangeFormatting":      handle((*call).formatting),
		"textDocument/documentSymbol":       handle((*call).symbols),
		"textDocument/codeAction":           handle((*call).codeActions),
		"textDocument/semanticTokens/full":  handle((*call).tokens),
		"textDocument/semanticTokens/range": handle((*call).tokensInRange),
		"textDocument/foldingRange":         handle((*call).folds),
		"textDocument/inlayHint":            handle((*call).inlayHints),
	}
}

// request answers a request, or begins to.
func (s *Server) request(ctx context.Context, m *jsonrpc.Message) {
	switch {
	case m.Method == "initialize":
		result, err := s.initialize(m.Params)
		s.reply(m.ID, result, err)
	case s.state == starting:
		s.reply(m.ID, nil, jsonrpc.Errorf(jsonrpc.ServerNotInitialized, "the session begins with initialize"))
	case s.state == shut:
		s.reply(m.ID, nil, jsonrpc.Errorf(jsonrpc.InvalidRequest, "the server is shut down"))
	case m.Method == "shutdown":
		s.state = shut
		s.reply(m.ID, nil, nil)
	case m.Method == "workspace/executeCommand":
		s.begin(ctx, m, handle((*call).executeCommand), nil)
	case m.Method == "workspace/symbol":
		s.begin(ctx, m, handle((*call).workspaceSymbols), nil)
	default:
		s.about(ctx, m)
	}
}

// about begins to answer a request about a document, as it is now.
func (s *Server) about(ctx context.Context, m *jsonrpc.Message) {
	h := s.handlers[m.Method]
	if h == nil {
		s.reply(m.ID, nil, jsonrpc.Errorf(jsonrpc.MethodNotFound, "%s is not known here", m.Method))
		return
	}
	var p protocol.DocumentParams
	if err := readParams(m.Params, &p); err != nil {
		s.reply(m.ID, nil, err)
		return
	}
	snap := s.snapshot(p.TextDocument.URI)
	if snap == nil {
		s.reply(m.ID, nil, jsonrpc.Errorf(jsonrpc.InvalidParams, "%s is not open", p.TextDocument.URI))
		return
	}
	s.begin(ctx, m, h, snap)
}

// begin answers a request on a goroutine of its own.
func (s *Server) begin(ctx context.Context, m *jsonrpc.Message, h handler, snap *snapshot) {
	ctx, cancel := context.WithCancel(ctx)
	s.mu.Lock()
	busy, twice := len(s.pending) >= maxPending, s.pending[m.ID] != nil
	if !busy && !twice {
		s.pending[m.ID] = cancel
	}
	client := s.client
	s.mu.Unlock()
	switch {
	case busy:
		cancel()
		s.reply(m.ID, nil, jsonrpc.Errorf(jsonrpc.ServerCancelled, "%d requests are waiting already", maxPending))
		return
	case twice:
		cancel()
		s.reply(m.ID, nil, jsonrpc.Errorf(jsonrpc.InvalidRequest, "another request with this identifier is being answered"))
		return
	}
	s.requests.Go(func() {
		defer cancel()
		result, err := s.answer(&call{Server: s, ctx: ctx, doc: snap, client: client}, m, h)
		s.mu.Lock()
		delete(s.pending, m.ID)
		s.mu.Unlock()
		s.reply(m.ID, result, err)
	})
}

// answer handles a request when it is its turn. A panic becomes an error response.
func (s *Server) answer(c *call, m *jsonrpc.Message, h handler) (result any, err error) {
	select {
	case s.slots <- struct{}{}:
		defer func() { <-s.slots }()
	case <-c.ctx.Done():
		return nil, c.ctx.Err()
	}
	defer func() {
		if p := recover(); p != nil {
			s.log.Error("request failed", "method", m.Method, "panic", p, "stack", string(debug.Stack()))
			result, err = nil, jsonrpc.Errorf(jsonrpc.InternalError, "%s failed inside the server: %v", m.Method, p)
		}
	}()
	if err := c.ctx.Err(); err != nil {
		return nil, err
	}
	result, err = h(c, m.Params)
	if c.ctx.Err() != nil {
		return nil, c.ctx.Err()
	}
	return result, err
}
