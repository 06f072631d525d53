package browsertest

import (
	"context"
	"fmt"
	"iter"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
)

// A Message is something that the server sent to a page.
type Message struct {
	Kind string // response, event or frame
	From string // its URL, for a response
	Text string
}

// A Transcript has everything that a server sends to a page: responses, server-sent
// events and WebSocket messages. It is safe for concurrent use.
type Transcript struct {
	t   *testing.T
	ctx context.Context

	mu      sync.Mutex
	changed *sync.Cond
	list    []Message
	pending map[network.RequestID]string // responses that have begun, by URL
	streams map[network.RequestID]bool   // which never end
	done    map[network.RequestID]bool   // events of different kinds may come out of order
}

// Record begins a transcript of the page.
func (p *Page) Record() *Transcript {
	p.t.Helper()
	tr := &Transcript{t: p.t, ctx: p.ctx, pending: map[network.RequestID]string{}, streams: map[network.RequestID]bool{}, done: map[network.RequestID]bool{}}
	tr.changed = sync.NewCond(&tr.mu)
	// The bodies of responses are kept after a navigation.
	size, durable := int64(64<<20), true
	if _, err := chromedp.Call(p.ctx, network.Enable, network.EnableParams{MaxTotalBufferSize: &size, EnableDurableMessages: &durable}); err != nil {
		p.t.Fatal(err)
	}
	follow(p, chromedp.Events(p.ctx, network.ResponseReceived), tr.begun)
	follow(p, chromedp.Events(p.ctx, network.LoadingFinished), tr.finished)
	follow(p, chromedp.Events(p.ctx, network.LoadingFailed), tr.failed)
	follow(p, chromedp.Events(p.ctx, network.EventSourceMessageReceived), func(e network.EventEventSourceMessageReceived) {
		tr.add(Message{Kind: "event", Text: e.Data})
	})
	follow(p, chromedp.Events(p.ctx, network.WebSocketFrameReceived), func(e network.EventWebSocketFrameReceived) {
		tr.add(Message{Kind: "frame", Text: string(e.Response.PayloadData)})
	})
	return tr
}

// follow handles events until the page is closed.
func follow[E any](p *Page, events iter.Seq2[E, error], handle func(E)) {
	p.group.Go(func() {
		for e, err := range events {
			if err != nil {
				return
			}
			handle(e)
		}
	})
}

func (tr *Transcript) add(m Message) {
	tr.mu.Lock()
	defer tr.mu.Unlock()
	tr.list = append(tr.list, m)
	tr.changed.Broadcast()
}

func (tr *Transcript) begun(e network.EventResponseReceived) {
	tr.mu.Lock()
	defer tr.mu.Unlock()
	if strings.HasPrefix(e.Response.MimeType, "text/event-stream") {
		tr.streams[e.RequestID] = true // its events come one by one
		return
	}
	if !tr.done[e.RequestID] {
		tr.pending[e.RequestID] = e.Response.URL
	}
}

func (tr *Transcript) finished(e network.EventLoadingFinished) {
	tr.mu.Lock()
	stream := tr.streams[e.RequestID]
	tr.mu.Unlock()
	if stream {
		return
	}
	body, err := chromedp.Call(tr.ctx, network.GetResponseBody, network.GetResponseBodyParams{RequestID: e.RequestID})
	if err != nil && tr.ctx.Err() == nil && !strings.Contains(err.Error(), "No data found") { // a response without a body
		tr.t.Errorf("an answer cannot be looked at: %v", err)
	}
	tr.mu.Lock()
	defer tr.mu.Unlock()
	tr.list = append(tr.list, Message{Kind: "response", From: tr.pending[e.RequestID], Text: string(body.Body)})
	tr.done[e.RequestID] = true
	delete(tr.pending, e.RequestID)
	tr.changed.Broadcast()
}

func (tr *Transcript) failed(e network.EventLoadingFailed) {
	tr.mu.Lock()
	defer tr.mu.Unlock()
	tr.done[e.RequestID] = true
	delete(tr.pending, e.RequestID)
	tr.changed.Broadcast()
}

// Messages returns the messages so far, once all responses that have begun are
// complete.
func (tr *Transcript) Messages() []Message {
	tr.t.Helper()
	ctx, cancel := context.WithTimeout(tr.ctx, patience)
	defer cancel()
	defer context.AfterFunc(ctx, tr.changed.Broadcast)()
	tr.mu.Lock()
	defer tr.mu.Unlock()
	for len(tr.pending) > 0 && ctx.Err() == nil {
		tr.changed.Wait()
	}
	if len(tr.pending) > 0 {
		tr.t.Fatalf("these answers never end: %v", tr.pending)
	}
	return append([]Message(nil), tr.list...)
}

// Await waits for a message after the first seen ones that contains one of the texts,
// and reports whether it came.
func (tr *Transcript) Await(first int, texts ...string) bool {
	ctx, cancel := context.WithTimeout(tr.ctx, patience)
	defer cancel()
	defer context.AfterFunc(ctx, tr.changed.Broadcast)()
	tr.mu.Lock()
	defer tr.mu.Unlock()
	for ctx.Err() == nil {
		if _, ok := Find(tr.list[first:], texts...); ok {
			return true
		}
		tr.changed.Wait()
	}
	return false
}

// Find returns the first message that contains one of the texts.
func Find(list []Message, texts ...string) (string, bool) {
	for _, m := range list {
		for _, text := range texts {
			if at := strings.Index(m.Text, text); at >= 0 {
				return fmt.Sprintf("%s %s: …%s…", m.Kind, m.From, m.Text[max(0, at-60):min(len(m.Text), at+len(text)+60)]), true
			}
		}
	}
	return "", false
}
