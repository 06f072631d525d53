//go:build !linux

package clustertest

import "os/exec"

// EndWithParent has a process killed when the one that starts it ends, where the
// system can do that.
func EndWithParent(*exec.Cmd) {}
