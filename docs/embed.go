// Package docs has the manual, so that the program can show it without a network.
package docs

import "embed"

// Files are the pages of the manual, in Markdown, and their pictures.
//
//go:embed *.md *.svg arena-*.png
var Files embed.FS
