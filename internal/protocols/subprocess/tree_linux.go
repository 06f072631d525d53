package subprocess

import (
	"bytes"
	"crypto/rand"
	"maps"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"syscall"
)

// markEnv is an environment variable with a unique value per program, which its
// descendants inherit.
const markEnv = "LUDEX_PROGRAM"

// own makes a program the leader of its own process group, and marks it, so that
// its descendants can be killed with it. It returns the mark.
func own(cmd *exec.Cmd) string {
	mark := markEnv + "=" + rand.Text()
	cmd.Env = append(cmd.Environ(), mark)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	return mark
}

// rounds is how often leftover processes are searched for. Programs that fork
// faster than that escape.
const rounds = 20

// kill kills a program and its descendants: its process group, and processes that
// have left the group, which are found by their ancestry while the program lives,
// or by the mark.
func kill(cmd *exec.Cmd, mark string, ended bool) {
	head := cmd.Process.Pid
	if ended {
		head = 0 // the PID may have been reused
	}
	left := relatives(head, mark) // before they lose their parents
	_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
	for range rounds {
		if len(left) == 0 {
			return
		}
		for _, pid := range left {
			_ = syscall.Kill(pid, syscall.SIGKILL)
		}
		left = relatives(0, mark)
	}
}

// relatives returns the processes with a mark, and those that descend from them or
// from a process, which is 0 for none and is itself not among them.
func relatives(head int, mark string) []int {
	parents := map[int]int{}
	found := map[int]bool{}
	for _, pid := range processes() {
		parent, dead := parentOf(pid)
		if dead || pid == head || pid == os.Getpid() {
			continue
		}
		parents[pid] = parent
		if hasMark(pid, mark) || head > 0 && parent == head {
			found[pid] = true
		}
	}
	for more := true; more; {
		more = false
		for pid, parent := range parents {
			if found[parent] && !found[pid] {
				found[pid], more = true, true
			}
		}
	}
	return slices.Collect(maps.Keys(found))
}

// processes lists the processes of the machine. Without /proc there are none.
func processes() []int {
	dir, err := os.Open("/proc")
	if err != nil {
		return nil
	}
	defer dir.Close()
	names, err := dir.Readdirnames(-1)
	if err != nil {
		return nil
	}
	var list []int
	for _, name := range names {
		if pid, err := strconv.Atoi(name); err == nil {
			list = append(list, pid)
		}
	}
	return list
}

// parentOf returns the parent of a process, and whether it has ended.
func parentOf(pid int) (parent int, dead bool) {
	text, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return 0, true
	}
	// The name is in brackets and may have anything in it.
	fields := bytes.Fields(text[bytes.LastIndexByte(text, ')')+1:])
	if len(fields) < 2 {
		return 0, true
	}
	parent, err = strconv.Atoi(string(fields[1]))
	return parent, err != nil || fields[0][0] == 'Z'
}

// hasMark reports whether a process has a mark. Processes of other users cannot be
// read, and are not ours.
func hasMark(pid int, mark string) bool {
	text, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/environ")
	return err == nil && bytes.Contains(append([]byte{0}, text...), append([]byte{0}, mark...))
}
