// Package static has the files that pages load: scripts, styles and the icon.
package static

import "embed"

// Files are the files, by their paths below this folder.
//
//go:embed app.css icon.svg js
var Files embed.FS
