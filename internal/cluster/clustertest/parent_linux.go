package clustertest

import (
	"os/exec"
	"syscall"
)

// EndWithParent makes the system kill a process when its parent ends, as when a test
// takes too long.
func EndWithParent(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL} }
