package lsp

import (
	"context"
	"encoding/json"
)

// Handle gives a server one more request about documents, for tests.
func (s *Server) Handle(method string, f func(context.Context) (any, error)) {
	s.handlers[method] = func(c *call, _ json.RawMessage) (any, error) { return f(c.ctx) }
}

// MaxPending and Detect are for tests.
const MaxPending = maxPending

var Detect = detect
