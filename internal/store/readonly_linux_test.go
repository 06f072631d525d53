package store_test

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"ludex/internal/store"
	"ludex/match"
)

// asNobody makes this goroutine access files as an unprivileged user, if it runs as root.
func asNobody(t *testing.T) {
	t.Helper()
	if os.Geteuid() != 0 {
		return
	}
	runtime.LockOSThread()
	if err := syscall.Setfsuid(65534); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := syscall.Setfsuid(0); err != nil {
			t.Fatal(err)
		}
		runtime.UnlockOSThread()
	})
}

// readOnlyFolder makes a store in a folder that can only be read, with the files
// that a crash leaves or without.
func readOnlyFolder(t *testing.T, crash bool) string {
	t.Helper()
	folder := t.TempDir()
	path := filepath.Join(folder, "x.db")
	s, err := store.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil { // the tables are not only in the log
		t.Fatal(err)
	}
	if s, err = store.Open(t.Context(), path); err != nil {
		t.Fatal(err)
	}
	if err := s.Save(t.Context(), &match.Record{ID: "m1", Completed: true}); err != nil {
		t.Fatal(err)
	}
	if crash { // what is there while it is open
		wal, err := os.ReadFile(path + "-wal")
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { s.Close() })
		copied := filepath.Join(t.TempDir(), "x.db")
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		folder, path = filepath.Dir(copied), copied
		for name, data := range map[string][]byte{path: data, path + "-wal": wal} {
			if err := os.WriteFile(name, data, 0o444); err != nil {
				t.Fatal(err)
			}
		}
	} else if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{path, folder, filepath.Dir(folder)} {
		if err := os.Chmod(name, 0o555); err != nil {
			t.Fatal(err)
		}
	}
	t.Cleanup(func() {
		for _, name := range []string{filepath.Dir(folder), folder} {
			if err := os.Chmod(name, 0o755); err != nil {
				t.Error(err)
			}
		}
	})
	return path
}

func TestReadOnlyFolder(t *testing.T) {
	path := readOnlyFolder(t, false)
	asNobody(t)
	s, err := store.OpenWith(t.Context(), path, store.Options{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if r, err := s.Match(t.Context(), "m1"); err != nil || !r.Completed {
		t.Errorf("%+v, %v", r, err)
	}
	if err := s.Save(t.Context(), &match.Record{ID: "m2"}); err == nil || !strings.Contains(err.Error(), "readonly") {
		t.Errorf("a match is written: %v", err)
	}
	if s, err := store.Open(t.Context(), path); err == nil {
		s.Close()
		t.Error("it is opened to be written")
	}
}

// TestReadOnlyCrash checks that what is in the log of a store is not overlooked: a
// store whose log cannot be read is not read at all.
func TestReadOnlyCrash(t *testing.T) {
	path := readOnlyFolder(t, true)
	asNobody(t)
	s, err := store.OpenWith(t.Context(), path, store.Options{ReadOnly: true})
	if err == nil {
		s.Close()
		t.Fatal("it is read without its log")
	}
	if want := "in the log of a program that was stopped"; !strings.Contains(err.Error(), want) {
		t.Errorf("%v does not say %q", err, want)
	}
}

// TestPrivate checks that others cannot read a new store, just as they cannot read
// records.
func TestPrivate(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.db")
	s, err := store.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if err := s.Save(t.Context(), &match.Record{ID: "m1"}); err != nil {
		t.Fatal(err)
	}
	names, err := filepath.Glob(path + "*")
	if err != nil || len(names) < 2 {
		t.Fatal(names, err)
	}
	for _, name := range names {
		info, err := os.Stat(name)
		if err != nil {
			t.Fatal(err)
		}
		if mode := fmt.Sprintf("%o", info.Mode().Perm()); mode != "600" {
			t.Errorf("%s has the mode %s", filepath.Base(name), mode)
		}
	}
}
