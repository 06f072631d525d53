//go:build !linux

package subprocess

import "os/exec"

// own does nothing here.
func own(*exec.Cmd) string { return "" }

// limit does nothing here: there is no portable way to bound the memory of another
// program.
func limit(*exec.Cmd, int64) error { return nil }

// kill ends a program.
func kill(cmd *exec.Cmd, _ string, _ bool) { _ = cmd.Process.Kill() }
