package budget

import (
	"os"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// machineMemory returns the memory of the machine or of the container, whichever
// is smaller, or 0.
func machineMemory() int64 {
	var info unix.Sysinfo_t
	memory := int64(0)
	if unix.Sysinfo(&info) == nil {
		memory = int64(info.Totalram) * int64(info.Unit)
	}
	groups, err := os.ReadFile("/proc/self/cgroup")
	if err != nil {
		return memory
	}
	return cgroupLimit(string(groups), memory, os.ReadFile)
}

// cgroupLimit returns the smallest limit of the control groups that a text in the
// form of /proc/self/cgroup names, or most if that is smaller or there is none.
// Both versions of control groups are supported, with the limits of all parent
// groups.
func cgroupLimit(groups string, most int64, read func(path string) ([]byte, error)) int64 {
	for line := range strings.Lines(groups) {
		_, rest, _ := strings.Cut(strings.TrimSpace(line), ":")
		controllers, group, _ := strings.Cut(rest, ":")
		root, file := "/sys/fs/cgroup", "memory.max"
		switch {
		case controllers == "":
		case strings.Contains(","+controllers+",", ",memory,"):
			root, file = root+"/memory", "memory.limit_in_bytes"
		default:
			continue
		}
		for {
			text, _ := read(root + group + "/" + file)
			if n, err := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64); err == nil && n > 0 && (most <= 0 || n < most) {
				most = n
			}
			at := strings.LastIndexByte(group, '/')
			if at < 0 {
				break
			}
			group = group[:at]
		}
	}
	return most
}
