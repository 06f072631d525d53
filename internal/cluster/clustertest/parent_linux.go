package clustertest

import (
	"os/exec"
	"syscall"
)

// EndWithParent has a process killed when the one that starts it ends, as when a test
// takes too long.
func EndWithParent(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL} }
