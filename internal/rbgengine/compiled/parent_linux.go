package compiled

import (
	"os/exec"
	"syscall"
)

// endWithParent has a command killed when the thread that starts it ends, and so with
// this process at the latest.
func endWithParent(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
}
