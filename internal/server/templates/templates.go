// Package templates has the templates of the arena's pages.
package templates

import "embed"

// Files are the templates, by name.
//
//go:embed *.html
var Files embed.FS
