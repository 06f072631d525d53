package mcpserver

import (
	"context"
	"io/fs"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"ludex/docs"
	"ludex/library"
)

// addResources adds the pages of the manual and the games of the library.
func (s *Server) addResources() {
	pages, err := fs.Glob(docs.Files, "*.md")
	if err != nil {
		panic(err) // the pattern is wrong
	}
	for _, page := range pages {
		text, err := docs.Files.ReadFile(page)
		if err != nil {
			panic(err) // it is part of the program
		}
		s.addText("ludex://docs/"+page, page, title(string(text)), "text/markdown", string(text))
	}
	for _, g := range library.Games() {
		s.addText("ludex://games/"+g.Name, g.Name, g.Title+": "+g.Aim, "text/plain", string(g.Rules()))
	}
}

// addText adds a text that does not change.
func (s *Server) addText(uri, name, description, kind, text string) {
	r := &mcp.Resource{URI: uri, Name: name, Description: description, MIMEType: kind, Size: int64(len(text))}
	s.mcp.AddResource(r, func(context.Context, *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
		return &mcp.ReadResourceResult{Contents: []*mcp.ResourceContents{{URI: uri, MIMEType: kind, Text: text}}}, nil
	})
}

// title returns the heading of a page.
func title(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	return strings.TrimLeft(line, "# ")
}
