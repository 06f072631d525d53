//go:build unix

package pgtest

import (
	"os"
	"os/user"
	"strconv"
	"sync"
	"syscall"
)

// PostgreSQL refuses to run as root. As root, tests run it as the user that its
// package creates, or as the user nobody.
var servant = sync.OnceValue(func() *syscall.Credential {
	if os.Geteuid() != 0 {
		return nil
	}
	for _, name := range []string{"postgres", "nobody"} {
		u, err := user.Lookup(name)
		if err != nil {
			continue
		}
		uid, err := strconv.ParseUint(u.Uid, 10, 32)
		if err != nil {
			continue
		}
		gid, err := strconv.ParseUint(u.Gid, 10, 32)
		if err != nil {
			continue
		}
		return &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}
	}
	return nil
})

// unprivileged returns how a program is started that must not be root.
func unprivileged() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Credential: servant()}
}

// giveAway changes the owner of a file to the user that runs the server.
func giveAway(path string) error {
	c := servant()
	if c == nil {
		return nil
	}
	return os.Chown(path, int(c.Uid), int(c.Gid))
}
