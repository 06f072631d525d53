//go:build !linux

package compiled

import "os/exec"

// endWithParent does nothing where the system has no such thing: a build that nobody
// waits for ends by itself.
func endWithParent(*exec.Cmd) {}

// limitMemory does nothing where the system cannot bound the memory of another process.
func limitMemory(int, uint64) error { return nil }

// endWithChildren does nothing: programs that a command has started end by themselves.
func endWithChildren(*exec.Cmd) {}
