package manual

import (
	"slices"
	"strings"

	"github.com/yuin/goldmark/ast"
)

// A section is the text below a heading.
type section struct {
	page         *Page
	title, id    string
	text, folded string // as written, and in lower case
}

// A Hit is a section that a search found.
type Hit struct {
	Page    *Page
	Title   string // of the section
	Anchor  string // "" or "#…"
	Excerpt string
}

// maxHits bounds the answers of a search, and excerptBytes the text around a word that is
// shown.
const (
	maxHits      = 30
	excerptBytes = 160
)

// Search returns the sections that contain all words of a query, those with the words in
// their title first.
func (m *Manual) Search(query string) []Hit {
	words := strings.Fields(strings.ToLower(query))
	if len(words) == 0 {
		return nil
	}
	type ranked struct {
		*section
		inTitle int
	}
	var found []ranked
	for i := range m.sections {
		s := &m.sections[i]
		title := strings.ToLower(s.title)
		in := 0
		if slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(s.folded, w) && !strings.Contains(title, w) }) {
			continue
		}
		for _, w := range words {
			if strings.Contains(title, w) {
				in++
			}
		}
		found = append(found, ranked{s, in})
	}
	slices.SortStableFunc(found, func(a, b ranked) int { return b.inTitle - a.inTitle })
	hits := make([]Hit, 0, min(len(found), maxHits))
	for _, f := range found[:min(len(found), maxHits)] {
		hit := Hit{Page: f.page, Title: f.title, Excerpt: f.excerpt(words[0])}
		if f.id != "" {
			hit.Anchor = "#" + f.id
		}
		hits = append(hits, hit)
	}
	return hits
}

// excerpt returns the text around a word.
func (s *section) excerpt(word string) string {
	at := strings.Index(s.folded, word)
	if at < 0 || len(s.folded) != len(s.text) { // lower case can have another length
		at = 0
	}
	from, to := max(0, at-excerptBytes/2), min(len(s.text), at+excerptBytes/2)
	cut := strings.ToValidUTF8(s.text[from:to], "")
	if from > 0 {
		_, cut, _ = strings.Cut(cut, " ")
		cut = "… " + cut
	}
	if to < len(s.text) {
		cut = cut[:strings.LastIndex(cut, " ")+1] + "…"
	}
	return cut
}

// sectionsOf cuts a page at its headings.
func sectionsOf(page *Page, tree ast.Node, src []byte) []section {
	list := []section{}
	for n := tree.FirstChild(); n != nil; n = n.NextSibling() {
		if h, ok := n.(*ast.Heading); ok {
			s := section{page: page, title: strings.TrimSpace(plain(h, src))}
			if id, ok := h.AttributeString("id"); ok && h.Level > 1 {
				s.id = string(id.([]byte))
			}
			list = append(list, s)
			continue
		}
		if len(list) == 0 {
			list = append(list, section{page: page, title: page.Title})
		}
		list[len(list)-1].text += plain(n, src) + " "
	}
	for i := range list {
		list[i].text = strings.Join(strings.Fields(list[i].text), " ")
		list[i].folded = strings.ToLower(list[i].text)
	}
	return list
}

// plain returns the words of a node.
func plain(n ast.Node, src []byte) string {
	var b strings.Builder
	_ = ast.Walk(n, func(n ast.Node, entering bool) (ast.WalkStatus, error) { // the callback never fails
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Text:
			b.Write(n.Segment.Value(src))
			if n.SoftLineBreak() {
				b.WriteByte(' ')
			}
		case *ast.FencedCodeBlock:
			for i := range n.Lines().Len() {
				line := n.Lines().At(i)
				b.Write(line.Value(src))
			}
		}
		if n.Type() == ast.TypeBlock {
			b.WriteByte(' ')
		}
		return ast.WalkContinue, nil
	})
	return b.String()
}

// Sections returns all sections in reading order, each with its whole text as excerpt.
func (m *Manual) Sections() []Hit {
	hits := make([]Hit, 0, len(m.sections))
	for _, s := range m.sections {
		hit := Hit{Page: s.page, Title: s.title, Excerpt: s.text}
		if s.id != "" {
			hit.Anchor = "#" + s.id
		}
		hits = append(hits, hit)
	}
	return hits
}
