//go:build !linux

package clustertest

import "os/exec"

// EndWithParent makes the system kill a process when its parent ends, where that
// is supported.
func EndWithParent(*exec.Cmd) {}
