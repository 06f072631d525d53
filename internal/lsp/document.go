package lsp

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/url"
	"path"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"ludex/gdl"
	"ludex/internal/gdlparse"
	"ludex/internal/lsp/language"
	"ludex/internal/lsp/language/gdllanguage"
	"ludex/internal/lsp/language/rbglanguage"
	"ludex/internal/lsp/protocol"
	"ludex/internal/lsp/text"
	"ludex/source"
)

// A document is an open text. Its fields are guarded by the server's lock.
type document struct {
	uri, languageID string
	current         *snapshot
	closed          bool
	checking        bool               // a goroutine looks for its problems
	stop            context.CancelFunc // stops checking the current version
}

// A snapshot is one version of a document, with one way to read it. It is
// immutable, and its analyses are computed once.
type snapshot struct {
	uri     string
	version int
	text    *text.Text
	file    *source.File
	view    func() language.View
	// problems is what was last reported about it, or nil.
	problems atomic.Pointer[source.List]
}

// rangeOf returns the range of a span. A span without a place is at the beginning.
func (d *snapshot) rangeOf(s source.Span, e text.Encoding) text.Range {
	if !s.IsValid() {
		return text.Range{}
	}
	return d.text.Range(s.Start.Offset(), s.End.Offset(), e)
}

// snapshot returns the current version of an open document, or nil.
func (s *Server) snapshot(uri string) *snapshot {
	s.mu.Lock()
	defer s.mu.Unlock()
	if d := s.docs[uri]; d != nil {
		return d.current
	}
	return nil
}

// snapshots returns all open documents as they are now, by their addresses.
func (s *Server) snapshots() []*snapshot {
	s.mu.Lock()
	defer s.mu.Unlock()
	var list []*snapshot
	for _, uri := range slices.Sorted(maps.Keys(s.docs)) {
		list = append(list, s.docs[uri].current)
	}
	return list
}

func (s *Server) didOpen(ctx context.Context, p *protocol.DidOpenParams) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	t := &p.TextDocument
	if d := s.docs[t.URI]; d != nil {
		s.forget(d)
	}
	d := &document{uri: t.URI, languageID: t.LanguageID}
	s.docs[t.URI] = d
	s.replace(ctx, d, t.Version, text.New(t.Text))
	return nil
}

var errNotOpen = errors.New("the document is not open")

func (s *Server) didChange(ctx context.Context, p *protocol.DidChangeParams) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	d := s.docs[p.TextDocument.URI]
	old := text.New("")
	if d != nil {
		old = d.current.text
	} else if len(p.ContentChanges) == 0 || p.ContentChanges[0].Range != nil {
		return errNotOpen
	} else {
		// The whole text restores what was lost.
		d = &document{uri: p.TextDocument.URI}
		s.docs[d.uri] = d
	}
	next, err := old.Apply(p.ContentChanges, s.client.encoding, s.opt.MaxMessage)
	if err != nil {
		s.forget(d)
		s.show(1, fmt.Sprintf("%s: %v", path.Base(d.uri), err))
		return err
	}
	version := 0
	if p.TextDocument.Version != nil {
		version = *p.TextDocument.Version
	}
	s.replace(ctx, d, version, next)
	return nil
}

func (s *Server) didClose(p *protocol.DocumentParams) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	d := s.docs[p.TextDocument.URI]
	if d == nil {
		return errNotOpen
	}
	s.forget(d)
	return nil
}

// forget closes a document and clears its problems.
func (s *Server) forget(d *document) {
	delete(s.docs, d.uri)
	d.closed = true
	if d.stop != nil {
		d.stop()
	}
	if d.current != nil {
		s.publish(d.current, nil)
	}
}

// replace gives a document a new version and checks it.
func (s *Server) replace(ctx context.Context, d *document, version int, t *text.Text) {
	snap := &snapshot{uri: d.uri, version: version, text: t}
	snap.file = source.NewFile(fileName(d.uri), []byte(t.String()))
	open := s.opener(d.languageID, snap.file)
	snap.view = sync.OnceValue(open)
	d.current = snap
	s.check(ctx, d)
}

// fileName returns the name of a document in messages.
func fileName(uri string) string {
	if u, err := url.Parse(uri); err == nil && u.Path != "" {
		return path.Base(u.Path)
	}
	return path.Base(uri)
}

// opener returns the function that reads a text, in the language given by the
// client, the file name or the text itself.
func (s *Server) opener(languageID string, f *source.File) func() language.View {
	set := s.settings
	isRBG, empty := detect(languageID, f)
	if isRBG {
		return func() language.View {
			return rbglanguage.New(f, rbglanguage.Options{Strict: set.strict, Hints: set.hints})
		}
	}
	return func() language.View {
		return gdllanguage.New(f, gdllanguage.Options{
			Dialect: set.dialect, CaseSensitive: set.caseSensitive, Strict: set.strict, Hints: set.hints,
			Empty: empty, NegativeLoop: s.opt.NegativeLoop, Start: s.opt.Start,
		})
	}
}

// The identifiers that clients may give the languages.
var (
	rbgIDs    = []string{"rbg"}
	prefixIDs = []string{"gdl-prefix", "kif", "prefix"}
	infixIDs  = []string{"gdl-infix", "infix"}
	gdlIDs    = []string{"gdl", "gdl-ii", "gdl-iii", "rtgdl", "rtgdl-ii"}
)

// detect tells the language of a text, and the syntax that it will have if it
// is still empty. Once there is text, that decides between prefix and infix, as
// it does on the command line.
func detect(languageID string, f *source.File) (isRBG bool, empty gdl.Syntax) {
	id, ext := strings.ToLower(languageID), strings.ToLower(path.Ext(f.Name()))
	has := func(ids []string) bool {
		for _, known := range ids {
			if id == known {
				return true
			}
		}
		return false
	}
	switch {
	case has(rbgIDs):
		return true, gdl.AnySyntax
	case has(prefixIDs):
		return false, gdl.Prefix
	case has(infixIDs):
		return false, gdl.Infix
	case ext == ".kif":
		return false, gdl.Prefix
	case ext == ".gdl":
		return false, gdl.Infix
	case has(gdlIDs):
		return false, gdl.AnySyntax
	}
	return ext == ".rbg" || gdlparse.LooksLikeRBG(f.Text()), gdl.AnySyntax
}
