// Package filecache keeps files in a folder of the user's cache directory: what was
// computed once is there the next time. Several processes may use a folder at the same
// time. Failures to read or write are ignored, since everything can be computed again.
package filecache

import (
	"os"
	"path/filepath"
	"slices"
	"time"
)

// A Folder holds files of which the least recently used are removed if there are too many
// or they are too large. A nil folder is empty.
type Folder struct {
	dir   string
	files int
	bytes int64
}

// New returns a folder with limits on the number of files and their size; a size of 0 is
// no limit.
func New(dir string, files int, bytes int64) *Folder { return &Folder{dir, files, bytes} }

// User returns a folder in the user's cache directory, or nil if there is none.
func User(name string, files int, bytes int64) *Folder {
	user, err := os.UserCacheDir()
	if err != nil {
		return nil
	}
	return New(filepath.Join(user, "ludex", name), files, bytes)
}

// Load returns the contents of a file.
func (f *Folder) Load(name string) (data []byte, ok bool) {
	if f == nil {
		return nil, false
	}
	path := filepath.Join(f.dir, name)
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, false
	}
	touch(path)
	return data, true
}

// touch marks a file as used now, for prune. The time that a system gives to a new file
// may be less exact.
func touch(path string) {
	now := time.Now()
	_ = os.Chtimes(path, now, now)
}

// Save writes a file. Readers see the old or the new contents, never a part.
func (f *Folder) Save(name string, data []byte) {
	if f == nil || os.MkdirAll(f.dir, 0o755) != nil {
		return
	}
	temp, err := os.CreateTemp(f.dir, "new-")
	if err != nil {
		return
	}
	_, err = temp.Write(data)
	touch(temp.Name())
	if temp.Close() != nil || err != nil || os.Rename(temp.Name(), filepath.Join(f.dir, name)) != nil {
		_ = os.Remove(temp.Name())
		return
	}
	f.prune()
}

// prune removes the least recently used files if the limits are exceeded.
func (f *Folder) prune() {
	entries, err := os.ReadDir(f.dir)
	if err != nil {
		return
	}
	var files []os.FileInfo
	for _, e := range entries {
		if info, err := e.Info(); err == nil && info.Mode().IsRegular() {
			files = append(files, info)
		}
	}
	slices.SortFunc(files, func(a, b os.FileInfo) int { return b.ModTime().Compare(a.ModTime()) })
	total := int64(0)
	for i, info := range files {
		if total += info.Size(); i >= f.files || f.bytes > 0 && total > f.bytes {
			_ = os.Remove(filepath.Join(f.dir, info.Name()))
		}
	}
}
