package compiled

import (
	"os/exec"
	"syscall"

	"golang.org/x/sys/unix"
)

// endWithParent has a command killed when the thread that starts it ends, and so with
// this process at the latest.
func endWithParent(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
}

// limitMemory bounds what a process, and those that it starts, may allocate, each for itself.
func limitMemory(pid int, bytes uint64) error {
	err := unix.Prlimit(pid, unix.RLIMIT_DATA, &unix.Rlimit{Cur: bytes, Max: bytes}, nil)
	if err == unix.ESRCH { // it has ended already
		return nil
	}
	return err
}

// endWithChildren has a command killed together with the programs that it has started: a
// compiler can take gigabytes.
func endWithChildren(cmd *exec.Cmd) {
	cmd.SysProcAttr.Setpgid = true
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}
