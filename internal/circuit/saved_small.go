//go:build js || small

package circuit

import "errors"

// errNoFiles is returned in a browser, which has no files, and in programs built with the tag
// small, which do without the encoding.
var errNoFiles = errors.New("circuits are not saved in a browser or in a program built with the tag small")

// Save returns an error.
func (g *Game) Save(string) ([]byte, error) { return nil, errNoFiles }

// SaveWithoutPercepts returns an error.
func (g *Game) SaveWithoutPercepts(string) ([]byte, error) { return nil, errNoFiles }

// Load returns an error.
func Load([]byte, string) (*Game, error) { return nil, errNoFiles }
