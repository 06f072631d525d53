// Makesite writes the manual as a folder of HTML files that need no server. Every page is
// in one file, beside a style sheet and the pictures; search.html has a table of all
// sections that a small script filters.
package main

import (
	_ "embed"
	"flag"
	"fmt"
	"html/template"
	"io/fs"
	"os"
	"path/filepath"

	"ludex/docs"
	"ludex/internal/manual"
)

//go:embed page.html
var pageText string

//go:embed search.js
var script []byte

//go:embed style.css
var style []byte

func main() {
	out := flag.String("o", "site", "the `folder` to write to")
	flag.Parse()
	if err := write(*out); err != nil {
		fmt.Fprintln(os.Stderr, "makesite:", err)
		os.Exit(1)
	}
}

// fileOf returns the file of a page.
func fileOf(name string) string {
	if name == "" || name == "README" {
		return "index.html"
	}
	return name + ".html"
}

// A view is what the template shows.
type view struct {
	Title    string
	Page     *manual.Page // nil for the search
	Pages    []*manual.Page
	Sections []manual.Hit // of the search
}

func write(folder string) error {
	m, err := manual.New(fileOf, func(name string) string { return name })
	if err != nil {
		return err
	}
	page, err := template.New("page").Funcs(template.FuncMap{"file": fileOf}).Parse(pageText)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	for _, p := range m.Pages {
		if err := writePage(page, filepath.Join(folder, fileOf(p.Name)), view{p.Title, p, m.Pages, nil}); err != nil {
			return err
		}
	}
	if err := writePage(page, filepath.Join(folder, "search.html"), view{"Search", nil, m.Pages, m.Sections()}); err != nil {
		return err
	}
	if err := writePictures(folder); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(folder, "style.css"), style, 0o644); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(folder, "search.js"), script, 0o644)
}

func writePage(page *template.Template, name string, v view) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	if err := page.Execute(f, v); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}

func writePictures(folder string) error {
	for _, pattern := range []string{"*.svg", "*.png"} {
		names, err := fs.Glob(docs.Files, pattern)
		if err != nil {
			return err
		}
		for _, name := range names {
			data, err := docs.Files.ReadFile(name)
			if err != nil {
				return err
			}
			if err := os.WriteFile(filepath.Join(folder, name), data, 0o644); err != nil {
				return err
			}
		}
	}
	return nil
}
