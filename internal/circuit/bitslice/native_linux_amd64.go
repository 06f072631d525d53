package bitslice

import (
	"runtime"
	"sync"
	"syscall"
)

// hasNative reports whether machine code can be generated and run here. Some
// systems do not allow executable memory.
var hasNative = sync.OnceValue(func() bool {
	if !hasAVX512() {
		return false
	}
	_, err := newNative(assemble(nil))
	return err == nil
})

// A native is a piece of generated machine code.
type native struct {
	memory []byte
}

// newNative puts machine code into memory that is first writable and then
// executable, never both.
func newNative(code []byte) (*native, error) {
	m, err := syscall.Mmap(-1, 0, len(code), syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		return nil, err
	}
	copy(m, code)
	if err := syscall.Mprotect(m, syscall.PROT_READ|syscall.PROT_EXEC); err != nil {
		_ = syscall.Munmap(m)
		return nil, err
	}
	n := &native{m}
	runtime.AddCleanup(n, func(m []byte) { _ = syscall.Munmap(m) }, m)
	return n, nil
}

// call runs the code.
func (n *native) call(signals []Vec) {
	callNative(&n.memory[0], &signals[0])
	runtime.KeepAlive(n)
}

//go:noescape
func callNative(code *byte, signals *Vec)
