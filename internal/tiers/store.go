package tiers

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"sync"
	"time"

	"ludex/game"
)

// A Store keeps measurements on disk, so that a game that was opened before gets
// its fastest engines at once. A nil store is empty. Failures to read or write are
// ignored: the engines are measured again.
type Store struct {
	dir string
}

// keptGames is the largest number of games in the store.
const keptGames = 2000

// UserStore returns the store in the user's cache directory, or nil if there is none.
func UserStore() *Store {
	user, err := os.UserCacheDir()
	if err != nil {
		return nil
	}
	return NewStore(filepath.Join(user, "ludex", "engines"))
}

// NewStore returns a store in a folder.
func NewStore(dir string) *Store { return &Store{dir} }

// Key returns the key of a game: a hash of the parts that describe it, of the program
// and of the machine.
func Key(parts ...string) string {
	h := sha256.New()
	for _, p := range slices.Concat(parts, []string{revision(), runtime.GOOS, runtime.GOARCH}) {
		fmt.Fprintf(h, "%d %s\n", len(p), p)
	}
	return hex.EncodeToString(h.Sum(nil))[:32]
}

// revision identifies the version of the program as far as it is known. Engines of another
// version may have other speeds.
var revision = sync.OnceValue(func() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	text := info.Main.Version
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" || s.Key == "vcs.modified" {
			text += " " + s.Value
		}
	}
	return text
})

func (s *Store) path(key string) string { return filepath.Join(s.dir, key+".json") }

// load returns the measurements stored under a key.
func (s *Store) load(key string) (tiers []game.Tier, ok bool) {
	if s == nil || key == "" {
		return nil, false
	}
	data, err := os.ReadFile(s.path(key))
	if err != nil || json.Unmarshal(data, &tiers) != nil || len(tiers) == 0 {
		return nil, false
	}
	now := time.Now()
	_ = os.Chtimes(s.path(key), now, now) // for prune, which removes the least recently used
	return tiers, true
}

// save stores measurements under a key. Several processes may do this at the same time, so
// each writes a temporary file and renames it.
func (s *Store) save(key string, tiers []game.Tier) {
	if s == nil || key == "" {
		return
	}
	data, err := json.Marshal(tiers)
	if err != nil || os.MkdirAll(s.dir, 0o755) != nil {
		return
	}
	f, err := os.CreateTemp(s.dir, "new-")
	if err != nil {
		return
	}
	_, err = f.Write(data)
	if f.Close() != nil || err != nil || os.Rename(f.Name(), s.path(key)) != nil {
		_ = os.Remove(f.Name())
		return
	}
	s.prune()
}

// prune removes the least recently used files if there are too many.
func (s *Store) prune() {
	entries, err := os.ReadDir(s.dir)
	if err != nil || len(entries) <= keptGames {
		return
	}
	type file struct {
		name string
		used time.Time
	}
	var files []file
	for _, e := range entries {
		if info, err := e.Info(); err == nil {
			files = append(files, file{e.Name(), info.ModTime()})
		}
	}
	slices.SortFunc(files, func(a, b file) int { return a.used.Compare(b.used) })
	for _, f := range files[:max(len(files)-keptGames, 0)] {
		_ = os.Remove(filepath.Join(s.dir, f.name))
	}
}
