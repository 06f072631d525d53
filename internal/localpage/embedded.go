//go:build embedengine

package localpage

import _ "embed" // the engine

// The files that scripts/release builds before the program. They are not in the repository.
var (
	//go:embed built/engine.wasm.gz
	embeddedWasm []byte
	//go:embed built/wasm_exec.js
	embeddedScript []byte

	embedded = &Engine{embeddedWasm, embeddedScript}
)
