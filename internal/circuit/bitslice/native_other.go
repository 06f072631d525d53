//go:build !linux || !amd64

package bitslice

import "errors"

// hasNative reports whether machine code can be generated for this processor.
func hasNative() bool { return false }

// A native is a piece of generated machine code.
type native struct{}

func newNative([]byte) (*native, error) { return nil, errors.ErrUnsupported }

func (*native) call([]Vec) { panic("lanes: no machine code here") }
