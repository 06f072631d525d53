// Package manual renders the documentation as HTML pages, in an order, and searches it.
// The arena shows these pages, and makesite writes them as files.
package manual

import (
	"bytes"
	"fmt"
	"html/template"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"ludex/docs"
)

// A Manual is the documentation as HTML pages.
type Manual struct {
	Pages []*Page // in reading order

	byName   map[string]*Page
	sections []section
}

// A Page is a page of the manual.
type Page struct {
	Name, Title string
	Group       string // the heading under which it is listed
	First       bool   // it is the first one of its group
	Body        template.HTML
}

// groups lists the pages in reading order. Pages that are not listed follow by name, in
// the last group.
var groups = []struct {
	title string
	pages []string
}{
	{"Start", []string{"README"}},
	{"Tutorials", []string{"tutorial-1-first-game", "tutorial-2-board-game", "tutorial-3-hidden-information", "tutorial-4-bot"}},
	{"How to", []string{"howto-tournament", "howto-compare", "design", "howto-solve", "howto-host", "howto-presentation", "howto-cite"}},
	{"Explanations", []string{"game-languages", "explain-speed", "explain-proofs", "terms"}},
	{"Reference", []string{"web", "commands", "languages", "rbg", "timed", "knowledge", "library", "players", "learning", "matches", "analysis", "solving", "proving", "diagnostics", "engines", "limits", "protocol", "strength"}},
}

// New renders the manual. A link to a page has the address that link returns for its
// name, and a picture the one that picture returns. HTML in the Markdown is not passed on.
func New(link, picture func(name string) string) (*Manual, error) {
	names, err := fs.Glob(docs.Files, "*.md")
	if err != nil {
		return nil, err
	}
	m := &Manual{byName: map[string]*Page{}}
	md := goldmark.New(
		goldmark.WithExtensions(extension.GFM),
		goldmark.WithParserOptions(parser.WithAutoHeadingID(), parser.WithASTTransformers(util.Prioritized(links{link, picture}, 100))),
	)
	for _, file := range names {
		src, err := docs.Files.ReadFile(file)
		if err != nil {
			return nil, err
		}
		name := strings.TrimSuffix(file, ".md")
		page := &Page{Name: name, Title: heading(src, name)}
		tree := md.Parser().Parse(text.NewReader(src))
		m.sections = append(m.sections, sectionsOf(page, tree, src)...)
		var out bytes.Buffer
		if err := md.Renderer().Render(&out, src, tree); err != nil {
			return nil, fmt.Errorf("the manual page %s: %w", file, err)
		}
		page.Body = template.HTML(reachable.Replace(out.String()))
		m.byName[name], m.Pages = page, append(m.Pages, page)
	}
	m.sort()
	return m, nil
}

// Page returns the page with a name, or nil.
func (m *Manual) Page(name string) *Page { return m.byName[name] }

// Picture returns an image of the manual: a drawing, or a screenshot.
func (m *Manual) Picture(name string) ([]byte, error) {
	if path.Ext(name) != ".svg" && path.Ext(name) != ".png" {
		return nil, fs.ErrNotExist
	}
	return docs.Files.ReadFile(path.Base(name))
}

// sort puts the pages and the sections into reading order.
func (m *Manual) sort() {
	rank := map[string]int{}
	for _, g := range groups {
		for _, name := range g.pages {
			rank[name] = len(rank) + 1
			if p := m.byName[name]; p != nil {
				p.Group = g.title
			}
		}
	}
	for _, p := range m.Pages {
		if p.Group == "" {
			p.Group, rank[p.Name] = groups[len(groups)-1].title, len(rank)+len(m.Pages)
		}
	}
	slices.SortStableFunc(m.Pages, func(a, b *Page) int { return rank[a.Name] - rank[b.Name] })
	slices.SortStableFunc(m.sections, func(a, b section) int { return rank[a.page.Name] - rank[b.page.Name] })
	for i, p := range m.Pages {
		p.First = i == 0 || m.Pages[i-1].Group != p.Group
	}
}

// reachable makes wide elements scrollable with the keyboard, and leaves out headers of
// tables that say nothing.
var reachable = strings.NewReplacer("<pre>", `<pre tabindex="0">`, "<table>", `<table tabindex="0">`, "<th></th>", "<td></td>")

// heading returns the first heading of a text.
func heading(src []byte, otherwise string) string {
	for line := range bytes.Lines(src) {
		if title, ok := bytes.CutPrefix(line, []byte("# ")); ok {
			return strings.ReplaceAll(strings.TrimSpace(string(title)), "`", "")
		}
	}
	return otherwise
}

// links rewrites links between files of the manual to links between its pages. Links to
// other files lead to the first page.
type links struct{ page, picture func(name string) string }

// Transform implements [parser.ASTTransformer].
func (l links) Transform(doc *ast.Document, _ text.Reader, _ parser.Context) {
	_ = ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) { // the callback never fails
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Link:
			n.Destination = []byte(l.address(string(n.Destination)))
		case *ast.Image:
			n.Destination = []byte(l.picture(path.Base(string(n.Destination))))
		}
		return ast.WalkContinue, nil
	})
}

// address returns the address of the page that a link leads to.
func (l links) address(to string) string {
	if strings.Contains(to, "://") || strings.HasPrefix(to, "#") {
		return to
	}
	file, anchor, _ := strings.Cut(to, "#")
	if anchor != "" {
		anchor = "#" + anchor
	}
	name := strings.TrimSuffix(path.Base(file), ".md")
	if _, err := fs.Stat(docs.Files, name+".md"); err != nil {
		return l.page("")
	}
	return l.page(name) + anchor
}
