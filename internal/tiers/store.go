package tiers

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"runtime"
	"runtime/debug"
	"slices"
	"sync"

	"ludex/game"
	"ludex/internal/filecache"
)

// A Store keeps measurements on disk, so that a game that was opened before gets
// its fastest engines at once. A nil store is empty.
type Store struct {
	folder *filecache.Folder
}

// keptGames is the largest number of games in the store.
const keptGames = 2000

// UserStore returns the store in the user's cache directory, or nil if there is none.
func UserStore() *Store { return &Store{filecache.User("engines", keptGames, 0)} }

// NewStore returns a store in a folder.
func NewStore(dir string) *Store { return &Store{filecache.New(dir, keptGames, 0)} }

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

// load returns the measurements stored under a key.
func (s *Store) load(key string) (tiers []game.Tier, ok bool) {
	if s == nil || key == "" {
		return nil, false
	}
	data, ok := s.folder.Load(key + ".json")
	if !ok || json.Unmarshal(data, &tiers) != nil || len(tiers) == 0 {
		return nil, false
	}
	return tiers, true
}

// save stores measurements under a key.
func (s *Store) save(key string, tiers []game.Tier) {
	if s == nil || key == "" {
		return
	}
	if data, err := json.Marshal(tiers); err == nil {
		s.folder.Save(key+".json", data)
	}
}
