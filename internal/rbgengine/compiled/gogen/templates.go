package gogen

import (
	"embed"
	"strings"
	"sync"
	"text/template"
)

//go:embed templates
var templateFiles embed.FS

// templates are the parts of printed packages that are the same for all games, or
// nearly so. They are read when the first package is printed.
var templates = sync.OnceValue(func() *template.Template {
	return template.Must(template.ParseFS(templateFiles, "templates/*.tmpl"))
})

// expand returns the text of a template with its data.
func expand(name string, data any) string {
	var b strings.Builder
	if err := templates().ExecuteTemplate(&b, name+".tmpl", data); err != nil {
		panic(err) // the templates are part of the program
	}
	return b.String()
}
