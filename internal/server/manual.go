package server

import (
	"bytes"
	"fmt"
	"html/template"
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"ludex/docs"
)

// A manual is the documentation as HTML pages.
type manual struct {
	pages map[string]manualPage
	list  []manualPage
}

// A manualPage is a page of the manual.
type manualPage struct {
	Name, Title string
	Body        template.HTML
}

// order lists the first pages of the manual; the others follow by name.
var order = []string{"web", "commands", "languages", "rbg", "timed", "knowledge", "library", "players", "learning", "matches", "analysis", "solving", "proving", "diagnostics", "engines", "limits", "protocol", "strength"}

// theManual is rendered once: the documentation is embedded.
var theManual = sync.OnceValues(newManual)

// newManual renders the manual. HTML in the Markdown is not passed on.
func newManual() (*manual, error) {
	names, err := fs.Glob(docs.Files, "*.md")
	if err != nil {
		return nil, err
	}
	m := &manual{pages: map[string]manualPage{}}
	md := goldmark.New(
		goldmark.WithExtensions(extension.GFM),
		goldmark.WithParserOptions(parser.WithAutoHeadingID(), parser.WithASTTransformers(util.Prioritized(links{}, 100))),
	)
	for _, file := range names {
		src, err := docs.Files.ReadFile(file)
		if err != nil {
			return nil, err
		}
		var out bytes.Buffer
		if err := md.Convert(src, &out); err != nil {
			return nil, fmt.Errorf("the manual page %s: %w", file, err)
		}
		name := strings.TrimSuffix(file, ".md")
		page := manualPage{Name: name, Title: heading(src, name), Body: template.HTML(reachable.Replace(out.String()))}
		m.pages[name], m.list = page, append(m.list, page)
	}
	slices.SortStableFunc(m.list, func(a, b manualPage) int { return rank(a.Name) - rank(b.Name) })
	return m, nil
}

// reachable makes wide elements scrollable with the keyboard.
var reachable = strings.NewReplacer("<pre>", `<pre tabindex="0">`, "<table>", `<table tabindex="0">`)

func rank(name string) int {
	if i := slices.Index(order, name); i >= 0 {
		return i
	}
	return len(order)
}

// heading returns the first heading of a text.
func heading(src []byte, otherwise string) string {
	for line := range bytes.Lines(src) {
		if title, ok := bytes.CutPrefix(line, []byte("# ")); ok {
			return strings.ReplaceAll(strings.TrimSpace(string(title)), "`", "")
		}
	}
	return otherwise
}

func (m *manual) first() string {
	if len(m.list) == 0 {
		return ""
	}
	return m.list[0].Name
}

// picture returns an image of the manual: a drawing, or a screenshot.
func (m *manual) picture(name string) ([]byte, error) {
	if path.Ext(name) != ".svg" && path.Ext(name) != ".png" {
		return nil, fs.ErrNotExist
	}
	return docs.Files.ReadFile(path.Base(name))
}

// links rewrites links between files of the manual to links between its pages. Links to
// other files lead to the first page.
type links struct{}

// Transform implements [parser.ASTTransformer].
func (links) Transform(doc *ast.Document, _ text.Reader, _ parser.Context) {
	_ = ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) { // the callback never fails
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Link:
			n.Destination = []byte(pageLink(string(n.Destination)))
		case *ast.Image:
			n.Destination = []byte("/docs/" + path.Base(string(n.Destination)))
		}
		return ast.WalkContinue, nil
	})
}

// pageLink returns the path of the page that a link leads to.
func pageLink(to string) string {
	if strings.Contains(to, "://") || strings.HasPrefix(to, "#") {
		return to
	}
	file, anchor, _ := strings.Cut(to, "#")
	if anchor != "" {
		anchor = "#" + anchor
	}
	name := strings.TrimSuffix(path.Base(file), ".md")
	if _, err := fs.Stat(docs.Files, name+".md"); err != nil {
		return "/docs"
	}
	return "/docs/" + name + anchor
}
