package lsp_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"ludex/gdl"
	"ludex/internal/lsp"
	"ludex/internal/lsp/jsonrpc"
	"ludex/internal/lsp/protocol"
	"ludex/internal/lsp/text"
	"ludex/source"
)

const walk = `(role walker)
(init (at 1))
(succ 1 2)
(<= (legal walker (go ?m)) (true (at ?n)) (succ ?n ?m))
(<= (next (at ?m)) (does walker (go ?m)))
(<= terminal (true (at 2)))
(goal walker 100)
`

func code(err *jsonrpc.Error) int {
	if err == nil {
		return 0
	}
	return err.Code
}

func TestOrderOfASession(t *testing.T) {
	c := dial(t, lsp.Options{Version: "v1"})
	if got := code(c.call("textDocument/hover", at("file:///a.kif", 0, 0), nil)); got != jsonrpc.ServerNotInitialized {
		t.Errorf("a request before initialize: %d", got)
	}
	c.open("file:///a.kif", "", walk) // comes too early and is ignored
	if info := c.initialize().ServerInfo; info.Name != "ludex" || info.Version != "v1" {
		t.Errorf("the server is %+v", info)
	}
	if got := code(c.call("initialize", protocol.InitializeParams{}, nil)); got != jsonrpc.InvalidRequest {
		t.Errorf("a second initialize: %d", got)
	}
	if got := code(c.call("textDocument/hover", at("file:///a.kif", 0, 0), nil)); got != jsonrpc.InvalidParams {
		t.Errorf("a document that is not open: %d", got)
	}
	if got := code(c.call("textDocument/nonsense", struct{}{}, nil)); got != jsonrpc.MethodNotFound {
		t.Errorf("an unknown method: %d", got)
	}
	c.notify("$/nonsense", struct{}{})
	c.must("shutdown", nil, nil)
	if got := code(c.call("textDocument/hover", at("file:///a.kif", 0, 0), nil)); got != jsonrpc.InvalidRequest {
		t.Errorf("a request after shutdown: %d", got)
	}
	c.notify("exit", nil)
	if err := c.end(); err != nil {
		t.Errorf("the server ends with %v", err)
	}
}

func TestEnds(t *testing.T) {
	tests := []struct {
		name string
		do   func(*client)
		want error
	}{
		{"exit without shutdown", func(c *client) { c.initialize(); c.notify("exit", nil) }, lsp.ErrNoShutdown},
		{"exit before initialize", func(c *client) { c.notify("exit", nil) }, lsp.ErrNoShutdown},
		{"gone", func(c *client) { c.initialize(); c.in.Close() }, lsp.ErrGone},
		{"gone in a message", func(c *client) { c.initialize(); c.raw("Content-Length: 10\r\n\r\n{"); c.in.Close() }, io.ErrUnexpectedEOF},
		{"gone after shutdown", func(c *client) { c.initialize(); c.must("shutdown", nil, nil); c.in.Close() }, nil},
		{"malformed header", func(c *client) { c.initialize(); c.raw("hello\r\n\r\n") }, jsonrpc.ErrHeader},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := dial(t, lsp.Options{})
			tt.do(c)
			if err := c.end(); !errors.Is(err, tt.want) {
				t.Errorf("the server ends with %v, want %v", err, tt.want)
			}
		})
	}
}

// TestTheContextEndsTheServer uses a reader that fails when the context ends, as
// the command does.
func TestTheContextEndsTheServer(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	r, w := io.Pipe()
	defer w.Close()
	context.AfterFunc(ctx, func() { r.CloseWithError(ctx.Err()) })
	ended := make(chan error)
	go func() { ended <- lsp.New(lsp.Options{}).Run(ctx, r, io.Discard) }()
	cancel()
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Errorf("the server ends with %v", err)
	}
}

// TestAClientThatDoesNotListen closes the pipe that the server writes to.
func TestAClientThatDoesNotListen(t *testing.T) {
	c := dial(t, lsp.Options{})
	c.initialize()
	c.outFile.Close()
	for err := error(nil); err == nil; { // until the server has noticed and left
		_, err = c.in.WriteString("Content-Length: 51\r\n\r\n" + `{"jsonrpc":"2.0","id":1,"method":"nonsense/method"}`)
	}
	if err := c.end(); !errors.Is(err, lsp.ErrGone) {
		t.Errorf("the server ends with %v", err)
	}
}

func TestMalformedContent(t *testing.T) {
	c := dial(t, lsp.Options{})
	c.raw("Content-Length: 3\r\n\r\n{]}")
	c.raw("Content-Length: 2\r\n\r\n[]")
	c.raw("Content-Length: 15\r\n\r\n" + `{"jsonrpc":"1"}`)
	c.initialize()
	c.raw("Content-Length: 75\r\n\r\n" + `{"jsonrpc":"2.0","id":"x","method":"textDocument/hover","params":[1,2,3,4]}`)
	var answer *jsonrpc.Message
	if !c.wait(func() bool { answer = c.answers[`"x"`]; return answer != nil }) || code(answer.Error) != jsonrpc.InvalidParams {
		t.Errorf("the answer to strange parameters is %+v", answer)
	}
	var codes []int
	for _, m := range c.orphans {
		codes = append(codes, code(m.Error))
	}
	if got, want := fmt.Sprint(codes), fmt.Sprint([]int{jsonrpc.ParseError, jsonrpc.InvalidRequest, jsonrpc.InvalidRequest}); got != want {
		t.Errorf("answers without identifier: %s, want %s", got, want)
	}
}

func TestAMessageThatIsTooLarge(t *testing.T) {
	c := dial(t, lsp.Options{MaxMessage: 4000})
	c.initialize()
	const uri = "file:///a.kif"
	c.open(uri, "", "(")
	if n := len(c.diagnostics(uri, 1)); n == 0 {
		t.Error("an open parenthesis is no problem")
	}
	c.change(uri, 2, text.Change{Range: &text.Range{}, Text: strings.Repeat(" ", 5000)})
	c.wait(func() bool { return len(c.shown) > 0 })
	if !strings.Contains(c.shown[0], "left out") || !strings.Contains(c.shown[0], "open the documents again") {
		t.Errorf("shown: %q", c.shown)
	}
	c.change(uri, 3, text.Change{Range: &text.Range{}, Text: "x"}) // relative to a text that was dropped
	if got := code(c.call("textDocument/hover", at(uri, 0, 0), nil)); got != jsonrpc.InvalidParams {
		t.Errorf("the document is still there: %d", got)
	}
	c.change(uri, 4, text.Change{Text: walk})
	var h *protocol.Hover
	c.must("textDocument/hover", at(uri, 0, 2), &h)
	if h == nil || !strings.Contains(h.Contents.Value, "role") {
		t.Errorf("the whole text does not make it good: %+v", h)
	}
}

func TestATextThatGrowsTooLarge(t *testing.T) {
	c := dial(t, lsp.Options{MaxMessage: 2000})
	c.initialize()
	const uri = "file:///a.kif"
	c.open(uri, "", strings.Repeat(" ", 1500))
	c.change(uri, 2, text.Change{Range: &text.Range{}, Text: strings.Repeat(" ", 1500)})
	c.wait(func() bool { return len(c.shown) > 0 })
	if !strings.Contains(c.shown[0], "too large") {
		t.Errorf("shown: %q", c.shown)
	}
}

func TestEncodings(t *testing.T) {
	const content = "(hé😀 a) (p b)\n" // p is character 10 in UTF-16, byte 13
	for _, tt := range []struct {
		offer []text.Encoding
		want  text.Encoding
		at    int
	}{
		{nil, text.UTF16, 11},
		{[]text.Encoding{"utf-32", text.UTF16}, text.UTF16, 11},
		{[]text.Encoding{text.UTF16, text.UTF8}, text.UTF8, 14},
	} {
		c := dial(t, lsp.Options{})
		if got := c.initialize(tt.offer...).Capabilities.PositionEncoding; got != tt.want {
			t.Errorf("offered %v, agreed on %s, want %s", tt.offer, got, tt.want)
		}
		c.open("file:///a.kif", "", content)
		var list []protocol.Location
		c.must("textDocument/definition", at("file:///a.kif", 0, tt.at-1), &list)
		if len(list) != 1 || int(list[0].Range.Start.Character) != tt.at-1 || int(list[0].Range.End.Character) != tt.at {
			t.Errorf("%s: the definition is %+v, want character %d", tt.want, list, tt.at-1)
		}
	}
}

func TestCancel(t *testing.T) {
	server := lsp.New(lsp.Options{})
	begun := make(chan struct{}, 1)
	server.Handle("textDocument/wait", func(ctx context.Context) (any, error) {
		begun <- struct{}{}
		<-ctx.Done()
		return "too late", nil
	})
	c := dialServer(t, server)
	c.initialize()
	c.open("file:///a.kif", "", walk)
	id := c.begin("textDocument/wait", at("file:///a.kif", 0, 0))
	<-begun
	c.notify("$/cancelRequest", map[string]any{"id": 999}) // no such request
	c.notify("$/cancelRequest", map[string]any{"id": c.next})
	if got := code(c.answer(id, nil)); got != jsonrpc.RequestCancelled {
		t.Errorf("the answer to a cancelled request: %d", got)
	}
	c.notify("$/cancelRequest", map[string]any{"id": c.next}) // once more does no harm
	c.must("textDocument/hover", at("file:///a.kif", 0, 0), nil)
}

func TestAPanicIsAnAnswer(t *testing.T) {
	server := lsp.New(lsp.Options{})
	server.Handle("textDocument/panic", func(context.Context) (any, error) { panic("ouch") })
	c := dialServer(t, server)
	c.initialize()
	c.open("file:///a.kif", "", walk)
	err := c.call("textDocument/panic", at("file:///a.kif", 0, 0), nil)
	if code(err) != jsonrpc.InternalError || !strings.Contains(err.Message, "ouch") {
		t.Errorf("the answer is %v", err)
	}
	c.must("textDocument/hover", at("file:///a.kif", 0, 0), nil)
}

func TestTooManyRequests(t *testing.T) {
	server := lsp.New(lsp.Options{})
	server.Handle("textDocument/wait", func(ctx context.Context) (any, error) { <-ctx.Done(); return nil, nil })
	c := dialServer(t, server)
	c.initialize()
	c.open("file:///a.kif", "", walk)
	for range lsp.MaxPending {
		c.begin("textDocument/wait", at("file:///a.kif", 0, 0))
	}
	if got := code(c.call("textDocument/wait", at("file:///a.kif", 0, 0), nil)); got != jsonrpc.ServerCancelled {
		t.Errorf("one request too many: %d", got)
	}
}

func TestDetect(t *testing.T) {
	tests := []struct {
		id, name, content string
		rbg               bool
		empty             gdl.Syntax
	}{
		{"rbg", "a.kif", "(role a)", true, gdl.AnySyntax},
		{"gdl-prefix", "a.rbg", "", false, gdl.Prefix},
		{"gdl-infix", "a.kif", "", false, gdl.Infix},
		{"gdl", "a.rbg", "", false, gdl.AnySyntax},
		{"gdl", "a.gdl", "", false, gdl.Infix},
		{"plaintext", "a.KIF", "#a =", false, gdl.Prefix},
		{"", "a.gdl", "", false, gdl.Infix},
		{"", "a.rbg", "", true, gdl.AnySyntax},
		{"", "a.txt", "// x\n#players = a(1)", true, gdl.AnySyntax},
		{"", "a.txt", "(role a)", false, gdl.AnySyntax},
	}
	for _, tt := range tests {
		rbg, empty := lsp.Detect(tt.id, source.NewFile(tt.name, []byte(tt.content)))
		if rbg != tt.rbg || empty != tt.empty {
			t.Errorf("%q %q %q: RBG %v, %v if empty; want %v, %v", tt.id, tt.name, tt.content, rbg, empty, tt.rbg, tt.empty)
		}
	}
}

// FuzzSession sends any bytes to a server after the session has begun.
func FuzzSession(f *testing.F) {
	frame := func(s string) string { return fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(s), s) }
	begin := frame(`{"jsonrpc":"2.0","id":0,"method":"initialize","params":{}}`) +
		frame(`{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"file:///a.kif","version":1,"text":"(role a) (<= (p ?x) (q ?x))"}}}`)
	f.Add(frame(`{"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri":"file:///a.kif"},"contentChanges":[{"range":{"start":{"line":0,"character":3},"end":{"line":9}},"text":"é"}]}}`))
	f.Add(frame(`{"jsonrpc":"2.0","id":1,"method":"textDocument/rename","params":{"textDocument":{"uri":"file:///a.kif"},"position":{"line":0,"character":14},"newName":"r"}}`))
	f.Add(frame(`{"jsonrpc":"2.0","id":2,"method":"shutdown"}`) + frame(`{"jsonrpc":"2.0","method":"exit"}`))
	f.Add(frame(`null`) + frame(`{"jsonrpc":"2.0","id":[],"method":""}`))
	f.Fuzz(func(t *testing.T, in string) {
		// Whatever it is, the session ends with its input.
		err := lsp.New(lsp.Options{MaxMessage: 1 << 16}).Run(context.Background(), strings.NewReader(begin+in), io.Discard)
		if err == nil && !strings.Contains(in, "shutdown") {
			t.Fatal("an orderly end without shutdown")
		}
	})
}
