//go:build !js

package library

import "embed"

// files are the folders of the games.
//
//go:embed */*
var files embed.FS
