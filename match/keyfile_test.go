package match_test

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"syscall"
	"testing"

	"ludex/match"
)

func TestOpenKey(t *testing.T) {
	name := filepath.Join(t.TempDir(), "host.key")
	var group sync.WaitGroup
	keys := make([]string, 8)
	for i := range keys {
		group.Go(func() {
			key, err := match.OpenKey(name)
			if err != nil {
				t.Error(err)
				return
			}
			keys[i] = key.Public()
		})
	}
	group.Wait()
	for _, k := range keys {
		if k != keys[0] {
			t.Error("there are several keys")
		}
	}
	info, err := os.Stat(name)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
	wantFiles(t, filepath.Dir(name), "host.key")
	if err := os.WriteFile(name, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := match.OpenKey(name); err == nil {
		t.Error("an empty file is a key")
	}
}

// TestFullDisk writes a key to a disk that is full after some bytes: there is no
// key then, neither an empty one nor a part of one.
func TestFullDisk(t *testing.T) {
	folder := t.TempDir()
	name := filepath.Join(folder, "host.key")
	for _, room := range []int{0, 10} {
		err := match.WriteNew(name, func(out io.Writer) error {
			if _, err := out.Write(make([]byte, room)); err != nil {
				return err
			}
			return syscall.ENOSPC
		})
		if !errors.Is(err, syscall.ENOSPC) {
			t.Error(err)
		}
		wantFiles(t, folder)
	}
	fine := func(io.Writer) error { return nil }
	if err := match.WriteNew(name, fine); err != nil {
		t.Error(err)
	}
	if err := match.WriteNew(name, fine); !errors.Is(err, fs.ErrExist) {
		t.Errorf("a file is overwritten: %v", err)
	}
	wantFiles(t, folder, "host.key")
}

func wantFiles(t *testing.T, folder string, names ...string) {
	t.Helper()
	list, err := os.ReadDir(folder)
	if err != nil || len(list) != len(names) {
		t.Errorf("%v, %v; want %v", list, err, names)
		return
	}
	for i, f := range list {
		if f.Name() != names[i] {
			t.Errorf("there is %s", f.Name())
		}
	}
}
