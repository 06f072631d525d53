//go:build !embedengine

package localpage

// embedded is the engine that is part of the program, or nil. Releases are built with the
// tag embedengine.
var embedded *Engine
