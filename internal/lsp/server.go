// Package lsp is a language server for the GDL family and Regular Boardgames. It tells
// editors what is wrong with a description while it is being typed, what its words mean
// and what could be written next.
//
// One goroutine reads messages and updates the documents. Requests and checks run
// concurrently on immutable snapshots. They are cancelled when their answers are no longer
// needed.
package lsp

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"runtime"
	"runtime/debug"
	"sync"
	"time"

	"ludex/gdl"
	"ludex/internal/lsp/jsonrpc"
	"ludex/internal/lsp/protocol"
	"ludex/internal/lsp/text"
	"ludex/source"
)

// Options says what a server does. The zero value is usable.
type Options struct {
	Version string
	// Codes are the diagnostics that can be explained.
	Codes []*source.Code
	// NegativeLoop decides whether a ground atom depends on its own negation; see
	// [ludex/gdl/gdlcheck.Options].
	NegativeLoop func(context.Context) func(*gdl.Program) ([]string, error)
	// Start computes the initial state; see [ludex/gdl/gdlcheck.Options].
	Start func(context.Context) func(*gdl.Program) (facts, stuck []string, err error)
	// Strict, Hints, CaseSensitive and Dialect can be overridden by clients.
	Strict, Hints, CaseSensitive bool
	Dialect                      gdl.Dialect
	// MaxMessage is how many bytes a message may have; 0 is [DefaultMaxMessage].
	MaxMessage int
	Log        *slog.Logger
}

const (
	// DefaultMaxMessage is how many bytes a message may have. Descriptions that
	// people write have less than a hundredth of that.
	DefaultMaxMessage = 64 << 20
	// maxPending is how many requests may wait for their answers.
	maxPending = 1000
)

// The ways in which a session can end badly.
var (
	ErrNoShutdown = errors.New("the client left without shutting the server down")
	ErrGone       = errors.New("the client is gone")
)

// The states of a session.
const (
	starting = iota
	running
	shut
)

// A Server serves one client.
type Server struct {
	opt      Options
	log      *slog.Logger
	handlers map[string]handler
	out      *outbox
	slots    chan struct{} // limits how many requests are worked on at once
	requests sync.WaitGroup
	checks   sync.WaitGroup

	mu       sync.Mutex
	state    int
	client   client
	settings settings
	docs     map[string]*document
	pending  map[jsonrpc.ID]context.CancelFunc
}

// A client is what is known about the editor.
type client struct {
	encoding                        text.Encoding
	snippets, versioned, symbolTree bool
}

// New returns a server.
func New(opt Options) *Server {
	if opt.MaxMessage <= 0 {
		opt.MaxMessage = DefaultMaxMessage
	}
	s := &Server{opt: opt, log: opt.Log, docs: map[string]*document{}, pending: map[jsonrpc.ID]context.CancelFunc{}}
	if s.log == nil {
		s.log = slog.New(slog.DiscardHandler)
	}
	s.handlers = handlers()
	s.slots = make(chan struct{}, runtime.GOMAXPROCS(0))
	s.client.encoding = text.UTF16
	s.settings = settings{strict: opt.Strict, hints: opt.Hints, caseSensitive: opt.CaseSensitive, dialect: opt.Dialect}
	return s
}

// Run serves a client until it exits or disconnects, or the context ends; reading
// from the input must then fail as well. The error is nil after an orderly end.
func (s *Server) Run(ctx context.Context, in io.Reader, out io.Writer) error {
	ctx, cancel := context.WithCancel(ctx)
	s.out = newOutbox(jsonrpc.NewWriter(out), cancel)
	err := s.serve(ctx, jsonrpc.NewReader(in, s.opt.MaxMessage))
	if err == nil {
		s.finish()
	}
	cancel()
	s.requests.Wait()
	s.checks.Wait()
	s.out.close()
	return err
}

// finish gives the requests that were made before an orderly end a moment to be
// answered.
func (s *Server) finish() {
	done := make(chan struct{})
	go func() {
		s.requests.Wait()
		close(done)
	}()
	select {
	case <-done:
	case <-time.After(farewell):
	}
}

// serve reads messages until there are no more.
func (s *Server) serve(ctx context.Context, in *jsonrpc.Reader) error {
	for {
		content, err := in.Read()
		var large *jsonrpc.TooLargeError
		switch {
		case ctx.Err() != nil:
			return fmt.Errorf("%w: %w", ErrGone, context.Cause(ctx))
		case errors.As(err, &large):
			s.dropDocuments(large)
			continue
		case errors.Is(err, jsonrpc.ErrHeader):
			s.reply("", nil, jsonrpc.Errorf(jsonrpc.ParseError, "%v", err))
			return err
		case err != nil:
			return s.ended(err)
		}
		if exit := s.message(ctx, content); exit {
			if s.state != shut {
				return ErrNoShutdown
			}
			return nil
		}
	}
}

// ended returns the error for the end of the input, if it is one.
func (s *Server) ended(err error) error {
	if s.state == shut {
		return nil
	}
	return fmt.Errorf("%w: %w", ErrGone, err)
}

// message handles one message and reports whether it was the last.
func (s *Server) message(ctx context.Context, content []byte) (exit bool) {
	m, err := jsonrpc.Decode(content)
	if err != nil {
		id := jsonrpc.ID("")
		if m != nil {
			id = m.ID
		}
		s.log.Warn("message not understood", "error", err)
		s.reply(id, nil, err)
		return false
	}
	switch {
	case m.Method == "exit":
		return true
	case m.IsRequest():
		s.request(ctx, m)
	case m.Method != "":
		s.notification(ctx, m)
	}
	return false
}

// notification handles a message without a response. Documents change here, in the
// order of the messages.
func (s *Server) notification(ctx context.Context, m *jsonrpc.Message) {
	defer func() {
		if p := recover(); p != nil {
			s.log.Error("notification failed", "method", m.Method, "panic", p, "stack", string(debug.Stack()))
		}
	}()
	if s.state != running && m.Method != "$/cancelRequest" {
		return
	}
	var err error
	switch m.Method {
	case "textDocument/didOpen":
		err = notify(m, func(p *protocol.DidOpenParams) error { return s.didOpen(ctx, p) })
	case "textDocument/didChange":
		err = notify(m, func(p *protocol.DidChangeParams) error { return s.didChange(ctx, p) })
	case "textDocument/didClose":
		err = notify(m, s.didClose)
	case "workspace/didChangeConfiguration":
		err = notify(m, func(p *protocol.DidChangeConfigurationParams) error { return s.configure(ctx, p.Settings) })
	case "$/cancelRequest":
		err = notify(m, s.cancelRequest)
	}
	if err != nil {
		s.log.Warn("notification ignored", "method", m.Method, "error", err)
	}
}

// notify reads the parameters of a notification.
func notify[P any](m *jsonrpc.Message, f func(*P) error) error {
	var p P
	if err := readParams(m.Params, &p); err != nil {
		return err
	}
	return f(&p)
}

// dropDocuments drops all documents, because a message that may have changed one of
// them was too large to be read. Editors send them again when they are opened
// again, or with the whole text.
func (s *Server) dropDocuments(cause *jsonrpc.TooLargeError) {
	s.log.Error("message left out", "error", cause)
	s.reply("", nil, jsonrpc.Errorf(jsonrpc.InvalidRequest, "%v", cause))
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, d := range s.docs {
		s.forget(d)
	}
	s.show(1, cause.Error()+"; open the documents again")
}

// cancelRequest cancels a request.
func (s *Server) cancelRequest(p *protocol.CancelParams) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if cancel := s.pending[p.ID]; cancel != nil {
		cancel()
	}
	return nil
}

// send sends a notification.
func (s *Server) send(method string, params any) {
	m, err := jsonrpc.Notification(method, params)
	if err != nil {
		s.log.Error("notification not sent", "method", method, "error", err)
		return
	}
	s.out.put(m)
}

// show shows a text to the user: 1 is an error, 3 information.
func (s *Server) show(kind int, message string) {
	s.send("window/showMessage", protocol.ShowMessageParams{Type: kind, Message: message})
}

// reply answers a request.
func (s *Server) reply(id jsonrpc.ID, result any, err error) {
	var m *jsonrpc.Message
	if err == nil {
		m, err = jsonrpc.Response(id, result)
	}
	if err != nil {
		m = &jsonrpc.Message{ID: id, Error: wireError(err)}
	}
	s.out.put(m)
}

// wireError gives an error a code.
func wireError(err error) *jsonrpc.Error {
	var e *jsonrpc.Error
	switch {
	case errors.As(err, &e):
		return e
	case errors.Is(err, context.Canceled):
		return jsonrpc.Errorf(jsonrpc.RequestCancelled, "cancelled")
	}
	return jsonrpc.Errorf(jsonrpc.RequestFailed, "%v", err)
}
