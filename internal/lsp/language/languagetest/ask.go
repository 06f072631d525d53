// Package languagetest has tests for implementations of package language.
package languagetest

import (
	"strings"
	"testing"

	"ludex/internal/lsp/language"
	"ludex/source"
)

// View is what is tested.
type View = language.View

// AskEverything asks a view everything at several places of its text and makes
// sure that the answers lie in the text.
func AskEverything(t testing.TB, v View, text string) {
	t.Helper()
	inside := func(what string, spans ...source.Span) {
		t.Helper()
		for _, s := range spans {
			if s.IsValid() && (s.End < s.Start || s.End.Offset() > len(text)) {
				t.Fatalf("%s: %v is not in the text %q", what, s, text)
			}
		}
	}
	step := max(1, len(text)/50)
	for at := 0; at <= len(text); at += step {
		_, span := v.Hover(at)
		inside("hover", span)
		inside("definitions", v.Definitions(at)...)
		for _, u := range v.Uses(at) {
			inside("uses", u.Span)
		}
		_, span, _ = v.Renameable(at)
		inside("renameable", span)
		if edits, err := v.Rename(at, "zzz"); err == nil {
			apply(t, text, edits)
		}
		items, span := v.Complete(at)
		inside("complete", span)
		for _, it := range items {
			if it.Label == "" || it.Text == "" {
				t.Fatalf("an empty item %+v at %d of %q", it, at, text)
			}
		}
		if s := v.Signature(at); s != nil {
			for _, p := range s.Parameters {
				_ = s.Label[p[0]:p[1]]
			}
		}
	}
	end := source.Pos(0)
	for _, tok := range v.Tokens() {
		inside("tokens", tok.Span)
		if tok.Span.Start < end || tok.Span.Start == tok.Span.End {
			t.Fatalf("tokens out of order at %v in %q", tok.Span, text)
		}
		end = tok.Span.End
	}
	for _, f := range v.Folds() {
		inside("folds", f.Span)
	}
	at := source.Pos(0)
	for _, h := range v.Hints() {
		inside("hints", source.Span{Start: h.At, End: h.At})
		if h.At < at || h.Name == "" {
			t.Fatalf("hint %+v out of order or empty in %q", h, text)
		}
		at = h.At
	}
	outline(inside, v.Outline())
	_, _ = v.Format()
}

func outline(inside func(string, ...source.Span), list []language.Symbol) {
	for _, s := range list {
		inside("outline", s.Span, s.At)
		outline(inside, s.Children)
	}
}

// apply makes edits, which have to be in order and apart.
func apply(t testing.TB, text string, edits []source.Edit) string {
	t.Helper()
	var out strings.Builder
	at := 0
	for _, e := range edits {
		if e.Span.Start.Offset() < at {
			t.Fatalf("edits overlap at %d of %q", at, text)
		}
		out.WriteString(text[at:e.Span.Start.Offset()])
		out.WriteString(e.New)
		at = e.Span.End.Offset()
	}
	out.WriteString(text[at:])
	return out.String()
}

// RenameAll renames every name of a text, and back again, which must give the
// same text. Of the new names the first one that the view accepts is taken.
func RenameAll(t testing.TB, text string, open func(string) View, names ...string) {
	t.Helper()
	v := open(text)
	renamed := 0
	done := map[source.Span]bool{} // one place of a name is enough
	for _, tok := range v.Tokens() {
		if done[tok.Span] {
			continue
		}
		at := tok.Span.Start.Offset()
		for _, u := range v.Uses(at) {
			done[u.Span] = true
		}
		old, span, err := v.Renameable(at)
		if err != nil {
			continue
		}
		if text[span.Start.Offset():span.End.Offset()] != old {
			t.Fatalf("%q stands at %v, not %q", text[span.Start.Offset():span.End.Offset()], span, old)
		}
		for _, name := range names {
			edits, err := v.Rename(at, name)
			if err != nil {
				continue
			}
			renamed++
			other := apply(t, text, edits)
			back, err := open(other).Rename(edits[0].Span.Start.Offset(), old)
			if err != nil {
				t.Fatalf("%s cannot be renamed back from %s: %v", old, name, err)
			}
			if again := apply(t, other, back); again != text {
				t.Fatalf("%s renamed to %s and back gives\n%s", old, name, again)
			}
			break
		}
	}
	if renamed == 0 {
		t.Fatal("nothing could be renamed")
	}
}
