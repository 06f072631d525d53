package lsp_test

import (
	"context"
	"encoding/json"
	"os"
	"sync"
	"testing"

	"ludex/gdl/gdlcheck"
	"ludex/internal/gdlengine"
	"ludex/internal/lsp"
	"ludex/internal/lsp/jsonrpc"
	"ludex/internal/lsp/protocol"
	"ludex/internal/lsp/text"
	"ludex/rbg/rbgcheck"
)

// A client is an editor that talks with a server over pipes.
type client struct {
	t       *testing.T
	in      *os.File // what the server reads
	out     *jsonrpc.Writer
	outFile *os.File // what the client reads
	ended   chan error
	done    chan struct{} // the server's output has ended

	mu       sync.Mutex
	changed  sync.Cond
	next     int
	answers  map[jsonrpc.ID]*jsonrpc.Message
	problems map[string]protocol.PublishDiagnosticsParams
	shown    []string
	orphans  []*jsonrpc.Message // answers to nothing
	over     bool
}

// dial starts a server and does not say anything to it yet.
func dial(t *testing.T, opt lsp.Options) *client {
	t.Helper()
	opt.Codes = append(gdlcheck.Codes(), rbgcheck.Codes()...)
	opt.NegativeLoop, opt.Start = gdlengine.NegativeLoop, gdlengine.Start
	return dialServer(t, lsp.New(opt))
}

func dialServer(t *testing.T, server *lsp.Server) *client {
	t.Helper()
	serverIn, in := pipe(t)
	out, serverOut := pipe(t)
	c := &client{t: t, in: in, out: jsonrpc.NewWriter(in), outFile: out, ended: make(chan error, 1), done: make(chan struct{}),
		answers: map[jsonrpc.ID]*jsonrpc.Message{}, problems: map[string]protocol.PublishDiagnosticsParams{}}
	c.changed.L = &c.mu
	go func() {
		err := server.Run(context.Background(), serverIn, serverOut)
		serverOut.Close()
		serverIn.Close()
		c.ended <- err
	}()
	go c.read(jsonrpc.NewReader(out, 1<<30))
	t.Cleanup(func() {
		in.Close()
		<-c.done
		out.Close()
	})
	return c
}

func pipe(t *testing.T) (r, w *os.File) {
	t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	return r, w
}

// read takes everything that the server says.
func (c *client) read(r *jsonrpc.Reader) {
	defer close(c.done)
	for {
		content, err := r.Read()
		c.mu.Lock()
		if err != nil {
			c.over = true
			c.changed.Broadcast()
			c.mu.Unlock()
			return
		}
		c.take(content)
		c.changed.Broadcast()
		c.mu.Unlock()
	}
}

func (c *client) take(content []byte) {
	m, err := jsonrpc.Decode(content)
	switch {
	case err != nil:
		c.t.Errorf("the server says %s: %v", content, err)
	case m.Method == "textDocument/publishDiagnostics":
		var p protocol.PublishDiagnosticsParams
		if err := json.Unmarshal(m.Params, &p); err != nil {
			c.t.Error(err)
		}
		c.problems[p.URI] = p
	case m.Method == "window/showMessage":
		var p protocol.ShowMessageParams
		if err := json.Unmarshal(m.Params, &p); err != nil {
			c.t.Error(err)
		}
		c.shown = append(c.shown, p.Message)
	case m.ID == "":
		c.orphans = append(c.orphans, m)
	default:
		c.answers[m.ID] = m
	}
}

// wait waits until a condition holds, which is looked at whenever the server has
// said something. It returns false if the server has fallen silent.
func (c *client) wait(ready func() bool) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	for !ready() {
		if c.over {
			return false
		}
		c.changed.Wait()
	}
	return true
}

// raw sends bytes as they are.
func (c *client) raw(s string) {
	c.t.Helper()
	if _, err := c.in.WriteString(s); err != nil {
		c.t.Fatal(err)
	}
}

func (c *client) notify(method string, params any) {
	c.t.Helper()
	m, err := jsonrpc.Notification(method, params)
	if err != nil {
		c.t.Fatal(err)
	}
	c.write(m)
}

func (c *client) write(m *jsonrpc.Message) {
	c.t.Helper()
	content, err := m.Encode()
	if err == nil {
		err = c.out.Write(content)
	}
	if err != nil {
		c.t.Fatal(err)
	}
}

// begin sends a request and returns its identifier.
func (c *client) begin(method string, params any) jsonrpc.ID {
	c.t.Helper()
	raw, err := json.Marshal(params)
	if err != nil {
		c.t.Fatal(err)
	}
	c.next++
	id, _ := json.Marshal(c.next)
	c.write(&jsonrpc.Message{ID: jsonrpc.ID(id), Method: method, Params: raw})
	return jsonrpc.ID(id)
}

// answer waits for the answer to a request.
func (c *client) answer(id jsonrpc.ID, result any) *jsonrpc.Error {
	c.t.Helper()
	var m *jsonrpc.Message
	if !c.wait(func() bool { m = c.answers[id]; return m != nil }) {
		c.t.Fatalf("no answer to request %s", id)
	}
	if m.Error == nil && result != nil {
		if err := json.Unmarshal(m.Result, result); err != nil {
			c.t.Fatalf("the answer %s: %v", m.Result, err)
		}
	}
	return m.Error
}

// call sends a request and waits for its answer.
func (c *client) call(method string, params, result any) *jsonrpc.Error {
	c.t.Helper()
	return c.answer(c.begin(method, params), result)
}

// must is call for requests that have to succeed.
func (c *client) must(method string, params, result any) {
	c.t.Helper()
	if err := c.call(method, params, result); err != nil {
		c.t.Fatalf("%s: %v", method, err)
	}
}

// initialize begins a session as a capable editor.
func (c *client) initialize(encodings ...text.Encoding) protocol.InitializeResult {
	c.t.Helper()
	var p protocol.InitializeParams
	p.Capabilities.General.PositionEncodings = encodings
	p.Capabilities.TextDocument.Completion.CompletionItem.SnippetSupport = true
	p.Capabilities.TextDocument.DocumentSymbol.Hierarchical = true
	p.Capabilities.Workspace.WorkspaceEdit.DocumentChanges = true
	var result protocol.InitializeResult
	c.must("initialize", p, &result)
	c.notify("initialized", struct{}{})
	return result
}

func (c *client) open(uri, languageID, content string) {
	c.t.Helper()
	var p protocol.DidOpenParams
	p.TextDocument.URI, p.TextDocument.LanguageID, p.TextDocument.Text, p.TextDocument.Version = uri, languageID, content, 1
	c.notify("textDocument/didOpen", p)
}

func (c *client) change(uri string, version int, changes ...text.Change) {
	c.t.Helper()
	c.notify("textDocument/didChange", protocol.DidChangeParams{
		TextDocument: protocol.DocumentID{URI: uri, Version: &version}, ContentChanges: changes,
	})
}

// diagnostics waits for the problems of a version.
func (c *client) diagnostics(uri string, version int) []protocol.Diagnostic {
	c.t.Helper()
	var p protocol.PublishDiagnosticsParams
	if !c.wait(func() bool { p = c.problems[uri]; return p.Version >= version }) {
		c.t.Fatalf("no diagnostics of %s", uri)
	}
	return p.Diagnostics
}

// end waits for the server's end and returns its error.
func (c *client) end() error {
	c.t.Helper()
	return <-c.ended
}

func at(uri string, line, character int) protocol.PositionParams {
	return protocol.PositionParams{TextDocument: protocol.DocumentID{URI: uri}, Position: text.Position{Line: uint32(line), Character: uint32(character)}}
}
