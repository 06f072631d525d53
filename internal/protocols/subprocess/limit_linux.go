package subprocess

import (
	"errors"
	"os/exec"

	"golang.org/x/sys/unix"
)

// limit bounds the memory of a program that runs. It counts what the program
// writes to, not what it reserves, since many runtimes reserve a lot.
func limit(cmd *exec.Cmd, memory int64) error {
	if memory < 0 {
		return nil
	}
	bound := unix.Rlimit{Cur: uint64(memory), Max: uint64(memory)}
	err := unix.Prlimit(cmd.Process.Pid, unix.RLIMIT_DATA, &bound, nil)
	if errors.Is(err, unix.ESRCH) {
		return nil // it has ended already, which will be noticed
	}
	return err
}
