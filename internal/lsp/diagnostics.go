package lsp

import (
	"context"
	"runtime/debug"
	"slices"
	"strings"

	"ludex/internal/lsp/protocol"
	"ludex/internal/lsp/text"
	"ludex/source"
)

// check starts checking the current version of a document. At most one goroutine
// checks a document: a newer version makes it abandon the current one and continue
// with the newest, so fast typing never piles up work. The server's lock is held.
func (s *Server) check(ctx context.Context, d *document) {
	if d.checking {
		d.stop()
		return
	}
	d.checking = true
	d.stop = func() {}
	s.checks.Go(func() {
		for s.checkOnce(ctx, d) {
		}
	})
}

// checkOnce checks the current version of a document and reports whether there is
// a newer one by then.
func (s *Server) checkOnce(ctx context.Context, d *document) (again bool) {
	s.mu.Lock()
	snap := d.current
	if d.closed || ctx.Err() != nil {
		d.checking = false
		s.mu.Unlock()
		return false
	}
	ctx, d.stop = context.WithCancel(ctx)
	stop := d.stop
	s.mu.Unlock()
	defer stop()
	s.lookAt(ctx, d, snap)
	s.mu.Lock()
	defer s.mu.Unlock()
	again = d.current != snap && !d.closed
	d.checking = again
	return again
}

// lookAt reports the problems of a version.
func (s *Server) lookAt(ctx context.Context, d *document, snap *snapshot) {
	defer func() {
		if p := recover(); p != nil {
			s.log.Error("check failed", "document", snap.uri, "panic", p, "stack", string(debug.Stack()))
		}
	}()
	snap.view().Check(ctx, func(list *source.List) {
		snap.problems.Store(list)
		s.mu.Lock()
		defer s.mu.Unlock()
		if d.current == snap && !d.closed {
			s.publish(snap, list)
		}
	})
}

// publish sends the client the problems of a version; a nil list clears them. The
// server's lock is held, so that nothing overtakes.
func (s *Server) publish(snap *snapshot, list *source.List) {
	p := protocol.PublishDiagnosticsParams{URI: snap.uri, Version: snap.version, Diagnostics: []protocol.Diagnostic{}}
	if list != nil {
		for _, d := range worst(list.Items) {
			p.Diagnostics = append(p.Diagnostics, snap.diagnostic(d, s.client.encoding))
		}
	}
	s.send("textDocument/publishDiagnostics", p)
}

// maxPublished is how many problems of a document are shown.
const maxPublished = 1000

// worst returns as many problems as are shown: all of them, or the worst.
func worst(items []*source.Diagnostic) []*source.Diagnostic {
	if len(items) <= maxPublished {
		return items
	}
	items = slices.Clone(items)
	slices.SortStableFunc(items, func(a, b *source.Diagnostic) int { return int(a.Severity) - int(b.Severity) })
	return items[:maxPublished]
}

// diagnostic returns a problem as the client sees it. Advice that has no place
// belongs to the message.
func (d *snapshot) diagnostic(p *source.Diagnostic, e text.Encoding) protocol.Diagnostic {
	out := protocol.Diagnostic{
		Range: d.rangeOf(p.Span, e), Severity: int(p.Severity) + 1, Code: p.Code.ID, Source: "ludex",
	}
	message := []string{p.Message}
	for _, n := range p.Notes {
		if n.Span.IsValid() && n.File == nil {
			out.Related = append(out.Related, protocol.Related{
				Location: protocol.Location{URI: d.uri, Range: d.rangeOf(n.Span, e)}, Message: n.Message,
			})
			continue
		}
		message = append(message, n.Message)
	}
	out.Message = strings.Join(message, "\n")
	return out
}

// known returns the problems of a version. They are usually computed, unless the
// client asks right after a change.
func (c *call) known() *source.List {
	if list := c.doc.problems.Load(); list != nil {
		return list
	}
	var first *source.List
	ctx, cancel := context.WithCancel(c.ctx)
	defer cancel()
	c.doc.view().Check(ctx, func(list *source.List) {
		first = list
		cancel() // the first round is enough
	})
	if first == nil {
		first = &source.List{File: c.doc.file}
	}
	return first
}
