package library

import "embed"

// files is empty in a browser: a page brings the game that it plays.
var files embed.FS
