package budget

import (
	"io/fs"
	"testing"
)

func TestCgroupLimit(t *testing.T) {
	for _, c := range []struct {
		name   string
		groups string
		files  map[string]string
		want   int64
	}{
		{"no limit", "0::/\n", map[string]string{"/sys/fs/cgroup//memory.max": "max\n"}, 1000},
		{"its own group", "0::/a\n", map[string]string{"/sys/fs/cgroup/a/memory.max": "500\n"}, 500},
		{"a group above", "0::/a/b\n", map[string]string{"/sys/fs/cgroup/a/b/memory.max": "max\n", "/sys/fs/cgroup/a/memory.max": "300\n"}, 300},
		{"more than the machine", "0::/a\n", map[string]string{"/sys/fs/cgroup/a/memory.max": "5000\n"}, 1000},
		{"version 1", "4:cpu,cpuacct:/c\n3:memory:/a\n", map[string]string{"/sys/fs/cgroup/memory/a/memory.limit_in_bytes": "200\n"}, 200},
		{"a container", "0::/a\n", map[string]string{"/sys/fs/cgroup/memory.max": "400\n"}, 400},
		{"nonsense", "x\n", nil, 1000},
	} {
		read := func(path string) ([]byte, error) {
			if text, ok := c.files[path]; ok {
				return []byte(text), nil
			}
			return nil, fs.ErrNotExist
		}
		if got := cgroupLimit(c.groups, 1000, read); got != c.want {
			t.Errorf("%s: the limit is %d, want %d", c.name, got, c.want)
		}
	}
}
