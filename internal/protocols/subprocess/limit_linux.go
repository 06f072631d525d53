package subprocess

import (
	"errors"
	"os/exec"

	"golang.org/x/sys/unix"
)

// limit bounds the memory of a running program. It counts memory that is written
// to, not what is reserved, since many runtimes reserve a lot.
func limit(cmd *exec.Cmd, memory int64) error {
	if memory < 0 {
		return nil
	}
	bound := unix.Rlimit{Cur: uint64(memory), Max: uint64(memory)}
	err := unix.Prlimit(cmd.Process.Pid, unix.RLIMIT_DATA, &bound, nil)
	if errors.Is(err, unix.ESRCH) {
		return nil // it has already ended, which is detected elsewhere
	}
	return err
}
